/// Finds what patterns select in a value that is in memory.
struct PatternSearch {
  private let projection: JSONProjection
  private(set) var states: PatternStates
  /// The path of the value, if paths are wanted.
  private var path: [String]

  /// A search in the value at `path`, which is empty unless paths are wanted.
  init(_ projection: JSONProjection, states: PatternStates, path: [String] = []) {
    self.projection = projection
    self.states = states
    self.path = path
  }

  /// Adds the matches of `value`, and of what is in it, in the order of the text.
  mutating func matches(
    of value: RawJSON, at state: Int, into matches: inout [JSONProjection.Match]
  ) {
    let node = states[state]
    add(node, value, &matches)
    if node.isLeaf { return }
    switch value {
    case .array(let array):
      for index in indexes(of: node, count: array.count) {
        guard let child = enter(node.targets(at: index), String(index)) else { continue }
        self.matches(of: array[index], at: child, into: &matches)
        leave()
      }
    case .dictionary(let object):
      if node.wildcards.isEmpty, node.names.count == 1 {
        guard let member = object[node.names[0].text],
          let child = enter(node.names[0].targets, node.names[0].text)
        else { return }
        self.matches(of: member, at: child, into: &matches)
        leave()
      } else {
        for member in object {
          let targets = Array(member.name.utf8).withSpan { node.targets(named: $0) }
          guard let child = enter(targets, member.name) else { continue }
          self.matches(of: member.value, at: child, into: &matches)
          leave()
        }
      }
    default: break
    }
  }

  /// Adds the matches of `value`, and of what is in it, in the order of the text.
  mutating func matches(
    of value: JSONDocument.Value, at state: Int, into matches: inout [JSONProjection.Match]
  ) {
    let node = states[state]
    if !node.ends.isEmpty { add(node, RawJSON(value), &matches) }
    if node.isLeaf { return }
    switch value.kind {
    case .array:
      for index in indexes(of: node, count: value.count) {
        guard let element = value[index],
          let child = enter(node.targets(at: index), String(index))
        else { continue }
        self.matches(of: element, at: child, into: &matches)
        leave()
      }
    case .object:
      for member in members(of: value) {
        let targets = member.withNameUTF8 { node.targets(named: $0) }
        if targets.isEmpty { continue }
        let name = member.name
        // The options of the document say which one of several members counts.
        guard value[name]?.offset == member.value.offset, let child = enter(targets, name) else {
          continue
        }
        self.matches(of: member.value, at: child, into: &matches)
        leave()
      }
    default: break
    }
  }

  private func add(
    _ node: PatternNode, _ value: RawJSON, _ matches: inout [JSONProjection.Match]
  ) {
    projection.add(node, value, at: path, to: &matches)
  }

  /// The indexes of an array's elements that `node` may lead to, in ascending order.
  private func indexes(of node: PatternNode, count: Int) -> [Int] {
    if node.slices.isEmpty, node.wildcards.isEmpty {
      return node.elements.keys.filter { $0 < count }.sorted()
    }
    return Array(0..<count)
  }

  private func members(of value: JSONDocument.Value) -> [JSONDocument.Member] {
    do throws(JSONValueError) { return Array(try value.members()) } catch { return [] }
  }

  private mutating func enter(_ targets: [Int], _ token: @autoclosure () -> String) -> Int? {
    guard let state = states.state(targets, depth: path.count &+ 1) else { return nil }
    path.append(projection.needsPaths ? token() : "")
    return state
  }

  private mutating func leave() { path.removeLast() }
}

extension JSONProjection {
  /// All values of a tree that the patterns select, in the order of the tree.
  /// - Complexity: O(*n*) in the members and elements of the containers that the patterns lead to.
  public func matches(in tree: RawJSON) -> [Match] {
    var matches: [Match] = []
    var search = PatternSearch(self, states: PatternStates(nodes))
    search.matches(of: tree, at: 0, into: &matches)
    return matches
  }

  /// All values in a value of a document that the patterns select, in the order of the document. Their
  /// paths begin at that value.
  /// - Complexity: O(*n*) in the members and elements of the containers that the patterns lead to. Makes
  ///   trees of the values.
  public func matches(in value: JSONDocument.Value) -> [Match] {
    var matches: [Match] = []
    var search = PatternSearch(self, states: PatternStates(nodes))
    search.matches(of: value, at: 0, into: &matches)
    return matches
  }
}
