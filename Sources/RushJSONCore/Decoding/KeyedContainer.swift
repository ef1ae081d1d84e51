/// A keyed container over an object of the tape.
///
/// The standard library puts this into an object and copies it out for every call, so it consists of
/// plain words as far as possible: see ContainerPool.swift.
@safe
struct KeyedContainer<Key: CodingKey>: TapeKeyedContainer {
  private let contents: PooledContents<DecodingSession, ObjectPlace>

  init(_ contents: PooledContents<DecodingSession, ObjectPlace>) { self.contents = contents }

  @inline(__always)
  var place: DecodingPlace { contents.place.value }

  @inline(__always)
  func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R {
    try unsafe contents.session._withUnsafeGuaranteedRef(body)
  }

  var allKeys: [Key] {
    use { session in
      session.tape.names(of: place.index, isUnique: contents.place.names.isUnique)
        .compactMap { Key(stringValue: $0) }
    }
  }

  @inline(__always)
  func member(_ key: Key, in session: DecodingSession) -> UInt32 {
    guard let shape = unsafe contents.place.shape else {
      return session.member(key.stringValue, of: contents.place)
    }
    // The string is not released if its words are those of a step, which own nothing.
    return unsafe withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { string in
      // Invariant: there is room for a string, which is moved out unless it owns nothing.
      let address = unsafe string.baseAddress.unsafelyUnwrapped
      unsafe address.initialize(to: key.stringValue)
      if let index = unsafe shape.pointee.expectedMember(StringWords(at: address)) { return index }
      return unsafe session.unexpectedMember(address.move(), of: contents.place, shape)
    }
  }

  func member(named name: String, in session: DecodingSession) -> UInt32 {
    session.member(name, of: contents.place)
  }

  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  ) throws -> T {
    // A copy, because a closure that borrows the key would not be inlined (decode-small +1.5 %).
    var key = key
    guard let shape = unsafe contents.place.shape else {
      return try unsafe session.decode(type, at: index, keyAt: &key, in: place)
    }
    return try unsafe session.decode(type, at: index, keyAt: &key, in: place, shape)
  }

  @inline(never)
  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields {
    session.tape.extraFields(of: place.index, notNamedBy: key)
  }
}
