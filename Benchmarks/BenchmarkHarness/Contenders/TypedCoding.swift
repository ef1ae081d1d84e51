import Foundation
import RushJSON

extension InProcessContender {
  static let rushJSONCodableName = "RushJSON (Codable)"

  /// This library's coders with types that are `Codable` alone, beside those that are read and written
  /// without it.
  static var rushJSONCodable: InProcessContender {
    InProcessContender(
      name: rushJSONCodableName, preparations: TypedCoding.directTasks(.rushJSON, .codable))
  }
}

/// Documents decoded as types that programs would define for them, and encoded from these.
enum TypedCoding {
  typealias Preparations = InProcessContender.Preparations

  /// The tasks with types that are `Codable` alone.
  static func tasks(_ coders: TypedCoders) -> Preparations {
    let models = TypedModels.codable
    return [
      .decode: decoding(models, coders),
      .decodeOnAllCores: { input in
        models.model(for: input).map {
          SharedDecoding.run($0, Data(input.bytes), coders, describe: fingerprint)
        }
      },
      .decodeTiny: decoding(models.tiny, coders, times: 10_000),
      .decodeSmall: decoding(models.small, coders, times: 10_000),
      .decodeNames: decoding(models.names, coders),
      .decodeSparse: decoding(models.sparse, coders),
      .decodeTrees: { input in
        try statuses(of: input).map { decoding(coders.trees, Data($0), coders) }
      },
      .encode: encoding(models, coders),
      .encodeTiny: encoding(models.tiny, coders, times: 10_000),
      .encodeSmall: encoding(models.small, coders, times: 10_000),
      .encodeNames: encoding(models.names, coders),
      .encodeSparse: encoding(models.sparse, coders),
      .encodeTrees: { input in
        try statuses(of: input).map { try encoding(coders.trees, $0, coders) }
      },
    ]
  }

  /// The tasks for types that are read and written without `Codable`, which other contenders do with it.
  static func directTasks(_ coders: TypedCoders, _ models: TypedModels) -> Preparations {
    [
      .decodeDirect: decoding(models, coders),
      .decodeDirectTiny: decoding(models.tiny, coders, times: 10_000),
      .decodeDirectSmall: decoding(models.small, coders, times: 10_000),
      .decodeDirectSparse: decoding(models.sparse, coders),
      .encodeDirect: encoding(models, coders),
      .encodeDirectTiny: encoding(models.tiny, coders, times: 10_000),
      .encodeDirectSmall: encoding(models.small, coders, times: 10_000),
    ]
  }

  /// The document with values of unknown shape.
  static let timeline = "timeline.json"

  /// The statuses of that document as a text, or `nil` for any other.
  private static func statuses(of input: BenchmarkInput) throws -> [UInt8]? {
    guard input.name.hasSuffix(timeline) else { return nil }
    return try RawJSON(parsing: input.bytes)["statuses"]?.jsonBytes()
  }

  // MARK: - Decoding

  private static func decoding(
    _ models: TypedModels, _ coders: TypedCoders
  ) -> InProcessContender.Preparation {
    { input in models.model(for: input).map { decoding($0, Data(input.bytes), coders) } }
  }

  private static func decoding(
    _ sample: TypedModels.Sample, _ coders: TypedCoders, times: Int = 1
  ) -> InProcessContender.Preparation {
    { _ in decoding(sample.type, Data(sample.text().utf8), coders, times: times) }
  }

  private static func decoding(
    _ type: TypedModels.Model, _ data: Data, _ coders: TypedCoders, times: Int = 1
  ) -> any PreparedRun {
    InProcessRun(
      work: {
        for _ in 1..<times { blackHole(try coders.decode(type, data)) }
        return try coders.decode(type, data)
      }, describe: fingerprint, bytes: data.count * times)
  }

  /// A hash of what Foundation's encoder writes for the decoded value.
  @Sendable static func fingerprint(of value: Any) throws -> Fingerprint {
    guard let value = value as? any Encodable else { return .refusal(reason: "not a model") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Whole seconds: from fractions, the two decoders make adjacent dates.
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try date.timeIntervalSince1970.rounded(.down).encode(to: encoder)
    }
    return .hash(of: try encoder.encode(value))
  }

  // MARK: - Encoding

  private static func encoding(
    _ models: TypedModels, _ coders: TypedCoders
  ) -> InProcessContender.Preparation {
    { input in try models.model(for: input).map { try encoding($0, input.bytes, coders) } }
  }

  private static func encoding(
    _ sample: TypedModels.Sample, _ coders: TypedCoders, times: Int = 1
  ) -> InProcessContender.Preparation {
    { _ in try encoding(sample.type, Array(sample.text().utf8), coders, times: times) }
  }

  private static func encoding(
    _ type: TypedModels.Model, _ bytes: [UInt8], _ coders: TypedCoders, times: Int = 1
  ) throws -> any PreparedRun {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    func prepared<T: Codable>(_ type: T.Type) throws -> any PreparedRun {
      let value = try decoder.decode(type, from: bytes)
      // The bytes of the text that is written, not of the one that was read.
      let length = try coders.encode(value).count
      return InProcessRun(
        work: {
          for _ in 1..<times { blackHole(try coders.encode(value)) }
          return try coders.encode(value)
        }, describe: fingerprint, bytes: length * times)
    }
    return try prepared(type)
  }

  /// A hash of the text, with the members in a common order.
  private static func fingerprint(of text: Data) throws -> Fingerprint {
    var sorted = JSONWritingOptions.compact
    sorted.nameOrder = .utf8
    return .hash(of: try RawJSON(parsing: text).jsonBytes(sorted))
  }
}
