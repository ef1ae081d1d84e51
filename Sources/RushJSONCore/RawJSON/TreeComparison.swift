// Equality and hashing of trees, with bounded recursion.

extension RawJSON: Hashable {
  /// Whether both values have the same kind and the same content, as the type describes.
  /// - Complexity: O(*n*) in all values of the tree, on average; O(1) if both share their memory.
  public static func == (a: RawJSON, b: RawJSON) -> Bool {
    switch (a, b) {
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: TreeComparison.areEqualScalars(a, b)
    }
  }

  /// Hashes the value. The order of members does not matter.
  /// - Complexity: O(*n*) in all values of the tree, at any depth. In a tree of more than four million
  ///   values, about four million count.
  public func hash(into hasher: inout Hasher) { TreeHashing.hash(self, into: &hasher) }
}

extension JSONArray: Hashable {
  /// Whether both have equal elements in the same order.
  /// - Complexity: O(*n*) in all values of the tree.
  public static func == (a: JSONArray, b: JSONArray) -> Bool {
    TreeComparison.areEqual(a.storage, b.storage)
  }

  /// Hashes the elements. See ``RawJSON/hash(into:)``.
  public func hash(into hasher: inout Hasher) { RawJSON.array(self).hash(into: &hasher) }
}

extension JSONObject: Hashable {
  /// Whether both have the same names, in any order, with equal values.
  /// - Complexity: O(*n*) in all values of the tree, on average.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    TreeComparison.areEqual(a.storage, b.storage)
  }

  /// Hashes the members. See ``RawJSON/hash(into:)``.
  public func hash(into hasher: inout Hasher) { RawJSON.dictionary(self).hash(into: &hasher) }
}

enum TreeComparison {
  /// Compares scalars. Returns `false` for arrays and objects.
  // Out of line, because numbers and strings of all layouts take 2 KB of code.
  @inline(never)
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
  /// The comparison ends where the lower tree ends, so recursion is bounded by its height. Where both
  /// are tall, a list holds the pairs that are still to be compared.
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
      // Both are empty, or the values of an open container are in other memory.
      guard a.visibleCount == b.visibleCount else { return false }
      if a.visibleCount == 0 { return true }
      return haveEqualContents(a.whole(), b.whole(), tallPairs: &tallPairs)
    }
    for index in 0..<a.count {
      var other = index
      if a.isObject {
        // Invariant: index < count of both.
        let name = unsafe a.names[index]
        // Most often the members have the same order.
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
