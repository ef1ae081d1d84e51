import Foundation

/// Counts the instructions of a process with valgrind, whose figures are the same each time,
/// whatever else the machine does.
struct InstructionCounter: Sendable {
  private let program: URL
  private let folder: URL

  /// - Throws: An error that says how to install valgrind if it is missing.
  init() throws(UsageError) {
    guard Self.isAvailable("valgrind") else {
      throw UsageError(
        "counting instructions needs valgrind; install it "
          + "(apt-get install valgrind) and call jsonbench check growth again")
    }
    folder = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID())")
    program = folder.appending(path: "jsonbench")
    let original = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw UsageError("cannot make \(folder.path): \(FailureReason(error))")
    }
    // valgrind reads all debug information of a program, and fails on newer formats.
    let strip = try Self.run(["strip", "-g", "-o", program.path, original.path])
    if strip.code != 0 {
      throw UsageError("strip (of binutils) is needed to make a copy that valgrind can read")
    }
  }

  /// Removes the written files. Not at the end of a scope, because a copy may still be running.
  func removeFiles() {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Output.complain("jsonbench: cannot remove \(folder.path): \(FailureReason(error))")
    }
  }

  /// The instructions of each call of `function`, and the output of the program.
  func count(
    callsOf function: String, arguments: [String]
  ) throws(UsageError) -> (counts: [Int], output: String) {
    let profile = "profile-\(UUID())"
    let (code, output, errors) = try Self.run(
      [
        "valgrind", "--tool=callgrind", "--toggle-collect=\(function)", "--dump-after=\(function)",
        "--callgrind-out-file=\(folder.appending(path: profile).path)", program.path,
      ] + arguments)
    if code != 0 {
      let reason = errors.split(separator: "\n").last { !$0.hasPrefix("==") }
      throw UsageError(reason.map(String.init) ?? "valgrind ended with code \(code)")
    }
    var counts: [Int] = []
    // callgrind appends a number to the name for each call.
    while let count = try instructions(in: folder.appending(path: "\(profile).\(counts.count + 1)"))
    {
      counts.append(count)
    }
    return (counts, output)
  }

  /// The figure after `summary:` or `totals:`.
  private func instructions(in profile: URL) throws(UsageError) -> Int? {
    guard FileManager.default.fileExists(atPath: profile.path) else { return nil }
    do {
      let text = try String(contentsOf: profile, encoding: .utf8)
      let line = text.split(separator: "\n").last { $0.hasPrefix("totals:") }
      return line.flatMap { Int($0.split(separator: " ").last ?? "") }
    } catch {
      throw UsageError("cannot read \(profile.path): \(FailureReason(error))")
    }
  }

  private static func isAvailable(_ tool: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
    }
  }

  private static func run(
    _ words: [String]
  ) throws(UsageError) -> (code: Int32, output: String, errors: String) {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = output
    process.standardError = errors
    // Makes hash tables the same in each run.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]
    ) { _, ours in ours }
    do {
      try process.run()
      // Both outputs are short, so neither blocks while the other is read.
      let out = try output.fileHandleForReading.readToEnd() ?? Data()
      let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (
        process.terminationStatus, String(decoding: out, as: UTF8.self),
        String(decoding: complaints, as: UTF8.self)
      )
    } catch {
      throw UsageError("cannot start \(words[0]): \(FailureReason(error))")
    }
  }
}
