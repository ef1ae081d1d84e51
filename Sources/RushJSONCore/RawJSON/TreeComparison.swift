// Equality of trees, with bounded recursion.

extension RawJSON: Hashable {
  /// Whether both have the same kind and the same content; see the type for what that means.
  ///
  /// - Complexity: O(*n*) in all values below, on average; O(1) if both share their memory.
  public static func == (a: RawJSON, b: RawJSON) -> Bool {
    switch (a, b) {
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: TreeComparison.areEqualScalars(a, b)
    }
  }

  /// Hashes the value: equal values alike, whatever the order of members.
  ///
  /// - Complexity: O(*n*) in all values below, at whatever depth. Of more than four million, about as
  ///   many count.
  public func hash(into hasher: inout Hasher) { TreeHashing.hash(self, into: &hasher) }
}

enum TreeComparison {
  /// Compares all but arrays and objects that are not empty.
  static func areEqualScalars(_ a: RawJSON, _ b: RawJSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    default: false
    }
  }

  /// Compares two arrays, or two objects.
  ///
  /// Equal trees have the same depth, so comparing descends no further than the lower one is high;
  /// where both are tall, the pairs to compare are kept in a list.
  static func areEqual(_ a: TreeStorage?, _ b: TreeStorage?) -> Bool {
    guard let a, let b else { return (a?.visibleCount ?? 0) == (b?.visibleCount ?? 0) }
    var pending: [(TreeStorage, TreeStorage)] = []
    guard haveEqualContents(a, b, tallPairs: &pending) else { return false }
    while let (a, b) = pending.popLast() {
      guard haveEqualContents(a, b, tallPairs: &pending) else { return false }
    }
    return true
  }

  private static func haveEqualContents(
    _ a: TreeStorage, _ b: TreeStorage, tallPairs: inout [(TreeStorage, TreeStorage)]
  ) -> Bool {
    if a === b { return true }
    guard a.count == b.count, a.count > 0 else {
      // Without values, or with values that are elsewhere.
      guard a.visibleCount == b.visibleCount else { return false }
      if a.visibleCount == 0 { return true }
      return haveEqualContents(a.whole(), b.whole(), tallPairs: &tallPairs)
    }
    for index in 0..<a.count {
      var other = index
      if a.isObject {
        // Invariant: index < count of both.
        let name = unsafe a.names[index]
        // Members are in the same order more often than not.
        if unsafe !name.hasSameBytes(as: b.names[index]) {
          other = b.position(of: name)
          if other < 0 { return false }
        }
      }
      guard unsafe areEqual(a.values[index], b.values[other], tallPairs: &tallPairs) else {
        return false
      }
    }
    return true
  }

  private static func areEqual(
    _ a: RawJSON, _ b: RawJSON, tallPairs: inout [(TreeStorage, TreeStorage)]
  ) -> Bool {
    let first: TreeStorage?
    let second: TreeStorage?
    switch (a, b) {
    case (.array(let a), .array(let b)):
      first = a.storage
      second = b.storage
    case (.dictionary(let a), .dictionary(let b)):
      first = a.storage
      second = b.storage
    default: return areEqualScalars(a, b)
    }
    guard let first, let second else {
      return (first?.visibleCount ?? 0) == (second?.visibleCount ?? 0)
    }
    if min(first.height, second.height) >= TreeStorage.tall {
      tallPairs.append((first, second))
      return true
    }
    return haveEqualContents(first, second, tallPairs: &tallPairs)
  }
}
