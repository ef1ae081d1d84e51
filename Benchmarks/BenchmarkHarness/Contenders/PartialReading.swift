import Foundation
import RushJSON
import RushJSONStreams

// A little of a document: one number, and a few members of each status of a timeline. simdjson reads
// the same by its On-Demand interface, which does not check what it skips.

enum PartialReading {
  /// The path of one number, by the document's name.
  private static let paths = [
    "twitter.json": ["search_metadata", "count"], "timeline.json": ["metadata", "count"],
  ]

  static var documentNames: [String] { paths.keys.sorted() }

  static let tasks: Set<BenchmarkTask> = [.decodeNumber, .decodePartial, .decodeDirectPartial]

  static func takes(_ input: BenchmarkInput) -> Bool { paths[input.fileName] != nil }

  /// The number at a path, by a function for it.
  static func number(
    _ input: BenchmarkInput, _ read: @escaping (Data, _ path: [String]) throws -> Int
  ) -> (any PreparedRun)? {
    guard let path = paths[input.fileName] else { return nil }
    let data = Data(input.bytes)
    return InProcessRun(
      work: { try read(data, path) },
      describe: { .accepted([.init(name: "number", value: UInt64($0))]) })
  }

  /// A few members of each status, decoded as one of the types.
  static func statuses(_ models: TypedModels, _ coders: TypedCoders)
    -> InProcessContender.Preparation
  {
    { input in
      guard let type = models.partial[input.fileName] else { return nil }
      let data = Data(input.bytes)
      return InProcessRun(work: { try coders.decode(type, data) }, describe: fingerprint)
    }
  }

  /// How many statuses there are, and sums of their members.
  private static func fingerprint(of value: Any) throws -> Fingerprint {
    guard let value = value as? any Encodable else { return .refusal(reason: "not a model") }
    let tree = try RawJSON(parsing: try JSONEncoder().encode(value))
    let statuses = tree["statuses"]?.arrayValue ?? []
    return .accepted([
      .init(name: "statuses", value: UInt64(statuses.count)),
      .init(
        name: "sum of identifiers",
        value: statuses.reduce(0) {
          $0 &+ UInt64($1["id"]?.intValue ?? 0) &+ UInt64($1["user"]?["id"]?.intValue ?? 0)
        }),
      .init(
        name: "bytes of texts",
        value: statuses.reduce(0) { $0 + UInt64($1["text"]?.stringValue?.utf8.count ?? 0) }),
    ])
  }
}

extension BenchmarkInput {
  /// The last component of the name.
  var fileName: String { name.split(separator: "/").last.map(String.init) ?? "" }
}
