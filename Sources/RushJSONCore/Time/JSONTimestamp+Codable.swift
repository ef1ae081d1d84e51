extension JSONTimestamp: Codable {
  /// Reads a string in RFC 3339, whatever the decoder does with `Date`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try JSONDateFormat.rfc3339.timestamp(of: text, as: .string, in: decoder)
  }

  /// Writes RFC 3339 in UTC with as many digits as needed. Throws if the year is not in 0 ... 9999.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(try JSONDateFormat.rfc3339.text(of: self, for: self, in: encoder))
  }
}

// MARK: - For coders

extension JSONDateFormat {
  /// The instant that the text of a decoder's value, a string or a number, denotes.
  package func timestamp(of text: String, as form: Form, in decoder: any Decoder) throws
    -> JSONTimestamp
  {
    do throws(JSONValueError) {
      return try text.withUTF8Span { (bytes) throws(JSONValueError) in
        try unsafe bytes.withUnsafeBytes { (bytes) throws(JSONValueError) in
          try unsafe parse(bytes, as: form)
        }
      }
    } catch {
      throw DecodingError.corrupted(error, at: decoder.codingPath)
    }
  }

  /// The text of an instant that an encoder writes for `value`.
  package func text(of timestamp: JSONTimestamp, for value: Any, in encoder: any Encoder) throws
    -> String
  {
    do throws(JSONValueError) {
      return try format(timestamp)
    } catch {
      throw EncodingError.invalid(
        value, at: encoder.codingPath, error.description, underlying: error)
    }
  }
}
