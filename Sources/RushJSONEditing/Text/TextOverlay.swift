// The values of a text after edits, as differences from its tape.
//
//   {"a": {"b": 1}, "c": [2]}     set /a/b to 5, remove /c, set /d to null
//
//   node of the text      the root is node 1
//   node 1 (the object)   "a" is node 2;  "c" is removed;  after the last member: "d", null
//   node 2 (under "a")    "b" is 5
//
// A container gets a node when an edit goes through it. A node of the text's own container keeps changes
// only, so it costs nothing to open a large one. An array whose elements are inserted or removed lists all of
// them.

import RushJSONCore

/// The content of an element or member.
enum EditedContent: Sendable {
  /// A value of the text with this record.
  case original(Int)
  /// A container with this node.
  case opened(Int)
  case new(RawJSON)
}

/// An element or member: the record of its value if it is in its place in the text, or else the
/// complement of the index of a `PlacedItem`.
typealias ItemReference = Int

/// An element or member that was added, or came from elsewhere in the text.
struct PlacedItem: Sendable {
  var content: EditedContent
  /// The name of a member.
  var name: String?
  /// Where it was, if its comments come with it.
  var source: Source?
  // The neighbours in a list of members.
  var next: Int?
  var previous: Int?
  var group: GroupKey?

  struct Source: Sendable, Hashable {
    /// The record of the container, and that of the value.
    var container: Int
    var value: Int
  }

  /// A list of members: those before or after a member of the text, or (with the record of the object) those
  /// after all of them.
  struct GroupKey: Sendable, Hashable {
    var record: Int
    var isAfter: Bool
  }
}

/// A name, which equals another if the scalars are the same.
struct NameKey: Hashable {
  let name: String

  static func == (a: NameKey, b: NameKey) -> Bool { a.name.utf8.elementsEqual(b.name.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    hasher.combine(0xff as UInt8)
  }
}

/// A container that an edit went through.
struct EditedNode: Sendable {
  /// The record of a container of the text; `nil` for one that was added.
  let record: Int?
  let isObject: Bool
  /// What is in the place of values of the text.
  var contents: [Int: EditedContent] = [:]
  /// At least the nesting of what was added: the levels from this node on.
  var addedHeight = 0
  /// Whether `addedHeight` also counts what the text has here.
  var isMeasured = false

  // Members.
  var removed: Set<Int> = []
  var renamed: [Int: String] = [:]
  /// The members whose names are not those of the text.
  var names: [NameKey: ItemReference] = [:]
  var groups: [PlacedItem.GroupKey: (first: Int, last: Int)] = [:]
  /// How often a name was looked up, and the members of names that several have.
  var lookUps = 0
  var repeated: [NameKey: [Int]]?

  // Elements.
  /// All elements, once they are listed.
  var items: [ItemReference]?
  var isReordered = false

  /// Whether items were added, removed or renamed.
  var isRearranged: Bool { isReordered || !removed.isEmpty || !groups.isEmpty }
}

struct TextOverlay: Sendable {
  let source: SourceText
  /// Node 0 is that of the text: an array of one element, the root.
  var nodes: [EditedNode]
  var placed: [PlacedItem] = []
  /// The record of the container of each one of the text that has a node.
  private(set) var parents: [Int: Int] = [:]
  private var heights: [Int: Int] = [:]

  static let root: ItemReference = DocumentStorage.rootIndex

  init(_ source: SourceText) {
    self.source = source
    nodes = [EditedNode(record: 0, isObject: false)]
  }

  // MARK: - Content

  func content(of item: ItemReference, in node: Int) -> EditedContent {
    item < 0 ? placed[~item].content : nodes[node].contents[item] ?? .original(item)
  }

  mutating func setContent(_ content: EditedContent, of item: ItemReference, in node: Int) {
    if item < 0 {
      placed[~item].content = content
    } else {
      nodes[node].contents[item] = content
    }
  }

  func name(of item: ItemReference, in node: Int) -> String {
    if item < 0 { return placed[~item].name ?? "" }
    return nodes[node].renamed[item] ?? source.name(ofMember: item)
  }

