// Decoding types that are JSONReadable and not Decodable. A type that is both takes the methods for Decodable,
// with the same result.

extension RushJSONCoreDecoder {
  /// Decodes a value of a type without `Codable` from a text. See
  /// `decode(_:from:at:userInfo:)`.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: [UInt8], at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe text.withUnsafeBytes {
      try unsafe adding(userInfo).read(type, from: $0, at: pointer)
    }
  }

  /// Decodes a value of a type without `Codable` from a text.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: String, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // Invariant: as above.
    try unsafe text.withBytes { try unsafe adding(userInfo).read(type, from: $0, at: pointer) }
  }

  /// Decodes a value of a type without `Codable` from a text.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: Span<UInt8>, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // Invariant: as above.
    try unsafe text.withUnsafeBytes {
      try unsafe adding(userInfo).read(type, from: $0, at: pointer)
    }
  }

  /// Decodes a value of a type without `Codable` from a value of a document.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from value: JSONDocument.Value, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try adding(userInfo).withDecoder(for: value, at: pointer) { try $0.read(type) }
  }

  /// Decodes a value of a type without `Codable` from a tree.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from tree: RawJSON, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try adding(userInfo).withDecoder(for: tree, at: pointer) { try $0.read(type) }
  }

  /// Decodes a value of a type without `Codable` from a text, which the caller keeps during the call.
  package func read<T: JSONReadable>(
    _ type: T.Type, from text: UnsafeRawBufferPointer, at pointer: JSONPointer
  ) throws -> T {
    try unsafe withDecoder(for: text, at: pointer) { try $0.read(type) }
  }
}

extension ValueDecoder {
  fileprivate func read<T: JSONReadable>(_ type: T.Type) throws -> T {
    var reader = JSONReader(session, place)
    return try T(from: &reader)
  }
}
