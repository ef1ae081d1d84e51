/// Counts the allocations of one iteration.
///
/// `jsonbench` interposes `malloc` and its relatives (see Benchmarks/AllocationCounter) and passes
/// in the counter of the calling thread. So neither this library nor its tests replace the
/// allocator of a process that links them.
public struct AllocationCounter: Sendable {
  private let value: (@Sendable () -> UInt64)?
  private let watch: Watch?

  /// A counter that reads the number of the calling thread's allocations so far.
  public init(watch: Watch? = nil, value: (@Sendable () -> UInt64)?) {
    self.value = value
    self.watch = watch
  }

  /// How to watch the memory of the calling thread.
  public struct Watch: Sendable {
    private let begin: @Sendable (_ requests: Int, _ forever: Bool) -> Void
    private let end: @Sendable () -> Int

    /// - Parameters:
    ///   - begin: Begins to watch. After `requests` more requests for memory, one fails, and all later
    ///     ones too if `forever`. A negative number lets none fail.
    ///   - end: Ends it. Returns the most bytes that the thread has had at a time.
    public init(
      begin: @escaping @Sendable (_ requests: Int, _ forever: Bool) -> Void,
      end: @escaping @Sendable () -> Int
    ) {
      self.begin = begin
      self.end = end
    }

    fileprivate func peak(
      failingAfter requests: Int, forever: Bool, during body: () throws -> Void
    ) rethrows -> Int {
      begin(requests, forever)
      var peak = 0
      do {
        defer { peak = end() }
        try body()
      }
      return peak
    }
  }

  /// Where the allocator cannot be interposed, allocations are unknown, which is not zero.
  public static let unavailable = AllocationCounter(value: nil)

  /// The allocations of this thread while `body` runs, or `nil` where they are not counted.
  func allocations(during body: () throws -> Void) rethrows -> Int? {
    guard let value else { return nil }
    let before = value()
    try body()
    return Int(clamping: value() &- before)
  }

  /// The most bytes that `body` has at a time, or `nil` where memory is not watched.
  func peakBytes(during body: () throws -> Void) rethrows -> Int? {
    try watch?.peak(failingAfter: -1, forever: false, during: body)
  }

  /// Runs `body` while a request of this thread for memory fails, after `requests` others.
  /// - Returns: Whether that is possible here.
  func withFailure(
    after requests: Int, forever: Bool, _ body: () throws -> Void
  ) rethrows -> Bool {
    try watch?.peak(failingAfter: requests, forever: forever, during: body) != nil
  }
}
