@testable import BenchmarkHarness

/// Results and contenders that tests state instead of measuring.
enum Sample {
  static let machine = Machine(
    cpu: "A \"fast\" one", cores: 4, os: "Some system", swift: "6.3", date: "2026-01-02T03:04:05Z")

  /// RushJSON and Foundation, on one file.
  static var rushJSONReport: Report {
    Report(
      machine: machine, tasks: [.tree],
      contenders: [InProcessContender.rushJSON, InProcessContender.foundation],
      measurements: [
        measurement("a.json", .tree, "RushJSON", median: 0.001),
        measurement("a.json", .tree, "Foundation", median: 0.01),
      ])
  }

  static func measurement(
    _ file: String, _ task: BenchmarkTask, _ contender: String, median: Double,
    bytes: Int = 1_000_000, allocations: Int? = nil
  ) -> Measurement {
    Measurement(
      file: file, task: task.name, contender: contender, bytes: bytes,
      seconds: Statistics([0.95, 0.9, 1, 1.2, 1.05], times: median), iterations: 100,
      allocations: allocations)
  }

  /// Two files and two contenders, one of which missed the second file.
  static var report: Report {
    Report(
      machine: machine, tasks: [.document],
      contenders: [rival(named: "Rival"), InProcessContender.foundation],
      measurements: [
        measurement("a.json", .document, "Rival", median: 0.001, allocations: 3),
        measurement("a.json", .document, "Foundation", median: 0.01, allocations: 5000),
        measurement("<b>.json", .document, "Foundation", median: 0.02, allocations: 7000),
      ])
  }

  /// Accepts everything and says what it is told to say.
  static func rival(named name: String, fingerprint: Fingerprint = .accepted) -> InProcessContender
  {
    let preparation: InProcessContender.Preparation = { input in
      InProcessRun(work: { input.bytes.count }, describe: { _ in fingerprint })
    }
    return InProcessContender(
      name: name, preparations: [.validate: preparation, .document: preparation])
  }
}

extension Statistics {
  /// Statistics of samples that cannot be missing.
  init(_ samples: [Double], times factor: Double) {
    guard let statistics = Statistics(samples.map { $0 * factor }) else {
      preconditionFailure("no samples")
    }
    self = statistics
  }
}
