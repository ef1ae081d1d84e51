public import RushJSONCore

extension JSONStyles {
  /// How a property is decoded and encoded. A style is a type, because property wrappers take types.
  ///
  /// ``JSONStyles`` has styles for dates, bytes, and values of another shape. Your own style implements both directions for one type,
  /// with any coder.
  public protocol Style {
    /// The type of the property.
    associatedtype Value

    /// Decodes a value. Throws a `DecodingError` with the decoder's path for any other value.
    static func decode(from decoder: any Decoder) throws -> Value

    /// Encodes a value. Throws an `EncodingError` with the encoder's path if the style cannot write it.
    static func encode(_ value: Value, to encoder: any Encoder) throws
  }
}

extension JSONStyles {
  /// Bytes as a string in a ``JSONBytesFormat``. A string that does not have it is
  /// `DecodingError.dataCorrupted`, and any other value a type mismatch.
  public protocol BytesStyle: JSONStyles.Style where Value: JSONStyles.BytesValue {
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
    try container.encode(value._withBytes { format.format($0) })
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

// MARK: - JSONDateStyle

extension JSONStyles {
  /// Dates in a ``JSONDateFormat``.
  ///
  /// ```swift
  /// enum Milliseconds: JSONStyles.DateStyle {
  ///   typealias Value = Date
  ///   static let format = JSONDateFormat.rfc3339(.fraction(.fixed(3)))
  /// }
  /// ```
  ///
  /// A string or a number in another format is `DecodingError.dataCorrupted`, and any other value a type
  /// mismatch. A date that the format cannot write is `EncodingError.invalidValue`. Other libraries' coders
  /// keep the digits of a `Double`.
  public protocol DateStyle: JSONStyles.Style where Value: JSONStyles.DateValue {
    /// The format, which is read for every date. If it takes time to make (a pattern), make it a constant.
    static var format: JSONDateFormat { get }
  }
}

extension JSONStyles.DateStyle {
  public static func decode(from decoder: any Decoder) throws -> Value {
    let format = format
    // This library's decoder reads the date in the text.
    guard let decoder = decoder as? ValueDecoder else {
      return Value(try format.timestamp(from: decoder, for: Value.self))
    }
    return Value(try decoder.timestamp(format, for: Value.self, message: "Invalid date:"))
  }

  public static func encode(_ value: Value, to encoder: any Encoder) throws {
    guard let timestamp = value._jsonTimestamp else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "The date is not finite."))
    }
    let format = format
    let text = try format.text(of: timestamp, for: value, in: encoder)
    var container = encoder.singleValueContainer()
    if format.form == .number {
      try container.encode(JSONNumber(wellFormed: text))
    } else {
      try container.encode(text)
    }
  }
}

extension JSONStyles {
  /// Dates as strings of RFC 3339.
  public enum RFC3339<Value: JSONStyles.DateValue>: JSONStyles.DateStyle {
    public static var format: JSONDateFormat { .rfc3339 }
  }

  /// Dates as numbers of seconds since 1970, with a fraction if they have one.
  public enum SecondsSince1970<Value: JSONStyles.DateValue>: JSONStyles.DateStyle {
    public static var format: JSONDateFormat { .unix(.seconds) }
  }

  /// Dates as numbers of milliseconds since 1970, with a fraction if they have one.
  public enum MillisecondsSince1970<Value: JSONStyles.DateValue>: JSONStyles.DateStyle {
    public static var format: JSONDateFormat { .unix(.milliseconds) }
  }

  /// Dates as ASP.NET and WCF write them: `/Date(1234567890123)/`.
  public enum ASPNet<Value: JSONStyles.DateValue>: JSONStyles.DateStyle {
    public static var format: JSONDateFormat { .aspNet }
  }
}

extension JSONDateFormat {
  /// The instant that another library's decoder holds.
  fileprivate func timestamp(from decoder: any Decoder, for type: any Any.Type) throws
    -> JSONTimestamp
  {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Cannot get value of type \(type) -- found null value instead"))
    }
    if reads(.string) {
      let text = Result { try container.decode(String.self) }
      if case .success(let text) = text { return try timestamp(of: text, as: .string, in: decoder) }
      // If the format reads strings only, the error of decoding a string is the answer.
      if !reads(.number) { _ = try text.get() }
    }
    let number = try container.decode(JSONNumber.self)
    return try timestamp(of: number.text, as: .number, in: decoder)
  }
}
