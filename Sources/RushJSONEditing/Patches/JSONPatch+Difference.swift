// The patch between two trees.
//
// A list holds the pairs of containers at the same path, outer ones before inner ones. Each container first gets the
// operations that give it the members or elements of the new one. Its children then have their final paths, so
// operations inside them can follow later.

public import RushJSONCore

extension RawJSON {
  /// The patch that turns `original` into a value equal to this one.
  ///
  /// ```swift
  /// let changes = new.difference(from: old)
  /// old.applying(changes) == new
  /// ```
  ///
  /// The patch does not change the spelling of equal numbers, nor the order of members. It inserts and
  /// removes elements of an array if these are at most a few hundred, and at most three times the square
  /// root of the elements if there are many; changed elements are compared with their
  /// replacements, and so are elements of more than 16 levels. An array or object is replaced if the operations
  /// would outnumber its values, and so is a value nested deeper than 512 levels. A whole array is replaced
  /// if more than 64 operations would change more than a quarter of its values, and so is the whole value;
  /// also if the paths would have more than two steps for each value.
  /// - Complexity: O(*n*) in all values of both on average, and for an array O(*n* *d*) in its elements
  ///   and the differences found, which are at most 512. Does not recurse.
  public func difference(from original: RawJSON) -> JSONPatch {
    var search = DifferenceSearch(to: self)
    search.compare(original, self)
    return search.isTooLong ? [.replace(.root, self)] : JSONPatch(search.operations)
  }
}

private struct DifferenceSearch {
  private(set) var operations: [JSONPatch.Operation] = []
  /// The pairs still to be compared, each with the index of its path in `paths`.
  private var pending: [(old: RawJSON, new: RawJSON, path: Int)] = []
  /// Paths as links to the enclosing container. A pointer is built only for an operation, because all
  /// pointers of a deep tree together would be far larger than the tree.
  private var paths: [(around: Int, token: String, depth: Int)] = []

  /// The number of further operations and of steps in their paths. A patch is many times as large as the values that
  /// it changes, and larger at the bottom of a deep value. The first operations are free; for more, the values are
  /// counted once.
  private var operationsLeft = Self.freeOperations
  private var stepsLeft = 1 << 16
  private var valueCount: Int?
  private let new: RawJSON

  private static let freeOperations = 64

  /// The path of the root, which is not in the list.
  private static let root = -1

  /// The maximum depth of operations. Deeper values are compared as a whole, because each pointer of a
  /// patch could otherwise be as long as the tree.
  private static let maximumDepth = 512

  init(to new: RawJSON) { self.new = new }

  /// Whether the operations found are too many or too deep, and not all of them were found.
  var isTooLong: Bool { stepsLeft < 0 || operationsLeft < 0 }

  mutating func compare(_ old: RawJSON, _ new: RawJSON) {
    compareChild(old, new, nil, in: Self.root)
    while !isTooLong, let (old, new, path) = pending.popLast() {
      switch (old, new) {
      case (.array(let old), .array(let new)): compare(old, new, at: path)
      case (.dictionary(let old), .dictionary(let new)): compare(old, new, at: path)
      default: break
      }
    }
  }

  /// Compares two values at the same path. Containers are compared later, other values immediately.
  private mutating func compareChild(
    _ old: RawJSON, _ new: RawJSON, _ token: String?, in around: Int
  ) {
    if areContainers(old, new) {
      if old.storage === new.storage { return }
      guard let token else {
        pending.append((old, new, around))
        return
      }
      let depth = around == Self.root ? 1 : paths[around].depth + 1
      if depth < Self.maximumDepth {
        paths.append((around, token, depth))
        pending.append((old, new, paths.count - 1))
      } else if old != new {
        operations.append(.replace(pointer(around, token), new))
      }
    } else if !TreeComparison.areEqualScalars(old, new) {
      operations.append(.replace(pointer(around, token), new))
    }
  }

  private func areContainers(_ old: RawJSON, _ new: RawJSON) -> Bool {
    switch (old, new) {
    case (.array, .array), (.dictionary, .dictionary): true
    default: false
    }
  }

  private mutating func pointer(_ path: Int, _ last: String? = nil) -> JSONPointer {
    stepsLeft -= path == Self.root ? 1 : paths[path].depth + 1
    operationsLeft -= 1
    if isTooLong, valueCount == nil {
      let count = new.valueCount(limit: .max)
      valueCount = count
      stepsLeft += 2 * count
      operationsLeft += max(0, count / 4 - Self.freeOperations)
    }
    // A patch that is too long is not used.
    if isTooLong { return .root }
    var tokens: [String] = []
    if let last { tokens.append(last) }
    var path = path
    while path != Self.root {
      tokens.append(paths[path].token)
      path = paths[path].around
    }
    tokens.reverse()
    return JSONPointer(tokens: tokens)
  }

