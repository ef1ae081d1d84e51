import Foundation

/// Finds the documents that the command line names.
enum InputSelection {
  /// The repository's corpus if `paths` is empty. Otherwise the named files, and the files of JSON and of
  /// lines in the named folders but not in their subfolders, where a corpus keeps malformed texts.
  static func inputs(paths: [String]) throws(UsageError) -> [BenchmarkInput] {
    let files = try files(paths: paths)
    return files.isEmpty
      ? GeneratedCorpus.documents(seed: GeneratedCorpus.defaultSeed) : try read(files)
  }

  /// The files that `inputs(paths:)` reads. Empty if the repository's corpus is requested and
  /// missing.
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
    do {
      return try FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder, isDirectory: true), includingPropertiesForKeys: nil
      )
      .filter { endings.contains($0.pathExtension.lowercased()) && !$0.hasDirectoryPath }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    } catch {
      throw UsageError("cannot read the folder \(folder): \(FailureReason(error))")
    }
  }

  private static let endings = ["json"] + BenchmarkInput.endingsOfLines

  private static func unique(_ files: [URL]) -> [URL] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0.standardizedFileURL.path).inserted }
  }

  private static func read(_ files: [URL]) throws(UsageError) -> [BenchmarkInput] {
    var inputs: [BenchmarkInput] = []
    for (file, name) in zip(files, names(of: files)) {
      do {
        inputs.append(BenchmarkInput(name: name, bytes: [UInt8](try Data(contentsOf: file))))
      } catch {
        throw UsageError("cannot read \(file.relativePath): \(FailureReason(error))")
      }
    }
    return inputs
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
