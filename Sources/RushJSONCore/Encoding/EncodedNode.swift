// Values as nodes, for types that do not encode themselves in the order of the text.

/// A name that is compared by its bytes, without Unicode equivalence.
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
    /// Nothing has been encoded yet.
    case none
    /// A scalar, or a value that cannot change any more: JSON text.
    case text([UInt8])
    case array([EncodedNode])
    case object(names: [String], values: [EncodedNode], indexes: [ExactName: Int])
  }

  var content = Content.none
  /// The key that the type gave for the member or element.
  var key: (any CodingKey)?
  /// The name of the member.
  var name = ""
  weak var parent: EncodedNode?
  /// Its names are data, so key strategies do not apply.
  var isDictionary = false
  /// The value failed, but its parent keeps it, because later values have their indexes.
  private var isRemoved = false
  /// The number of removed children.
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
    switch content {
    case .array(let elements): elements.count - removedCount
    case .object(_, let values, _): values.count - removedCount
    case .none, .text: 0
    }
  }

  /// Whether nothing has been encoded yet.
  var isNothing: Bool { if case .none = content { true } else { false } }

  /// Makes the value an array or an object. Returns `false` if it already has another kind.
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

  /// The member `name`, or `nil` if there is none.
  func member(_ name: String) -> EncodedNode? {
    guard case .object(_, let values, let indexes) = content,
      let index = indexes[ExactName(text: name)]
    else { return nil }
    return values[index]
  }

  /// Sets a member. It replaces an earlier one of the same name in place.
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

  /// Removes a child and restores `earlier`, which it had replaced.
  ///
  /// - Complexity: O(1): the last child is removed, and any other only marked.
  func remove(_ node: EncodedNode, for earlier: EncodedNode?) {
    let old = content
    // `old` becomes the only reference, so its arrays are not copied.
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

  /// Writes the value. Its depth must be within the limit.
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
      add(document.root, keys, options, nil, in: nil)
    } catch {
      // This library wrote the text, so it is JSON unless it was too long. Later values are still kept.
      nodes[0] = EncodedNode(nil, in: nil)
    }
  }

  private mutating func add(
    _ value: JSONDocument.Value, _ keys: [Int: (any CodingKey)?], _ options: JSONWritingOptions,
    _ key: (any CodingKey)?, in parent: EncodedNode?
  ) {
    let node = EncodedNode((keys[value.offset] ?? nil) ?? key, in: parent)
    nodes[value.offset] = node
    switch value.kind {
    case .array:
      _ = node.open(isObject: false)
      for (index, element) in JSONDocument.Elements(storage: value.storage, index: value.index)
        .enumerated()
      {
        add(element, keys, options, JSONPathKey(position: index), in: node)
        if let child = nodes[element.offset] { node.append(child) }
      }
    case .object:
      _ = node.open(isObject: true)
      for member in JSONDocument.Members(storage: value.storage, index: value.index) {
        add(member.value, keys, options, JSONPathKey(stringValue: member.name), in: node)
        if let child = nodes[member.value.offset] {
          child.name = member.name
          node.set(member.name, child)
        }
      }
    default:
      var output = TextOutput(OutputBuffer(), options: options)
      output.write(scalar: value)
      node.content = unsafe .text(Array(output.buffer.bytes))
    }
  }

  /// A new place for a node.
  mutating func place(of node: EncodedNode) -> EncodingPlace {
    let place = EncodingPlace(node: nextStart)
    nodes[nextStart] = node
    nextStart &-= 1
    return place
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
    node.name = name
    parent.set(name, node)
    return (node, place(of: node))
  }
}
