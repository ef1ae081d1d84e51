/// The decoder that a type is given: a value of the document, and how it was come to.
///
/// Two words, so that it lies in an `any Decoder` without an allocation.
package struct ValueDecoder {
  let session: DecodingSession
  let place: DecodingPlace

  @inline(__always)
  init(_ session: DecodingSession, _ place: DecodingPlace) {
    self.session = session
    self.place = place
  }

  var record: TapeRecord { session.record(place.index) }
}

extension ValueDecoder: Decoder {
  package var codingPath: [any CodingKey] { session.codingPath(of: place) }

  package var userInfo: [CodingUserInfoKey: Any] { session.snapshot.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    try session.container(keyedBy: type, at: place)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(session, place)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { record.kindByte == TapeKind.null.rawValue }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try session.unwrap(type, at: place)
  }

  @inline(__always)
  func scalar<T: TapeScalar>(_ type: T.Type) throws -> T {
    if let value = T.read(session, place.index) { return value }
    throw session.failure(type, kind: T.kind, at: place.index, path: codingPath)
  }

  package func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  package func decode(_ type: String.Type) throws -> String { try scalar(type) }
  package func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  package func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  package func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  package func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  package func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  package func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  package func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  package func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  package func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  package func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  package func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  package func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}

// MARK: - For the modules that know more types

extension ValueDecoder {
  package var isNull: Bool { record.kindByte == TapeKind.null.rawValue }

  /// The kind of the value.
  package var kind: JSONKind { record.valueKind }

  /// The string; throws what decoding a `String` throws.
  package func string() throws -> String { try scalar(String.self) }

  /// The number; throws what decoding a `Double` throws.
  package func double() throws -> Double { try scalar(Double.self) }

  /// The number as it is written, or `nil` if the value is none.
  package var number: JSONNumber? {
    unsafe record.valueKind == .number ? session.storage.number(at: record.offset) : nil
  }

  /// Calls `body` with the UTF-8 of the unescaped string; throws what decoding a `String` throws.
  package func withUTF8<R>(_ body: (Span<UInt8>) -> R) throws -> R {
    guard record.isString else {
      throw session.failure(String.self, kind: .string, at: place.index, path: codingPath)
    }
    return unsafe session.storage.withUTF8(record, body)
  }

  /// The error for `null` in the place of a value of `type`.
  package func missingValue(_ type: any Any.Type) -> DecodingError {
    session.missingValue(type, at: place.index, path: codingPath)
  }

  /// The error for a value that is not of the kind that `type` is made of.
  package func wrongKind(_ type: any Any.Type, expected: JSONKind) -> DecodingError {
    session.wrongKind(type, expected: expected, at: place.index, path: codingPath)
  }

  /// The error for a number that `type` cannot hold.
  package func notRepresentable<T>(_ type: T.Type) -> DecodingError {
    session.failure(type, kind: .number, at: place.index, path: codingPath)
  }

  /// The error for a string that is not what the text of a type must be.
  package func corrupted(_ text: String, expected: String) -> DecodingError {
    session.corrupted(text, expected: expected, at: place.index, path: codingPath)
  }

  /// Decodes the value as a type for which a hook has been found, by its own `init(from:)`.
  package func decodePlainly<T: Decodable>(_ type: T.Type) throws -> T {
    try type.init(from: self)
  }
}
