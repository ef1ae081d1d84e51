// The removals and insertions that turn one array into another: Myers, "An O(ND) difference algorithm
// and its variations" (1986), on numbers that represent the elements.
//
//   old   a b c d         shortest script: remove at 1, insert at 3
//   new   a c d e

/// The changes that turn one array into another, as runs.
struct ArrayDifference {
  /// A run of changes: `inserted` elements of the new array replace `removed` elements of the old one.
  /// Between two runs, the elements are the same.
  struct Run: Equatable {
    var removed: Range<Int>
    var inserted: Range<Int>

    init(removed: Range<Int>, inserted: Range<Int>) {
      self.removed = removed
      self.inserted = inserted
    }

    /// The run without elements at the ends of both arrays.
    init(end old: Int, _ new: Int) { self.init(removed: old..<old, inserted: new..<new) }
  }

  private(set) var runs: [Run] = []

  /// The maximum number of differences to search for among so many elements of both arrays. Where there
  /// are more, one run covers all of them.
  ///
  /// The search takes time and memory in the square of the differences. Three times the square root of the
  /// elements keeps the search for unlike arrays at some five steps for each element.
  static func maximumDifferences(among elements: Int) -> Int {
    let root = Int(Double(elements).squareRoot())
    return min(512, max(32, 3 * root), elements)
  }

  /// One run for all elements.
  init(replacing old: Int, _ new: Int) { runs = [Run(removed: 0..<old, inserted: 0..<new)] }

  /// Compares two arrays, whose elements are the same if their numbers are.
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

  /// Adds a step: one element that is removed or inserted before these positions.
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

  /// The steps of the shortest script, last first, or `nil` if it has more than the maximum.
  /// `reach[k]` is how far into the old array a script gets that removes k elements more than it
  /// inserts. After d steps, k is between -d and d and has d's parity.
  private static func shortestPath(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [(removed: Range<Int>, inserted: Range<Int>)]? {
    let most = maximumDifferences(among: old.count + new.count)
    // For k from -most - 1 to most + 1.
    var reach = [Int](repeating: 0, count: 2 * most + 3)
    let zero = most + 1
    var history: [[Int]] = []
    for d in 0...most {
      var k = -d - 2
      while k < d {
        k += 2
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
      // Only the reaches where the next step can start.
      history.append(Array(reach[zero - d...zero + d]))
    }
    return nil
  }

  /// Whether the best script reaches k in step d by an insertion, from k + 1, and not by a removal.
  private static func isInsertion(_ k: Int, _ d: Int, _ reach: [Int], _ zero: Int) -> Bool {
    k == -d || k != d && reach[zero + k - 1] < reach[zero + k + 1]
  }

  private static func trace(
    _ history: [[Int]], _ lastK: Int, _ lastD: Int, _ start: (old: Int, new: Int)
  ) -> [(removed: Range<Int>, inserted: Range<Int>)] {
    var path: [(removed: Range<Int>, inserted: Range<Int>)] = []
    var k = lastK
    for d in stride(from: lastD, to: 0, by: -1) {
      // Step d - 1 begins at k = -(d - 1).
      let before = history[d - 1]
      let zero = d - 1
      // At the borders, only one neighbour exists in step d - 1.
      let isInsertion = isInsertion(k, d, before, zero)
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
