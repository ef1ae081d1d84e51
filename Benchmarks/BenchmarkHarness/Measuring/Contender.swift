/// A library that takes part in the benchmark.
protocol Contender {
  var name: String { get }

  /// Whether the contender supports `task`. If not, the table omits its column.
  func takesPart(in task: BenchmarkTask) -> Bool

  /// Converts the input to the form that the library takes, untimed. `nil` if it takes no part.
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
protocol PreparedRun {
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

#if canImport(ObjectiveC)
  import Foundation
#endif

/// A task as two closures: the timed work, and the untimed reading of its result.
final class InProcessRun<Output>: PreparedRun {
  private let work: () throws -> Output
  private let describe: (Output) throws -> Fingerprint
  let bytes: Int?
  private let staysOnThread: Bool

  /// - Parameters:
  ///   - work: One iteration. Freeing its result belongs to it, as it does in a program.
  ///   - describe: The fingerprint of a result. A task whose result holds the whole document walks
  ///     it here.
  ///   - bytes: The bytes that one iteration works on, if these are not the file's.
  ///   - staysOnThread: Whether all of the work is done by the calling thread, whose allocations
  ///     are those that can be counted.
  init(
    work: @escaping () throws -> Output, describe: @escaping (Output) throws -> Fingerprint,
    bytes: Int? = nil, staysOnThread: Bool = true
  ) {
    self.work = work
    self.describe = describe
    self.bytes = bytes
    self.staysOnThread = staysOnThread
  }

  func fingerprint() throws -> Fingerprint {
    let output: Output
    do {
      output = try work()
    } catch {
      return .refusal(reason: "\(error)")
    }
    return try describe(output)
  }

  func time(iterations: Int) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<iterations { try iterate() }
    return start.duration(to: clock.now) / .seconds(1)
  }

  func allocations(counter: AllocationCounter) throws -> Int? {
    staysOnThread ? try counter.allocations { try iterate() } : nil
  }

  private func iterate() throws {
    #if canImport(ObjectiveC)
      // On Darwin, Foundation autoreleases its results, which must not pile up in a batch.
      try autoreleasepool { blackHole(try work()) }
    #else
      blackHole(try work())
    #endif
  }
}

extension InProcessContender {
  /// A task that works on the bytes of the document, or on what `convert` makes of them beforehand.
  static func run<Input, Output>(
    on convert: @escaping ([UInt8]) throws -> Input, _ work: @escaping (Input) throws -> Output,
    describe: @escaping (Output) throws -> Fingerprint
  ) -> Preparation {
    { input in
      let converted = try convert(input.bytes)
      return InProcessRun(work: { try work(converted) }, describe: describe)
    }
  }
}

/// Consumes a result opaquely, so that the optimiser must produce it in full. Without `@_optimize(none)`, it
/// would remove the calls of an empty function.
@inline(never)
@_optimize(none)
func blackHole<Result>(_ result: Result) {}

enum ContenderRegistry {
  /// The contenders that run in this process, in the order of the columns.
  static var inProcess: [InProcessContender] {
    [.rushJSON, .foundation, .rushJSONCodable, .standardLibrary, .iso8601DateFormatter]
  }

  static var peers: [PeerContender] { PeerContender.all }

  static var names: [String] { inProcess.map(\.name) + peers.map(\.name) }
}
