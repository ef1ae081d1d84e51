// Decoding types that are JSONReadable and not Decodable. A type that is both takes the methods for Decodable,
// with the same result.

extension RushJSONCoreDecoder {
  /// Decodes a value of a type without `Codable` from a text. See `decode(_:from:at:userInfo:)`.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: [UInt8], at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe text.withUnsafeBytes {
      try unsafe adding(userInfo).decode(type, from: $0, at: pointer)
    }
  }

  /// Decodes a value of a type without `Codable` from a text in any sequence of bytes.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: some Sequence<UInt8>, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try unsafe text.withBytes { try unsafe adding(userInfo).decode(type, from: $0, at: pointer) }
  }

  /// Decodes a value of a type without `Codable` from a text.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: String, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try unsafe text.withBytes { try unsafe adding(userInfo).decode(type, from: $0, at: pointer) }
  }

  /// Decodes a value of a type without `Codable` from a text in memory. Copies no bytes.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: RawSpan, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // Invariant: as above.
    try unsafe text.withUnsafeBytes {
      try unsafe adding(userInfo).decode(type, from: $0, at: pointer)
    }
  }

  /// Decodes a value of a type without `Codable` from a text in memory. Copies no bytes.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: Span<UInt8>, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // Invariant: as above.
    try unsafe text.withUnsafeBytes {
      try unsafe adding(userInfo).decode(type, from: $0, at: pointer)
    }
  }

  /// Decodes a value of a type without `Codable` from a text, whose bytes must not change during the call.
  @_disfavoredOverload @unsafe
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, from text: UnsafeRawBufferPointer, at pointer: JSONPointer = .root
  ) throws -> T {
    // A subclass that overrides the method for Decodable types sees every text.
    if state.isSubclassed {
      return try unsafe decode(DirectlyRead<T>.self, from: text, at: pointer).value
    }
    return try unsafe withDecoder(for: text, at: pointer) { decoder in
      try JSONReader.read(decoder.session, decoder.place) { try T(from: &$0) }
    }
  }

  /// Decodes a value of a type without `Codable` from a text in chunks, which may be cut anywhere.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type = T.self, fromChunks chunks: some Sequence<some Sequence<UInt8>>,
    at pointer: JSONPointer = .root, userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try decode(DirectlyRead<T>.self, fromChunks: chunks, at: pointer, userInfo: userInfo).value
  }
}

// MARK: - DirectlyRead

/// A value of a type without `Codable`, as one that a decoder decodes.
///
/// Each function for `Decodable` types takes `JSONReadable` types through it, so both have the same options,
/// errors and overridden methods:
///
/// ```swift
/// try decode(DirectlyRead<T>.self, from: document).value
/// ```
package struct DirectlyRead<Value: JSONReadable>: Decodable, JSONReadable {
  package let value: Value

  package init(from reader: inout JSONReader) throws {
    // Errors name the type itself.
    value = try reader.read(Value.self, at: reader.state.value, returningTo: reader.state)
  }

  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else { throw OtherCoder() }
    self = try JSONReader.read(decoder.session, decoder.place) { try Self(from: &$0) }
  }
}

extension JSONField {
  /// The same field with the value itself.
  func unwrapped<T: JSONReadable>() -> JSONField<T> where Value == DirectlyRead<T> {
    switch self {
    case .missing: .missing
    case .null: .null
    case .value(let field): .value(field.value)
    }
  }
}
