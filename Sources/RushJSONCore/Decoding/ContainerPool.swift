// Keyed containers that are used again.
//
// The standard library keeps a container in an object of its own:
//
//   KeyedDecodingContainer<Key> ──▶ object:  type │ counts │ session │ place │ names │ owner
//                                                           └──────── our KeyedContainer ───────┘
//
// Making one costs an allocation and half a dozen look-ups of generic metadata, and each call copies
// our container out of it, which would retain and release the session for every member of an object.
// So a decoding keeps the last objects that it made. While nobody else refers to one, it is filled in
// anew for the next value with the same type of keys. Such an object has no `owner`: whoever gets it
// gets it from a session that is at work. When the session ends, or forgets the object for another,
// and somebody has kept it, then it is given its owner, and with it keeps the session alive.
//
// That our container lies where the drawing says is not promised by the standard library. So it is
// looked at once in a process, and if it lies elsewhere there is no pool.

/// The containers that one decoding may use again, by the type of their keys.
@safe
struct ContainerPool {
  private static var slotCount: Int { 16 }
  private var kept: [KeptContainer] = []

  /// Whether the standard library's object is laid out as above.
  static let isKnown: Bool = {
    guard case .success(let document) = Result(catching: { try JSONDocument(parsing: "[]") }) else {
      return false
    }
    let session = DecodingSession(document.storage, .initial)
    let place = DecodingPlace(index: 0x1234_5678, path: 0x0765_4321)
    return [NameSet.unknown, NameSet(bits: 0x0123_4567_89ab_cdef, isUnique: true)].allSatisfy {
      let content = KeyedContainer<JSONPathKey>(session, place, $0, isPooled: true)
      return KeptContainer.hasKnownBox(
        KeyedDecodingContainer(content), around: content, as: Fields.self
      ) { found, expected in
        let isSame = unsafe found.session == expected.session && found.owner == nil
        return isSame && found.place.index == place.index && found.place.path == place.path
          && found.names == expected.names
      }
    }
  }()

  /// What a container is made of, without its type of keys.
  @safe
  private struct Fields: BitwiseCopyable {
    var session: UnsafeRawPointer
    var place: DecodingPlace
    var names: NameSet
    // Invariant: a counted reference, which the container releases.
    var owner: Unmanaged<DecodingSession>?
  }

  /// A container over an object of the tape.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type, in session: DecodingSession, at place: DecodingPlace, names: NameSet
  ) -> KeyedDecodingContainer<Key> {
    let keyType = ObjectIdentifier(type)
    // A type that contains itself has several at work at once.
    for index in 0..<kept.count where kept[index].keyType == keyType && kept[index].isUnused() {
      let fields = unsafe kept[index].fields(as: Fields.self)
      unsafe fields.pointee.place = place
      unsafe fields.pointee.names = names
      // Invariant: the container was filed under the type of its keys.
      return kept[index].container(as: KeyedDecodingContainer<Key>.self)
    }
    return added(session, place, names)
  }

  @inline(never)
  private mutating func added<Key: CodingKey>(
    _ session: DecodingSession, _ place: DecodingPlace, _ names: NameSet
  ) -> KeyedDecodingContainer<Key> {
    if kept.count == ContainerPool.slotCount {
      ContainerPool.settle(kept.removeFirst(), session)
    }
    let container = KeyedDecodingContainer(
      KeyedContainer<Key>(session, place, names, isPooled: true))
    // Invariant: a container is one reference, as `isKnown` has found.
    kept.append(KeptContainer(container, keyType: ObjectIdentifier(Key.self)))
    return container
  }

  /// Gives an object that somebody may have kept its owner.
  private static func settle(_ container: consuming KeptContainer, _ session: DecodingSession) {
    if container.isUnused() { return }
    unsafe container.fields(as: Fields.self).pointee.owner = .passRetained(session)
  }

  /// Forgets the objects that somebody has kept, at the end of a decoding.
  @inline(__always)
  mutating func settle(_ session: DecodingSession) {
    for index in 0..<kept.count where !kept[index].isUnused() {
      return settleKept(session)
    }
  }

  @inline(never)
  private mutating func settleKept(_ session: DecodingSession) {
    while let container = kept.popLast() { ContainerPool.settle(container, session) }
  }
}

extension DecodingSession {
  /// A keyed container over the value at `place`.
  @inline(__always)
  func container<Key: CodingKey>(keyedBy type: Key.Type, at place: DecodingPlace) throws
    -> KeyedDecodingContainer<Key>
  {
    if convertsKeys {
      return KeyedDecodingContainer(try ConvertedContainer<Key>(self, place))
    }
    guard record(place.index).kindByte == TapeKind.object.rawValue else {
      throw noObject(at: place.index, path: codingPath(of: place))
    }
    if unsafe isPooling {
      let names = names(of: place.index)
      return unsafe pool.container(keyedBy: type, in: self, at: place, names: names)
    }
    return newContainer(keyedBy: type, at: place)
  }

  /// A container that is not used again.
  @inline(never)
  private func newContainer<Key: CodingKey>(keyedBy type: Key.Type, at place: DecodingPlace)
    -> KeyedDecodingContainer<Key>
  {
    // After the call other threads may be here, so the session's memory for names is not used.
    let names = isAtWork ? names(of: place.index) : .unknown
    return KeyedDecodingContainer(KeyedContainer<Key>(self, place, names, isPooled: false))
  }
}
