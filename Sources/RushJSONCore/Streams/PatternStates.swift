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
    // Patterns can be such that each path of a text needs another node. Then one for each depth is kept
    // and replaced, so that memory does not grow with the text.
    let place = maximumCount &+ depth
    while merged.count <= place { merged.append(PatternNode()) }
    merged[place] = node
    return nodes.count &+ place
  }
}
