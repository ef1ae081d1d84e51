// Objects that several values share.
//
//   {"m":{"x":1},"z":0     one value has written x into m; another one has y for it
//               └ tail ┘   the text after m waits
//   {"m":{"x":1,"y":2      m is open again: names, commas and layout are those of any object
//   {"m":{"x":1,"y":2},"z":0
//
// Only an object whose members come from several values notes which of them are such places, so all others cost nothing.

extension JSONWriter {
  /// The object around one that was entered.
  public struct _OuterObject: ~Copyable {
    /// The name of the place, if others may share it.
    fileprivate var place: [UInt8]?
    /// The text after a place that was open before, and where that text began.
    fileprivate var tail: [UInt8]?
    fileprivate var tailStart = 0
    /// The members in the tail that wait to be sorted.
    fileprivate var laterMembers = UnsortedMembers()

    fileprivate init() {}
  }

  /// Begins the object that is the value of a member. Members are written into it until ``_leaveObject(_:)``.
  ///
  /// ```swift
  /// let outer = try writer._enterObject("meta")      // {"meta": {"title": "…"}, "text": "…"}
  /// try writer.member("title", title)
  /// try writer._leaveObject(outer)
  /// ```
  ///
  /// Values whose members are those of one object, by ``members(of:as:beside:)``, may enter the same object: all of
  /// them add their members to it.
  /// - Parameter isShared: Whether values that follow may enter it, too. It is true of values among other members.
  /// - Throws: ``JSONWritingError`` if no member is allowed here, or the nesting is too deep.
  public mutating func _enterObject(
    _ name: JSONName, isShared: Bool = false
  ) throws(JSONWritingError) -> _OuterObject {
    var outer = _OuterObject()
    let isBeforeName = expected == .name || expected == .firstName
    if isShared, isBeforeName, merged.last?.depth != output.depth { beginMerged() }
    guard _slowPath(isMerging), isBeforeName, merged.last?.depth == output.depth else {
      try self.name(name)
      try beginObject()
      return outer
    }
    takeRepeatedBack()
    let written = writtenName(name)
    let known = merged[merged.count - 1].places.inner[written]
    if let known, let object = objectOfPlace(written) {
      outer.place = written
      reopen(object, known, &outer)
      return outer
    }
    try self.name(name)
    let isRepeated = merged[merged.count - 1].repeated != nil
    try beginObject()
    // The place has the name of another member, and is taken back.
    if isRepeated { return outer }
    outer.place = written
    merged.append(
      MergedObject(
        depth: output.depth, firstPart: parts.count, outerBits: nameBits,
        start: output.buffer.count))
    updateBits()
    return outer
  }

  /// Ends the object, and returns to the one around it.
  /// - Throws: ``JSONWritingError`` if a name has no value.
  public mutating func _leaveObject(_ outer: consuming _OuterObject) throws(JSONWritingError) {
    guard let place = outer.place, let inner = merged.last, inner.depth == output.depth else {
      return try endObject()
    }
    takeRepeatedBack()
    merged.removeLast()
    parts.removeLast(parts.count - inner.firstPart)
    nameBits = inner.outerBits
    try endObject()
    if merged.isEmpty { return }
    merged[merged.count - 1].places.inner[place] = inner.places
    if let tail = outer.tail {
      let growth = output.buffer.count - outer.tailStart
      tail.withCheckedBytes { output.buffer.append($0) }
      for index in merged.indices where merged[index].scanned >= outer.tailStart {
        merged[index].scanned += growth
      }
      members?.append(outer.laterMembers, movedBy: growth)
      try check()
    }
    updateBits()
  }

  /// The object of a place in the text of the innermost merged object: from its opening bracket to after the closing one.
  private func objectOfPlace(_ name: [UInt8]) -> Range<Int>? {
    guard let object = merged.last else { return nil }
    let text = output.buffer.bytes
    let base = output.buffer.count - text.count
    // After a failure, the text is not kept.
    guard object.start >= base, object.start - base <= text.count else { return nil }
    var found: Range<Int>?
    forEachMember(in: CheckedBytes(rebasing: text[(object.start - base)...])) {
      if JSONWriter.unescaped($0) == name { found = $1 }
    }
    return found.map { $0.lowerBound + object.start..<$0.upperBound + object.start }
  }

  /// Opens an object again that was written before.
  private mutating func reopen(
    _ object: Range<Int>, _ known: SharedPlaces, _ outer: inout _OuterObject
  ) {
    let (end, tail, names) = contents(of: object)
    outer.tail = tail
    outer.tailStart = object.upperBound
    outer.laterMembers = members?.removeAll(from: object.upperBound) ?? UnsortedMembers()
    takeBack(to: WritingMark(count: end, depth: output.depth, expected: .name))
    output.depth += 1
    noteContainer(isObject: true)
    if !names.isEmpty { expected = .name }
    members?.reopenObject(names)
    merged.append(
      MergedObject(
        depth: output.depth, firstPart: parts.count, outerBits: nameBits,
        start: object.lowerBound + 1, places: known))
    scanNames()
    // Names that the object has are taken, as in a part.
    parts.append(WrittenPart(names: { _ in }, bits: 0, isOpen: true))
    updateBits()
  }

  /// Returns where the last member of an object ends, the text after the object, and the names in it.
  private func contents(of object: Range<Int>) -> (end: Int, tail: [UInt8], names: [Range<Int>]) {
    let text = output.buffer.bytes
    let base = output.buffer.count - text.count
    var end = object.upperBound - 1
    while text[end - 1 - base].isWhitespace { end -= 1 }
    var names: [Range<Int>] = []
    let inner = CheckedBytes(
      rebasing: text[(object.lowerBound + 1 - base)..<(end - base)])
    forEachMember(in: inner) { name, _ in
      // Invariant: the name is a part of `inner`, with a quotation mark on each side.
      let start =
        unsafe name.baseAddress.map { unsafe $0 - inner.baseAddress.unsafelyUnwrapped } ?? 0
      let offset = object.lowerBound + 1 + start
      names.append(offset - 1..<offset + name.count + 1)
    }
    return (end, Array(text[(object.upperBound - base)...]), names)
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool {
    self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09
  }
}
