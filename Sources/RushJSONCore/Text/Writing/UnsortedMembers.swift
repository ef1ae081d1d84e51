// Offsets of the members of objects that are written name by name and must be sorted. The text is reordered
// when the object is complete.
//
//   {"b":1,"a":[2]}        members of the open object: 1 ..< 6, 7 ..< 14
//    ─────  ───────        the text between two members is the same everywhere in an object

struct UnsortedMembers {
  private struct Member {
    /// The offset of the quotation mark before the name.
    var start: Int
    /// The offset after the closing quotation mark.
    var nameEnd = 0
  }

  private var members: [Member] = []
  /// The number of members in `members` at the beginning of each open object.
  private var firsts: [Int] = []

  /// The offset of the innermost object's first member; `Int.max` if it has none.
  var innermostStart: Int {
    guard let first = firsts.last, first < members.count else { return .max }
    return members[first].start
  }

  mutating func beginObject() { firsts.append(members.count) }
  mutating func beginMember(at offset: Int) { members.append(Member(start: offset)) }
  mutating func endName(at offset: Int) {
    assert(offset > members[members.count &- 1].start)
    members[members.count &- 1].nameEnd = offset
  }

  /// Forgets the members that begin at `offset` or later, whose text is taken back.
  mutating func takeBack(to offset: Int) {
    while let last = members.last, last.start >= offset { members.removeLast() }
  }

  /// Removes and returns the members that begin at `offset` or later.
  mutating func removeAll(from offset: Int) -> UnsortedMembers {
    var removed = UnsortedMembers()
    removed.members = members.filter { $0.start >= offset }
    members.removeAll { $0.start >= offset }
    return removed
  }

  /// Adds members of the innermost object whose text has moved.
  mutating func append(_ others: UnsortedMembers, movedBy distance: Int) {
    members += others.members.map {
      Member(start: $0.start + distance, nameEnd: $0.nameEnd + distance)
    }
  }

  /// Begins an object again that has members with these names, quotation marks included.
  mutating func reopenObject(_ names: [Range<Int>]) {
    firsts.append(members.count)
    members += names.map { Member(start: $0.lowerBound, nameEnd: $0.upperBound) }
  }

  /// Sorts the members of the innermost object, which lacks only its closing bracket, and removes them
  /// from the list. If a duplicate name must be refused, returns it and changes nothing.
  /// - Complexity: O(*n*) in bytes and O(*m* log *m*) comparisons of names, if they are not sorted.
  mutating func endObject(_ output: inout TextOutput) -> String? {
    let first = firsts.last ?? 0
    assert(first <= members.count)
    if let duplicate = sort(from: first, &output) { return duplicate }
    members.removeSubrange(first...)
    _ = firsts.popLast()
    return nil
  }

  private func sort(from first: Int, _ output: inout TextOutput) -> String? {
    let own = members[first...]
    // After a failure the text is discarded.
    guard own.count > 1, output.buffer.isWhole else { return nil }

    let text = unsafe output.buffer.mutableBytes
    let order = output.options.nameOrder
    let names = own.map { member in
      // All of the text is still in the buffer.
      assert(member.start < member.nameEnd &- 1 && member.nameEnd <= text.count)
      let name = unsafe CheckedBytes(
        rebasing: CheckedBytes(text)[(member.start &+ 1)..<(member.nameEnd &- 1)])
      return name.contains(UInt8.backslash)
        ? String(unescaping: name, leniencies: []) : String(decoding: name, as: UTF8.self)
    }
    let sorted = order.sorted(names)
    if output.options.refusesDuplicateNames {
      for (a, b) in zip(sorted, sorted.dropFirst()) where order.compare(names[a], names[b]) == 0 {
        return names[b]
      }
    }
    if zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 }) { return nil }

    let start = own[first].start
    // A comma, and except in compact text a line break and the indentation.
    let between = output.isCompact ? 1 : 2 &+ output.depth &* output.indentation
    let old = unsafe Array(text[start...])
    var at = start
    for (position, index) in sorted.enumerated() {
      let member = first &+ index
      let from = members[member].start &- start
      let end =
        member &+ 1 < members.count ? members[member &+ 1].start &- start &- between : old.count
      for byte in old[from..<end] {
        unsafe text[at] = byte
        at &+= 1
      }
      if position == sorted.count &- 1 { break }
      // The text between the first two members serves for all.
      let separator = members[first &+ 1].start &- start
      for byte in old[(separator &- between)..<separator] {
        unsafe text[at] = byte
        at &+= 1
      }
    }
    return nil
  }
}
