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
  func member(_ key: String, in session: DecodingSession) -> UInt32 {
    session.search.member(key, of: place.index, contents.place.names, in: session.tape)
  }

  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  ) throws -> T {
    try session.decode(type, at: index, keyedBy: Key.self, in: place)
  }

  @inline(never)
  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields {
    session.tape.extraFields(of: place.index, notNamedBy: key)
  }
}
