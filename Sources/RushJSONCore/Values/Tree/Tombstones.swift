// Objects that lose many members while a patch is applied.
//
// Removing a member moves the members after it, so removing all of them one by one would take quadratic
// time. Here a removed member leaves a tombstone instead:
//
//   names    0 "id"   1 tombstone   2 "tags"   3 tombstone   …      the table of names has none
//   values   0 7      1 null        2 […]      3 null        …
//
// A tombstone is filled when its removal is undone, and removed when the patch is done. Only the patch sees
// an object with tombstones, and such an object has one owner.

extension TreeStorage {
  /// Whether a tombstone can be distinguished from a name.
  fileprivate static let canHaveTombstones =
    PositionTable.isTombstone(PositionTable.tombstone)
    && !PositionTable.isTombstone(
      String(decoding: Array(PositionTable.tombstone.utf8), as: UTF8.self))

  /// Removes a member of a large object and leaves a tombstone.
  func removeLeavingTombstone(_ position: Int) -> RawJSON {
    assert(tableBits != 0 && position >= 0 && position < count)
    table.remove(position, count: count, movingOthers: false)
    contents.insert(.names)
    names[position] = PositionTable.tombstone
    let value = unsafe (values + position).move()
    (values + position).initialize(to: .null)
    return value
  }

  func fill(_ position: Int, _ name: String, _ value: RawJSON) {
    assert(tableBits != 0 && position >= 0 && position < count)
    assert(PositionTable.isTombstone(names[position]))
    assert(self.position(of: name) < 0, "a name occurs once")
    table.index.put(position, in: table.search(name, hash: NameHash.hash(name)).slot)
    names[position] = name
    values[position] = value
    include(height: value.height)
  }

  /// Moves the members together, and builds the table anew.
  func removeTombstones() {
    var kept = 0
    // Everything between `kept` and the position was moved out.
    for position in 0..<count {
      assert(kept <= position)
      let name = names + position
      let value = values + position
      if PositionTable.isTombstone(name.pointee) {
        unsafe name.deinitialize(count: 1)
        unsafe value.deinitialize(count: 1)
        continue
      }
      if kept < position {
        unsafe (names + kept).moveInitialize(from: name, count: 1)
        unsafe (values + kept).moveInitialize(from: value, count: 1)
      }
      kept += 1
    }
    count = kept
    if tableBits != 0 { table.build(count: count) }
  }
}

