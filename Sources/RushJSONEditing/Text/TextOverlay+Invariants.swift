// The invariants of an overlay between two edits.

import RushJSONCore

extension TextOverlay {
  /// Checks all nodes, items and links in builds with assertions; tests call it after each operation.
  /// - Complexity: O(*n*) in the values of the containers that edits went through, and in the items added.
  func _checkInvariants() { assert(isSound()) }

  private func isSound() -> Bool {
    assert(nodes.first?.record == 0 && nodes.first?.isObject == false)
    for node in nodes.indices { checkNode(node) }
    for item in placed { checkContent(item.content) }
    for (child, container) in parents { assert(isInside(child, container)) }
    checkTree()
    return true
  }

  /// Whether a record is inside a container of the text.
  private func isInside(_ record: Int, _ container: Int) -> Bool {
    // The array of node 0 has no distance.
    if container == 0 { return record == Self.root }
    return source.record(container).isContainer && record > container
      && record < container &+ source.record(container).distance
  }

  private func checkContent(_ content: EditedContent) {
    switch content {
    case .original(let record): assert(record >= Self.root && record <= source.document.recordCount)
    case .opened(let node): assert(node > 0 && node < nodes.count)
    case .new: break
    }
  }

  private func checkNode(_ node: Int) {
    let edited = nodes[node]
    if let record = edited.record {
      assert(source.record(record).isContainer)
      assert(edited.isObject == (source.record(record).kind == .object))
      assert((record == 0) == (node == 0))
    } else {
      assert(edited.contents.isEmpty && edited.removed.isEmpty && edited.renamed.isEmpty)
    }
    assert(edited.addedHeight >= 0)
    for (item, content) in edited.contents {
      assert(isInside(item, edited.record ?? 0))
      checkContent(content)
    }
    for item in edited.removed { assert(isInside(item, edited.record ?? 0)) }
    for item in edited.renamed.keys {
      assert(isInside(item, edited.record ?? 0) && !edited.removed.contains(item))
    }
    if edited.isObject { checkMembers(node) } else { checkElements(node) }
  }

  private func checkMembers(_ node: Int) {
    let edited = nodes[node]
    assert(edited.items == nil && !edited.isReordered)
    for (key, group) in edited.groups {
      let isAtEnd = key.record == edited.record ?? 0
      assert(isAtEnd ? key.isAfter : isInside(key.record, edited.record ?? 0))
      var previous: Int?
      var at: Int? = group.first
      while let id = at {
        assert(placed[id].group == key && placed[id].previous == previous)
        (previous, at) = (id, placed[id].next)
      }
      assert(previous == group.last)
    }
    for (key, item) in edited.names {
      assert(NameKey(name: name(of: item, in: node)) == key)
      if item < 0 {
        assert(placed[~item].group.map { edited.groups[$0] != nil } ?? false)
      } else {
        assert(edited.renamed[item] != nil)
      }
    }
  }

  private func checkElements(_ node: Int) {
    let edited = nodes[node]
    assert(edited.groups.isEmpty && edited.names.isEmpty)
    assert(edited.removed.isEmpty && edited.renamed.isEmpty)
    guard let items = edited.items else {
      assert(edited.record != nil && !edited.isReordered)
      return
    }
    assert(Set(items).count == items.count)
    for item in items {
      assert(item < 0 ? placed[~item].group == nil : isInside(item, edited.record ?? 0))
    }
  }

  /// Checks that no node is in two places, and none inside itself.
  private func checkTree() {
    var isMet = [Bool](repeating: false, count: nodes.count)
    var waiting = [0]
    while let node = waiting.popLast() {
      assert(!isMet[node])
      isMet[node] = true
      for item in node == 0 ? [Self.root] : items(of: node) {
        if case .opened(let child) = content(of: item, in: node) { waiting.append(child) }
      }
    }
  }
}
