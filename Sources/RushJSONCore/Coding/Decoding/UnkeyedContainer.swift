/// A container over an array of the tape: three words, which an `any UnkeyedDecodingContainer` holds
/// without an allocation.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  let session: DecodingSession
  let place: DecodingPlace
  /// The index of the next element's record, or of the record after the array.
  private var next: UInt32
  /// The position of the next element. It exceeds the count only after `decodeIfPresent` at the end.
  private var position: UInt32 = 0

  init(_ session: DecodingSession, _ place: DecodingPlace) throws {
    guard session.tape.record(place.index).kindByte == TapeKind.array.rawValue else {
      throw session.notAnArray(at: place.index, path: session.errorPath(of: place))
    }
    self.session = session
    self.place = place
    next = place.index &+ 1
  }

  var codingPath: [any CodingKey] { session.codingPath(of: place) }
  var count: Int? { session.tape.record(place.index).count }
  var currentIndex: Int { Int(position) }
  var isAtEnd: Bool { next == session.tape.following(place.index) }

  @inline(__always)
  private mutating func advance() {
    assert(next > place.index && next < session.tape.following(place.index))
    next = session.tape.following(next)
    position &+= 1
    assert(isAtEnd == (currentIndex == count))
  }

  private func atEnd(_ type: any Any.Type) -> DecodingError {
    session.atEnd(type, in: place, position: currentIndex)
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd { throw atEnd(Never.self) }
    guard session.tape.isNull(next) else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if isAtEnd { throw atEnd(type) }
    let value = try session.decode(type, at: next, position: currentIndex, in: place)
    advance()
    return value
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if skipMissing() { return nil }
    return try decode(type)
  }

  /// Skips a `null`, or the end of the array. As in Foundation, the position advances in both cases, unless
  /// `isCountedAtEnd` is `false`.
  /// Returns `false` if there is another element.
  @inline(__always)
  private mutating func skipMissing(isCountedAtEnd: Bool = true) -> Bool {
    if isAtEnd {
      if isCountedAtEnd, position < UInt32.max { position &+= 1 }
      return true
    }
    guard session.tape.isNull(next) else { return false }
    advance()
    return true
  }

  // As in TapeKeyedContainer, these implement the requirements for all scalars.
  @inline(__always)
  @_implements(UnkeyedDecodingContainer,decode(_:))
  mutating func scalar<T: JSONScalar>(_ type: T.Type) throws -> T {
    if isAtEnd { throw atEnd(type) }
    guard let value = T.read(session, next) else {
      let path = session.errorPath(of: place, then: JSONPathKey(position: currentIndex))
      throw session.failure(type, kind: T.kind, at: next, path: path)
    }
    advance()
    return value
  }

  @inline(__always)
  @_implements(UnkeyedDecodingContainer,decodeIfPresent(_:))
  mutating func scalarIfPresent<T: JSONScalar>(_ type: T.Type) throws -> T? {
    if skipMissing(isCountedAtEnd: T.isCountedAtEnd) { return nil }
    return try scalar(type)
  }
}

extension UnkeyedContainer {
  /// A decoder of the next element.
  private var decoder: ValueDecoder {
    session.decoder(JSONPathKey(position: currentIndex), index: next, in: place)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    if isAtEnd { throw atEnd(KeyedDecodingContainer<Nested>.self) }
    let container = try decoder.container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isAtEnd { throw atEnd((any UnkeyedDecodingContainer).self) }
    let container = try decoder.unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    if isAtEnd {
      throw session.atEnd(
        (any Decoder).self, in: place, position: currentIndex,
        "Cannot get superDecoder() -- unkeyed container is at end.")
    }
    let decoder = decoder
    advance()
    return decoder
  }
}
