/// The decoder of a `super` that is not there: over a null, so that it fails when it is used.
struct NullDecoder {
  let session: DecodingSession
  let codingPath: [any CodingKey]
  /// The index of the object that has no such member.
  private let object: UInt32

  init(_ session: DecodingSession, _ codingPath: [any CodingKey], missingIn object: UInt32) {
    self.session = session
    self.codingPath = codingPath
    self.object = object
  }

  private func context(_ text: String) -> DecodingError.Context {
    let name = codingPath.last?.stringValue ?? ""
    return session.context(text, codingPath, object, .missingName(name))
  }

  private func missing(_ type: any Any.Type, _ text: String) -> DecodingError {
    .valueNotFound(type, context(text))
  }

  private func missing(_ type: any Any.Type) -> DecodingError {
    missing(type, "Cannot get value of type \(type) -- found null value instead")
  }
}

extension NullDecoder: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { session.snapshot.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw missing(
      [String: Any].self, "Cannot get keyed decoding container -- found null value instead")
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw missing([Any].self, "Cannot get unkeyed decoding container -- found null value instead")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension NullDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // What another module decodes by a hook says of itself that it is missing, as in Foundation; the
    // core's types say what they are made of.
    if session.hooks[type] != nil, !(type is any TapeCollection.Type),
      !(type is any TapeScalar.Type)
    {
      throw missing(type)
    }
    return try type.init(from: self)
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    throw DecodingError.typeMismatch(
      type, context("Expected to decode Bool but found null instead."))
  }

  func decode(_ type: String.Type) throws -> String { throw missing(type) }
  func decode(_ type: Double.Type) throws -> Double { throw missing(type) }
  func decode(_ type: Float.Type) throws -> Float { throw missing(type) }
  func decode(_ type: Int.Type) throws -> Int { throw missing(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { throw missing(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { throw missing(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { throw missing(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { throw missing(type) }
  func decode(_ type: UInt.Type) throws -> UInt { throw missing(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { throw missing(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { throw missing(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { throw missing(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { throw missing(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { throw missing(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { throw missing(type) }
}
