// Keyed containers that are used again, as the decoder's are: see ContainerPool.swift.
//
//   KeyedEncodingContainer<Key> ──▶ object:  type │ counts │ session │ place │ owner
//                                                           └── our KeyedEncoder ──┘

/// The containers that one encoding may use again, by the type of their keys.
@safe
struct EncoderPool {
  private static var slotCount: Int { 16 }
  private var kept: [KeptContainer] = []

  /// What a container is made of, without its type of keys.
  @safe
  private struct Fields: BitwiseCopyable {
    var session: UnsafeRawPointer
    var place: EncodingPlace
    // Invariant: a counted reference, which the container releases.
    var owner: Unmanaged<EncodingSession>?
  }

  /// Whether the standard library's object is laid out as above; looked at once in a process.
  static let isKnown: Bool = {
    let session = EncodingSession(.initial)
    return [7, 0x1234_5678_9abc].allSatisfy { start in
      let place = EncodingPlace(start: start, id: 0x8765_4321, level: 0x0765_4321)
      let content = KeyedEncoder<JSONPathKey>(session, place, isPooled: true)
      return KeptContainer.hasKnownBox(
        KeyedEncodingContainer(content), around: content, as: Fields.self
      ) { found, expected in
        let isSame = unsafe found.session == expected.session && found.owner == nil
        return isSame && found.place.start == place.start && found.place.id == place.id
          && found.place.level == place.level
      }
    }
  }()

  /// A container for the members of the object at `place`.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type, in session: EncodingSession, at place: EncodingPlace
  ) -> KeyedEncodingContainer<Key> {
    if !EncoderPool.isKnown {
      return KeyedEncodingContainer(KeyedEncoder<Key>(session, place, isPooled: false))
    }
    let keyType = ObjectIdentifier(type)
    for index in 0..<kept.count where kept[index].keyType == keyType && kept[index].isUnused() {
      unsafe kept[index].fields(as: Fields.self).pointee.place = place
      // Invariant: the container was filed under the type of its keys.
      return kept[index].container(as: KeyedEncodingContainer<Key>.self)
    }
    return added(session, place)
  }

  @inline(never)
  private mutating func added<Key: CodingKey>(_ session: EncodingSession, _ place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    if kept.count == EncoderPool.slotCount {
      EncoderPool.settle(kept.removeFirst(), session)
    }
    let container = KeyedEncodingContainer(KeyedEncoder<Key>(session, place, isPooled: true))
    // Invariant: a container is one reference, as `isKnown` has found.
    kept.append(KeptContainer(container, keyType: ObjectIdentifier(Key.self)))
    return container
  }

  /// Gives an object that somebody may have kept its owner.
  ///
  /// Another thread that uses the object against the rules may read the owner meanwhile. That is one word,
  /// and whether it finds the owner or not, the session lives as long as the object from here on.
  private static func settle(_ container: consuming KeptContainer, _ session: EncodingSession) {
    if container.isUnused() { return }
    unsafe container.fields(as: Fields.self).pointee.owner = .passRetained(session)
  }

  /// Forgets the objects that somebody has kept, at the end of an encoding.
  @inline(__always)
  mutating func settle(_ session: EncodingSession) {
    for index in 0..<kept.count where !kept[index].isUnused() {
      return settleKept(session)
    }
  }

  @inline(never)
  private mutating func settleKept(_ session: EncodingSession) {
    while let container = kept.popLast() { EncoderPool.settle(container, session) }
  }
}
