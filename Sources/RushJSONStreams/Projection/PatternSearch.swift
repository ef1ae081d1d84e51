public import RushJSONCore

// Values in memory are searched without recursion, because patterns and values may be deep.
//
//   pattern  /a/*/id
//   text     {"a": [1, {"id": 2}], "b": 3}
//
//   levels   {"a": …}    members  "a"       the wanted members of each open object, in the order of the text
//            [1, …]      next: 2
//            {"id": 2}            "id"

/// Finds the values that patterns select in a value in memory.
struct PatternSearch {
  /// Is called with the node at which patterns end, the value and, if it is wanted, its path.
  typealias Found = (PatternNode, RawJSON, [String]) -> Void

  /// An open container of a tree.
  private struct TreeLevel {
    let container: RawJSON
    let state: Int
    /// The position of the next child.
    var next = 0
  }

  /// The containers of a document that are open. Empty between searches, and kept for the next one.
  struct Memory {
    fileprivate struct Level {
      let state: Int
      /// The number of elements; -1 for an object.
      let count: Int
      /// The record of the next element, or the place of the next member in ``members``.
      var next: Int
      /// The position of the next element, or the place of an object's first member.
      var position: Int
    }

    fileprivate struct Member {
      /// The record of the value.
      let value: Int
      /// The position of the name among those of the node. -1 for another name.
      let name: Int
    }

    fileprivate var levels: [Level] = []
    /// The wanted members of the open objects.
    fileprivate var members: [Member] = []
  }

  var states: PatternStates
  /// The path of the value, if paths are wanted.
  var path: [String]
  private let needsPaths: Bool
  /// The number of containers that are open around the value.
  private var depth: Int
  var memory = Memory()
  /// Whether the last of several members of the same name was chosen.
  private(set) var hasDuplicates = false

  /// A search in the value at `path`, which is empty unless paths are wanted, in `depth` containers.
  init(_ states: PatternStates, path: [String] = [], depth: Int = 0, needsPaths: Bool) {
    self.states = states
    self.path = path
    self.needsPaths = needsPaths
    self.depth = depth
  }

  // MARK: - Trees

  /// Finds the matches of `value`, and of what is in it, in the order of the text.
  mutating func matches(of value: RawJSON, at state: Int, _ found: Found) {
    var levels: [TreeLevel] = []
    var next: (value: RawJSON, state: Int)? = (value, state)
    while let (value, state) = next {
      let node = states[state]
      if !node.ends.isEmpty { found(node, value, path) }
      levels.append(TreeLevel(container: value, state: state))
      while true {
        next = child(of: &levels[levels.count &- 1])
        if next != nil { break }
        levels.removeLast()
        if levels.isEmpty { return }
        leave()
      }
    }
  }

  /// Enters the next child that a pattern leads to.
  private mutating func child(of level: inout TreeLevel) -> (value: RawJSON, state: Int)? {
    let node = states[level.state]
    if node.isLeaf { return nil }
    switch level.container {
    case .array(let array):
      while let position = node.nextElement(from: level.next, of: array.count) {
        level.next = position &+ 1
        let targets = node.targets(at: position, of: array.count)
        if let state = enter(targets, String(position)) { return (array[position], state) }
      }
    case .dictionary(let object):
      if node.wildcards.isEmpty, node.names.count == 1 {
        defer { level.next = 1 }
        let name = node.names[0]
        guard level.next == 0, let value = object[name.text],
          let state = enter(name.targets, name.text)
        else { return nil }
        return (value, state)
      }
      while level.next < object.count {
        let member = object[level.next]
        level.next &+= 1
        let targets = Array(member.name.utf8).withSpan { node.targets(named: $0) }
        if let state = enter(targets, member.name) { return (member.value, state) }
      }
    default: break
    }
    return nil
  }

  // MARK: - Documents

  /// Finds the matches of the value at `index` of a document, and of what is in it, in the order of the text.
  /// The options of the document choose among members of the same name.
  mutating func matches(
    of index: Int, in storage: DocumentStorage, at state: Int, _ found: Found
  ) {
    var (index, state) = (index, state)
    if states[state].membersEnd { return members(of: index, in: storage, states[state], found) }
    while true {
      let node = states[state]
      if !node.ends.isEmpty { found(node, storage.tree(at: index), path) }
      var isOpen = !node.isLeaf
      if isOpen { isOpen = open(index, in: storage, at: state, node) }
      while true {
        if isOpen, let child = child(in: storage) {
          (index, state) = child
          break
        }
        if isOpen { close() }
        if memory.levels.isEmpty { return }
        leave()
        isOpen = true
      }
    }
  }

