import Foundation
import RushJSON

/// A decoder that takes part: Foundation's or this library's.
struct TypedDecoder: @unchecked Sendable {
  let decode: (any Decodable.Type, Data) throws -> Any
  /// An array of values of unknown shape, as programs have it with this decoder.
  let trees: any (Codable & SendableMetatype).Type

  /// Foundation's decoder, with its ISO 8601 strategy for dates.
  static var foundation: TypedDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return TypedDecoder(
      decode: { type, data in
        func decode<T: Decodable>(_ type: T.Type) throws -> Any {
          try decoder.decode(type, from: data)
        }
        return try decode(type)
      }, trees: [AnyValue].self)
  }

  static var rushJSON: TypedDecoder {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    return TypedDecoder(
      decode: { type, data in
        func decode<T: Decodable>(_ type: T.Type) throws -> Any {
          try decoder.decode(type, from: data)
        }
        return try decode(type)
      }, trees: [RawJSON].self)
  }
}

/// Documents decoded as types that programs would define for them.
enum TypedDecoding {
  /// The types of documents, by name.
  static let models: [String: any (Codable & SendableMetatype).Type] = [
    "timeline.json": TimelineModel.self, "catalogue.json": CatalogueModel.self,
    "geography.json": GeographyModel.self, "dates.json": ChatModel.self,
    "twitter.json": TwitterModel.self, "citm_catalog.json": PerformancesModel.self,
    "canada.json": GeographyModel.self,
  ]

  /// The names of documents that have a type.
  static var documents: [String] { models.keys.sorted() }

  /// The type for a document, or `nil` if there is none.
  static func model(for input: BenchmarkInput) -> (any (Codable & SendableMetatype).Type)? {
    models[input.name.split(separator: "/").last.map(String.init) ?? ""]
  }

  /// The document with values of unknown shape.
  static let timeline = "timeline.json"

  /// The statuses of that document as a text, or `nil` for any other.
  static func statuses(of input: BenchmarkInput) throws -> [UInt8]? {
    guard input.name.hasSuffix(timeline) else { return nil }
    return try RawJSON(parsing: input.bytes)["statuses"]?.jsonBytes()
  }

  static func preparations(_ decoder: TypedDecoder) -> [BenchmarkTask: InProcessContender
    .Preparation]
  {
    [
      .decode: { input in
        guard let model = model(for: input) else { return nil }
        return run(model, Data(input.bytes), decoder)
      },
      .decodeOnAllCores: { input in
        guard let model = model(for: input) else { return nil }
        return SharedDecoding.run(model, Data(input.bytes), decoder, describe: fingerprint)
      },
      .decodeTiny: { _ in run(TinyModel.self, TinyModel.text, decoder, times: 10_000) },
      .decodeSmall: { _ in run(SmallModel.self, SmallModel.text, decoder, times: 10_000) },
      .decodeNames: { _ in run([String: EntryModel].self, EntryModel.text, decoder) },
      .decodeSparse: { _ in run([SparseModel].self, SparseModel.text, decoder) },
      .decodeTrees: { input in
        try statuses(of: input).map { run(decoder.trees, Data($0), decoder) }
      },
    ]
  }

  static func run(
    _ type: any Codable.Type, _ text: String, _ decoder: TypedDecoder, times: Int = 1
  ) -> any PreparedRun {
    run(type, Data(text.utf8), decoder, times: times)
  }

  static func run(
    _ type: any Codable.Type, _ data: Data, _ decoder: TypedDecoder, times: Int = 1
  ) -> any PreparedRun {
    InProcessRun(
      work: {
        for _ in 1..<times { blackHole(try decoder.decode(type, data)) }
        return try decoder.decode(type, data)
      }, describe: fingerprint, bytes: data.count * times)
  }

  /// A hash of what Foundation's encoder writes for the decoded value.
  @Sendable private static func fingerprint(of value: Any) throws -> Fingerprint {
    guard let value = value as? any Encodable else { return .refusal(reason: "not a model") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Whole seconds: from fractions, the two decoders make adjacent dates.
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try date.timeIntervalSince1970.rounded(.down).encode(to: encoder)
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    // FNV-1a, over all bytes.
    for byte in try encoder.encode(value) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return .accepted([Fingerprint.Field(name: "values", value: hash)])
  }
}