  func kind(of content: EditedContent) -> JSONKind {
    switch content {
    case .original(let record): source.record(record).valueKind
    case .opened(let node): nodes[node].isObject ? .object : .array
    case .new(let value): value.kind
    }
  }

  /// The node of an item, which is made if it is a container without one; `nil` for scalars.
  mutating func open(_ item: ItemReference, in node: Int) -> Int? {
    switch content(of: item, in: node) {
    case .opened(let opened): return opened
    case .original(let record):
      guard source.record(record).isContainer else { return nil }
      // One that has moved is known already.
      if parents[record] == nil { parents[record] = nodes[node].record }
      nodes.append(EditedNode(record: record, isObject: source.record(record).kind == .object))
    case .new(let value):
      guard value.storage != nil || value.kind == .object || value.kind == .array else {
        return nil
      }
      nodes.append(
        EditedNode(record: nil, isObject: value.kind == .object, addedHeight: Int(value.height)))
      add(childrenOf: value, to: nodes.count &- 1)
    }
    let opened = nodes.count &- 1
    setContent(.opened(opened), of: item, in: node)
    return opened
  }

  private mutating func add(childrenOf value: RawJSON, to node: Int) {
    if case .dictionary(let object) = value {
      for member in object {
        append(PlacedItem(content: .new(member.value), name: member.name), to: node)
      }
    } else {
      nodes[node].items = (0..<value.childCount).map { index in
        placed.append(PlacedItem(content: .new(value.child(at: index))))
        return ~(placed.count &- 1)
      }
    }
  }

  // MARK: - Elements

  func count(of node: Int) -> Int {
    nodes[node].items?.count ?? nodes[node].record.map { source.record($0).count } ?? 0
  }

  /// The element at an index below the count.
  func element(at index: Int, of node: Int) -> ItemReference {
    if let items = nodes[node].items { return items[index] }
    return source.element(at: index, of: nodes[node].record ?? 0)
  }

  private mutating func list(_ node: Int) {
    assert(!nodes[node].isObject)
    guard nodes[node].items == nil, let record = nodes[node].record else { return }
    nodes[node].items = source.children(of: record)
  }

  mutating func insert(_ item: PlacedItem, at index: Int, of node: Int) {
    list(node)
    var item = item
    item.name = nil
    placed.append(item)
    nodes[node].items?.insert(~(placed.count &- 1), at: index)
    nodes[node].isReordered = true
  }

  private mutating func removeElement(at index: Int, of node: Int) {
    list(node)
    nodes[node].items?.remove(at: index)
    nodes[node].isReordered = true
  }

  // MARK: - Members

  /// The member named `name`, or `nil` if there is none.
  mutating func member(named name: String, of node: Int) -> ItemReference? {
    if let item = nodes[node].names[NameKey(name: name)] { return item }
    guard let record = nodes[node].record else { return nil }
    guard let value = original(named: name, of: record, node) else { return nil }
    let isGone = nodes[node].removed.contains(value) || nodes[node].renamed[value] != nil
    return isGone ? nil : value
  }

  /// The same by the index of the document, whose cost the first look-up in a large object pays for all.
  func knownMember(named name: String, of node: Int) -> ItemReference? {
    if let item = nodes[node].names[NameKey(name: name)] { return item }
    guard let record = nodes[node].record, let value = source.child(name, of: record) else {
      return nil
    }
    let isGone = nodes[node].removed.contains(value) || nodes[node].renamed[value] != nil
    return isGone ? nil : value
  }

  /// How many look-ups in a large object compare all names, before its index is made. The index costs about as
  /// much as 60 of them (300,000 members).
  private static var scans: Int { 32 }

  private mutating func original(named name: String, of object: Int, _ node: Int) -> Int? {
    nodes[node].lookUps &+= 1
    if nodes[node].lookUps > Self.scans { return source.value(object)[name]?.index }
    let members = originals(named: name, of: object)
    return source.options.duplicateNames == .keepLast ? members.last : members.first
  }

