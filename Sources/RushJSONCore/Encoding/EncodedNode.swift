// Values as nodes: what the text becomes when a type encodes itself in an order of its own.

/// A name. Names are the same if their bytes are, whatever Unicode says of them.
struct ExactName: Hashable {
  let text: String

  static func == (one: ExactName, other: ExactName) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(NameHash.hash(text)) }
}

/// A value that may still change.
final class EncodedNode {
  enum Content {
    /// Nothing was encoded yet.
    case none
    /// A scalar, or what is known to stay: JSON text.
    case text([UInt8])
    case array([EncodedNode])
    case object(names: [String], values: [EncodedNode], indexes: [ExactName: Int])
  }

  var content = Content.none
  /// The key of the member or element, as its type gave it.
  var key: (any CodingKey)?
  /// The name of the member.
  var name = ""
  weak var parent: EncodedNode?
  var isDictionary = false
  /// It failed, and stays in the value around it, where others have their places by now.
  private var isRemoved = false
  /// How many removed ones there are in this value.
  private var removedCount = 0
  /// How many values it is in.
  let depth: Int

  init(_ key: (any CodingKey)?, in parent: EncodedNode?) {
    self.key = key
    self.parent = parent
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var node: EncodedNode? = self
    while let at = node {
      if let key = at.key { path.append(key) }
      node = at.parent
    }
    return path.reversed()
  }

  var count: Int {
    switch content {
    case .array(let elements): elements.count - removedCount
    case .object(_, let values, _): values.count - removedCount
    case .none, .text: 0
    }
  }

  var isNothing: Bool { if case .none = content { true } else { false } }

  /// Makes it an array or an object. Returns `false` if it is something else already.
  func open(isObject: Bool) -> Bool {
    switch content {
    case .none:
      content = isObject ? .object(names: [], values: [], indexes: [:]) : .array([])
      return true
    case .array: return !isObject
    case .object: return isObject
    case .text: return false
    }
  }

  func append(_ node: EncodedNode) {
    guard case .array(var elements) = content else { return }
    content = .none
    elements.append(node)
    content = .array(elements)
  }

  /// The member `name`, if there is one.
  func member(_ name: String) -> EncodedNode? {
    guard case .object(_, let values, let indexes) = content,
      let index = indexes[ExactName(text: name)]
    else { return nil }
    return values[index]
  }

  /// Sets a member; an earlier one of that name keeps its place and loses its value.
  func set(_ name: String, _ node: EncodedNode) {
    guard case .object(var names, var values, var indexes) = content else { return }
    content = .none
    if let index = indexes[ExactName(text: name)] {
      values[index] = node
    } else {
      indexes[ExactName(text: name)] = values.count
      names.append(name)
      values.append(node)
    }
    content = .object(names: names, values: values, indexes: indexes)
  }

  /// Takes a child out again; `earlier` comes back to its place.
  ///
  /// The last one is taken out, and any other is only marked, so that the cost is the same for each.
  func remove(_ node: EncodedNode, for earlier: EncodedNode?) {
    let old = content
    // The only reference, so that nothing is copied.
    content = .none
    switch consume old {
    case .array(var elements):
      if elements.last === node { elements.removeLast() } else { markRemoved(node) }
      content = .array(elements)
    case .object(var names, var values, var indexes):
      let name = ExactName(text: node.name)
      if let index = indexes[name], values[index] === node {
        if let earlier {
          values[index] = earlier
        } else {
          indexes[name] = nil
          if index == values.count - 1 {
            names.removeLast()
            values.removeLast()
          } else {
            markRemoved(node)
          }
        }
      }
      content = .object(names: names, values: values, indexes: indexes)
    case .none: break
    case .text(let text): content = .text(text)
    }
  }

  private func markRemoved(_ node: EncodedNode) {
    node.isRemoved = true
    removedCount += 1
  }

  /// Writes the value, which is not deeper than the text may be.
  func write(to output: inout TextOutput) {
    switch content {
    case .none: output.empty(isObject: true)
    case .text(let text): unsafe text.withUnsafeBytes { unsafe output.buffer.append($0) }
    case .array(let elements):
      if count == 0 { return output.empty(isObject: false) }
      output.open(isObject: false)
      var isFirst = true
      for element in elements where !element.isRemoved {
        output.separate(isFirst)
        isFirst = false
        element.write(to: &output)
      }
      output.close(isObject: false)
    case .object(let names, let values, _):
      if count == 0 { return output.empty(isObject: true) }
      output.open(isObject: true)
      var isFirst = true
      for index in values.indices where !values[index].isRemoved {
        output.separate(isFirst)
        isFirst = false
        output.string(names[index])
        output.colon()
        values[index].write(to: &output)
      }
      output.close(isObject: true)
    }
  }
}

