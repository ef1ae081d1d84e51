import Foundation
import RushJSON

/// An encoder that takes part: Foundation's or this library's, with the same options.
struct TypedEncoder: @unchecked Sendable {
  let encode: (any Encodable) throws -> Data
  /// An array of values of unknown shape, as programs have it with this encoder.
  let trees: any Codable.Type

  static var foundation: TypedEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return TypedEncoder(encode: { try encoder.encode($0) }, trees: [AnyValue].self)
  }

  static var rushJSON: TypedEncoder {
    let encoder = RushJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return TypedEncoder(encode: { try encoder.encode($0) }, trees: [RawJSON].self)
  }
}

/// The values of `TypedDecoding`, encoded.
enum TypedEncoding {
  static func preparations(_ encoder: TypedEncoder) -> [BenchmarkTask: InProcessContender
    .Preparation]
  {
    [
      .encode: { input in
        guard let model = TypedDecoding.model(for: input) else { return nil }
        return try run(model, input.bytes, encoder)
      },
      .encodeTiny: { _ in try run(TinyModel.self, TinyModel.text, encoder, times: 10_000) },
      .encodeSmall: { _ in try run(SmallModel.self, SmallModel.text, encoder, times: 10_000) },
      .encodeNames: { _ in try run([String: EntryModel].self, EntryModel.text, encoder) },
      .encodeSparse: { _ in try run([SparseModel].self, SparseModel.text, encoder) },
      .encodeTrees: { input in
        try TypedDecoding.statuses(of: input).map { try run(encoder.trees, $0, encoder) }
      },
    ]
  }

  static func run(
    _ type: any Codable.Type, _ text: String, _ encoder: TypedEncoder, times: Int = 1
  ) throws -> any PreparedRun {
    try run(type, Array(text.utf8), encoder, times: times)
  }

  static func run(
    _ type: any Codable.Type, _ bytes: [UInt8], _ encoder: TypedEncoder, times: Int = 1
  ) throws -> any PreparedRun {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    func prepared<T: Codable>(_ type: T.Type) throws -> any PreparedRun {
      let value = try decoder.decode(type, from: bytes)
      // The bytes of the text that is written, not of the one that was read.
      let length = try encoder.encode(value).count
      return InProcessRun(
        work: {
          for _ in 1..<times { blackHole(try encoder.encode(value)) }
          return try encoder.encode(value)
        }, describe: fingerprint, bytes: length * times)
    }
    return try prepared(type)
  }

  /// A hash of the text, with the members in a common order.
  private static func fingerprint(of text: Data) throws -> Fingerprint {
    var sorted = JSONWritingOptions.compact
    sorted.nameOrder = .utf8
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    // FNV-1a, over all bytes.
    for byte in try RawJSON(parsing: text).jsonBytes(sorted) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return .accepted([Fingerprint.Field(name: "values", value: hash)])
  }
}
