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

extension RawJSON.Array: Hashable {
  /// Whether both have equal elements in the same order.
  /// - Complexity: O(*n*) in all values of the tree.
  public static func == (a: RawJSON.Array, b: RawJSON.Array) -> Bool {
    TreeComparison.areEqual(a.storage, b.storage)
  }

  /// Hashes the elements. See ``RawJSON/hash(into:)``.
  public func hash(into hasher: inout Hasher) { RawJSON.array(self).hash(into: &hasher) }
}

extension RawJSON.Object: Hashable {
  /// Whether both have the same names, in any order, with equal values.
  /// - Complexity: O(*n*) in all values of the tree, on average.
  public static func == (a: RawJSON.Object, b: RawJSON.Object) -> Bool {
    TreeComparison.areEqual(a.storage, b.storage)
  }

  /// Hashes the members. See ``RawJSON/hash(into:)``.
  public func hash(into hasher: inout Hasher) { RawJSON.dictionary(self).hash(into: &hasher) }
}

package enum TreeComparison {
  /// Compares scalars. Returns `false` for arrays and objects.
  // Not inlined, because numbers and strings of all layouts take 2 KB of code.
  @inline(never)
  package static func areEqualScalars(_ a: RawJSON, _ b: RawJSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    default: false
    }
  }

  /// Compares two arrays, or two objects.
  /// The comparison ends with the lower tree, so its height bounds the recursion. If both are tall, a list holds the
  /// pairs that are still to be compared.
  static func areEqual(_ a: TreeStorage?, _ b: TreeStorage?) -> Bool {
    guard let a, let b else { return (a?.count ?? 0) == (b?.count ?? 0) }
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
    guard a.count == b.count else { return false }
    assert(a.isObject == b.isObject)
    for index in 0..<a.count {
      var other = index
      if a.isObject {
        let name = a.names[index]
        // Most often the members have the same order.
        if !name.hasSameBytes(as: b.names[index]) {
          other = b.position(of: name)
          if other < 0 { return false }
          assert(other < b.count)
        }
      }
      guard areEqual(a.values[index], b.values[other], tallPairs: &tallPairs) else {
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
    guard let first, let second else { return (first?.count ?? 0) == (second?.count ?? 0) }
    if min(first.height, second.height) >= TreeStorage.tall {
      tallPairs.append((first, second))
      return true
    }
    return haveEqualContents(first, second, tallPairs: &tallPairs)
  }
}

// MARK: - TreeHashing

// Hashing of trees. A tree that is neither deep nor large is hashed by recursion:
//
//   {"a": [1, 2], "b": 3}     6, 2, a sum over "a", 5, 2, 3 1, 3 2  and  "b", 3 3
//
// Any other tree is hashed level by level. Each value contributes a hash of its path and its content to
// a sum, so neither the order of members nor the depth matters. The work is bounded: where a level goes
// beyond the bound, only some elements and members count, and equal trees choose the same ones.

enum TreeHashing {
  /// The most values that are hashed. Ordinary trees of this size take more than 100 MB, but a tree
  /// that shares its parts can have more values than any memory holds.
  static let limit = 1 << 22

  /// Hashes a value. Equal values have equal hashes.
  @inline(never)
  static func hash(_ value: RawJSON, into hasher: inout Hasher, limit: Int = TreeHashing.limit) {
    var whole = hasher
    var left = limit
    // Whether a tree is too deep or too large does not depend on the order of its members.
    if combine(value, into: &whole, levels: TreeStorage.tall, &left) {
      hasher = whole
      return
    }
    hasher.combine(7 as UInt8)
    combineHead(value, into: &hasher)
    hasher.combine(levelSum(value, hasher, limit: limit))
  }

  /// Hashes a value with all its descendants. Returns `false` if these are too many or too deep.
  private static func combine(
    _ value: RawJSON, into hasher: inout Hasher, levels: UInt32, _ left: inout Int
  ) -> Bool {
    combineHead(value, into: &hasher)
    switch value {
    case .array(let array):
      return array.isEmpty || combine(array, into: &hasher, levels: levels, &left)
    case .dictionary(let object):
      return object.isEmpty || combine(object, into: &hasher, levels: levels, &left)
    default: return true
    }
  }

  // Not inlined: a copy for each of several levels would take 4 KB of code.
  @inline(never)
  private static func combine(
    _ array: RawJSON.Array, into hasher: inout Hasher, levels: UInt32, _ left: inout Int
  ) -> Bool {
    left &-= array.count
    guard levels > 0, left >= 0 else { return false }
    for element in array {
      guard combine(element, into: &hasher, levels: levels &- 1, &left) else { return false }
    }
    return true
  }

  private static func combine(
    _ object: RawJSON.Object, into hasher: inout Hasher, levels: UInt32, _ left: inout Int
  ) -> Bool {
    left &-= object.count
    guard levels > 0, left >= 0 else { return false }
    // A sum, because the order of members does not count.
    var sum = 0
    for member in object {
      var hasher = hasher
      combine(member.name, into: &hasher)
      guard combine(member.value, into: &hasher, levels: levels &- 1, &left) else { return false }
      sum &+= hasher.finalize()
    }
    hasher.combine(sum)
    return true
  }

  /// Hashes a scalar, or the kind and the count of an array or object.
  @inline(never)
  private static func combineHead(_ value: RawJSON, into hasher: inout Hasher) {
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
    case .dictionary(let object):
      hasher.combine(6 as UInt8)
      hasher.combine(object.count)
    }
  }

  private static func combine(_ string: String, into hasher: inout Hasher) {
    string.withBytes { unsafe hasher.combine(bytes: $0.raw) }
    // UTF-8 never has this byte, so it separates strings.
    hasher.combine(0xff as UInt8)
  }

  // MARK: - Level by level

  private struct Node {
    let value: RawJSON
    let path: UInt64
  }

  /// The sum of the hashes of all descendants of a value.
  private static func levelSum(_ root: RawJSON, _ hasher: Hasher, limit: Int) -> Int {
    var sum = 0
    var left = limit
    var level = [Node(value: root, path: 0)]
    var below: [Node] = []
    while !level.isEmpty, left > 0 {
      var count = 0
      for node in level { count = Int(clamping: UInt64(count) + UInt64(node.value.childCount)) }
      // One of `stride` children counts.
      let stride = UInt64(1 + (count - 1) / left)
      for node in level {
        for position in positions(of: node, stride, limit: left) {
          let (value, path) = child(at: position, of: node)
          var hasher = hasher
          hasher.combine(path)
          combineHead(value, into: &hasher)
          sum &+= hasher.finalize()
          if value.childCount > 0 { below.append(Node(value: value, path: path)) }
        }
      }
      left -= count
      swap(&level, &below)
      below.removeAll(keepingCapacity: true)
    }
    return sum
  }

  /// The positions of the children that are hashed. Equal trees choose the same, by indices and paths.
  private static func positions(of node: Node, _ stride: UInt64, limit: Int) -> StrideTo<Int> {
    let count = node.value.childCount
    if stride == 1 { return Swift.stride(from: 0, to: count, by: 1) }
    if case .array = node.value {
      let first = Int(clamping: node.path % stride)
      return Swift.stride(from: first, to: count, by: Int(clamping: stride))
    }
    // All members or no member, because their order does not count.
    let isTaken = node.path % stride == 0 && count <= limit
    return Swift.stride(from: 0, to: isTaken ? count : 0, by: 1)
  }

  private static func child(at position: Int, of node: Node) -> (value: RawJSON, path: UInt64) {
    let value: RawJSON
    let step: UInt64
    if case .dictionary(let object) = node.value {
      let member = object[position]
      value = member.value
      step = NameHash.hash(member.name)
    } else {
      value = node.value.child(at: position)
      step = UInt64(truncatingIfNeeded: position)
    }
    // A name of up to 16 bytes mixes in its length, so 17 keeps paths apart from names.
    return (value, NameHash.mix(node.path, step, 17, NameHash.seed))
  }
}
