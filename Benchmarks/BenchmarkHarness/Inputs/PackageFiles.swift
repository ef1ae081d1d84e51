import Foundation

/// Files of this package: below the current folder, or where the package was built.
enum PackageFiles {
  static func find(_ path: String) -> URL? {
    let candidates = [
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath), packageRoot,
    ].map { $0.appendingPathComponent(path) }
    return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Four levels up: Benchmarks/BenchmarkHarness/Inputs/PackageFiles.swift.
  private static var packageRoot: URL {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }
}
