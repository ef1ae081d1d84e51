// Values after edits, and the operations of patches, which test and copy them.

import RushJSONCore

extension TextOverlay {
  /// The value at `pointer`.
  func value(at pointer: JSONPointer) throws(JSONValueError) -> RawJSON {
    var content = content(of: Self.root, in: 0)
    for (depth, token) in pointer.tokens.enumerated() {
      guard let next = child(token, of: content) else {
        throw failure(against: token, pointer, depth: depth, in: content)
      }
      content = next
    }
    return value(of: content)
  }

  /// The content of the child that a token leads to, without a node for the container.
  private func child(_ token: String, of content: EditedContent) -> EditedContent? {
    switch content {
    case .new(let value): return value.position(of: token).map { .new(value.child(at: $0)) }
    case .original(let record): return source.child(token, of: record).map { .original($0) }
    case .opened(let node):
      let item: ItemReference?
      if nodes[node].isObject {
        item = knownMember(named: token, of: node)
      } else {
        let index = JSONPointer.index(of: token).flatMap { $0 < count(of: node) ? $0 : nil }
        item = index.map { element(at: $0, of: node) }
      }
      return item.map { self.content(of: $0, in: node) }
    }
  }

  /// The value of an item as a tree.
  func value(of found: Found) -> RawJSON { value(of: content(of: found.item, in: found.node)) }

  /// The value of a content as a tree, without recursion.
  private func value(of content: EditedContent) -> RawJSON {
    var open: [OpenNode] = []
    var content = content
    while true {
      var value: RawJSON
      switch content {
      case .new(let new): value = new
      case .original(let record): value = RawJSON(source.value(record))
      case .opened(let node):
        open.append(OpenNode(node: node, items: items(of: node), isObject: nodes[node].isObject))
        value = .null
      }
      if case .opened = content {} else { add(value, to: &open) }
      while let top = open.last, top.next == top.items.count {
        open.removeLast()
        value = top.isObject ? .dictionary(top.members) : .array(RawJSON.Array(top.elements))
        add(value, to: &open)
      }
      guard let top = open.last else { return value }
      content = self.content(of: top.items[top.next], in: top.node)
    }
  }

  /// A container whose value is being made.
  private struct OpenNode {
    let node: Int
    let items: [ItemReference]
    let isObject: Bool
    var next = 0
    var elements: [RawJSON] = []
    var members = RawJSON.Object()
  }

  /// Adds the value of the next item to the innermost container, if there is one.
  private func add(_ value: RawJSON, to open: inout [OpenNode]) {
    let last = open.count &- 1
    if last < 0 { return }
    let item = open[last].items[open[last].next]
    open[last].next &+= 1
    guard open[last].isObject else { return open[last].elements.append(value) }
    let name = name(of: item, in: open[last].node)
    if open[last].members.index(ofName: name) == nil {
      open[last].members.append(name, value)
    } else if source.options.duplicateNames != .keepFirst {
      open[last].members[name] = value
    }
  }

  /// Does all operations of a patch, or throws the error of the first one that fails.
  mutating func apply(
    _ patch: JSONPatch, maximumCopiedValues: Int
  ) throws(JSONPatch.Failure) {
    var copies = 0
    for (index, operation) in patch.operations.enumerated() {
      func failure(_ kind: JSONPatch.Failure.Kind) -> JSONPatch.Failure {
        JSONPatch.Failure(
          kind, index: index, operation: operation.kind, pointer: operation.path)
      }
      let fault: JSONPatch.Failure.Kind?
      do throws(JSONValueError) {
        fault = try apply(operation, copies: &copies, maximumCopiedValues)
      } catch {
        throw failure(.notFound(error))
      }
      if let fault { throw failure(fault) }
    }
  }

  private mutating func apply(
    _ operation: JSONPatch.Operation, copies: inout Int, _ maximumCopies: Int
  ) throws(JSONValueError) -> JSONPatch.Failure.Kind? {
    switch operation {
    case .add(let path, let value): try insert(value, at: path)
    case .remove(let path): try remove(at: path)
    case .replace(let path, let value):
      _ = try find(path)
      try set(value, at: path, creatingObjects: false)
    case .copy(let from, let path):
      let found = try find(from)
      let copy = value(of: found)
      // One more is counted than may be copied.
      let limit = min(max(0, maximumCopies), .max - 1)
      copies += copy.valueCount(limit: limit - copies + 1)
      if copies > maximumCopies { return .copiesTooLarge(limit: maximumCopies) }
      try insert(copy, at: path)
    case .move(let from, let path):
      if path.tokens.count > from.tokens.count, path.prefix(from.tokens.count) == from {
        return .moveIntoItself
      }
      try move(from: from, to: path)
    case .test(let path, let expected):
      let found = try find(path)
      if value(of: found) != expected { return .testFailed }
    }
    return nil
  }
}
