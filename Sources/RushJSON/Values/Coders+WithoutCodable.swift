// Data of types that are read and written without Codable.

public import RushJSONCore
public import _RushJSONFoundation

extension RushJSONDecoder {
  /// Decodes a value of a type without `Codable` from a text in UTF-8; UTF-16 and UTF-32 are recognised and
  /// converted.
  /// - Throws: A `DecodingError`, or any error of the type's own.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(_ type: T.Type, from data: Data) throws -> T {
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe data.withUnsafeBytes { try unsafe read(type, from: $0, at: .root) }
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
}
