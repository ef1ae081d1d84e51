import Foundation

/// Makes each allocation fail in turn, in a process of its own. The process must end in an orderly
/// way or go on with the right result; a file that it was writing must be the old one or the new one.
struct FailureCheck {
  let scenarios: [FailureScenario]

  /// The most requests of a scenario that fail in turn. Of others, about as many are chosen.
  private static let mostRequests = 150
  private static let old = Data("\"the old file\"".utf8)

  private struct Tally {
    var requests = 0
    var runs = 0
    var ended = 0
    var threw = 0
    var went = 0
    var oldFiles = 0
    var faults: [String] = []
  }

  func run() throws(UsageError) -> Bool {
    var faults: [String] = []
    let (_, failures) = try scenarios.tabulated(
      [
        "scenario", "requests", "failures", "process ended", "error thrown", "went on",
        "old file kept",
      ], [.left, .right, .right, .right, .right, .right, .right]
    ) { scenario throws(UsageError) in
      try Self.check(scenario)
    } lines: { scenario, tally in
      faults += tally.faults
      let counts = [tally.requests, tally.runs, tally.ended, tally.threw, tally.went]
      let files = scenario.writesFile ? "\(tally.oldFiles)" : ""
      return [([scenario.name] + counts.map(String.init) + [files], nil)]
    }
    faults += failures.map { "\($0) was not run" }
    for fault in faults { try Output.standard.write("FAILED: \(fault)\n") }
    return faults.isEmpty
  }

  private static func check(_ scenario: FailureScenario) throws(UsageError) -> Tally {
    let folder = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID())")
    return try attempt("cannot use \(folder.path)") {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try check(scenario, folder.appending(path: "file.json"))
    }
  }

  private static func check(_ scenario: FailureScenario, _ file: URL) throws -> Tally {
    var tally = Tally()
    try old.write(to: file)
    // Nothing fails: this gives the result and the number of requests.
    guard let outcome = try child(scenario, .max, false, file).outcome,
      let expected = outcome.result
    else { throw UsageError("\(scenario.name) fails even with enough memory") }
    let requests = outcome.requests
    let new = try Data(contentsOf: file)
    tally.requests = requests
    let step = max(1, requests / mostRequests)
    for forever in [false, true] {
      for index in stride(from: 0, to: requests, by: step) {
        try old.write(to: file)
        let (outcome, process) = try child(scenario, index, forever, file)
        tally.runs += 1
        let place = "\(scenario.name), request \(index)\(forever ? " and all later ones" : "")"
        if let outcome {
          switch outcome.result {
          case expected?: tally.went += 1
          case let found?: tally.faults.append("\(place): \(found), not \(expected)")
          case nil: tally.threw += 1
          }
        } else {
          tally.ended += 1
          let isOrderly = process.isKilled && [SIGABRT, SIGILL, SIGTRAP].contains(process.code)
          if !isOrderly { tally.faults.append("\(place): ended with \(process.code)") }
          if process.errors.isEmpty, !forever {
            tally.faults.append("\(place): ended without a message")
          }
        }
        guard scenario.writesFile else { continue }
        let content = try Data(contentsOf: file)
        if content == old { tally.oldFiles += 1 }
        if content != old, content != new {
          tally.faults.append("\(place): the file has \(content.count) bytes, not all of them")
        }
      }
    }
    return tally
  }

  private static func child(
    _ scenario: FailureScenario, _ requests: Int, _ forever: Bool, _ file: URL
  ) throws(UsageError) -> (outcome: FailureOutcome?, process: ChildProcess.Result) {
    let process = try ChildProcess.run(
      ChildRun.failure.words(
        [scenario.name, String(requests), forever ? "forever" : "once", file.path]),
      // Names stay in the same order, and the end of a process is quick.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"])
    return (process.isGood ? try ChildRun.result(FailureOutcome.self, in: process) : nil, process)
  }
}
