/// A value that may still change, of a type that does not encode itself in the order of the text.
final class EncodedNode {
  enum Content {
    /// Nothing has been encoded yet.
    case none
    /// A scalar, or a value that cannot change any more: JSON text.
    case text([UInt8])
    case array, object
  }

  var content = Content.none
  /// The key that the type gave for the member or element.
  var key: (any CodingKey)?
  var name = ""
  weak var parent: EncodedNode?
  /// Its names are data, so key strategies do not apply.
  var isDictionary = false
  /// Its container catches ``LeftOut``.
  var mayBeLeftOut = false
  /// A super encoder may encode it after other values.
  var isLate = false
  /// Another value took its name before it was encoded. Encoding it is an error, because it would be lost.
  private var isReplaced = false
  private var children: [EncodedNode] = []
  /// The children of an object by the bytes of their names, which are compared without equivalence.
  private var indexes: [[UInt8]: Int] = [:]
  /// The value failed, but its parent keeps it, because later values have their indexes.
  private var isRemoved = false
  private var removedCount = 0
  /// The number of ancestors.
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
    assert(removedCount >= 0 && removedCount <= children.count)
    return children.count - removedCount
  }
  var isObject: Bool { if case .object = content { true } else { false } }
  var isNothing: Bool { if case .none = content { true } else { false } }
  var takesText: Bool { isNothing && !isReplaced }

  /// Makes the value an array or an object. Returns `false` if it already has another kind.
  func open(isObject: Bool) -> Bool {
    if isReplaced { return false }
    switch content {
    case .none:
      content = isObject ? .object : .array
      return true
    case .array: return !isObject
    case .object: return isObject
    case .text: return false
    }
  }

  func append(_ node: EncodedNode) { children.append(node) }

  /// The member `name`, or `nil` if there is none.
  func member(_ name: String) -> EncodedNode? { indexes[Array(name.utf8)].map { children[$0] } }

  /// Sets a member. It replaces an earlier one of the same name in place.
  func set(_ name: String, _ node: EncodedNode) {
    // The node of a value that was taken back has not been opened.
    if isNothing { content = .object }
    node.name = name
    if let index = indexes[Array(name.utf8)] {
      let earlier = children[index]
      earlier.isReplaced = earlier.isLate && earlier.isNothing
      children[index] = node
    } else {
      indexes[Array(name.utf8)] = children.count
      children.append(node)
    }
  }

  /// Removes a child and restores `earlier`, which it had replaced.
  /// - Complexity: O(1): the last child is removed, and any other only marked.
  func remove(_ node: EncodedNode, for earlier: EncodedNode?) {
    if case .object = content {
      let name = Array(node.name.utf8)
      guard let index = indexes[name], children[index] === node else { return }
      if let earlier {
        children[index] = earlier
        earlier.isReplaced = false
        return
      }
      indexes[name] = nil
    }
    if children.last === node {
      children.removeLast()
    } else {
      node.isRemoved = true
      removedCount += 1
    }
  }

  /// Writes the value. Returns `false` at an array or object that is deeper than `limit`: each node was within the
  /// limit, but nodes may have been put into others later.
  func write(to output: inout TextOutput, within limit: Int) -> Bool {
    let isObject: Bool
    switch content {
    case .text(let text):
      text.withCheckedBytes { output.buffer.append($0) }
      return EncodedNode.isWithin(depth: limit &- output.depth, text)
    case .array: isObject = false
    case .none, .object: isObject = true
    }
    if output.depth >= limit { return false }
    if count == 0 {
      output.empty(isObject: isObject)
      return true
    }
    output.open(isObject: isObject)
    var isFirst = true
    for child in children where !child.isRemoved {
      output.separate(isFirst)
      isFirst = false
      if isObject {
        output.string(child.name)
        output.colon()
      }
      if !child.write(to: &output, within: limit) { return false }
    }
    output.close(isObject: isObject)
    return true
  }

  /// Whether the text of a value has no more than `depth` levels. Only trees are encoded as one text with levels.
  private static func isWithin(depth: Int, _ text: [UInt8]) -> Bool {
    guard text.first == .openBracket || text.first == .openBrace else { return true }
    var options = JSONReadingOptions()
    options.maximumDepth = depth
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text, options: options)
      return true
    } catch {
      return false
    }
  }
}

/// The nodes of one encoding, and the places that refer to them.
struct EncodedTree {
  /// The nodes by the starts of their places.
  private var nodes: [Int: EncodedNode] = [:]
  private var nextStart = -1

  subscript(start: Int) -> EncodedNode? { nodes[start] }

  /// Makes complete text into nodes. `keys` has the keys of values by their offsets, where names do
  /// not tell them.
  mutating func read(
    _ text: [UInt8], keys: [Int: (any CodingKey)?], writing options: JSONWritingOptions
  ) {
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text, options: reading)
      _ = add(document.root, keys, options, nil, in: nil)
    } catch {
      // This library wrote the text, so it is JSON unless it was too long. Later values are still kept.
      nodes[0] = EncodedNode(nil, in: nil)
    }
  }

  private mutating func add(
    _ value: JSONDocument.Value, _ keys: [Int: (any CodingKey)?], _ options: JSONWritingOptions,
    _ key: (any CodingKey)?, in parent: EncodedNode?
  ) -> EncodedNode {
    let node = EncodedNode((keys[value.offset] ?? nil) ?? key, in: parent)
    nodes[value.offset] = node
    switch value.kind {
    case .array:
      _ = node.open(isObject: false)
      let elements = JSONDocument.Elements(storage: value.storage, index: value.index)
      for (index, element) in elements.enumerated() {
        node.append(add(element, keys, options, JSONPathKey(position: index), in: node))
      }
    case .object:
      _ = node.open(isObject: true)
      for member in JSONDocument.Members(storage: value.storage, index: value.index) {
        let key = JSONPathKey(stringValue: member.name)
        node.set(member.name, add(member.value, keys, options, key, in: node))
      }
    default:
      var output = TextOutput(OutputBuffer(), options: options)
      output.write(scalar: value)
      node.content = .text(Array(output.buffer.bytes))
    }
    return node
  }

  mutating func place(of node: EncodedNode) -> EncodingPlace {
    assert(nextStart < 0 && nodes[nextStart] == nil)
    let place = EncodingPlace(node: nextStart)
    nodes[nextStart] = node
    nextStart &-= 1
    return place
  }

  /// The node of a value whose text was taken back, by the identifier of its frame.
  mutating func lost(_ id: UInt32) -> EncodedNode {
    let start = Int.min &+ Int(id)
    let node = nodes[start] ?? EncodedNode(nil, in: nil)
    nodes[start] = node
    return node
  }

  /// A new element of `parent`, and its place.
  mutating func element(of parent: EncodedNode) -> (node: EncodedNode, place: EncodingPlace) {
    let node = EncodedNode(JSONPathKey(position: parent.count), in: parent)
    parent.append(node)
    return (node, place(of: node))
  }

  /// A new member of `parent`, and its place.
  mutating func member(_ name: String, _ key: some CodingKey, of parent: EncodedNode)
    -> (node: EncodedNode, place: EncodingPlace)
  {
    let node = EncodedNode(key, in: parent)
    parent.set(name, node)
    return (node, place(of: node))
  }
}
