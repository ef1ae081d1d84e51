import BenchmarkDirectModels
import BenchmarkModels
import Foundation
import RushJSON
import RushJSONStreams

extension InProcessContender {
  static let rushJSONCodableName = "RushJSON (Codable)"

  /// This library's coders with types that are `Codable` alone, beside those that are read and written
  /// without it.
  static var rushJSONCodable: InProcessContender {
    InProcessContender(
      name: rushJSONCodableName, preparations: TypedCoding.directTasks(.rushJSON(.kept), .codable))
  }
}

/// Documents decoded as types that programs would define for them, and encoded from these.
enum TypedCoding {
  typealias Preparations = InProcessContender.Preparations

  /// Prepares the decoding of a text, so many times, or the encoding of what was decoded.
  private typealias Making = (TypedModels.Model, [UInt8], Int) throws -> any PreparedRun

  /// The tasks with types that are `Codable` alone.
  static func tasks(_ makeCoders: (TypedCoders.Use) -> TypedCoders) -> Preparations {
    let models = TypedModels.codable
    let coders = makeCoders(.kept)
    let (decode, encode) = (decoding(coders), encoding(coders))
    let newForEach = makeCoders(.newForEach)
    let (snakeCase, sorted) = (makeCoders(.snakeCase), makeCoders(.sorted))
    return [
      .decode: document(models, decode),
      .decodeOnAllCores: { input in
        models.model(for: input).map {
          SharedDecoding.run($0, Data(input.bytes), coders, describe: fingerprint)
        }
      },
      .decodeTiny: sample(models.tiny, decode, times: 10_000),
      .decodeSmall: sample(models.small, decode, times: 10_000),
      .decodeNames: sample(models.names, decode),
      .decodeSparse: sample(models.sparse, decode),
      .decodeTrees: { try statuses(of: $0).map { try decode(coders.trees, $0, 1) } },
      .decodePartial: PartialReading.statuses(models, coders),
      .decodeNew: sample(models.small, decoding(newForEach), times: 10_000),
      .decodeSnake: { _ in
        try decoding(snakeCase)(models.small.type, models.smallInSnakeCase(), 10_000)
      },
      .encode: document(models, encode),
      .encodeTiny: sample(models.tiny, encode, times: 10_000),
      .encodeSmall: sample(models.small, encode, times: 10_000),
      .encodeNames: sample(models.names, encode),
      .encodeSparse: sample(models.sparse, encode),
      .encodeTrees: { try statuses(of: $0).map { try encode(coders.trees, $0, 1) } },
      .encodeNew: sample(models.small, encoding(newForEach), times: 10_000),
      .encodeSorted: sample(models.small, encoding(sorted), times: 10_000),
    ]
  }

  /// The tasks for types that are read and written without `Codable`, which other contenders do with it.
  static func directTasks(_ coders: TypedCoders, _ models: TypedModels) -> Preparations {
    let (decode, encode) = (decoding(coders), encoding(coders))
    return [
      .decodeDirect: document(models, decode),
      .decodeDirectTiny: sample(models.tiny, decode, times: 10_000),
      .decodeDirectSmall: sample(models.small, decode, times: 10_000),
      .decodeDirectSparse: sample(models.sparse, decode),
      .decodeDirectPartial: PartialReading.statuses(models, coders),
      .encodeDirect: document(models, encode),
      .encodeDirectTiny: sample(models.tiny, encode, times: 10_000),
      .encodeDirectSmall: sample(models.small, encode, times: 10_000),
    ]
  }

  private static func document(
    _ models: TypedModels, _ make: @escaping Making
  ) -> InProcessContender.Preparation {
    { input in try models.model(for: input).map { try make($0, input.bytes, 1) } }
  }

  private static func sample(
    _ sample: TypedModels.Sample, _ make: @escaping Making, times: Int = 1
  ) -> InProcessContender.Preparation {
    { _ in try make(sample.type, Array(sample.text().utf8), times) }
  }

  /// The document with values of unknown shape.
  static let timeline = "timeline.json"

  /// The statuses of that document as a text, or `nil` for any other.
  private static func statuses(of input: BenchmarkInput) throws -> [UInt8]? {
    guard input.name.hasSuffix(timeline) else { return nil }
    return try RawJSON(parsing: input.bytes)["statuses"]?.jsonBytes()
  }

