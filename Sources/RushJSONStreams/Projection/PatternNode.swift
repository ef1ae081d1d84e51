// Patterns share a tree of their steps.
//
//   patterns    /a/b   /a/c   /a/*   $.a[0:5].d
//
//   root ─ a ─┬ b      names are sorted, for bisection
//             ├ c
//             ├ *
//             └ 0:5 ─ d
//
// The reader is at one node of the tree for each open container, or at several: at /a/b, two patterns continue. It
// merges them into one node with the steps of all when it first needs it.

import RushJSONCore

/// The steps from a node, while a projection is made.
struct PatternSteps {
  var ends: [Int] = []
  private(set) var names: [PatternNode.NameStep] = []
  private(set) var elements: [Int: [Int]] = [:]
  private(set) var slices: [PatternNode.SliceStep] = []
  private(set) var wildcards: [Int] = []

  init() {}

  var isEmpty: Bool {
    names.isEmpty && elements.isEmpty && slices.isEmpty && wildcards.isEmpty
  }

  /// The steps of all of `nodes`.
  init(of nodes: [PatternNode]) {
    for node in nodes {
      ends += node.ends
      names += node.names
      for (index, targets) in node.elements { elements[index, default: []] += targets }
      slices += node.slices
      wildcards += node.wildcards
    }
    ends.sort()
  }

  mutating func add(_ step: JSONPattern.Step, to node: Int) {
    switch step {
    case .name(let name): addName(name, node)
    case .index(let index): elements[index, default: []].append(node)
    case .token(let token):
      addName(token, node)
      if let index = JSONPointer.index(of: token) { elements[index, default: []].append(node) }
    case .slice(let start, let end, let step):
      // A step of 0 selects nothing (RFC 9535 §2.3.4.2.2).
      if step != 0 {
        slices.append(PatternNode.SliceStep(start: start, end: end, step: step, node: node))
      }
    case .wildcard: wildcards.append(node)
    }
  }

  private mutating func addName(_ name: String, _ node: Int) {
    names.append(PatternNode.NameStep(name, to: node))
  }
}

/// A node that some patterns lead to: the patterns that end here, and the steps of the others.
///
/// A class, so that a search retains one object for each container, not five arrays.
final class PatternNode: Sendable {
  /// The member of a name.
  struct NameStep: Sendable {
    let text: String
    let bytes: [UInt8]
    let count: Int
    /// The nodes of the step, in ascending order.
    var targets: [Int]

    init(_ name: String, to target: Int) {
      text = name
      bytes = Array(name.utf8)
      count = bytes.count
      targets = [target]
    }

    /// Negative if these bytes come before `name`, 0 if they are the same.
    func compare(with name: Span<UInt8>) -> Int {
      let count = min(bytes.count, name.count)
      for at in 0..<count where bytes[at] != name[at] { return bytes[at] < name[at] ? -1 : 1 }
      return bytes.count &- name.count
    }
  }

  struct SliceStep: Sendable {
    let start: Int
    let end: Int?
    let step: Int
    let node: Int

    /// Whether the slice has the element at `index`, which an array of `count` elements has (RFC 9535
    /// §2.3.4.2.2).
    func contains(_ index: Int, of count: Int) -> Bool {
      // No sum overflows: one of the two numbers is negative, and the other is not.
      let start = start < 0 ? start &+ count : start
      let end = end.map { $0 < 0 ? $0 &+ count : $0 }
      if step > 0 {
        let first = max(start, 0)
        return index >= first && index < end ?? count && (step == 1 || (index &- first) % step == 0)
      }
      let first = min(start, count &- 1)
      return index <= first && index > end ?? -1 && (first &- index).isMultiple(of: step)
    }
  }

  /// The positions of the patterns that end here, in ascending order.
  let ends: [Int]
  /// Sorted by their bytes, for bisection. Their targets include those of the wildcards.
  let names: [NameStep]
  /// The nodes of elements by index, without those of wildcards. Negative indexes count from the end.
  let elements: [Int: [Int]]
  /// The indexes of ``elements``, in ascending order.
  let indexes: [Int]
  let slices: [SliceStep]
  /// The nodes of every member and element.
  let wildcards: [Int]
  /// Whether no pattern continues from here.
  let isLeaf: Bool
  /// Whether patterns end at each wanted member and nowhere else, and nothing but members is wanted.
  let membersEnd: Bool
  /// The lengths of the names, as bits; the highest one is that of all longer ones.
  private let lengths: UInt64

