import Synchronization

/// Coders that cases use one after the other, by their settings: to set an option takes longer than to
/// encode a small value.
///
/// One case at a time uses a coder. After some cases a new one takes its place, so that what a coder keeps
/// from one call to the next has an end, as it has in programs.
struct KeptCoders<Coders: Sendable>: ~Copyable, Sendable {
  private struct Kept {
    var coders: Coders
    var useCount = 0
  }

  private static var mostUses: Int { 64 }

  private let spare = Mutex<[Int: [Kept]]>([:])

  /// Calls `body` with coders of these settings, which `make` makes if there are none.
  func with<R, E: Error>(
    _ settings: Int, make: () -> Coders, _ body: (Coders) throws(E) -> R
  ) throws(E) -> R {
    let found = spare.withLock { $0[settings]?.popLast() }
    var kept = found ?? Kept(coders: make())
    // After a failure too, so that the shrinker meets the same coders again.
    defer {
      kept.useCount += 1
      if kept.useCount < Self.mostUses {
        let kept = kept
        spare.withLock { $0[settings, default: []].append(kept) }
      }
    }
    return try body(kept.coders)
  }
}
