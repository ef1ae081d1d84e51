import Foundation

/// Counts the instructions of a process with valgrind, whose figures are the same each time.
struct InstructionCounter: Sendable {
  private static let countedFunction = "jsonbench_counted_operation"

  private let program: URL
  private let folder: URL

  /// A counter for a check of this name.
  /// - Throws: An error that says how to install valgrind if it is missing.
  init(for check: String) throws(UsageError) {
    guard Self.isAvailable("valgrind") else {
      throw UsageError(
        "counting instructions needs valgrind; install it "
          + "(apt-get install valgrind) and call jsonbench check \(check) again")
    }
    folder = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID())")
    program = folder.appending(path: "jsonbench")
    try Output.makeFolder(folder)
    // valgrind reads all debug information of a program, and fails on newer formats.
    let strip = try ChildProcess.run(["strip", "-g", "-o", program.path, ChildProcess.itself])
    if !strip.isGood {
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

  /// The instructions of each counted operation of a part of a check, and its result.
  func count<Result: Decodable>(
    _ run: ChildRun, _ arguments: [String], _ type: Result.Type
  ) throws(UsageError) -> (counts: [Int], result: Result) {
    let profile = "profile-\(UUID())"
    let process = try ChildProcess.run(
      [
        "valgrind", "--tool=callgrind", "--toggle-collect=\(Self.countedFunction)",
        "--dump-after=\(Self.countedFunction)",
        "--callgrind-out-file=\(folder.appending(path: profile).path)",
      ] + run.words(arguments, program: program.path),
      // Makes hash tables the same in each run.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
    if !process.isGood {
      let reason = process.errors.split(separator: "\n").last { !$0.hasPrefix("==") }
      throw UsageError(reason.map(String.init) ?? "valgrind ended with code \(process.code)")
    }
    var counts: [Int] = []
    // callgrind appends a number to the name for each call.
    while let count = try instructions(in: folder.appending(path: "\(profile).\(counts.count + 1)"))
    {
      counts.append(count)
    }
    return (counts, try ChildRun.result(type, in: process))
  }

  /// The figure after `summary:` or `totals:`.
  private func instructions(in profile: URL) throws(UsageError) -> Int? {
    guard FileManager.default.fileExists(atPath: profile.path) else { return nil }
    let text = try attempt("cannot read \(profile.path)") {
      try String(contentsOf: profile, encoding: .utf8)
    }
    let line = text.split(separator: "\n").last { $0.hasPrefix("totals:") }
    return line.flatMap { Int($0.split(separator: " ").last ?? "") }
  }

  private static func isAvailable(_ tool: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
    }
  }
}

// callgrind takes no pattern for the function at which it writes its figures, so this function has
// a name that does not depend on the compiler.
@_silgen_name("jsonbench_counted_operation")
@inline(never)
@_optimize(none)
func countedOperation(_ operation: () throws -> Int) rethrows -> Int {
  try operation()
}
