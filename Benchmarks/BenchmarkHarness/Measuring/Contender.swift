/// A library that takes part in the benchmark.
protocol Contender {
  var name: String { get }

  /// Whether the contender supports `task`. If not, the table omits its column.
  func takesPart(in task: BenchmarkTask) -> Bool

  /// Prepares `task` on `input`. Returns `nil` if the contender takes no part.
  ///
  /// Preparation is not timed: it converts the input to the form that the library takes.
  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)?

  /// Whether the contender may reject a text that the others accept. The row then omits it, with a
  /// note, instead of reporting a disagreement. For libraries with known limits.
  var mayRefuse: Bool { get }

  /// What readers of the table must know about this contender at `task`. It follows the contender's
  /// name and a colon; contenders with the same footnote share it.
  func footnote(for task: BenchmarkTask) -> String?
}

extension Contender {
  var mayRefuse: Bool { false }

  func footnote(for task: BenchmarkTask) -> String? { nil }
}

/// One contender, task and file, ready for timing.
protocol PreparedRun: AnyObject {
  /// The contender's answer, which is compared with the others' before timing.
  func fingerprint() throws -> Fingerprint

  /// Runs `iterations` iterations and returns their total seconds.
  func time(iterations: Int) throws -> Double

  /// Allocations per iteration, or `nil` where they cannot be counted.
  func allocations(counter: AllocationCounter) throws -> Int?

  /// The bytes per iteration, if they differ from the file's.
  var bytes: Int? { get }
}

extension PreparedRun {
  var bytes: Int? { nil }
}

/// A contender that runs in this process: a table from tasks to prepared runs.
struct InProcessContender: Contender {
  /// `nil` if the document has no work for the task.
  typealias Preparation = (BenchmarkInput) throws -> (any PreparedRun)?

  typealias Preparations = [BenchmarkTask: Preparation]

  let name: String
  let preparations: Preparations
  /// A footnote about the contender at a task.
  let footnotes: [BenchmarkTask: String]

  /// - Parameter preparations: The work at tasks, in tables that have no task in common.
  init(
    name: String, footnotes: [BenchmarkTask: String] = [:], preparations: Preparations...
  ) {
    self.name = name
    self.footnotes = footnotes
    self.preparations = preparations.reduce(into: [:]) { all, some in
      all.merge(some) { first, _ in first }
    }
  }

  func takesPart(in task: BenchmarkTask) -> Bool {
    preparations[task] != nil
  }

  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)? {
    guard let preparation = preparations[task] else { return nil }
    return try preparation(input)
  }

  func footnote(for task: BenchmarkTask) -> String? { footnotes[task] }
}