  /// Finds the wanted members of the value at `index`, at which patterns end.
  private mutating func members(
    of index: Int, in storage: DocumentStorage, _ node: PatternNode, _ found: Found
  ) {
    if storage.record(index).kind != .object { return }
    let first = memory.members.count
    addMembers(of: index, in: storage, to: first, node)
    for at in first..<memory.members.count {
      let name = memory.members[at].name
      // Made once, with its final length.
      let path = needsPaths ? path(to: node.names[name].text) : []
      let target = node.names[name].targets[0]
      found(states[target], storage.tree(at: memory.members[at].value), path)
    }
    memory.members.removeSubrange(first...)
  }

  private func path(to name: String) -> [String] {
    switch path.count {
    case 1: [path[0], name]
    case 2: [path[0], path[1], name]
    case 3: [path[0], path[1], path[2], name]
    default: path + CollectionOfOne(name)
    }
  }

  /// Opens the value at `index` unless it is a scalar.
  private mutating func open(
    _ index: Int, in storage: DocumentStorage, at state: Int, _ node: PatternNode
  ) -> Bool {
    let record = storage.record(index)
    guard record.isContainer else { return false }
    if record.kind == .array {
      memory.levels.append(
        Memory.Level(state: state, count: record.count, next: index &+ 1, position: 0))
    } else {
      let first = memory.members.count
      addMembers(of: index, in: storage, to: first, node)
      memory.levels.append(Memory.Level(state: state, count: -1, next: first, position: first))
    }
    return true
  }

  /// Adds the members of an object that a pattern leads to, one of each name, from `first` on.
  private mutating func addMembers(
    of object: Int, in storage: DocumentStorage, to first: Int, _ node: PatternNode
  ) {
    let members = storage.children(of: object)
    let isOrdinary = node.wildcards.isEmpty && node.names.count <= 64
    var seen: UInt64 = 0
    var next = members.lowerBound
    while next < members.upperBound {
      let name = storage.record(next)
      let value = next &+ 1
      next = value &+ storage.record(value).distance
      if !name.hasEscapes, !node.mayHaveName(ofLength: name.length) { continue }
      // Not optional, because the metadata of the result would be looked up for each name.
      let at = storage.withUTF8(name) { node.position(of: $0) ?? -1 }
      let position = at < 0 ? nil : at
      if position == nil, node.wildcards.isEmpty { continue }
      if isOrdinary, let position {
        let bit = 1 &<< UInt64(position)
        if seen & bit != 0 {
          if storage.options.duplicateNames != .keepLast { continue }
          hasDuplicates = true
          // At most 64 members are wanted, so this takes constant time.
          var earlier = first
          while memory.members[earlier].name != position { earlier &+= 1 }
          memory.members.remove(at: earlier)
        }
        seen |= bit
      } else if !storage.counts(value, named: name, in: object) {
        hasDuplicates = hasDuplicates || storage.options.duplicateNames == .keepLast
        continue
      }
      memory.members.append(Memory.Member(value: value, name: position ?? -1))
    }
  }

  /// Enters the next child of the innermost container that a pattern leads to.
  private mutating func child(in storage: DocumentStorage) -> (index: Int, state: Int)? {
    let last = memory.levels.count &- 1
    let node = states[memory.levels[last].state]
    let count = memory.levels[last].count
    if count < 0 {
      while memory.levels[last].next < memory.members.count {
        let member = memory.members[memory.levels[last].next]
        memory.levels[last].next &+= 1
        let targets = member.name < 0 ? node.wildcards : node.names[member.name].targets
        let name = member.value &- 1
        if let state = enter(targets, storage.string(storage.record(name))) {
          return (member.value, state)
        }
      }
      return nil
    }
    while let wanted = node.nextElement(from: memory.levels[last].position, of: count) {
      var at = memory.levels[last].next
      for _ in memory.levels[last].position..<wanted { at &+= storage.record(at).distance }
      memory.levels[last].next = at &+ storage.record(at).distance
      memory.levels[last].position = wanted &+ 1
      if let state = enter(node.targets(at: wanted, of: count), String(wanted)) {
        return (at, state)
      }
    }
    return nil
  }

  /// Closes the innermost container.
  private mutating func close() {
    let level = memory.levels.removeLast()
    if level.count < 0 { memory.members.removeSubrange(level.position...) }
  }

  // MARK: - States

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
