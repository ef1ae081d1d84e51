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
