/// The decoder that `superDecoder` returns for a missing member. It decodes `null`, so it fails when a
/// type uses it.
struct NullDecoder {
  private let session: DecodingSession
  let codingPath: [any CodingKey]
  /// The index of the object without the member.
  private let object: UInt32

  init(_ session: DecodingSession, _ codingPath: [any CodingKey], missingIn object: UInt32) {
    self.session = session
    self.codingPath = codingPath
    self.object = object
  }

  private func context(_ text: String) -> DecodingError.Context {
    let name = codingPath.last?.stringValue ?? ""
    return session.context(
      text, codingPath, object, .missingName(session.nameInText(of: name)))
  }

  private func missing(_ type: any Any.Type, _ text: String) -> DecodingError {
    .valueNotFound(type, context(text))
  }

  private func missing(_ type: any Any.Type) -> DecodingError {
    missing(type, "Cannot get value of type \(type) -- found null value instead")
  }
}

extension NullDecoder: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
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
    // As in Foundation, the error names a type that has a strategy. Any other type decodes itself, and the error
    // names its first part.
    if session.snapshot.hook(of: type) != nil { throw missing(type) }
    return try type.init(from: self)
  }

  @_implements(SingleValueDecodingContainer,decode(_:))
  func scalar<T: JSONScalar>(_ type: T.Type) throws -> T {
    if type == Bool.self {
      throw DecodingError.typeMismatch(
        type, context("Expected to decode Bool but found null instead."))
    }
    throw missing(type)
  }
}
