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
  private struct Contents {
    var session: UnsafeRawPointer
    var place: EncodingPlace
    var owner: EncodingSession?
  }

  /// Whether the standard library's object is laid out as above; looked at once in a process.
  static let isKnown: Bool = {
    #if _pointerBitWidth(_64)
      guard
        MemoryLayout<KeyedEncodingContainer<JSONPathKey>>.size == MemoryLayout<AnyObject>.size,
        MemoryLayout<KeyedEncoder<JSONPathKey>>.size == MemoryLayout<Contents>.size,
        MemoryLayout<KeyedEncoder<JSONPathKey>>.alignment == MemoryLayout<Contents>.alignment
      else { return false }
      let marker = EncodingSession(.initial)
      for start in [7, 0x1234_5678_9abc] {
        let place = EncodingPlace(start: start, id: 0x8765_4321, level: 0x0765_4321)
        let plain = KeyedEncoder<JSONPathKey>(marker, place, isPooled: true)
        let container = KeyedEncodingContainer(plain)
        // Invariant: the sizes are equal, as compared above. Reading stays inside the object, which
        // holds at least our container.
        let kept = KeptContainer(container, keyType: ObjectIdentifier(JSONPathKey.self))
        let found = unsafe contents(of: kept).pointee
        let isSame =
          unsafe found.session
          == UnsafeRawPointer(
            Unmanaged.passUnretained(marker).toOpaque())
        guard isSame, found.place.start == place.start, found.place.id == place.id,
          found.place.level == place.level, found.owner == nil
        else { return false }
      }
      return true
    #else
      return false
    #endif
  }()

  private static func contents(of container: KeptContainer) -> UnsafeMutablePointer<Contents> {
    // Invariant: after the two words of every object comes the one property of this one.
    unsafe container.contents.assumingMemoryBound(to: Contents.self)
  }

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
      unsafe EncoderPool.contents(of: kept[index]).pointee.place = place
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
    unsafe contents(of: container).pointee.owner = session
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
