// Dates and bytes in a format of their own, which overrides the strategies of encoders.

extension JSONWriter {
  /// Writes a date as a member.
  /// - Throws: ``JSONWritingError``, with ``JSONWritingError/Kind/notEncodable`` if the format cannot write the
  ///   date.
  public mutating func member<T: JSONStyles.DateValue>(
    _ name: JSONName, _ value: T, format: JSONDateFormat
  ) throws(JSONWritingError) {
    try self.name(name)
    let text: String
    do {
      guard let timestamp = value.jsonTimestamp else {
        throw EncodingError.invalid(value, at: codingPath() ?? [], "The date is not finite.")
      }
      do {
        text = try format.format(timestamp)
      } catch {
        throw EncodingError.invalid(
          value, at: codingPath() ?? [], error.description, underlying: error)
      }
    } catch {
      throw JSONWritingError(.notEncodable, underlying: error)
    }
    if format.form == .number {
      try number(JSONNumber(wellFormed: text))
    } else {
      try string(text)
    }
  }

  /// Writes an optional date as a member, which is left out if it is `nil`.
  public mutating func member<T: JSONStyles.DateValue>(
    _ name: JSONName, _ value: T?, format: JSONDateFormat
  ) throws(JSONWritingError) {
    if let value { return try member(name, value, format: format) }
    try absentMember(name)
  }

  /// Writes bytes as a member.
  public mutating func member<T: JSONStyles.BytesValue>(
    _ name: JSONName, _ value: T, format: JSONBytesFormat
  ) throws(JSONWritingError) {
    try self.name(name)
    try string(value.withBytes { format.format($0) })
  }

  /// Writes optional bytes as a member, which is left out if they are `nil`.
  public mutating func member<T: JSONStyles.BytesValue>(
    _ name: JSONName, _ value: T?, format: JSONBytesFormat
  ) throws(JSONWritingError) {
    if let value { return try member(name, value, format: format) }
    try absentMember(name)
  }

  /// Writes a member with a style, which is left out if it is `nil`.
  public mutating func member<Style: JSONStyle>(_ name: JSONName, _ value: Formatted<Style?>)
    throws(JSONWritingError)
  {
    guard let wrapped = value.wrappedValue else { return try absentMember(name) }
    try member(name, Formatted<Style>(wrappedValue: wrapped))
  }
}