extension EncodingSession {
  /// Makes the text so far into nodes, by which every place finds its value again.
  @inline(never)
  func makeNodes() {
    guard !isTree else { return }
    // The text becomes complete, with a null where nothing was written yet.
    let open = openValues
    let innermost = open.last?.frame
    let isPending = innermost?.kind == .empty
    if isPending { unsafe output.pointee.null() }
    for (frame, _) in open.reversed() {
      if frame.kind == .array { unsafe output.pointee.close(isObject: false) }
      if frame.kind == .object { unsafe output.pointee.close(isObject: true) }
    }
    // The text that was dropped is lost, whatever is left out later.
    if unsafe output.pointee.buffer.failure != nil { noteLoss() }
    let text = unsafe Array(output.pointee.buffer.bytes)
    beginTree()
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text, options: reading)
      let closed = unsafe state.pointee.closedKeys.map { ($0.start, $0.key as (any CodingKey)?) }
      let keys = Dictionary(
        closed + open.map { ($0.frame.start, $0.key) }, uniquingKeysWith: { _, last in last })
      add(document.root, keys, nil, in: nil)
      for (frame, _) in open {
        unsafe state.pointee.nodes[frame.start]?.isDictionary = frame.isDictionary
      }
      for start in unsafe state.pointee.vacantStarts {
        unsafe state.pointee.nodes[start]?.content = .none
      }
      if isPending, let innermost { unsafe state.pointee.nodes[innermost.start]?.content = .none }
    } catch {
      // The text is ours, so it is JSON unless it was too long; what is encoded later is still kept.
      unsafe state.pointee.nodes[0] = EncodedNode(nil, in: nil)
    }
  }

  private func add(
    _ value: JSONDocument.Value, _ keys: [Int: (any CodingKey)?], _ key: (any CodingKey)?,
    in parent: EncodedNode?
  ) {
    let node = EncodedNode((keys[value.offset] ?? nil) ?? key, in: parent)
    unsafe state.pointee.nodes[value.offset] = node
    switch value.kind {
    case .array:
      _ = node.open(isObject: false)
      for (index, element) in JSONDocument.Elements(storage: value.storage, index: value.index)
        .enumerated()
      {
        add(element, keys, JSONPathKey(position: index), in: node)
        if let child = unsafe state.pointee.nodes[element.offset] { node.append(child) }
      }
    case .object:
      _ = node.open(isObject: true)
      for member in JSONDocument.Members(storage: value.storage, index: value.index) {
        add(member.value, keys, JSONPathKey(stringValue: member.name), in: node)
        if let child = unsafe state.pointee.nodes[member.value.offset] {
          child.name = member.name
          node.set(member.name, child)
        }
      }
    default:
      var output = TextOutput(OutputBuffer(), options: snapshot.scalars)
      output.write(scalar: value)
      node.content = unsafe .text(Array(output.buffer.bytes))
    }
  }

  // MARK: - Encoding to nodes

  /// The node of the value at `place`, once everything is nodes, if it may be used.
  func node(_ place: EncodingPlace) -> EncodedNode? {
    guard isInUse, isTree, !place.isMisused else { return nil }
    return unsafe state.pointee.nodes[place.start]
  }

  func openNode(_ place: EncodingPlace, isObject: Bool) -> Bool {
    guard let node = node(place) else { return false }
    if node.depth >= maximumDepth { return noteTooDeep() }
    return node.open(isObject: isObject) || noteMisuse(place)
  }

  /// A new node and the place that stands for it.
  func makeNode(_ key: any CodingKey, in parent: EncodedNode) -> (EncodedNode, EncodingPlace) {
    let node = EncodedNode(key, in: parent)
    return (node, place(of: node))
  }

  /// One more place that stands for a node.
  func place(of node: EncodedNode) -> EncodingPlace {
    let start = unsafe state.pointee.nextNode
    unsafe state.pointee.nextNode &-= 1
    unsafe state.pointee.nodes[start] = node
    return EncodingPlace(start: start, id: .max, level: .max)
  }

  /// The text that `write` writes, where the text of the whole is no longer.
  func text(_ write: (UnsafeMutablePointer<TextOutput>) throws -> Void) rethrows -> [UInt8] {
    defer {
      if unsafe output.pointee.buffer.failure != nil {
        unsafe state.pointee.exceeded.isTooLong = true
      }
      unsafe output.pointee.buffer.restore(to: 0)
    }
    try unsafe write(output)
    return unsafe Array(output.pointee.buffer.bytes)
  }
}
