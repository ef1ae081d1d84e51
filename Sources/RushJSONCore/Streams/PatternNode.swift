// What patterns have in common: a tree of their steps.
//
//   patterns    /a/b   /a/c   /a/*   $.a[0:5].d
//
//   root ─ a ─┬ b      names are sorted, for bisection
//             ├ c
//             ├ *
//             └ 0:5 ─ d
//
// The reader is at one node of the tree for each open container, or at several: at /a/b, two patterns
// go on. It then makes one node of them, with the steps of all, the first time that it is needed.

/// A place that some patterns lead to: which end here, and where the others go on.
struct PatternNode: Sendable {
  /// The member of a name.
  struct NameStep: Sendable {
    let text: String
    let bytes: [UInt8]
    /// The nodes of the step, in ascending order.
    var targets: [Int]

    /// Negative if these bytes come before `name`, 0 if they are the same.
    func compare(with name: Span<UInt8>) -> Int {
      for (at, byte) in bytes.enumerated() {
        if at == name.count { return 1 }
        if byte != name[at] { return byte < name[at] ? -1 : 1 }
      }
      return bytes.count == name.count ? 0 : -1
    }
  }

  struct SliceStep: Sendable {
    let start: Int
    let end: Int
    let step: Int
    let node: Int

    func contains(_ index: Int) -> Bool {
      index >= start && index < end && (step == 1 || (index &- start) % step == 0)
    }
  }

  /// The positions of the patterns that end here, in ascending order.
  var ends: [Int] = []
  /// Sorted by their bytes, for bisection. Their targets include those of the wildcards.
  private(set) var names: [NameStep] = []
  /// The nodes of elements by index, without those of wildcards.
  private(set) var elements: [Int: [Int]] = [:]
  /// The greatest index of an element, or −1.
  private var lastIndex = -1
  private(set) var slices: [SliceStep] = []
  /// The nodes of every member and element.
  private(set) var wildcards: [Int] = []

  /// Whether no pattern goes on from here.
  var isLeaf: Bool { names.isEmpty && elements.isEmpty && slices.isEmpty && wildcards.isEmpty }

  // MARK: - Building

  mutating func add(_ step: JSONPattern.Step, to node: Int) {
    switch step {
    case .name(let name): addName(name, [node])
    case .index(let index): elements[index, default: []].append(node)
    case .token(let token):
      addName(token, [node])
      if let index = JSONPointer.index(of: token) { elements[index, default: []].append(node) }
    case .slice(let start, let end, let step):
      // A step of 0 selects nothing (RFC 9535 §2.3.4.2.2).
      if step > 0 {
        slices.append(SliceStep(start: start, end: end ?? .max, step: step, node: node))
      }
    case .wildcard: wildcards.append(node)
    }
  }

  private mutating func addName(_ name: String, _ targets: [Int]) {
    names.append(NameStep(text: name, bytes: Array(name.utf8), targets: targets))
  }

  /// Sorts what was added.
  mutating func prepare() {
    names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    var merged: [NameStep] = []
    for name in names {
      if merged.last?.bytes == name.bytes {
        merged[merged.count - 1].targets += name.targets
      } else {
        merged.append(name)
      }
    }
    names = merged
    lastIndex = elements.keys.max() ?? -1
    for at in names.indices {
      names[at].targets = Self.union(names[at].targets, wildcards)
    }
  }

  /// The node that does what all of `nodes` do.
  init(merging nodes: [PatternNode]) {
    for node in nodes {
      ends += node.ends
      names += node.names
      for (index, targets) in node.elements { elements[index, default: []] += targets }
      slices += node.slices
      wildcards += node.wildcards
    }
    ends.sort()
    prepare()
  }

  init() {}

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

  /// The nodes of the member of this name.
  func targets(named name: Span<UInt8>) -> [Int] {
    position(of: name).map { names[$0].targets } ?? wildcards
  }

  /// The nodes of the element at `index`.
  /// - Complexity: O(*n*) in the slices.
  func targets(at index: Int) -> [Int] {
    let own = elements.isEmpty ? nil : elements[index]
    if slices.isEmpty { return own.map { Self.union($0, wildcards) } ?? wildcards }
    return Self.union(
      (own ?? []) + slices.lazy.filter { $0.contains(index) }.map(\.node), wildcards)
  }

  /// The first index after `index` for which the nodes must be found again.
  /// - Complexity: O(*n*) in the slices, and in the indexes if there are slices.
  func endOfRun(from index: Int) -> Int {
    if slices.isEmpty { return index > lastIndex ? .max : index &+ 1 }
    if slices.contains(where: { $0.step != 1 && $0.end > index }) { return index &+ 1 }
    var next = Int.max
    for slice in slices {
      if slice.start > index { next = min(next, slice.start) }
      if slice.end > index { next = min(next, slice.end) }
    }
    for key in elements.keys where key >= index { next = min(next, max(key, index &+ 1)) }
    return next
  }
}
