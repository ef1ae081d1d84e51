import Foundation
import Synchronization

/// The files of this repository, found from where this file was compiled.
enum PackageTree {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths below `folder`, from the root of the repository, sorted.
  static func files(in folder: String, endings: Set<String> = ["swift"]) throws -> [String] {
    let start = root.appending(path: folder).path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: start)
      .filter { endings.contains(($0 as NSString).pathExtension) }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  static func isFolder(_ path: String) throws -> Bool {
    try root.appending(path: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
  }

  static func bytes(of path: String) throws -> Data {
    try Data(contentsOf: root.appending(path: path))
  }

  static func text(of path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// A file with comments and the text of strings left out.
  ///
  /// Several tests look at the same files; each is scanned once.
  static func code(of path: String) throws -> SwiftCode {
    if let known = scanned.withLock({ $0[path] }) { return known }
    let code = SwiftCode(try text(of: path))
    scanned.withLock { $0[path] = code }
    return code
  }

  private static let scanned = Mutex<[String: SwiftCode]>([:])

  /// The files that git tracks or would add. Without git (a copy of the sources alone), those of
  /// the folders that hold them.
  static func trackedFiles() throws -> [String] {
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = [
      "git", "-C", root.path(percentEncoded: false), "ls-files", "-z", "--cached", "--others",
      "--exclude-standard",
    ]
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    try git.run()
    let list = try output.fileHandleForReading.readToEnd() ?? Data()
    git.waitUntilExit()
    if git.terminationStatus == 0, !list.isEmpty {
      // A file that was removed and not yet committed is listed, but not there. A link to a folder is
      // listed like a file.
      return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(
          atPath: root.appending(path: $0).path, isDirectory: &isFolder) && !isFolder.boolValue
      }
    }
    let endings: Set = ["swift", "c", "h", "py", "md", "json", "txt"]
    return try ["Sources", "Tests", "Benchmarks", "Scripts", "Corpus"].flatMap {
      try files(in: $0, endings: endings)
    }
  }
}
