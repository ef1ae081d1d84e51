// The invariants of every tape, as a walk over all of its records.

extension JSONDocument {
  /// Checks the document's tape in builds with assertions; tests call it after each operation.
  package func _checkInvariants() { storage._checkInvariants() }
}

extension DocumentStorage {
  /// Checks order, links and lengths of the tape, in builds with assertions; tests call it after each operation.
  /// - Complexity: O(*n*) in the records.
  package func _checkInvariants() { assert(invariantsHold()) }

  private func invariantsHold() -> Bool {
    headerHolds()
    // A storage for the first text of a reader has none yet.
    if recordCount == 0 { return true }
    let root = records[0]
    assert(root.kind == .array && root.count == 1 && root.offset == 0)
    // The open containers: the kind, the end, and how many children have not come.
    var open = [(isObject: false, end: recordCount, left: 1)]
    var isAfterName = false
    var textEnd = 0
    for index in DocumentStorage.rootIndex..<recordCount {
      let record = record(index)
      assert(record.kindByte <= TapeKind.escapedName.rawValue)
      let container = open[open.count - 1]
      assert(container.left > 0 && index < container.end)
      assert(record.isName == (container.isObject && !isAfterName), "each member has one name")
      isAfterName = record.isName
      if !record.isName { open[open.count - 1].left -= 1 }
      textEnd = checkBounds(record, after: textEnd)
      if record.isContainer {
        let end = index + record.distance
        assert(record.distance > 0 && end <= container.end, "links lead forward and inside")
        open.append((record.kind == .object, end, record.count))
      }
      while !isAfterName, let last = open.last, last.end == index + 1 {
        assert(last.left == 0, "a container has as many children as it counts")
        open.removeLast()
      }
    }
    assert(open.isEmpty && !isAfterName)
    return true
  }

  /// Checks that a record's bytes follow those of the record before it, which end at `textEnd`. Returns their end, or
  /// their start if the tape has no length for them.
  private func checkBounds(_ record: TapeRecord, after textEnd: Int) -> Int {
    // An element that a pointer has passed has no place (`PointerTape`).
    if record.kind == .null, record.offset == 0 { return textEnd }
    assert(record.offset >= textEnd)
    let length = record.isString ? record.length : 0
    assert(length >= 0)
    assert(record.offset + length <= text.count)
    return record.offset + length
  }

  private func headerHolds() {
    let header = unsafe info.pointee
    assert(header.recordCount >= 0)
    switch header.tape {
    case .owned: break
    case .lent: assert(unsafe header.owner == nil)
    case .kept where unsafe header.owner == nil:
      assert(header.records == CheckedView(recordsInside))
      // The text follows the records.
      let end = unsafe UInt(bitPattern: (header.records + header.recordCount).address)
      let textStart = unsafe UInt(bitPattern: header.text.baseAddress)
      assert(header.text.isEmpty || textStart == end)
    case .kept: break
    }
    firstIndex.load()?._checkInvariants(of: self)
  }
}

extension MemberIndex {
  /// Checks this index of an object of `storage`, and those below it.
  fileprivate func _checkInvariants(of storage: DocumentStorage) {
    assert(slots.count.nonzeroBitCount == 1)
    assert(storage.record(object).kind == .object)
    let members = storage.children(of: object)
    for slot in slots where slot != 0 {
      let name = Int(slot) - 1
      assert(members.contains(name) && storage.record(name).isName)
    }
    for branch in 0..<8 { below(branch).load()?._checkInvariants(of: storage) }
  }
}
