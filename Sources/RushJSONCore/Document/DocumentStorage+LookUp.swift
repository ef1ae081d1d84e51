// Members by name: a scan of small objects, an index of large ones.

extension DocumentStorage {
  /// An object with at least this many members gets an index.
  static var indexedMembers: Int { 32 }

  /// The index of the record of a member's value, by the member's name.
  func member(named name: UnsafeRawBufferPointer, of object: Int) -> Int? {
    if record(object).count >= Self.indexedMembers {
      return unsafe indexedMember(named: name, of: object)
    }
    let children = children(of: object)
    var at = children.lowerBound
    var found: Int?
    while at < children.upperBound {
      if unsafe isEqual(record(at), name) {
        if options.duplicateNames != .lastWins { return at &+ 1 }
        found = at &+ 1
      }
      at &+= 1 &+ record(at &+ 1).distance
    }
    return found
  }

  /// Whether a member of an object, by the index of its value, is the one that a look-up of its name finds.
  func counts(_ value: Int, named name: TapeRecord, in object: Int) -> Bool {
    withUTF8(name) { utf8 in
      // Invariant: the bytes are valid during the call.
      unsafe utf8.withUnsafeBytes { unsafe member(named: $0, of: object) == value }
    }
  }

  private func indexedMember(named name: UnsafeRawBufferPointer, of object: Int) -> Int? {
    let table = memberIndex(of: object).table
    var slot = unsafe MemberIndex.hash(name) & (table.count &- 1)
    while table[slot] != 0 {
      let at = Int(table[slot])
      if unsafe isEqual(record(at), name) { return at &+ 1 }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    return nil
  }

  /// The index of the members of the object at `object`.
  func memberIndex(of object: Int) -> MemberIndex {
    let first = firstIndex.load() ?? firstIndex.storeIfNil(makeIndex(of: object))
    return first.index(of: object) { makeIndex(of: object) }
  }

  /// The number of indexes that a look-up may pass before it reaches that of its object.
  var indexDepth: Int { firstIndex.load()?.depth ?? 0 }

  private func makeIndex(of object: Int) -> MemberIndex {
    var capacity = 64
    while capacity < record(object).count &* 2 { capacity &*= 2 }
    var table = [UInt32](repeating: 0, count: capacity)
    let isLastWins = options.duplicateNames == .lastWins
    let children = children(of: object)
    var at = children.lowerBound
    var isUnique = true
    while at < children.upperBound {
      withUTF8(record(at)) { utf8 in
        unsafe utf8.withUnsafeBytes { bytes in
          var slot = unsafe MemberIndex.hash(bytes) & (capacity &- 1)
          while table[slot] != 0 {
            if unsafe isEqual(record(Int(table[slot])), bytes) {
              isUnique = false
              if !isLastWins { return }
              break
            }
            slot = (slot &+ 1) & (capacity &- 1)
          }
          // A document has fewer than 2³² records (see `TapeSink.maximumRecords`).
          table[slot] = UInt32(truncatingIfNeeded: at)
        }
      }
      at &+= 1 &+ record(at &+ 1).distance
    }
    return MemberIndex(object: object, table: table, isUnique: isUnique)
  }
}
