// The patch between two trees.
//
// A list holds the pairs of containers at the same path, outer ones before inner ones. Each container
// first gets the operations that give it the members or elements of the new one. From then on its
// children have their final paths, so operations inside them can follow at any later time.

extension RawJSON {
  /// The patch that turns `original` into a value equal to this one.
  ///
  /// ```swift
  /// let changes = new.difference(from: old)
  /// old.applying(changes) == new
  /// ```
  ///
  /// The patch does not change the spelling of equal numbers, nor the order of members. It inserts and
  /// removes elements of an array if these are at most a few hundred; changed elements are compared with
  /// the ones that take their place. An array or object is replaced if the operations would outnumber
  /// its values, and so is a value nested deeper than 512 levels. The whole value is replaced if the
  /// paths together would have many times as many steps as it has values.
  /// - Complexity: O(*n*) in all values of both on average, and for an array O(*n* *d*) in its elements
  ///   and the differences searched for, which are at most 512. Does not recurse.
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

  /// How many steps the paths of further operations may have. Many changes at the bottom of a deep value
  /// would otherwise make a patch that is hundreds of times as large as the value.
  private var stepsLeft = 1 << 18
  private var isExtended = false
  private let new: RawJSON

  /// The path of the root, which is not in the list.
  private static let root = -1

  /// The maximum depth of operations. Deeper values are compared as a whole, because each pointer of a
  /// patch could otherwise be as long as the tree.
  private static let maximumDepth = 512

  init(to new: RawJSON) { self.new = new }

  /// Whether the operations found are too many for their depth, and not all of them were found.
  var isTooLong: Bool { stepsLeft < 0 }

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
    let areContainers =
      switch (old, new) {
      case (.array, .array), (.dictionary, .dictionary): true
      default: false
      }
    if areContainers {
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

  private mutating func pointer(_ path: Int, _ last: String? = nil) -> JSONPointer {
    stepsLeft -= path == Self.root ? 1 : paths[path].depth + 1
    if stepsLeft < 0, !isExtended {
      isExtended = true
      stepsLeft += 16 * new.valueCount(limit: .max)
    }
    // Nobody reads a patch that is too long.
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

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at path: Int) {
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

  private mutating func compare(_ old: JSONArray, _ new: JSONArray, at path: Int) {
    var classes = ElementClasses()
    let difference = ArrayDifference(from: classes.numbers(old), to: classes.numbers(new))
    var changes = 0
    for run in difference.runs { changes += abs(run.removed.count - run.inserted.count) }
    let value = RawJSON.array(new)
    if isBetterReplaced(value, operations: changes, moves: changes * max(old.count, new.count)) {
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
}

/// Numbers for elements. Equal elements have the same number.
private struct ElementClasses {
  private var known: [RawJSON: Int] = [:]
  /// Tall trees by identity, because hashing and comparing each of them at every level would take
  /// quadratic time in the depth.
  private var tall: [ObjectIdentifier: Int] = [:]
  private var count = 0

  mutating func numbers(_ array: JSONArray) -> [Int] {
    array.map { element in
      let isTall = element.height >= TreeStorage.tall
      let earlier =
        if isTall, let storage = element.storage { tall[ObjectIdentifier(storage)] } else {
          known[element]
        }
      if let earlier { return earlier }
      count += 1
      if isTall, let storage = element.storage {
        tall[ObjectIdentifier(storage)] = count
      } else {
        known[element] = count
      }
      return count
    }
  }
}
