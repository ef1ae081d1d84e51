import Foundation

/// Another process of this program.
enum ChildProcess {
  /// What the process wrote to standard output.
  /// - Throws: An error with its complaint if it fails.
  static func output(of arguments: [String]) throws(UsageError) -> String {
    let result = try run(arguments)
    if result.code != 0 || result.isKilled {
      let reason = result.errors.split(separator: "\n").last.map(String.init) ?? ""
      throw UsageError("\(arguments.joined(separator: " ")) ended with \(result.code): \(reason)")
    }
    return result.output
  }

  struct Result {
    var output: String
    var errors: String
    /// The exit code, or the number of the signal.
    var code: Int32
    var isKilled: Bool
  }

  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws(UsageError) -> Result {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    do {
      try process.run()
      // What is written to standard error is short, so neither blocks while the other is read.
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Result(
        output: String(decoding: text, as: UTF8.self),
        errors: String(decoding: complaints, as: UTF8.self), code: process.terminationStatus,
        isKilled: process.terminationReason == .uncaughtSignal)
    } catch {
      throw UsageError("cannot start another jsonbench: \(FailureReason(error))")
    }
  }
}
