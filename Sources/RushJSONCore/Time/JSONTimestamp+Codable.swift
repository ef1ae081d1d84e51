extension JSONTimestamp: Codable {
  /// Reads a string of RFC 3339, whatever the decoder does with `Date`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(JSONDateError) {
      self = try JSONDateFormat.rfc3339.parse(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes RFC 3339 in UTC with as many digits as it takes. Throws if the year is not one of 0 to
  /// 9999.
  public func encode(to encoder: any Encoder) throws {
    let text: String
    do throws(JSONDateError) {
      text = try JSONDateFormat.rfc3339.format(self)
    } catch {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
