// Equality and hashing of trees, both with bounded recursion.

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
  /// What lies more than a few dozen levels deep does not count.
  public func hash(into hasher: inout Hasher) {
    TreeComparison.hash(self, into: &hasher, levels: TreeStorage.tall)
  }
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

  /// Hashes a value, and what lies up to `levels` deep in it.
  static func hash(_ value: RawJSON, into hasher: inout Hasher, levels: UInt32) {
    switch value {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value ? 1 : 2 as UInt8)
    case .number(let number):
      hasher.combine(3 as UInt8)
      hasher.combine(number)
    case .string(let string):
      hasher.combine(4 as UInt8)
      combine(string, into: &hasher)
    case .array(let array):
      hasher.combine(5 as UInt8)
      hasher.combine(array.count)
      guard levels > 0 else { return }
      for element in array { hash(element, into: &hasher, levels: levels &- 1) }
    case .dictionary(let object):
      hasher.combine(6 as UInt8)
      hasher.combine(object.count)
      guard levels > 0 else { return }
      // A sum does not depend on the order.
      var sum = 0
      for member in object {
        var hasher = hasher
        combine(member.name, into: &hasher)
        hash(member.value, into: &hasher, levels: levels &- 1)
        sum &+= hasher.finalize()
      }
      hasher.combine(sum)
    }
  }

  private static func combine(_ string: String, into hasher: inout Hasher) {
    unsafe string.withBytes { unsafe hasher.combine(bytes: $0) }
    // No byte of UTF-8, so that two strings do not hash as one.
    hasher.combine(0xff as UInt8)
  }
}
