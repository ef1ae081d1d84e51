import Dispatch
import Foundation
import Synchronization

/// The task `decode` on all cores at once, by one decoder: what a server does with one that it keeps.
enum SharedDecoding {
  /// How often a core decodes a document: so many bytes that starting and ending together costs nothing,
  /// and more than once, since a core that is done early takes the next document.
  private static func times(_ bytes: Int) -> Int { min(256, max(4, (4 << 20) / max(1, bytes))) }

  static func run(
    _ type: any (Codable & SendableMetatype).Type, _ data: Data, _ decoder: TypedDecoder,
    describe: @escaping @Sendable (Any) throws -> Fingerprint
  ) -> any PreparedRun {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let count = cores * times(data.count)
    return InProcessRun(
      work: { try onAllCores(count) { blackHole(try decoder.decode(type, data)) } },
      describe: { _ in
        let fingerprints = Mutex<[Fingerprint]>([])
        try onAllCores(cores * 2) {
          let fingerprint = try describe(decoder.decode(type, data))
          fingerprints.withLock { $0.append(fingerprint) }
        }
        let all = fingerprints.withLock { $0 }
        guard let first = all.first, all.allSatisfy({ $0 == first }) else {
          return .refusal(reason: "the cores do not agree")
        }
        return first
      }, bytes: data.count * count, staysOnThread: false)
  }

  /// Does `work` so many times, on all cores; throws one of the errors, if there are any.
  private static func onAllCores(_ count: Int, _ work: @escaping @Sendable () throws -> Void) throws
  {
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      do { try work() } catch { failure.withLock { $0 = error } }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
