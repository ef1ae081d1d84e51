// Types that describe themselves.
#if canImport(RushJSONMacros)
  // snippet.program
  import RushJSON
  import RushJSONMacros

  /// A place to stay.
  @JSONModel(unknown: .refuse, schema: true)
  struct Room {
    /// At most eight.
    var beds: UInt8
    var view: String?
    var features: [Feature] = []
  }

  @JSONModel(tag: .value, schema: true)
  enum Feature { case balcony, desk }

  let encoder = RushJSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
  print(try encoder.encodeToString(Room.jsonSchema))
  // {
  //   "$schema" : "https://json-schema.org/draft/2020-12/schema",
  //   "description" : "A place to stay.",
  //   "type" : "object",
  //   "properties" : {
  //     "beds" : {
  //       "description" : "At most eight.",
  //       "type" : "integer",
  //       …

  // A type that reads and writes itself describes itself.
  struct Email: Codable {
    var text: String
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
  }

  extension Email: JSONModelOptions.SchemaProvider {
    static var jsonSchema: RawJSON { ["type": "string", "format": "email"] }
  }
// snippet.end
#endif
