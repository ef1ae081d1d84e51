import Foundation

/// The program `pocketcheck`, which is in the same folder as the tests.
enum PocketCheck {
  /// The sanitizer that `Scripts/sanitize` builds the program with, or `nil`. It has memory and files of its own.
  static let sanitizer = ProcessInfo.processInfo.environment["RUSHJSON_SANITIZER"]

  /// What the program printed, and its exit code. The shell's commands in `setup` precede it.
  static func run(
    _ arguments: [String], setup: String = ":"
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let program = try executable.path(percentEncoded: false)
    process.arguments = ["-c", setup + #"; exec "$0" "$@""#, program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }

  private static var executable: URL {
    get throws {
      // The test bundle is a folder on Darwin and a file elsewhere. The programs are in the same folder.
      var candidates = CommandLine.arguments.map { URL(filePath: $0) }
      #if canImport(Darwin)
        candidates += (Bundle.allBundles + [Bundle.main]).map(\.bundleURL)
      #endif
      for start in candidates {
        for folder in [start, start.deletingLastPathComponent()] {
          let program = folder.appending(path: "pocketcheck")
          if FileManager.default.isExecutableFile(atPath: program.path(percentEncoded: false)) {
            return program
          }
        }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }
}
