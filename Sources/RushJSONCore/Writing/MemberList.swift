// Objects that are given name by name and have to be sorted: where their members lie in the text, so
// that these can change places when the object is complete.
//
//   {"b":1,"a":[2]}        members of the open object: 1 ..< 6, 7 ..< 14
//    ─────  ───────        the text between two is the same everywhere in an object

/// The members of all open objects.
struct MemberList {
  private struct Member {
    /// Where the quotation mark before the name is.
    var start: Int
    /// Behind the quotation mark after it.
    var nameEnd = 0
  }

  private var members: [Member] = []
  /// How many members the objects around had when each of the open ones began.
  private var firsts: [Int] = []

  /// Where the first member of the innermost object begins; `Int.max` if it has none.
  var innermostStart: Int {
    guard let first = firsts.last, first < members.count else { return .max }
    return members[first].start
  }

  mutating func beginObject() { firsts.append(members.count) }

  mutating func beginMember(at offset: Int) { members.append(Member(start: offset)) }

  mutating func endName(at offset: Int) { members[members.count &- 1].nameEnd = offset }

  /// Sorts the members of the innermost object, which is complete but for its bracket, and forgets
  /// them. If two of them have a name that is to be refused, it returns that, and changes nothing.
  ///
  /// - Complexity: O(*n*) in bytes and O(*m* log *m*) comparisons of names, if they are not in order.
  mutating func endObject(_ output: inout TextOutput) -> String? {
    let first = firsts.last ?? 0
    if let duplicate = sort(from: first, &output) { return duplicate }
    members.removeSubrange(first...)
    _ = firsts.popLast()
    return nil
  }

  private func sort(from first: Int, _ output: inout TextOutput) -> String? {
    let own = members[first...]
    // What a failure made incomplete is dropped anyway.
    guard own.count > 1, output.buffer.isWhole else { return nil }

    let text = unsafe output.buffer.mutableBytes
    let order = output.options.nameOrder
    let names = own.map { member in
      // Invariant: a member's name lies in the text, which has not been handed on.
      let name = unsafe UnsafeRawBufferPointer(
        rebasing: UnsafeRawBufferPointer(text)[(member.start &+ 1)..<(member.nameEnd &- 1)])
      return unsafe name.contains(UInt8.backslash)
        ? String(unescaping: name, leniencies: [])
        : String(decoding: name, as: UTF8.self)
    }
    let sorted = order.sorted(names)
    if output.options.refusesDuplicateNames {
      for (a, b) in zip(sorted, sorted.dropFirst()) where order.compare(names[a], names[b]) == 0 {
        return names[b]
      }
    }
    if zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 }) { return nil }

    let start = own[first].start
    // A comma, and in other layouts than the compact one a line break and the indentation.
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
      // The first two members have the same between them as any.
      let separator = members[first &+ 1].start &- start
      for byte in old[(separator &- between)..<separator] {
        unsafe text[at] = byte
        at &+= 1
      }
    }
    return nil
  }
}
