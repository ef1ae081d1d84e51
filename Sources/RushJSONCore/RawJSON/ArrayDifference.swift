// What has to be removed from and inserted into an array to make it another one: Myers, "An O(ND)
// difference algorithm and its variations" (1986), on numbers that stand for the elements.
//
//   old   a b c d         the shortest way: remove at 1, insert at 3
//   new   a c d e

/// The changes that make one array of another, as runs.
struct ArrayDifference {
  /// A run in both arrays: `removed` of the old one stand where `inserted` of the new one shall be.
  /// Between two runs, the elements are the same.
  struct Run: Equatable {
    var removed: Range<Int>
    var inserted: Range<Int>
  }

  private(set) var runs: [Run] = []

  /// How many differences are searched for at most: the search takes the square of that in memory,
  /// and that times the elements in time. Beyond, everything between the first and the last
  /// difference is one run.
  static let mostDifferences = 512

  /// The differences of two arrays, whose elements are the same if their numbers are.
  init(from old: [Int], to new: [Int]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    if start == oldEnd, start == newEnd { return }
    let middle = Run(removed: start..<oldEnd, inserted: start..<newEnd)
    let isOneRun = middle.removed.isEmpty || middle.inserted.isEmpty
    guard !isOneRun, let path = Self.shortestPath(old[start..<oldEnd], new[start..<newEnd]) else {
      runs = [middle]
      return
    }
    for (removed, inserted) in path.reversed() { add(removed, inserted) }
  }

  /// Adds a step: one element more that is removed, or inserted, before those places.
  private mutating func add(_ removed: Range<Int>, _ inserted: Range<Int>) {
    if let last = runs.last, last.removed.upperBound == removed.lowerBound,
      last.inserted.upperBound == inserted.lowerBound
    {
      runs[runs.count - 1].removed = last.removed.lowerBound..<removed.upperBound
      runs[runs.count - 1].inserted = last.inserted.lowerBound..<inserted.upperBound
    } else {
      runs.append(Run(removed: removed, inserted: inserted))
    }
  }

  /// The steps of the shortest way, the last first; `nil` if it has more than `mostDifferences`.
  ///
  /// `reach[k]` is how far in the old array a way gets that has removed k more than it inserted. After
  /// d steps k is between -d and d, and has d's parity.
  private static func shortestPath(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [(removed: Range<Int>, inserted: Range<Int>)]? {
    let most = min(mostDifferences, old.count + new.count)
    // Reaches of k from -most - 1 to most + 1.
    var reach = [Int](repeating: 0, count: 2 * most + 3)
    let zero = most + 1
    var history: [[Int]] = []
    for d in 0...most {
      for k in stride(from: -d, through: d, by: 2) {
        var x = 0
        if d > 0 {
          let comesDown = isInsertion(k, d, reach, zero)
          x = comesDown ? reach[zero + k + 1] : reach[zero + k - 1] + 1
        }
        while x < old.count, x - k < new.count, x - k >= 0,
          old[old.startIndex + x] == new[new.startIndex + x - k]
        {
          x += 1
        }
        reach[zero + k] = x
        if x >= old.count, x - k >= new.count {
          return trace(history, k, d, (old.startIndex, new.startIndex))
        }
      }
      // Only what the next step can come from.
      history.append(Array(reach[zero - d...zero + d]))
    }
    return nil
  }

  /// Whether the best way to k in step d is an insertion, from k + 1; else it is a removal.
  private static func isInsertion(_ k: Int, _ d: Int, _ reach: [Int], _ zero: Int) -> Bool {
    k == -d || k != d && reach[zero + k - 1] < reach[zero + k + 1]
  }

  private static func trace(
    _ history: [[Int]], _ lastK: Int, _ lastD: Int, _ start: (old: Int, new: Int)
  ) -> [(removed: Range<Int>, inserted: Range<Int>)] {
    var path: [(removed: Range<Int>, inserted: Range<Int>)] = []
    var k = lastK
    for d in stride(from: lastD, to: 0, by: -1) {
      // Step d - 1 has k from -(d - 1) on.
      let before = history[d - 1]
      let zero = d - 1
      // Neighbours that step d - 1 does not have are told apart by k alone.
      let isInsertion = k == -d || k != d && before[zero + k - 1] < before[zero + k + 1]
      k += isInsertion ? 1 : -1
      let x = before[zero + k]
      let oldAt = start.old + x
      let newAt = start.new + x - k
      path.append(
        isInsertion
          ? (oldAt..<oldAt, newAt..<newAt + 1) : (oldAt..<oldAt + 1, newAt..<newAt))
    }
    return path
  }
}
