/// A library that takes part in the benchmark.
protocol Contender {
  var name: String { get }

  /// Whether it does `task` at all; its column is left out of the table where it does not.
  func takesPart(in task: BenchmarkTask) -> Bool

  /// Gets ready for `task` on `input`, or returns `nil` if it takes no part.
  ///
  /// Nothing in here is timed: input is brought into the form that the library takes.
  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)?

  /// Whether refusing a text that the others accept leaves it out of that row, with a note, instead
  /// of being a disagreement: for libraries whose limits are known and not ours to judge.
  var mayRefuse: Bool { get }

  /// What a reader of the table must know in order to judge this contender at `task`, to be read
  /// after its name and a colon; contenders with the same footnote share it.
  func footnote(for task: BenchmarkTask) -> String?
}

extension Contender {
  var mayRefuse: Bool { false }

  func footnote(for task: BenchmarkTask) -> String? { nil }
}

/// One contender at one task on one file, ready to be timed.
protocol PreparedRun: AnyObject {
  /// What the contender makes of the file, to be compared with the others before any timing.
  func fingerprint() throws -> Fingerprint

  /// Does the task `iterations` times in a row and returns the seconds that all of them took.
  func time(iterations: Int) throws -> Double

  /// The allocations of one iteration, or `nil` where they cannot be counted.
  func allocations(counter: AllocationCounter) throws -> Int?

  /// The bytes that one iteration works on, if these are not the file's.
  var bytes: Int? { get }
}

extension PreparedRun {
  var bytes: Int? { nil }
}

/// A contender that runs in this process: a table from tasks to prepared runs.
struct InProcessContender: Contender {
  /// `nil` for a document that has nothing for the task to do.
  typealias Preparation = (BenchmarkInput) throws -> (any PreparedRun)?

  let name: String
  let preparations: [BenchmarkTask: Preparation]
  /// What to know about it at a task, if anything.
  var footnotes: [BenchmarkTask: String] = [:]

  func takesPart(in task: BenchmarkTask) -> Bool {
    preparations[task] != nil
  }

  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)? {
    guard let preparation = preparations[task] else { return nil }
    return try preparation(input)
  }

  func footnote(for task: BenchmarkTask) -> String? { footnotes[task] }
}
