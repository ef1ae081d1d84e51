// Encoding types that are JSONWritable and not Encodable. A type that is both takes the methods for Encodable,
// with the same result.

extension RushJSONCoreEncoder {
  /// Encodes a value of a type without `Codable` as JSON text in UTF-8.
  /// - Throws: `EncodingError`.
  /// - Complexity: O(*n*) in the bytes of the text.
  @_disfavoredOverload
  public func encodeToBytes<T: JSONWritable>(_ value: T) throws -> [UInt8] {
    unsafe try writtenText(value) { unsafe Array($0) }
  }

  /// Encodes a value of a type without `Codable` as JSON text.
  @_disfavoredOverload
  public func encodeToString<T: JSONWritable>(_ value: T) throws -> String {
    unsafe try writtenText(value) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Encodes a value that writes itself, and calls `body` with the text.
  package func writtenText<T: JSONWritable, R>(
    _ value: T, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    unsafe try text(
      value, encode: { try $0.session.write(value, at: $0.place) }, unsafe body)
  }
}