  /// - Parameter isLeaf: Whether no pattern continues from a node.
  init(_ steps: PatternSteps = PatternSteps(), _ isLeaf: (Int) -> Bool = { _ in false }) {
    ends = steps.ends
    elements = steps.elements
    indexes = elements.keys.sorted()
    slices = steps.slices
    wildcards = steps.wildcards
    var names: [NameStep] = []
    for name in steps.names.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      if names.last?.bytes == name.bytes {
        names[names.count - 1].targets += name.targets
      } else {
        names.append(name)
      }
    }
    for at in names.indices {
      names[at].targets = PatternNode.union(names[at].targets, wildcards)
    }
    self.names = names
    lengths = names.reduce(0) { $0 | PatternNode.bit(ofLength: $1.count) }
    membersEnd =
      !names.isEmpty && ends.isEmpty && elements.isEmpty && slices.isEmpty && wildcards.isEmpty
      && names.allSatisfy { $0.targets.count == 1 && isLeaf($0.targets[0]) }
    self.isLeaf = names.isEmpty && elements.isEmpty && slices.isEmpty && wildcards.isEmpty
  }

  private static func union(_ some: [Int], _ others: [Int]) -> [Int] {
    if others.isEmpty, some.count < 2 { return some }
    return Set(some + others).sorted()
  }

  // MARK: - Looking up

  /// The position among ``names`` of the one with these bytes.
  /// - Complexity: O(log *n*) comparisons of names.
  func position(of name: Span<UInt8>) -> Int? {
    var low = 0
    var high = names.count
    if high <= 8 {
      // The lengths of so few names decide faster than bisection.
      while low < high {
        if names[low].count == name.count, names[low].compare(with: name) == 0 { return low }
        low &+= 1
      }
      return nil
    }
    while low < high {
      let middle = (low &+ high) / 2
      switch names[middle].compare(with: name) {
      case 0: return middle
      case ..<0: low = middle &+ 1
      default: high = middle
      }
    }
    return nil
  }

  private static func bit(ofLength count: Int) -> UInt64 { 1 &<< UInt64(min(count, 63)) }

  /// Whether a member may be wanted whose name has `count` bytes without an escape.
  @inline(__always)
  func mayHaveName(ofLength count: Int) -> Bool {
    lengths & PatternNode.bit(ofLength: count) != 0 || !wildcards.isEmpty
  }

  /// The nodes of the member whose name is at `position`, or of a member with an unlisted name.
  func targets(named position: Int?) -> [Int] { position.map { names[$0].targets } ?? wildcards }

  /// The nodes of the member of this name.
  func targets(named name: Span<UInt8>) -> [Int] {
    targets(named: position(of: name))
  }

  /// The nodes of the element at `index` of an array of `count` elements. The count does not matter if no
  /// pattern counts from the end.
  /// - Complexity: O(*n*) in the slices.
  func targets(at index: Int, of count: Int = .max) -> [Int] {
    var own = elements.isEmpty ? nil : elements[index]
    if hasNegativeIndexes, let fromEnd = elements[index &- count] { own = (own ?? []) + fromEnd }
    if slices.isEmpty { return own.map { Self.union($0, wildcards) } ?? wildcards }
    return Self.union(
      (own ?? []) + slices.lazy.filter { $0.contains(index, of: count) }.map(\.node), wildcards)
  }

  private var hasNegativeIndexes: Bool { indexes.first ?? 0 < 0 }

  /// The first position from `position` on, in an array of `count` elements, that a pattern may lead to.
  /// - Complexity: O(log *n*) in the indexes.
  func nextElement(from position: Int, of count: Int) -> Int? {
    var next = count
    if !slices.isEmpty || !wildcards.isEmpty {
      next = position
    } else {
      if hasNegativeIndexes {
        let fromEnd = indexes[firstIndex(from: position &- count)...].first ?? 0
        if fromEnd < 0 { next = count &+ fromEnd }
      }
      next = min(next, indexes[firstIndex(from: position)...].first ?? next)
    }
    return next < count ? next : nil
  }

  /// The position of the first of ``indexes`` from `index` on.
  private func firstIndex(from index: Int) -> Int {
    var (low, high) = (0, indexes.count)
    while low < high {
      let middle = (low &+ high) / 2
      if indexes[middle] < index { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The first index after `index` where the nodes must be found again, in a stream, where no pattern counts
  /// from the end.
  /// - Complexity: O(*n*) in the slices, and in the indexes if there are slices.
  func endOfRun(from index: Int) -> Int {
    if slices.isEmpty { return index > indexes.last ?? -1 ? .max : index &+ 1 }
    if slices.contains(where: { $0.step != 1 && $0.end ?? .max > index }) { return index &+ 1 }
    var next = Int.max
    for slice in slices {
      if slice.start > index { next = min(next, slice.start) }
      if let end = slice.end, end > index { next = min(next, end) }
    }
    for key in elements.keys where key >= index { next = min(next, max(key, index &+ 1)) }
    return next
  }
}

// MARK: - PatternStates

/// The nodes that a reader of patterns can be at: those of a projection, and those that are made of
/// several of them.
struct PatternStates {
  private let nodes: [PatternNode]
  private var merged: [PatternNode] = []
  private var numbers: [[Int]: Int] = [:]

  /// The most merged nodes that are kept. Ordinary patterns need fewer than there are patterns.
  private let maximumCount: Int

  init(_ nodes: [PatternNode], maximumCount: Int = 4096) {
    self.nodes = nodes
    self.maximumCount = maximumCount
  }

  subscript(state: Int) -> PatternNode {
    state < nodes.count ? nodes[state] : merged[state &- nodes.count]
  }

  /// The state of a reader at all of `targets`, or `nil` if there are none.
  ///
  /// The state is valid while no container at `depth` or a smaller one is left.
  @inline(__always)
  mutating func state(_ targets: [Int], depth: Int) -> Int? {
    targets.count < 2 ? targets.first : merge(targets, depth: depth)
  }

  private mutating func merge(_ targets: [Int], depth: Int) -> Int {
    if let number = numbers[targets] { return number }
    let node = PatternNode(PatternSteps(of: targets.map { nodes[$0] }))
    if merged.count < maximumCount {
      merged.append(node)
      let number = nodes.count &+ merged.count &- 1
      numbers[targets] = number
      return number
    }
    // With some patterns, each path of a text needs another node. One for each depth is kept and replaced then, so
    // that memory does not grow with the text.
    let place = maximumCount &+ depth
    while merged.count <= place { merged.append(PatternNode()) }
    merged[place] = node
    return nodes.count &+ place
  }
}
