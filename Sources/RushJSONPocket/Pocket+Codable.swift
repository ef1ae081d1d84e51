extension Pocket: Codable {
  private enum CodingKeys: String, CodingKey {
    case references
    case data
  }

  /// Decodes a pocket. Members that are missing or `null` make an empty part.
  ///
  /// - Throws: `DecodingError.typeMismatch` with the path of a value of another kind than a pocket has
  ///   there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      references: try container.decodeIfPresent([String: [String]?].self, forKey: .references)
        ?? [:],
      data: try container.decodeIfPresent(JSONObject.self, forKey: .data) ?? [:])
  }

  /// Encodes the pocket; a list that is `nil` as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(data, forKey: .data)
    try container.encode(references, forKey: .references)
  }
}
