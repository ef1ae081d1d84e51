// The patch between two trees.
//
// Arrays and objects that stand in the same place in both are compared one after the other from a list,
// those around before those inside. Each first gets the operations that make its members or elements
// those of the new one; so from then on, a child stays where it is in the new tree, and the operations
// inside it can come at any time later.

extension RawJSON {
  /// The patch that makes a value equal to this one of `original`.
  ///
  /// ```swift
  /// let changes = new.difference(from: old)
  /// old.applying(changes) == new
  /// ```
  ///
  /// Numbers that are equal in value are left as they are spelled, and members as they are ordered.
  /// Elements of arrays that were inserted or removed are found as long as there are no more than a
  /// few hundred of them in an array; those that were changed are compared with what stands there
  /// now. Where the operations would be more than the values of the new array or object, it is
  /// replaced, and so is what lies more than 512 levels deep.
  /// - Complexity: O(*n*) in all values of both on average, and for an array O(*n* *d*) in its
  ///   elements and the differences searched for, which are at most 512. Does not recurse.
  public func difference(from original: RawJSON) -> JSONPatch {
    var search = DifferenceSearch()
    search.compare(original, self)
    return JSONPatch(search.operations)
  }
}

private struct DifferenceSearch {
  private(set) var operations: [JSONPatch.Operation] = []
  /// What is to be compared, and the index of its place in `places`.
  private var pending: [(old: RawJSON, new: RawJSON, place: Int)] = []
  /// Each place knows the one around it, so that a path is made only where an operation needs it; in
  /// a deep tree, all paths together would be larger than the tree by far.
  private var places: [(around: Int, token: String, depth: Int)] = []

  /// The place of the root, which is not in the list.
  private static let root = -1

  /// How deep operations go. What is deeper is compared as a whole, or the paths of a patch could be
  /// as long as the tree, each.
  private static let deepest = 512

  mutating func compare(_ old: RawJSON, _ new: RawJSON) {
    compareChild(old, new, nil, in: Self.root)
    while let (old, new, place) = pending.popLast() {
      switch (old, new) {
      case (.array(let old), .array(let new)): compare(old, new, at: place)
      case (.dictionary(let old), .dictionary(let new)): compare(old, new, at: place)
      default: break
      }
    }
  }

  /// Two values of the same place: to be compared later, or replaced, or equal.
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
      let depth = around == Self.root ? 1 : places[around].depth + 1
      if depth < Self.deepest {
        places.append((around, token, depth))
        pending.append((old, new, places.count - 1))
      } else if old != new {
        operations.append(.replace(pointer(around, token), new))
      }
    } else if !TreeComparison.areEqualScalars(old, new) {
      operations.append(.replace(pointer(around, token), new))
    }
  }

  private func pointer(_ place: Int, _ last: String? = nil) -> JSONPointer {
    var tokens: [String] = []
    if let last { tokens.append(last) }
    var place = place
    while place != Self.root {
      tokens.append(places[place].token)
      place = places[place].around
    }
    tokens.reverse()
    return JSONPointer(tokens: tokens)
  }

  /// Whether a container is better replaced: the operations are no fewer than its values, or would
  /// take too long to apply, as each removal from an array moves what follows it.
  private func isBetterReplaced(
    _ new: RawJSON, operations: Int, moves: Int = 0
  ) -> Bool {
    operations > 1 && (moves > 1 << 26 || new.valueCount(limit: operations + 1) <= operations)
  }

  // MARK: - Objects

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at place: Int) {
    var removed: [String] = []
    for name in old.names where new.index(ofName: name) == nil { removed.append(name) }
    // Every name of the old object is a removed one or one of the new object.
    let added = new.count - (old.count - removed.count)
    let value = RawJSON.dictionary(new)
    let changes = removed.count + added
    if isBetterReplaced(value, operations: changes) {
      operations.append(.replace(pointer(place), value))
      return
    }
    for name in removed { operations.append(.remove(pointer(place, name))) }
    for member in new {
      guard let before = old[member.name] else {
        operations.append(.add(pointer(place, member.name), member.value))
        continue
      }
      compareChild(before, member.value, member.name, in: place)
    }
  }

  // MARK: - Arrays

  private mutating func compare(_ old: JSONArray, _ new: JSONArray, at place: Int) {
    var classes = ElementClasses()
    let difference = ArrayDifference(from: classes.numbers(old), to: classes.numbers(new))
    var changes = 0
    for run in difference.runs { changes += abs(run.removed.count - run.inserted.count) }
    let value = RawJSON.array(new)
    if isBetterReplaced(value, operations: changes, moves: changes * max(old.count, new.count)) {
      operations.append(.replace(pointer(place), value))
      return
    }
    // What is removed in a run and what is inserted are taken for each other as far as they go. The
    // rest is inserted or removed behind them, where each run begins at its index in the new array.
    for run in difference.runs {
      let paired = min(run.removed.count, run.inserted.count)
      for index in run.inserted.dropFirst(paired) {
        operations.append(.add(pointer(place, String(index)), new[index]))
      }
      let end = run.inserted.lowerBound + paired
      for index in (end..<end + run.removed.count - paired).reversed() {
        operations.append(.remove(pointer(place, String(index))))
      }
    }
    // Elements outside of the runs are equal.
    for run in difference.runs {
      for (before, after) in zip(run.removed, run.inserted) {
        compareChild(old[before], new[after], String(after), in: place)
      }
    }
  }
}

/// Numbers for elements: the same one for those that are equal.
private struct ElementClasses {
  private var known: [RawJSON: Int] = [:]
  /// Tall trees, by their memory: hashing and comparing all of each of them again, at every level that
  /// is compared, would take the square of their depth.
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
