// The invariants of every tree, as a walk over all of its values.

extension RawJSON {
  /// Checks the storages of the whole tree in builds with assertions; tests call it after each operation.
  /// - Complexity: O(*n*) in the values, on average. Does not recurse.
  package func _checkInvariants() { assert(invariantsHold()) }

  private func invariantsHold() -> Bool {
    var pending: [TreeStorage] = []
    // Parts that a tree shares are visited once.
    var seen: Set<ObjectIdentifier> = []
    if let storage { pending.append(storage) }
    while let storage = pending.popLast() {
      if !seen.insert(ObjectIdentifier(storage)).inserted { continue }
      storage._checkInvariants()
      storage.forEachStoredValue { value in
        if let below = value.storage { pending.append(below) }
      }
    }
    return true
  }
}

extension RawJSON.Array {
  /// Checks the tree below, as that of ``RawJSON``.
  package func _checkInvariants() { RawJSON.array(self)._checkInvariants() }
}

extension RawJSON.Object {
  /// Checks the tree below, as that of ``RawJSON``.
  package func _checkInvariants() { RawJSON.dictionary(self)._checkInvariants() }
}

extension TreeStorage {
  /// Checks counts, heights, names and table of one storage, in builds with assertions; tests call it after each
  /// operation.
  /// - Complexity: O(*n*) in its values, on average.
  func _checkInvariants() { assert(invariantsHold()) }

  private func invariantsHold() -> Bool {
    assert(count >= 0 && height > 0)
    assert(count <= room)
    assert(isObject || tableBits == 0)
    assert(!isObject || (tableBits == 0) == (room <= PositionTable.threshold))
    forEachStoredValue { value in
      assert(value.height < height || height == .max)
      // Otherwise, no value is released.
      assert(value.storage == nil || contents.contains(.ownedValues))
    }
    if isObject { namesHold() }
    return true
  }

  private func namesHold() {
    if tableBits != 0 { return table._checkInvariants(count: count) }
    for position in 0..<count {
      let name = names[position]
      assert(TreeStorage.position(of: name, in: names, count: count) == position)
    }
  }

  /// Calls `body` with each value of the storage.
  fileprivate func forEachStoredValue(_ body: (RawJSON) -> Void) {
    // Invariant: position < count.
    for position in 0..<count { body(values[position]) }
  }
}
