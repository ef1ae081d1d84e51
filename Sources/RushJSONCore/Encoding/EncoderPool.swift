// Keyed containers that are used again, as the decoder's are: see ContainerPool.swift.
//
//   KeyedEncodingContainer<Key> ──▶ object:  type │ counts │ session │ place │ owner
//                                                           └── our KeyedEncoder ──┘

/// The objects that one encoding may use again, by the type of their keys.
@safe
struct EncoderPool {
  private struct Entry {
    var keyType: ObjectIdentifier
    // A `KeyedEncodingContainer` of that type of keys, which is a reference to its object.
    var object: AnyObject?
  }

  private static var slotCount: Int { 16 }
  private var entries: [Entry] = []

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
        let object = unsafe unsafeBitCast(container, to: AnyObject.self)
        let found = unsafe contents(of: object).pointee
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

  private static func contents(of object: AnyObject) -> UnsafeMutablePointer<Contents> {
    // Invariant: after the two words of every object comes the one property of this one.
    unsafe (Unmanaged.passUnretained(object).toOpaque() + 16).assumingMemoryBound(
      to: Contents.self)
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
    for index in 0..<entries.count where entries[index].keyType == keyType {
      if isKnownUniquelyReferenced(&entries[index].object), let object = entries[index].object {
        unsafe EncoderPool.contents(of: object).pointee.place = place
        // Invariant: the object was filed under the type of its keys.
        return unsafe unsafeBitCast(object, to: KeyedEncodingContainer<Key>.self)
      }
      EncoderPool.settle(entries.remove(at: index).object, session)
      return added(session, place)
    }
    return added(session, place)
  }

  @inline(never)
  private mutating func added<Key: CodingKey>(_ session: EncodingSession, _ place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    if entries.count == EncoderPool.slotCount {
      EncoderPool.settle(entries.removeFirst().object, session)
    }
    let container = KeyedEncodingContainer(KeyedEncoder<Key>(session, place, isPooled: true))
    entries.append(
      Entry(
        keyType: ObjectIdentifier(Key.self),
        // Invariant: a `KeyedEncodingContainer` is one reference, as `isKnown` has found.
        object: unsafe unsafeBitCast(container, to: AnyObject.self)))
    return container
  }

  /// Gives an object that somebody may have kept its owner.
  private static func settle(_ object: consuming AnyObject?, _ session: EncodingSession) {
    if isKnownUniquelyReferenced(&object) { return }
    guard let object else { return }
    unsafe contents(of: object).pointee.owner = session
  }

  /// Forgets the objects that somebody has kept, at the end of an encoding.
  @inline(__always)
  mutating func settle(_ session: EncodingSession) {
    for index in 0..<entries.count where !isKnownUniquelyReferenced(&entries[index].object) {
      return settleKept(session)
    }
  }

  @inline(never)
  private mutating func settleKept(_ session: EncodingSession) {
    while let entry = entries.popLast() { EncoderPool.settle(entry.object, session) }
  }
}
