import CorpusGenerator

/// The one place that calls `CorpusGenerator`.
///
/// The generator's shapes are not written yet; until then two small documents stand in for them.
enum GeneratedCorpus {
  static let defaultSeed: UInt64 = 1

  /// The documents for `seed`: the same seed gives the same bytes.
  static func files(seed: UInt64) -> [BenchmarkInput] {
    [
      BenchmarkInput(name: "numbers.json", bytes: numbers(seed: seed)),
      BenchmarkInput(name: "objects.json", bytes: objects(seed: seed)),
    ]
  }

  /// Name and summary of every document, for `jsonbench list`.
  static var summaries: [(name: String, summary: String)] {
    [
      ("numbers.json", "an array of coordinates"),
      ("objects.json", "small objects with names, flags and ids"),
    ]
  }

  private static func numbers(seed: UInt64) -> [UInt8] {
    let values = (0..<20_000).map { "\(Double(($0 &* 7919 &+ Int(seed % 1000)) % 360_000) / 1000)" }
    return Array("[\(values.joined(separator: ","))]".utf8)
  }

  private static func objects(seed: UInt64) -> [UInt8] {
    let values = (0..<5000).map { index in
      #"{"id":\#(UInt64(index) &+ seed % 1000),"name":"item \#(index) — \u00e9","#
        + #""active":\#(index % 3 == 0),"parent":null}"#
    }
    return Array("[\(values.joined(separator: ","))]".utf8)
  }
}
