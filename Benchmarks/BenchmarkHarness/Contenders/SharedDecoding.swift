import Dispatch
import Foundation
import Synchronization

/// The task `decode` on all cores with one decoder, as in a server that keeps one.
enum SharedDecoding {
  /// The documents per core: enough that starting and joining cost nothing, and more than one,
  /// because a core that finishes early takes another.
  private static func times(_ bytes: Int) -> Int { min(256, max(4, (4 << 20) / max(1, bytes))) }

  static func run(
    _ type: any (Codable & SendableMetatype).Type, _ data: Data, _ coders: TypedCoders,
    describe: @escaping @Sendable (Any) throws -> Fingerprint
  ) -> any PreparedRun {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let count = cores * times(data.count)
    return InProcessRun(
      work: { try onAllCores(count) { blackHole(try coders.decode(type, data)) } },
      describe: { _ in
        let fingerprints = Mutex<[Fingerprint]>([])
        try onAllCores(cores * 2) {
          let fingerprint = try describe(coders.decode(type, data))
          fingerprints.withLock { $0.append(fingerprint) }
        }
        let all = fingerprints.withLock { $0 }
        guard let first = all.first, all.allSatisfy({ $0 == first }) else {
          return .refusal(reason: "the cores disagree")
        }
        return first
      }, bytes: data.count * count, staysOnThread: false)
  }

  /// Runs `work` that many times on all cores. Throws one of the errors, if there are any.
  private static func onAllCores(_ count: Int, _ work: @escaping @Sendable () throws -> Void) throws
  {
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      do { try work() } catch { failure.withLock { $0 = error } }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
