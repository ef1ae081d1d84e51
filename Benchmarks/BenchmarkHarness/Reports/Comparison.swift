/// Two runs, result by result.
struct Comparison {
  enum Verdict: Equatable {
    case faster, slower, unchanged
    /// The file of that name is not the same file any more.
    case differentInput
  }

  struct Row: Equatable {
    var old: ResultFile.Result
    var new: ResultFile.Result

    /// How much more is done in the same time: 0.25 is a quarter more.
    var change: Double { old.seconds.median / new.seconds.median - 1 }

    var verdict: Verdict {
      if old.bytes != new.bytes { return .differentInput }
      if abs(change) <= Comparison.floor { return .unchanged }
      if Self.isBeyondSpread(slower: new.seconds, faster: old.seconds) { return .slower }
      if Self.isBeyondSpread(slower: old.seconds, faster: new.seconds) { return .faster }
      return .unchanged
    }

    /// Whether even the fastest round of one is slower than the typical round of the other.
    ///
    /// The slowest rounds take no part: what makes a round slow is an interrupt or a neighbour, so
    /// one of them would widen the spread over every real change. What makes a round fast is only
    /// the program.
    private static func isBeyondSpread(
      slower: ResultFile.Seconds, faster: ResultFile.Seconds
    ) -> Bool {
      slower.min > faster.median
    }
  }

  /// Two runs of one program differ by about this much though each is steady in itself: memory
  /// is laid out anew, and the clock's speed is another.
  static let floor = 0.02
  static var floorPercent: Int { Int((floor * 100).rounded()) }

  private(set) var rows: [Row] = []
  /// Results that only one of the files has.
  private(set) var onlyOld = 0
  private(set) var onlyNew = 0

  init(old: ResultFile, new: ResultFile) {
    var pending: [[String]: ResultFile.Result] = [:]
    for result in old.results { pending[result.key] = result }
    for result in new.results {
      if let counterpart = pending.removeValue(forKey: result.key) {
        rows.append(Row(old: counterpart, new: result))
      } else {
        onlyNew += 1
      }
    }
    onlyOld = pending.count
  }

  func count(_ verdict: Verdict) -> Int {
    rows.count { $0.verdict == verdict }
  }
}
