/// Counts the allocations of one iteration.
///
/// `jsonbench` interposes `malloc` and its relatives (see Benchmarks/AllocationCounter) and passes
/// in the counter of the calling thread. So neither this library nor its tests replace the
/// allocator of a process that links them.
public struct AllocationCounter: Sendable {
  private let value: (@Sendable () -> UInt64)?

  /// A counter that reads the number of the calling thread's allocations so far.
  public init(value: @escaping @Sendable () -> UInt64) {
    self.value = value
  }

  private init() {
    value = nil
  }

  /// Where the allocator cannot be interposed, allocations are unknown, which is not zero.
  public static let unavailable = AllocationCounter()

  /// The allocations of this thread while `body` runs, or `nil` where they are not counted.
  func allocations(during body: () throws -> Void) rethrows -> Int? {
    guard let value else { return nil }
    let before = value()
    try body()
    return Int(clamping: value() &- before)
  }
}
