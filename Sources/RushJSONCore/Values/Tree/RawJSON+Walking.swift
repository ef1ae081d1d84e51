// All values of a tree in turn, without recursion.

extension RawJSON {
  /// How a walk continues after a value.
  public enum WalkAction: Sendable, Hashable {
    /// Visit the children of the value, if it is an array or object.
    case descend
    /// Continue after the value and its children.
    case skip
    /// End the walk.
    case stop
  }

  /// Calls `visit` with every value in the tree and its path, in the order of the text. An array or
  /// object comes before its children, and the root is first.
  ///
  /// ```swift
  /// json.walk { pointer, value in
  ///   if value.isNull { print("null at", pointer) }
  ///   return .descend
  /// }
  /// ```
  /// - Complexity: O(*n*) in the visited values, unless `visit` keeps the pointers.
  public func walk(_ visit: (JSONPointer, RawJSON) throws -> WalkAction) rethrows {
    var pointer = JSONPointer.root
    var open: [(container: RawJSON, next: Int)] = []
    switch try visit(pointer, self) {
    case .descend where childCount > 0: open.append((self, 0))
    default: return
    }
    while let (container, next) = open.last {
      if next == container.childCount {
        open.removeLast()
        _ = pointer.tokens.popLast()
        continue
      }
      open[open.count - 1].next = next + 1
      let child: RawJSON
      switch container {
      case .dictionary(let object):
        let member = object[next]
        child = member.value
        pointer.tokens.append(member.name)
      default:
        child = container.child(at: next)
        pointer.tokens.append(String(next))
      }
      switch try visit(pointer, child) {
      case .stop: return
      case .descend where child.childCount > 0: open.append((child, 0))
      default: pointer.tokens.removeLast()
      }
    }
  }

  /// The number of values in the tree, including the root, or `limit` if there are more.
  /// - Complexity: O(*limit*), or less in a smaller tree.
  package func valueCount(limit: Int) -> Int {
    var count = 1
    var pending: [RawJSON] = [self]
    while let value = pending.popLast() {
      count += value.childCount
      if count >= limit { return limit }
      for position in 0..<value.childCount {
        let child = value.child(at: position)
        if child.childCount > 0 { pending.append(child) }
      }
    }
    return Swift.min(count, limit)
  }

  /// Whether arrays and objects nest deeper than `limit`.
  /// - Complexity: O(1) if the tree was never deeper, else O(*n*) in all values.
  func isDeeper(than limit: Int) -> Bool {
    // The height is an upper bound of the depth.
    if Int(height) <= limit { return false }
    var pending: [(value: RawJSON, depth: Int)] = [(self, 1)]
    while let (value, depth) = pending.popLast() {
      for position in 0..<value.childCount {
        let child = value.child(at: position)
        switch child {
        case .array, .dictionary:
          if depth >= limit { return true }
          pending.append((child, depth + 1))
        default: continue
        }
      }
    }
    return false
  }
}

// MARK: - Transforming

// Changes to a whole tree, without recursion.

extension RawJSON {
  /// Calls `change` with every value in the tree, to change it in place. The children of an array or
  /// object come first, in their order, then the array or object itself. The root is last.
  ///
  /// ```swift
  /// json.transform { value in
  ///   if case .string(let text) = value { value = .string(text.lowercased()) }
  /// }
  /// ```
  ///
  /// If `change` throws, its earlier changes remain.
  /// - Complexity: O(*n*) in all values. Containers that other trees share are copied.
  public mutating func transform(_ change: (inout RawJSON) throws -> Void) rethrows {
    var opening = TreeOpening(take())
    defer { self = opening.close() }
    while opening.value.childCount > 0 { opening.enter(at: 0) }
    while true {
      try change(&opening.value)
      guard let position = opening.leave() else { return }
      guard position + 1 < opening.value.childCount else { continue }
      opening.enter(at: position + 1)
      while opening.value.childCount > 0 { opening.enter(at: 0) }
    }
  }

  /// The tree after ``transform(_:)``.
  /// - Complexity: O(*n*) in all values.
  public func transformed(_ change: (inout RawJSON) throws -> Void) rethrows -> RawJSON {
    var result = self
    try result.transform(change)
    return result
  }

  /// Sorts the members of all objects in the tree by the Unicode scalars of their names, which is also
  /// the order of their UTF-8 bytes.
  /// - Complexity: O(*n* log *n*) in all values.
  public mutating func sortNames() {
    transform { value in
      guard var object = value.takeObject() else { return }
      object.sortNames()
      value = .dictionary(object)
    }
  }

  /// The tree after ``sortNames()``.
  public func withSortedNames() -> RawJSON {
    var result = self
    result.sortNames()
    return result
  }

  /// The array or object with each child replaced by the result of `transform`. A scalar is returned
  /// unchanged.
  /// - Complexity: O(*n*).
  public func mapValues(_ transform: (RawJSON) throws -> RawJSON) rethrows -> RawJSON {
    switch self {
    case .array(let array): .array(RawJSON.Array(try array.map(transform)))
    case .dictionary(let object): .dictionary(try object.mapValues(transform))
    default: self
    }
  }

  /// The array or object with each child replaced by the result of `transform`, or removed if that is
  /// `nil`. A scalar is returned unchanged.
  ///
  /// In `condition ? nil : value`, the `nil` is the literal for `.null`. Write `.none` instead.
  /// - Complexity: O(*n*).
  public func compactMapValues(_ transform: (RawJSON) throws -> RawJSON?) rethrows -> RawJSON {
    switch self {
    case .array(let array): .array(RawJSON.Array(try array.compactMap(transform)))
    case .dictionary(let object): .dictionary(try object.compactMapValues(transform))
    default: self
    }
  }

  /// The array or object with only the children that `isIncluded` returns `true` for. A scalar is
  /// returned unchanged.
  ///
  /// ```swift
  /// json.transform { $0 = $0.filterValues { !$0.isNull } }  // no null is left
  /// ```
  /// - Complexity: O(*n*).
  public func filterValues(_ isIncluded: (RawJSON) throws -> Bool) rethrows -> RawJSON {
    switch self {
    case .array(let array):
      return .array(RawJSON.Array(try array.filter(isIncluded)))
    case .dictionary(var object):
      try object.removeAll { try !isIncluded($0.value) }
      return .dictionary(object)
    default: return self
    }
  }
}
