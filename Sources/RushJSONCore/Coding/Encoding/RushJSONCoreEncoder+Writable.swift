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

  /// Encodes a value of a type without `Codable` as JSON text in UTF-8, with more `userInfo` for this call.
  @_disfavoredOverload
  public func encodeToBytes<T: JSONWritable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    unsafe try writtenText(value, userInfo: userInfo) { unsafe Array($0) }
  }

  /// Encodes a value of a type without `Codable` as JSON text.
  @_disfavoredOverload
  public func encodeToString<T: JSONWritable>(_ value: T) throws -> String {
    unsafe try writtenText(value) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Encodes a value of a type without `Codable` as JSON text, with more `userInfo` for this call.
  @_disfavoredOverload
  public func encodeToString<T: JSONWritable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> String {
    unsafe try writtenText(value, userInfo: userInfo) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Encodes a value of a type without `Codable`, and passes its JSON text to `sink` in pieces of at most
  /// 64 KiB. The text is complete in memory before the first piece leaves.
  /// - Throws: `EncodingError`, or an error of the sink.
  @_disfavoredOverload
  public func encode<T: JSONWritable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    to sink: (Span<UInt8>) throws -> Void
  ) throws {
    try pass(value, userInfo: userInfo, to: sink) { try $0.write(value) }
  }

  /// Encodes a value that writes itself, and calls `body` with the text.
  package func writtenText<T: JSONWritable, R>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    unsafe try text(value, userInfo: userInfo, encode: { try $0.write(value) }, unsafe body)
  }
}

extension RawJSON {
  /// Encodes a value of a type without `Codable` as a tree.
  /// - Throws: `EncodingError`.
  /// - Complexity: O(*n*) in the bytes of the text, which is made first.
  @_disfavoredOverload
  public init(
    encoding value: some JSONWritable, encoder: RushJSONCoreEncoder = RushJSONCoreEncoder()
  ) throws {
    self = unsafe try encoder.writtenText(value) { unsafe try RawJSON(encodedText: $0) }
  }
}

/// A value of a type without `Codable`, as one that an encoder encodes.
package struct DirectlyWritten<Value: JSONWritable>: Encodable {
  private let value: Value

  package init(_ value: Value) { self.value = value }

  package func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? ValueEncoder else { throw OtherCoder() }
    try encoder.write(value)
  }
}

extension ValueEncoder {
  fileprivate func write(_ value: some JSONWritable) throws { try session.write(value, at: place) }
}

// MARK: - WritableTimestamp

extension JSONTimestamp: JSONWritable {
  /// Writes the instant in the encoder's format.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}
