extension JSONLinesWriter {
  /// Encodes a value with `encoder`, and writes it as a record.
  /// - Throws: `EncodingError`, the error of the type's own `encode(to:)`, or
  ///   ``JSONWritingError/Kind/lineFeed(at:)`` if the encoder's text has several lines.
  /// - Complexity: O(*n*) in the bytes of the record.
  public mutating func write(
    encoding value: some Encodable, encoder: RushJSONCoreEncoder = RushJSONCoreEncoder()
  ) throws {
    let text = try encoder.encodeToBytes(value)
    try text.withSpan { try write(unchecked: $0) }
  }
}
