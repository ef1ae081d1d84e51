extension JSONStyles {
  /// Bytes as a string in a ``JSONBytesFormat``. A string that does not have it is
  /// `DecodingError.dataCorrupted`, and any other value a type mismatch.
  public protocol BytesStyle: JSONStyle where Value: JSONStyles.BytesValue {
    /// The format of the string.
    static var format: JSONBytesFormat { get }
  }
}

extension JSONStyles.BytesStyle {
  public static func decode(from decoder: any Decoder) throws -> Value {
    let format = format
    // This library's decoder reads the bytes in the text.
    if let decoder = decoder as? ValueDecoder {
      if let bytes = try decoder.withUTF8({ format.parse($0) }) { return Value(bytes) }
      throw decoder.corrupted("The string is not \(format).", expected: format.description)
    }
    let container = try decoder.singleValueContainer()
    if let bytes = format.parse(try container.decode(String.self)) { return Value(bytes) }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "The string is not \(format).")
  }

  public static func encode(_ value: Value, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.withBytes { format.format($0) })
  }
}

extension JSONStyles {
  /// Bytes in Base64, with padding.
  public enum Base64<Value: JSONStyles.BytesValue>: JSONStyles.BytesStyle {
    public static var format: JSONBytesFormat { .base64 }
  }

  /// Bytes in Base64 for URLs, written without padding and read with or without it.
  public enum Base64URL<Value: JSONStyles.BytesValue>: JSONStyles.BytesStyle {
    public static var format: JSONBytesFormat { .base64URL }
  }

  /// Bytes as hexadecimal digits, written in lower case and read in any case.
  public enum Hexadecimal<Value: JSONStyles.BytesValue>: JSONStyles.BytesStyle {
    public static var format: JSONBytesFormat { .hexadecimal }
  }
}