  /// The values of all members of an object of the text that have a name.
  private func originals(named name: String, of object: Int) -> [Int] {
    let record = source.record(object)
    var found: [Int] = []
    var at = object &+ 1
    while at < object &+ record.distance {
      if source.hasName(name, member: at &+ 1) { found.append(at &+ 1) }
      at &+= 1 &+ source.record(at &+ 1).distance
    }
    return found
  }

  /// Removes the members of the text that have the name of `value`, except for that one if `keepsValue`.
  private mutating func removeOriginals(_ value: Int, of node: Int, keepsValue: Bool) {
    if !keepsValue { nodes[node].removed.insert(value) }
    guard let object = nodes[node].record, source.options.duplicateNames != .refuse else { return }
    let name = source.name(ofMember: value)
    let others: [Int]
    if nodes[node].lookUps <= Self.scans {
      others = originals(named: name, of: object)
    } else {
      others = repeatedMembers(of: object, node)[NameKey(name: name)] ?? []
    }
    for other in others where other != value { nodes[node].removed.insert(other) }
  }

  /// The members of each name that several have.
  private mutating func repeatedMembers(of object: Int, _ node: Int) -> [NameKey: [Int]] {
    if let repeated = nodes[node].repeated { return repeated }
    if source.isKnownUnique(object) {
      nodes[node].repeated = [:]
      return [:]
    }
    var members: [NameKey: [Int]] = [:]
    for value in source.children(of: object) {
      members[NameKey(name: source.name(ofMember: value)), default: []].append(value)
    }
    let repeated = members.filter { $0.value.count > 1 }
    nodes[node].repeated = repeated
    return repeated
  }

  /// Adds a member after all others.
  mutating func append(_ item: PlacedItem, to node: Int) {
    insert(item, in: .init(record: nodes[node].record ?? 0, isAfter: true), before: nil, of: node)
  }

  /// Adds a member before or after another one.
  mutating func insert(
    _ item: PlacedItem, beside anchor: ItemReference, isAfter: Bool, of node: Int
  ) {
    guard anchor < 0 else {
      let key = PlacedItem.GroupKey(record: anchor, isAfter: isAfter)
      // Next to the member: the first of those after it, or the last of those before it.
      let next = isAfter ? nodes[node].groups[key]?.first : nil
      return insert(item, in: key, before: next, of: node)
    }
    let placedAnchor = placed[~anchor]
    guard let key = placedAnchor.group else { return }
    insert(item, in: key, before: isAfter ? placedAnchor.next : ~anchor, of: node)
  }

  private mutating func insert(
    _ item: PlacedItem, in key: PlacedItem.GroupKey, before next: Int?, of node: Int
  ) {
    assert(nodes[node].isObject)
    assert(next.map { placed[$0].group == key } ?? true)
    let new = placed.count
    var item = item
    item.group = key
    item.next = next
    item.previous = next.map { placed[$0].previous } ?? nodes[node].groups[key]?.last
    placed.append(item)
    if let previous = item.previous { placed[previous].next = new }
    if let next { placed[next].previous = new }
    var group = nodes[node].groups[key] ?? (new, new)
    if item.previous == nil { group.first = new }
    if next == nil { group.last = new }
    nodes[node].groups[key] = group
    nodes[node].names[NameKey(name: item.name ?? "")] = ~new
  }

  private mutating func removeMember(_ item: ItemReference, of node: Int) {
    let key = NameKey(name: name(of: item, in: node))
    nodes[node].names[key] = nil
    guard item < 0 else {
      nodes[node].renamed[item] = nil
      return removeOriginals(item, of: node, keepsValue: false)
    }
    let gone = placed[~item]
    guard let group = gone.group, var range = nodes[node].groups[group] else { return }
    if let previous = gone.previous { placed[previous].next = gone.next }
    if let next = gone.next { placed[next].previous = gone.previous }
    if gone.previous == nil, gone.next == nil {
      nodes[node].groups[group] = nil
      return
    }
    if gone.previous == nil { range.first = gone.next ?? range.first }
    if gone.next == nil { range.last = gone.previous ?? range.last }
    nodes[node].groups[group] = range
  }

