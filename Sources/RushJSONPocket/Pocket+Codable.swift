extension Pocket: Codable {
  private enum CodingKeys: String, CodingKey {
    case references
    case data
  }

  /// Decodes a pocket. A part whose member is missing or `null` is empty.
  /// - Throws: `DecodingError.typeMismatch` with the path of a value whose kind is wrong for a pocket.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      references: try container.decodeIfPresent([String: [String]?].self, forKey: .references)
        ?? [:],
      data: try container.decodeIfPresent(RawJSON.Object.self, forKey: .data) ?? [:])
  }

  /// Encodes the pocket. A list that is `nil` becomes `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(data, forKey: .data)
    try container.encode(references, forKey: .references)
  }
}
