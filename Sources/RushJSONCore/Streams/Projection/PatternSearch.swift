/// Finds the values that patterns select in a value in memory.
struct PatternSearch {
  /// Is called with the node at which patterns end, the value and, if it is wanted, its path.
  typealias Found = (PatternNode, RawJSON, [String]) -> Void

  private(set) var states: PatternStates
  /// The path of the value, if paths are wanted.
  private var path: [String]
  private let needsPaths: Bool
  /// The number of containers that are open around the value.
  private var depth: Int
  /// Whether all members of a document that have the same name count, unless they are in a value that is
  /// itself selected: so a reader finds them.
  private let findsDuplicates: Bool

  /// A search in the value at `path`, which is empty unless paths are wanted, in `depth` containers.
  init(
    _ states: PatternStates, path: [String] = [], depth: Int = 0, needsPaths: Bool,
    findsDuplicates: Bool = false
  ) {
    self.states = states
    self.path = path
    self.needsPaths = needsPaths
    self.findsDuplicates = findsDuplicates
    self.depth = depth
  }

  /// Finds the matches of `value`, and of what is in it, in the order of the text.
  mutating func matches(of value: RawJSON, at state: Int, _ found: Found) {
    let node = states[state]
    if !node.ends.isEmpty { found(node, value, path) }
    if node.isLeaf { return }
    switch value {
    case .array(let array):
      for index in PatternSearch.elements(of: node, count: array.count) {
        guard let child = enter(node.targets(at: index), String(index)) else { continue }
        matches(of: array[index], at: child, found)
        leave()
      }
    case .dictionary(let object):
      if node.wildcards.isEmpty, node.names.count == 1 {
        guard let member = object[node.names[0].text],
          let child = enter(node.names[0].targets, node.names[0].text)
        else { return }
        matches(of: member, at: child, found)
        leave()
      } else {
        for member in object {
          let targets = Array(member.name.utf8).withSpan { node.targets(named: $0) }
          guard let child = enter(targets, member.name) else { continue }
          matches(of: member.value, at: child, found)
          leave()
        }
      }
    default: break
    }
  }

  /// Finds the matches of the value at `index` of a document, and of what is in it, in the order of the text.
  mutating func matches(
    of index: Int, in storage: DocumentStorage, at state: Int, _ found: Found
  ) {
    let node = states[state]
    if !node.ends.isEmpty {
      let value = storage.tree(at: index)
      if findsDuplicates, !node.isLeaf { return matches(of: value, at: state, found) }
      found(node, value, path)
    }
    if node.isLeaf { return }
    switch storage.record(index).kind {
    case .array: elementMatches(of: index, in: storage, at: node, found)
    case .object: memberMatches(of: index, in: storage, at: node, found)
    default: break
    }
  }

  private mutating func elementMatches(
    of array: Int, in storage: DocumentStorage, at node: PatternNode, _ found: Found
  ) {
    var at = array &+ 1
    var position = 0
    for wanted in PatternSearch.elements(of: node, count: storage.record(array).count) {
      while position < wanted {
        at &+= storage.record(at).distance
        position &+= 1
      }
      guard let child = enter(node.targets(at: position), String(position)) else { continue }
      matches(of: at, in: storage, at: child, found)
      leave()
    }
  }

  private mutating func memberMatches(
    of object: Int, in storage: DocumentStorage, at node: PatternNode, _ found: Found
  ) {
    let members = storage.children(of: object)
    var at = members.lowerBound
    while at < members.upperBound {
      let name = storage.record(at)
      let value = at &+ 1
      at = value &+ storage.record(value).distance
      if !name.hasEscapes, !node.mayHaveName(ofLength: name.length) { continue }
      let position = storage.withUTF8(name) { node.position(of: $0) }
      if position == nil, node.wildcards.isEmpty { continue }
      if !findsDuplicates, !storage.counts(value, named: name, in: object) { continue }
      guard let child = enter(node.targets(named: position), storage.string(name)) else { continue }
      matches(of: value, in: storage, at: child, found)
      leave()
    }
  }

  /// The positions of the elements, of `count`, that `node` may lead to, in ascending order.
  private static func elements(of node: PatternNode, count: Int) -> some Sequence<Int> {
    let isListed = node.slices.isEmpty && node.wildcards.isEmpty
    return (0..<(isListed ? node.indexes.count : count)).lazy
      .map { isListed ? node.indexes[$0] : $0 }.prefix { $0 < count }
  }

  private mutating func enter(_ targets: [Int], _ token: @autoclosure () -> String) -> Int? {
    guard let state = states.state(targets, depth: depth &+ 1) else { return nil }
    depth &+= 1
    if needsPaths { path.append(token()) }
    return state
  }

  private mutating func leave() {
    depth &-= 1
    if needsPaths { path.removeLast() }
  }
}

extension JSONProjection {
  /// All values of a tree that the patterns select, in the order of the tree.
  /// - Complexity: O(*n*) in the members and elements of the containers that the patterns lead to.
  public func matches(in tree: RawJSON) -> [Match] {
    var matches: [Match] = []
    var search = PatternSearch(PatternStates(nodes), needsPaths: needsPaths)
    search.matches(of: tree, at: 0) { add($0, $1, at: $2, to: &matches) }
    return matches
  }

  /// All values in a value of a document that the patterns select, in the order of the document. Their
  /// paths begin at that value.
  /// - Complexity: O(*n*) in the members and elements of the containers that the patterns lead to. Makes
  ///   trees of the values.
  public func matches(in value: JSONDocument.Value) -> [Match] {
    var matches: [Match] = []
    var search = PatternSearch(PatternStates(nodes), needsPaths: needsPaths)
    search.matches(of: value.index, in: value.storage, at: 0) {
      add($0, $1, at: $2, to: &matches)
    }
    return matches
  }
}