  /// Gives a member a name that no other one has.
  mutating func rename(_ item: ItemReference, to name: String, of node: Int) {
    nodes[node].names[NameKey(name: self.name(of: item, in: node))] = nil
    if item < 0 {
      placed[~item].name = name
    } else {
      if nodes[node].renamed[item] == nil { removeOriginals(item, of: node, keepsValue: true) }
      nodes[node].renamed[item] = name
    }
    nodes[node].names[NameKey(name: name)] = item
  }

  // MARK: - Items of both kinds

  /// All items of a node, in order.
  func items(of node: Int) -> [ItemReference] {
    let edited = nodes[node]
    if let items = edited.items { return items }
    let originals = edited.record.map(source.children) ?? []
    if !edited.isObject || edited.removed.isEmpty && edited.groups.isEmpty { return originals }
    var items: [ItemReference] = []
    func add(_ record: Int, isAfter: Bool) {
      var at = edited.groups[.init(record: record, isAfter: isAfter)]?.first
      while let id = at {
        items.append(~id)
        at = placed[id].next
      }
    }
    for value in originals {
      add(value, isAfter: false)
      if !edited.removed.contains(value) { items.append(value) }
      add(value, isAfter: true)
    }
    add(edited.record ?? 0, isAfter: true)
    return items
  }

  /// Removes an item, and returns it with its comments and its name. `index` is that of an element.
  mutating func take(_ item: ItemReference, at index: Int?, of node: Int) -> PlacedItem {
    var taken = PlacedItem(content: content(of: item, in: node))
    if nodes[node].isObject { taken.name = name(of: item, in: node) }
    if item < 0 {
      taken.source = placed[~item].source
    } else if let container = nodes[node].record {
      taken.source = .init(container: container, value: item)
      if parents[item] == nil { parents[item] = container }
      nodes[node].contents[item] = nil
    }
    if let index {
      removeElement(at: index, of: node)
    } else {
      removeMember(item, of: node)
    }
    return taken
  }

  // MARK: - Height

  /// At least the nesting of a content: 0 for scalars, 1 for an array of scalars.
  mutating func height(of content: EditedContent) -> Int {
    switch content {
    case .original(let record): return height(ofRecord: record)
    case .opened(let node):
      let added = nodes[node].addedHeight
      if nodes[node].isMeasured { return added }
      return max(added, nodes[node].record.map { height(ofRecord: $0) } ?? 1)
    case .new(let value): return exactHeight(of: value)
    }
  }

  private mutating func height(ofRecord record: Int) -> Int {
    guard source.record(record).isContainer else { return 0 }
    if let known = heights[record] { return known }
    var ends: [Int] = []
    var height = 0
    for at in record..<record &+ source.record(record).distance {
      while let end = ends.last, end <= at { ends.removeLast() }
      if source.record(at).isContainer {
        ends.append(at &+ source.record(at).distance)
        height = max(height, ends.count)
      }
    }
    heights[record] = height
    return height
  }

  /// Measures the nesting of a node, without levels that were removed.
  mutating func measure(_ node: Int) {
    var height = 1
    var open = [(items: items(of: node), next: 0, node: node)]
    while let top = open.last {
      if top.next == top.items.count {
        open.removeLast()
        continue
      }
      open[open.count &- 1].next &+= 1
      let content = content(of: top.items[top.next], in: top.node)
      if case .opened(let child) = content {
        open.append((items(of: child), 0, child))
        height = max(height, open.count)
      } else {
        height = max(height, open.count &+ self.height(of: content))
      }
    }
    nodes[node].addedHeight = height
    nodes[node].isMeasured = true
  }

  /// The nesting of a value, whose `height` may exceed it.
  private func exactHeight(of value: RawJSON) -> Int {
    if Int(value.height) <= source.options.maximumDepth / 2 { return Int(value.height) }
    var height = 0
    var open: [(container: RawJSON, next: Int)] = [(value, 0)]
    while let top = open.last {
      if top.container.kind == .array || top.container.kind == .object {
        height = max(height, open.count)
      }
      if top.next < top.container.childCount {
        open[open.count &- 1].next &+= 1
        open.append((top.container.child(at: top.next), 0))
      } else {
        open.removeLast()
      }
    }
    return height
  }
}