  private static func decoding(_ coders: TypedCoders) -> Making {
    { type, bytes, times in
      let data = Data(bytes)
      return InProcessRun(
        work: {
          for _ in 1..<times { blackHole(try coders.decode(type, data)) }
          return try coders.decode(type, data)
        }, describe: fingerprint, bytes: data.count * times)
    }
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

  private static func encoding(_ coders: TypedCoders) -> Making {
    { type, bytes, times in
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
  }

  /// A hash of the text, with the members in a common order.
  private static func fingerprint(of text: Data) throws -> Fingerprint {
    var sorted = JSONWritingOptions.compact
    sorted.nameOrder = .utf8
    return .hash(of: try RawJSON(parsing: text).jsonBytes(sorted))
  }
}

/// A decoder and an encoder that take part: Foundation's, or this library's with the same options.
struct TypedCoders: @unchecked Sendable {
  let decode: (any Decodable.Type, Data) throws -> Any
  let encode: (any Encodable) throws -> Data
  /// An array of values of unknown shape, as programs have it with these coders.
  let trees: TypedModels.Model

  /// How programs use coders.
  enum Use {
    case kept, newForEach, snakeCase, sorted
  }

  /// Foundation's coders, with their ISO 8601 strategies for dates.
  static func foundation(_ use: Use) -> TypedCoders {
    TypedCoders(
      use, trees: [AnyValue].self,
      decoder: {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        if use == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return decoder
      },
      encoder: {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        if use == .sorted { encoder.outputFormatting = .sortedKeys }
        return encoder
      })
  }

  static func rushJSON(_ use: Use) -> TypedCoders {
    TypedCoders(
      use, trees: [RawJSON].self,
      decoder: {
        let decoder = RushJSONDecoder()
        // As most programs have it. The samples have whole seconds, documents also fractions.
        if use == .newForEach {
          decoder.dateDecodingStrategy = .iso8601
        } else {
          decoder.dateFormat = .rfc3339
        }
        if use == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return decoder
      },
      encoder: {
        let encoder = RushJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        if use == .sorted { encoder.outputFormatting = .sortedKeys }
        return encoder
      })
  }

  private init<Decoder: JSONDataDecoding, Encoder: JSONDataEncoding>(
    _ use: Use, trees: TypedModels.Model, decoder: @escaping () -> Decoder,
    encoder: @escaping () -> Encoder
  ) {
    let kept = use == .newForEach ? nil : (decoder: decoder(), encoder: encoder())
    decode = { type, data in
      // Without a name for the type, the value would be boxed twice.
      func decoded<T: Decodable>(_ type: T.Type) throws -> Any {
        try (kept?.decoder ?? decoder()).decode(type, from: data)
      }
      return try decoded(type)
    }
    encode = { try (kept?.encoder ?? encoder()).encode($0) }
    self.trees = trees
  }
}

/// The types that documents and samples are decoded as.
struct TypedModels: Sendable {
  typealias Model = any (Codable & SendableMetatype).Type
  typealias Sample = (type: Model, text: @Sendable () -> String)

  let documents: [String: Model]
  /// Types with a few members of a timeline.
  let partial: [String: Model]
  let tiny: Sample
  let small: Sample
  let names: Sample
  let sparse: Sample

  /// Types that are `Codable` alone.
  static let codable = TypedModels(
    documents: BenchmarkModels.ModelTypes.documents,
    partial: BenchmarkModels.ModelTypes.partial, tiny: BenchmarkModels.ModelTypes.tiny,
    small: BenchmarkModels.ModelTypes.small, names: BenchmarkModels.ModelTypes.names,
    sparse: BenchmarkModels.ModelTypes.sparse)

  /// The same types with `@JSONModel`. This library's coders read and write them without `Codable`.
  static let direct = TypedModels(
    documents: BenchmarkDirectModels.ModelTypes.documents,
    partial: BenchmarkDirectModels.ModelTypes.partial,
    tiny: BenchmarkDirectModels.ModelTypes.tiny, small: BenchmarkDirectModels.ModelTypes.small,
    names: BenchmarkDirectModels.ModelTypes.names, sparse: BenchmarkDirectModels.ModelTypes.sparse)

  /// The small sample with names in snake case.
  func smallInSnakeCase() throws -> [UInt8] {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    let encoder = RushJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    func converted<T: Codable>(_ type: T.Type) throws -> [UInt8] {
      try encoder.encodeToBytes(decoder.decode(type, from: Array(small.text().utf8)))
    }
    return try converted(small.type)
  }

  static var documentNames: [String] { codable.documents.keys.sorted() }

  func model(for input: BenchmarkInput) -> Model? {
    documents[input.fileName]
  }
}

/// The task `decode` on all cores with one decoder, as in a server that keeps one.
enum SharedDecoding {
  /// The documents per core: enough that starting and joining cost nothing, and more than one,
  /// because a core that finishes early takes another.
  private static func times(_ bytes: Int) -> Int { min(256, max(4, (4 << 20) / max(1, bytes))) }

  static func run(
    _ type: any (Codable & SendableMetatype).Type, _ data: Data, _ coders: TypedCoders,
    describe: @escaping @Sendable (Any) throws -> Fingerprint
  ) -> any PreparedRun {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let count = cores * times(data.count)
    return InProcessRun(
      work: {
        let results = onAllCores(count) { _ in
          Result { blackHole(try coders.decode(type, data)) }
        }
        for result in results { try result.get() }
      },
      describe: { _ in
        let all = try onAllCores(cores * 2) { _ in
          Result { try describe(coders.decode(type, data)) }
        }.map { try $0.get() }
        guard let first = all.first, all.allSatisfy({ $0 == first }) else {
          return .refusal(reason: "the cores disagree")
        }
        return first
      }, bytes: data.count * count, staysOnThread: false)
  }
}
