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
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Encodes the text of the pointer (RFC 6901 §3).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
