import CorpusGenerator

/// The only caller of `CorpusGenerator`.
enum GeneratedCorpus {
  static let defaultSeed = CorpusWriter.defaultSeed

  /// All files of the corpus. The same seed gives the same bytes.
  static func files(seed: UInt64) -> [BenchmarkInput] {
    CorpusWriter.files(seed: seed).map { BenchmarkInput(name: $0.name, bytes: $0.bytes) }
  }

  /// The files that hold a single text, so not those of JSON Lines.
  static func documents(seed: UInt64) -> [BenchmarkInput] {
    let lines = Set(CorpusShape.allCases.filter(\.isLines).map(\.name))
    return files(seed: seed).filter { !lines.contains($0.name) }
  }

  /// A summary of the file of that name, or `nil` if the corpus has no such file.
  static func summary(of name: String) -> String? {
    CorpusShape.allCases.first { $0.name == name }?.summary
  }
}
