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
  func valueCount(limit: Int) -> Int {
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