  /// Whether to replace a container: the operations outnumber its values, or would take too long to
  /// apply, because each removal from an array moves the elements after it.
  private func isBetterReplaced(_ new: RawJSON, operations: Int, moves: Int = 0) -> Bool {
    operations > 1 && (moves > 1 << 26 || new.valueCount(limit: operations + 1) <= operations)
  }

  // MARK: - Objects

  private mutating func compare(_ old: RawJSON.Object, _ new: RawJSON.Object, at path: Int) {
    var removed: [String] = []
    for name in old.names where new.index(ofName: name) == nil { removed.append(name) }
    // Each name of the old object was removed, or is a name of the new object.
    let added = new.count - (old.count - removed.count)
    let value = RawJSON.dictionary(new)
    let changes = removed.count + added
    if isBetterReplaced(value, operations: changes) {
      operations.append(.replace(pointer(path), value))
      return
    }
    for name in removed { operations.append(.remove(pointer(path, name))) }
    for member in new {
      guard let before = old[member.name] else {
        operations.append(.add(pointer(path, member.name), member.value))
        continue
      }
      compareChild(before, member.value, member.name, in: path)
    }
  }

  // MARK: - Arrays

  private mutating func compare(_ old: RawJSON.Array, _ new: RawJSON.Array, at path: Int) {
    let difference = ArrayDifference(of: old, new)
    var changes = 0
    for run in difference.runs { changes += abs(run.removed.count - run.inserted.count) }
    let value = RawJSON.array(new)
    if isBetterReplaced(value, operations: changes, moves: changes * max(old.count, new.count))
      || hasMostlyOtherScalars(old, new, difference, changes)
    {
      operations.append(.replace(pointer(path), value))
      return
    }
    // In a run, removed and inserted elements form pairs. The rest is inserted or removed after the
    // pairs, where each run begins at its index in the new array.
    for run in difference.runs {
      let paired = min(run.removed.count, run.inserted.count)
      for index in run.inserted.dropFirst(paired) {
        operations.append(.add(pointer(path, String(index)), new[index]))
      }
      let end = run.inserted.lowerBound + paired
      for index in (end..<end + run.removed.count - paired).reversed() {
        operations.append(.remove(pointer(path, String(index))))
      }
    }
    // The pairs are compared; elements outside of the runs are equal.
    for run in difference.runs {
      for (before, after) in zip(run.removed, run.inserted) {
        compareChild(old[before], new[after], String(after), in: path)
      }
    }
  }

  /// Whether so many scalars differ, besides other changes, that the array is better replaced.
  private func hasMostlyOtherScalars(
    _ old: RawJSON.Array, _ new: RawJSON.Array, _ difference: ArrayDifference, _ changes: Int
  ) -> Bool {
    var operations = changes
    for run in difference.runs {
      for (before, after) in zip(run.removed, run.inserted) {
        let (before, after) = (old[before], new[after])
        if !areContainers(before, after), !TreeComparison.areEqualScalars(before, after) {
          operations += 1
        }
      }
    }
    if operations <= Self.freeOperations { return false }
    return RawJSON.array(new).valueCount(limit: 4 * operations + 1) <= 4 * operations
  }
}

// MARK: - ArrayDifference

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

  /// The most levels of elements that are compared with elements at other positions.
  private static let deepestElement: UInt32 = 16

  /// Compares two arrays.
  init<Elements: RandomAccessCollection>(of old: Elements, _ new: Elements)
  where Elements.Element == RawJSON, Elements.Index == Int {
    // Hashing and comparing the only elements would take as long as comparing them as a pair.
    if old.count == 1, new.count == 1 {
      self.init(replacing: 1, 1)
      return
    }
    self.init(from: old.map(Self.number), to: new.map(Self.number))
    // Elements outside of the runs have the same numbers. Should two of them differ all the same, all
    // elements are compared in pairs.
    var (oldAt, newAt) = (0, 0)
    for run in runs + [.init(end: old.count, new.count)] {
      while oldAt < run.removed.lowerBound {
        if !Self.areSame(old[oldAt], new[newAt]) {
          self.init(replacing: old.count, new.count)
          return
        }
        oldAt += 1
        newAt += 1
      }
      (oldAt, newAt) = (run.removed.upperBound, run.inserted.upperBound)
    }
  }

  /// Returns a number that is the same for equal elements, and almost always differs for others. Deep elements are
  /// distinguished by identity, because hashing them at every level would take time in the depth for each value.
  static func number(of element: RawJSON) -> Int {
    var hasher = Hasher()
    if element.height > deepestElement, let storage = element.storage {
      hasher.combine(ObjectIdentifier(storage))
    } else {
      hasher.combine(element)
    }
    return hasher.finalize()
  }

  static func areSame(_ old: RawJSON, _ new: RawJSON) -> Bool {
    if let storage = old.storage, storage === new.storage { return true }
    return max(old.height, new.height) <= deepestElement && old == new
  }

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

  /// Returns the steps of the shortest script, last first, or `nil` if it has more than the maximum.
  /// `reach[k]` is the farthest index in the old array for scripts that remove k elements more than they insert.
  /// After d steps, k is between -d and d and has d's parity.
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
