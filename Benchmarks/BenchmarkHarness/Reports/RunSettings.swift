import Foundation

/// How and from what a run was made, so that it can be repeated.
struct RunSettings: Codable, Equatable, Sendable {
  /// The version of the package.
  var version: String
  /// The commit of the sources, with `+` after it if they were changed; `null` without git.
  var commit: String?
  /// The arguments, without the name of the program.
  var arguments: [String]
  /// The time for each contender, task and file.
  var seconds: Double
  /// Whether all files of a task took turns.
  var rotates: Bool

  /// Settings that say nothing, for reports without a run.
  static let none = RunSettings(
    version: JSONBench.version, commit: nil, arguments: [], seconds: 0, rotates: false)

  /// The settings of this process.
  static func current(seconds: Double, rotates: Bool) -> RunSettings {
    RunSettings(
      version: JSONBench.version, commit: Self.currentCommit,
      arguments: CommandLine.arguments.dropFirst().map(withoutFolders), seconds: seconds,
      rotates: rotates)
  }

  /// `jsonbench 0.9.0 (1a2b3c4), 0.3 s for each contender, task and file`
  var summary: String {
    let place = commit.map { " (\($0))" } ?? ""
    return "jsonbench \(version)\(place), \(seconds) s for each contender, task and file"
      + (rotates ? ", files in turn" : "")
  }

  /// An argument without the folders of an absolute path, which mean nothing on another machine.
  static func withoutFolders(_ argument: String) -> String {
    guard let slash = argument.firstIndex(of: "/"), let last = argument.lastIndex(of: "/"),
      slash == argument.startIndex || argument[..<slash].hasSuffix("=")
    else { return argument }
    return String(argument[..<slash] + argument[argument.index(after: last)...])
  }

  private static var currentCommit: String? {
    guard let manifest = PackageFiles.find("Package.swift") else { return nil }
    let folder = manifest.deletingLastPathComponent().path
    guard let commit = git(in: folder, ["rev-parse", "--short", "HEAD"]), !commit.isEmpty else {
      return nil
    }
    let changes = git(in: folder, ["status", "--porcelain", "--untracked-files=no"])
    return commit + (changes?.isEmpty == false ? "+" : "")
  }

  private static func git(in folder: String, _ arguments: [String]) -> String? {
    do {
      let result = try ChildProcess.run(["git", "-C", folder] + arguments)
      guard result.isGood else { return nil }
      return result.output.split(separator: "\n").joined(separator: "\n")
    } catch {
      return nil
    }
  }
}
