/// Two runs, result by result.
struct Comparison {
  enum Verdict: Equatable {
    case faster, slower, unchanged
    /// The two files of that name have different contents.
    case differentInput
  }

  struct Row: Equatable {
    var old: ResultFile.Result
    var new: ResultFile.Result

    /// The relative change of the throughput: 0.25 is a quarter more in the same time.
    var change: Double { old.seconds.median / new.seconds.median - 1 }

    var verdict: Verdict {
      if old.bytes != new.bytes { return .differentInput }
      if abs(change) <= Comparison.floor { return .unchanged }
      if Self.isBeyondSpread(slower: new.seconds, faster: old.seconds) { return .slower }
      if Self.isBeyondSpread(slower: old.seconds, faster: new.seconds) { return .faster }
      return .unchanged
    }

    /// Whether even the fastest round of one is slower than the median round of the other.
    ///
    /// The slowest rounds are ignored. An interrupt or another process makes a round slow, and
    /// would widen the spread beyond every real change. Only the program itself makes a round fast.
    private static func isBeyondSpread(
      slower: ResultFile.Seconds, faster: ResultFile.Seconds
    ) -> Bool {
      slower.min > faster.median
    }
  }

  /// The difference between two steady runs of the same program: their memory layout and clock
  /// speed differ.
  static let floor = 0.02
  static var floorPercent: Int { Int((floor * 100).rounded()) }

  private(set) var rows: [Row] = []
  /// Results that only one of the runs has.
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