/// The objects with tombstones of one tree.
package struct Tombstones {
  /// The number of tombstones in each object. The objects live until the patch is done, in the tree or in
  /// an undo entry, so their addresses identify them.
  private var counts: [ObjectIdentifier: Int] = [:]
  /// These objects and all arrays and objects around them.
  private var outer: Set<ObjectIdentifier> = []
  /// The number of members that may still move before removals leave tombstones. A few moves are cheaper than
  /// tombstones, because removing those visits all children of the containers around them.
  private var movesLeft: Int

  package init(movesLeft: Int = 1 << 16) { self.movesLeft = movesLeft }
  package var isEmpty: Bool { counts.isEmpty }

  /// Removes a member. Returns its value, and whether it left a tombstone.
  package mutating func remove(
    at position: Int, of object: inout RawJSON.Object
  ) -> (value: RawJSON, leavesTombstone: Bool) {
    // No tombstone is needed after the last member, or in a small object, where few members move.
    guard position < object.count - 1, object.storage?.tableBits != 0,
      leavesTombstone(object.uniqueStorage()), let storage = object.storage
    else { return (object.remove(at: position).value, false) }
    counts[ObjectIdentifier(storage), default: 0] += 1
    return (storage.removeLeavingTombstone(position), true)
  }

  /// Whether the next removal leaves a tombstone. The storage has one owner: a copy may have no table.
  private mutating func leavesTombstone(_ storage: TreeStorage?) -> Bool {
    guard TreeStorage.canHaveTombstones, let storage, storage.tableBits != 0 else { return false }
    if counts[ObjectIdentifier(storage)] != nil { return true }
    movesLeft -= storage.count
    return movesLeft < 0
  }

  /// Puts a member back in place of the tombstone that it left.
  package mutating func putBack(
    _ name: String, _ value: RawJSON, at position: Int, of object: inout RawJSON.Object
  ) {
    guard let storage = object.uniqueStorage() else { return }
    storage.fill(position, name, value)
    let left = counts[ObjectIdentifier(storage), default: 1] - 1
    counts[ObjectIdentifier(storage)] = left > 0 ? left : nil
  }

  /// Notes that an object has grown and moved to other memory.
  package mutating func rebind(_ old: ObjectIdentifier?, to new: RawJSON) {
    guard let old, let storage = new.storage, ObjectIdentifier(storage) != old else { return }
    counts[ObjectIdentifier(storage)] = counts.removeValue(forKey: old)
  }

  /// Notes a changed array or object.
  mutating func include(_ container: RawJSON) {
    if let storage = container.storage { outer.insert(ObjectIdentifier(storage)) }
  }

  /// The number of tombstones in an array or object itself; `nil` if its whole tree has no tombstones.
  private func count(in value: RawJSON) -> Int? {
    guard !isEmpty, let storage = value.storage, outer.contains(ObjectIdentifier(storage))
    else { return nil }
    return counts[ObjectIdentifier(storage), default: 0]
  }

  // MARK: - Reading

  /// Whether a value that may have tombstones equals one without tombstones.
  /// - Complexity: O(*n*) in the second value, on average.
  package func areEqual(_ value: RawJSON, _ other: RawJSON) -> Bool {
    var pending = [(value, other)]
    while let (value, other) = pending.popLast() {
      guard let count = count(in: value) else {
        if value != other { return false }
        continue
      }
      switch (value, other) {
      case (.array(let value), .array(let other)):
        guard value.count == other.count else { return false }
        pending.append(contentsOf: zip(value, other))
      case (.dictionary(let value), .dictionary(let other)):
        guard value.count - count == other.count else { return false }
        for member in other {
          guard let found = value[member.name] else { return false }
          pending.append((found, member.value))
        }
      default: return false
      }
    }
    return true
  }

  /// Removes all tombstones in a value, and first copies the parts that it shares with other values.
  /// - Complexity: O(*n*) in the children of all objects with tombstones and of the containers around them.
  package func removeTombstones(in value: inout RawJSON) {
    guard let own = count(in: value) else { return }
    var opening = TreeOpening(value.take())
    defer { value = opening.close() }
    opening.value.removeTombstones(own)
    var next = [0]
    while let position = next.last {
      guard let (position, count) = child(of: opening.value, from: position) else {
        next.removeLast()
        _ = opening.leave()
        continue
      }
      next[next.count - 1] = position + 1
      next.append(0)
      opening.enter(at: position)
      opening.value.removeTombstones(count)
    }
  }

  /// The first child at `first` or later whose tree has tombstones.
  private func child(of container: RawJSON, from first: Int) -> (position: Int, count: Int)? {
    guard let storage = container.storage else { return nil }
    for position in first..<max(storage.count, first) {
      if let count = count(in: storage.values[position]) { return (position, count) }
    }
    return nil
  }
}

extension RawJSON {
  fileprivate mutating func removeTombstones(_ count: Int) {
    guard count > 0, var object = takeObject() else { return }
    object.uniqueStorage()?.removeTombstones()
    self = .dictionary(object)
  }
}

extension RawJSON.Object {
  /// The object's storage, copied if it had another owner.
  fileprivate mutating func uniqueStorage() -> TreeStorage? {
    storage.makeUnique(capacity: 0, isObject: true)
    return storage
  }
}

extension RawJSON {
  /// Calls `body` with the container of the value at `pointer`, in place, and the last token. If there
  /// are tombstones, the containers on the way are noted.
  package mutating func withContainer<Result>(
    of pointer: JSONPointer, _ tombstones: inout Tombstones,
    _ body: (inout RawJSON, String, inout Tombstones) throws(JSONValueError) -> Result
  ) throws(JSONValueError) -> Result {
    try withOpening(of: pointer) { (opening, token) throws(JSONValueError) in
      let result = try body(&opening.value, token, &tombstones)
      if !tombstones.isEmpty { opening.forEachContainer { tombstones.include($0) } }
      return result
    }
  }
}
