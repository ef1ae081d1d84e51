import CorpusGenerator

/// A document to measure.
struct BenchmarkInput: Equatable, Sendable {
  /// The name in reports: the file's name, or its path if two files share a name.
  var name: String
  var bytes: [UInt8]
}

extension BenchmarkInput {
  /// Stands for the text of a task that makes its own.
  static let made = BenchmarkInput(name: "(made)", bytes: [])

  /// Whether the file has a text on each line (JSON Lines, NDJSON), by its name.
  var isLines: Bool { Self.endingsOfLines.contains { name.lowercased().hasSuffix("." + $0) } }

  static let endingsOfLines = ["jsonl", "ndjson"]
}

/// The documents that jsonbench writes itself.
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
