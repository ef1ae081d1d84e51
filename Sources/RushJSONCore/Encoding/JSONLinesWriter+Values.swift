// What needs both lines and the encoder.

extension JSONLinesWriter {
  /// Writes a value as `encoder` encodes it as a record.
  ///
  /// - Throws: `EncodingError`; what the type throws itself; ``JSONWritingError/Kind/lineFeed(at:)`` if
  ///   the encoder is set to make several lines of it.
  /// - Complexity: O(*n*) in the bytes of the record.
  public mutating func write(
    encoding value: some Encodable, by encoder: RushJSONEncoder = RushJSONEncoder()
  ) throws {
    let text = try encoder.encodeToBytes(value)
    try write(unchecked: text.span)
  }
}
