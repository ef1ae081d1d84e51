// Values as nodes: what the text becomes when a type encodes itself in an order of its own.

/// A value that may still change.
final class EncodedNode {
  enum Content {
    /// Nothing was encoded yet.
    case none
    /// A scalar, or what is known to stay: JSON text.
    case text([UInt8])
    case array([EncodedNode])
    case object(names: [String], values: [EncodedNode], indexes: [String: Int])
  }

  var content = Content.none
  let key: (any CodingKey)?
  weak var parent: EncodedNode?
  var isDictionary = false
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
    case .array(let elements): elements.count
    case .object(_, let values, _): values.count
    case .none, .text: 0
    }
  }

  /// Makes it an array or an object. Not so if it is something else already.
  func open(isObject: Bool) -> Bool {
    switch content {
    case .none:
      content = isObject ? .object(names: [], values: [], indexes: [:]) : .array([])
      return true
    case .array: return !isObject
    case .object(_, let values, _):
      if isObject { return true }
      // A value that was complete before anything was encoded is an empty object until then.
      if values.isEmpty { content = .array([]) }
      return values.isEmpty
    case .text: return false
    }
  }

  var isContainer: Bool {
    switch content {
    case .array, .object: true
    case .none, .text: false
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
    guard case .object(_, let values, let indexes) = content, let index = indexes[name] else {
      return nil
    }
    return values[index]
  }

  /// Sets a member; an earlier one of that name keeps its place and loses its value.
  func set(_ name: String, _ node: EncodedNode) {
    guard case .object(var names, var values, var indexes) = content else { return }
    content = .none
    if let index = indexes[name] {
      values[index] = node
    } else {
      indexes[name] = values.count
      names.append(name)
      values.append(node)
    }
    content = .object(names: names, values: values, indexes: indexes)
  }

  /// Takes a child out again; `earlier` comes back to its place.
  func remove(_ node: EncodedNode, for earlier: EncodedNode?) {
    switch content {
    case .array(var elements):
      if let index = elements.lastIndex(where: { $0 === node }) { elements.remove(at: index) }
      content = .array(elements)
    case .object(var names, var values, var indexes):
      guard let index = values.lastIndex(where: { $0 === node }) else { return }
      if let earlier {
        values[index] = earlier
      } else {
        indexes[names.remove(at: index)] = nil
        values.remove(at: index)
        for later in index..<names.count { indexes[names[later]] = later }
      }
      content = .object(names: names, values: values, indexes: indexes)
    case .none, .text: break
    }
  }

  /// Writes the value, which is not deeper than the text may be.
  func write(to output: inout TextOutput) {
    switch content {
    case .none: output.empty(isObject: true)
    case .text(let text): unsafe text.withUnsafeBytes { unsafe output.buffer.append($0) }
    case .array(let elements):
      if elements.isEmpty { return output.empty(isObject: false) }
      output.open(isObject: false)
      for (index, element) in elements.enumerated() {
        output.separate(index == 0)
        element.write(to: &output)
      }
      output.close(isObject: false)
    case .object(let names, let values, _):
      if values.isEmpty { return output.empty(isObject: true) }
      output.open(isObject: true)
      for index in values.indices {
        output.separate(index == 0)
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
    let text = unsafe Array(output.pointee.buffer.bytes)
    isTree = true
    unsafe output.pointee.buffer.takeBack(to: 0)
    unsafe output.pointee.depth = 0
    // What is too deep will not be written, and building it would take too much of the stack.
    if unsafe state.pointee.deepest > snapshot.options.maximumDepth { return }
    var reading = JSONReadingOptions()
    reading.limits.depth = .max
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text, options: reading)
      let keys = Dictionary(
        open.map { ($0.frame.start, $0.key) }, uniquingKeysWith: { first, _ in first })
      add(document.root, keys, nil, in: nil)
      for (frame, _) in open {
        unsafe state.pointee.nodes[frame.start]?.isDictionary = frame.isDictionary
      }
      if isPending, let innermost { unsafe state.pointee.nodes[innermost.start]?.content = .none }
      // No frame is open any more: whoever writes finds a node.
      forgetFrames()
    } catch {
      // The text is ours, so it is JSON; were it not, what was encoded later would still be kept.
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
          node.set(member.name, child)
        }
      }
    default:
      var output = TextOutput(OutputBuffer(), options: snapshot.scalars)
      output.write(scalar: value)
      node.content = unsafe .text(Array(output.buffer.bytes))
    }
  }

  // ---- Encoding to nodes ----

  func node(_ place: EncodingPlace) -> EncodedNode? {
    unsafe state.pointee.nodes[place.start]
  }

  func openNode(_ place: EncodingPlace, isObject: Bool) -> Bool {
    guard let node = node(place) else { return false }
    let depth = node.depth + 1
    unsafe state.pointee.deepest = max(state.pointee.deepest, depth)
    return depth <= snapshot.options.maximumDepth && node.open(isObject: isObject)
  }

  /// A new node and the place that stands for it.
  func makeNode(_ key: any CodingKey, in place: EncodingPlace) -> (EncodedNode, EncodingPlace) {
    let node = EncodedNode(key, in: self.node(place))
    let start = unsafe state.pointee.nextNode
    unsafe state.pointee.nextNode &-= 1
    unsafe state.pointee.nodes[start] = node
    return (node, EncodingPlace(start: start, id: .max, level: .max))
  }

  /// The text that `write` writes, where the text of the whole is no longer.
  func text(_ write: (UnsafeMutablePointer<TextOutput>) throws -> Void) rethrows -> [UInt8] {
    defer { unsafe output.pointee.buffer.takeBack(to: 0) }
    try unsafe write(output)
    return unsafe Array(output.pointee.buffer.bytes)
  }
}
