extension JSONPointer: Codable {
  /// Decodes a pointer from its text (RFC 6901 §3).
  ///
  /// - Throws: `DecodingError.dataCorrupted` with a ``JSONPointerError`` as its underlying error, if
  ///   the string is no pointer.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do throws(JSONPointerError) {
      try self.init(text)
    } catch {
      throw DecodingError.corrupted(error, at: decoder.codingPath)
    }
  }

  /// Encodes the text of the pointer (RFC 6901 §3).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension DecodingError {
  /// The error about a value whose content is invalid.
  package static func corrupted(
    _ error: some Error & CustomStringConvertible, at path: [any CodingKey]
  ) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: path, debugDescription: error.description, underlyingError: error))
  }
}
