import CorpusGenerator
import Foundation

/// Finds the documents that the command line names.
enum InputSelection {
  /// The repository's corpus if `paths` is empty. Otherwise the named files, and the files of JSON and of
  /// lines in the named folders but not in their subfolders, where a corpus keeps malformed texts.
  static func inputs(paths: [String]) throws(UsageError) -> [BenchmarkInput] {
    let files = try files(paths: paths)
    return files.isEmpty
      ? GeneratedCorpus.documents() : try read(files)
  }

  /// The file of this name in the repository's corpus.
  static func corpusFile(_ name: String) throws(UsageError) -> BenchmarkInput {
    guard let input = try inputs(paths: []).first(where: { $0.name == name }) else {
      throw UsageError("\(name) is not in Corpus; jsonbench generate Corpus writes it")
    }
    return input
  }

  /// The files that `inputs(paths:)` reads; empty if the repository's corpus is missing.
  static func files(paths: [String]) throws(UsageError) -> [URL] {
    if paths.isEmpty {
      guard let folder = PackageFiles.find("Corpus") else { return [] }
      return try jsonFiles(in: folder.path)
    }
    var files: [URL] = []
    for path in paths { files += try self.files(at: path) }
    return unique(files)
  }

  private static func files(at path: String) throws(UsageError) -> [URL] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UsageError("cannot read \(path): no such file or folder")
    }
    if !isFolder.boolValue { return [URL(fileURLWithPath: path)] }
    let files = try jsonFiles(in: path)
    if files.isEmpty { throw UsageError("no .json or .jsonl file in the folder \(path)") }
    return files
  }

  private static func jsonFiles(in folder: String) throws(UsageError) -> [URL] {
    try attempt("cannot read the folder \(folder)") {
      try FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder, isDirectory: true), includingPropertiesForKeys: nil
      )
      .filter { endings.contains($0.pathExtension.lowercased()) && !$0.hasDirectoryPath }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }

  private static let endings = ["json"] + BenchmarkInput.endingsOfLines

  private static func unique(_ files: [URL]) -> [URL] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0.standardizedFileURL.path).inserted }
  }

  private static func read(_ files: [URL]) throws(UsageError) -> [BenchmarkInput] {
    try zip(files, names(of: files)).map { (file, name) throws(UsageError) in
      try attempt("cannot read \(file.relativePath)") {
        BenchmarkInput(name: name, bytes: [UInt8](try Data(contentsOf: file)))
      }
    }
  }

  /// Enough trailing components of each path to tell all files apart: one, if all names differ.
  static func names(of files: [URL]) -> [String] {
    let paths = files.map { $0.standardizedFileURL.pathComponents }
    let longest = paths.map(\.count).max() ?? 0
    var names: [String] = []
    for length in 1...max(longest, 1) {
      names = paths.map { $0.suffix(length).joined(separator: "/") }
      if Set(names).count == names.count { break }
    }
    return names
  }
}

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
  static func documents(seed: UInt64 = defaultSeed) -> [BenchmarkInput] {
    let lines = Set(CorpusShape.allCases.filter(\.isLines).map(\.name))
    return files(seed: seed).filter { !lines.contains($0.name) }
  }

  static func summary(of name: String) -> String? {
    CorpusShape.allCases.first { $0.name == name }?.summary
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in order.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// Files of this package: below the current folder, or where the package was built.
enum PackageFiles {
  static func find(_ path: String) -> URL? {
    let candidates = [
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath), packageRoot,
    ].map { $0.appendingPathComponent(path) }
    return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Four levels up: Benchmarks/BenchmarkHarness/Inputs/InputSelection.swift.
  private static var packageRoot: URL {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }
}
