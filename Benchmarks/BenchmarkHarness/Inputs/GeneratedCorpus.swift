import CorpusGenerator

/// The one place that calls `CorpusGenerator`.
enum GeneratedCorpus {
  static let defaultSeed = CorpusWriter.defaultSeed

  /// Every file of the corpus: the same seed gives the same bytes.
  static func files(seed: UInt64) -> [BenchmarkInput] {
    CorpusWriter.files(seed: seed).map { BenchmarkInput(name: $0.name, bytes: $0.bytes) }
  }

  /// The files that are one text each; JSON Lines are many.
  static func documents(seed: UInt64) -> [BenchmarkInput] {
    let lines = Set(CorpusShape.allCases.filter(\.isLines).map(\.name))
    return files(seed: seed).filter { !lines.contains($0.name) }
  }

  /// What the file of that name in the corpus is, or `nil` if it is not one of them.
  static func summary(of name: String) -> String? {
    CorpusShape.allCases.first { $0.name == name }?.summary
  }
}
