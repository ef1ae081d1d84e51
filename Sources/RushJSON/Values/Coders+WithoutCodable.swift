// Functions with types of Foundation for types without Codable. A type with both uses the functions for Codable
// types, with the same result.

public import RushJSONCore
public import _RushJSONFoundation

extension RushJSONDecoder {
  /// Decodes a value of a type without `Codable` from a text in UTF-8; UTF-16 and UTF-32 are recognised and
  /// converted.
  /// - Throws: A `DecodingError`, or any error of the type's own.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(_ type: T.Type, from data: Data) throws -> T {
    // Subclasses override the method for Decodable types.
    if state.isSubclassed { return try decode(DirectlyRead<T>.self, from: data).value }
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    return try unsafe data.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes the value at `pointer` of a text as a type without `Codable`. See `decode(_:from:at:userInfo:)`.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(
    _ type: T.Type, from data: Data, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try decode(DirectlyRead<T>.self, from: data, at: pointer, userInfo: userInfo).value
  }

  #if !FoundationEssentialsOnly
    /// Decodes a value of a type without `Codable` from a notification's `userInfo`, or from any dictionary that
    /// `RawJSON.init(converting:)` takes.
    @_disfavoredOverload
    public func decode<T: JSONReadable>(
      _ type: T.Type = T.self, fromUserInfo userInfo: [AnyHashable: Any]
    ) throws -> T {
      try decode(DirectlyRead<T>.self, fromUserInfo: userInfo).value
    }
  #endif
}

extension JSONDataDecoding {
  /// Decodes a value of a type without `Codable` from a text. Foundation's decoder reads a tree. The type is decoded
  /// from the tree with the default options.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(_ type: T.Type, from data: Data) throws -> T {
    do {
      return try decode(DirectlyRead<T>.self, from: data).value
    } catch is OtherCoder {
      return try decode(RawJSON.self, from: data).decode(type)
    }
  }
}

extension RushJSONEncoder {
  /// Encodes a value of a type without `Codable` as JSON text in UTF-8.
  /// - Throws: `EncodingError`.
  /// - Complexity: O(*n*) in the bytes of the text.
  @_disfavoredOverload
  public func encode<T: JSONWritable>(_ value: T) throws -> Data {
    unsafe try writtenText(value) { unsafe Data($0) }
  }

  /// Encodes a value of a type without `Codable` as JSON text in UTF-8, with more `userInfo` for this call.
  @_disfavoredOverload
  public func encode<T: JSONWritable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Data {
    unsafe try writtenText(value, userInfo: userInfo) { unsafe Data($0) }
  }

  /// Encodes a value of a type without `Codable` to the file at `url`, which is replaced when the new file is
  /// complete.
  @_disfavoredOverload
  public func encode<T: JSONWritable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil, to url: URL
  ) throws {
    try FileReplacement.write(to: url) { sink in
      try encode(value, userInfo: userInfo, to: sink)
    }
  }
}

extension JSONDataEncoding {
  /// Encodes a value of a type without `Codable` as a text. The value becomes a tree with the default options, which
  /// Foundation's encoder writes.
  @_disfavoredOverload
  public func encode<T: JSONWritable>(_ value: T) throws -> Data {
    do {
      return try encode(DirectlyWritten(value))
    } catch is OtherCoder {
      return try encode(RawJSON(encoding: value))
    }
  }
}
