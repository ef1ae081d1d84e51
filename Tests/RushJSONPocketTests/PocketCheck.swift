import Foundation

/// The program `pocketcheck`, which is in the same folder as the tests.
enum PocketCheck {
  /// What the program printed, and its exit code. The shell's commands in `setup` precede it.
  static func run(
    _ arguments: [String], setup: String = ":"
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let program = try executable.path(percentEncoded: false)
    process.arguments = ["-c", setup + #"; exec "$0" "$@""#, program] + arguments
    // The address sanitizer keeps freed memory, by default 256 MB of it.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["ASAN_OPTIONS": "quarantine_size_mb=0:thread_local_quarantine_size_kb=0:detect_leaks=0"]
    ) { _, new in new }
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
      let candidates =
        Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        + CommandLine.arguments.map { URL(filePath: $0) }
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
