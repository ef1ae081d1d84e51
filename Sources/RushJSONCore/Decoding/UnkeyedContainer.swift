/// An unkeyed container over an array of the tape.
///
/// Three words, so that an `any UnkeyedDecodingContainer` holds it without an allocation.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  let session: DecodingSession
  let place: DecodingPlace
  /// The index of the next element's record, or of the record after the array.
  private var next: UInt32
  /// The position of the next element. It exceeds the count only after `decodeIfPresent` at the end.
  private var position: UInt32 = 0

  init(_ session: DecodingSession, _ place: DecodingPlace) throws {
    guard session.tape.record(place.index).kindByte == TapeKind.array.rawValue else {
      throw session.notAnArray(at: place.index, path: session.codingPath(of: place))
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
    next = session.tape.following(next)
    position &+= 1
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

  /// Skips a `null`, or the end of the array. As in Foundation, the position advances in both cases.
  /// Returns `false` if there is another element.
  @inline(__always)
  private mutating func skipMissing() -> Bool {
    if isAtEnd {
      if position < UInt32.max { position &+= 1 }
      return true
    }
    guard session.tape.isNull(next) else { return false }
    advance()
    return true
  }

  @inline(__always)
  private mutating func scalar<T: TapeScalar>(_ type: T.Type) throws -> T {
    if isAtEnd { throw atEnd(type) }
    guard let value = T.read(session, next) else {
      let path = codingPath + [JSONPathKey(position: currentIndex)]
      throw session.failure(type, kind: T.kind, at: next, path: path)
    }
    advance()
    return value
  }

  @inline(__always)
  private mutating func scalarIfPresent<T: TapeScalar>(_ type: T.Type) throws -> T? {
    if skipMissing() { return nil }
    return try scalar(type)
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try scalarIfPresent(type) }

  mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
  mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try scalarIfPresent(type) }

  mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try scalarIfPresent(type) }

  mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try scalarIfPresent(type) }

  mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try scalarIfPresent(type) }

  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try scalarIfPresent(type) }

  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try scalarIfPresent(type) }

  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try scalarIfPresent(type) }

  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try scalarIfPresent(type) }

  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try scalarIfPresent(type) }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try scalarIfPresent(type) }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try scalarIfPresent(type) }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try scalarIfPresent(type) }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try scalarIfPresent(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try scalarIfPresent(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    try scalarIfPresent(type)
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
