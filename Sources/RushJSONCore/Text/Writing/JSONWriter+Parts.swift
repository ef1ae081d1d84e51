// Objects whose members come from several values. Each name occurs once.
//
//   {"type":"circle","x":1,"y":2,"z":3}
//     └ own ───────┘ └ part ───┘ └ unknown: waits for the end, where all other names are known
//
// A part is a value whose braces are left out. Names of the values around it, which are declared in advance, take
// precedence. So do names of earlier parts, which are read from the text. The part's own code does not know these
// names: it writes such a member, and the writer takes it back. The text of the object stays in the buffer until the
// object ends.

extension JSONWriter {
  /// Writes the members of another value among those of the object that is open. The value writes an
  /// object, whose braces are left out.
  ///
  /// Members with the names of yours are left out, and so are members with the names of values before it:
  ///
  /// ```swift
  /// try writer.member("id", id)
  /// try writer.members(of: position, beside: { $0.add("id") })
  /// ```
  /// - Parameters:
  ///   - value: A value that writes an object. `nil` and a missing ``JSONField`` have no members.
  ///   - property: The name of the property or case that the value is from, for an error.
  ///   - names: Adds the names of your members, wherever you write them.
  /// - Throws: ``JSONWritingError`` if no member is allowed here, or the value is not an object.
  public mutating func members<T: JSONWritable>(
    of value: T, as property: StaticString = "",
    beside names: @escaping (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    if value._isAbsent, expected == .name || expected == .firstName { return }
    let count = parts.count
    try beginPart(names)
    do throws(JSONWritingError) {
      try value.write(to: &self)
      if isFlattening { throw failure(.expectedName) }
    } catch {
      var error = error
      if isFlattening, error.kind == .expectedName {
        error.kind = .membersOfNoObject(name: "\(property)", type: JSONWriter.name(of: T.self))
      }
      isFlattening = false
      endPart(count)
      throw error
    }
    endPart(count)
  }

  /// Writes `null` for a value that has none: among the members of another value, nothing.
  public mutating func _noValue() throws(JSONWritingError) {
    if isFlattening {
      isFlattening = false
    } else {
      try null()
    }
  }

  private static func name<T>(of type: T.Type) -> String {
    // Embedded Swift has no names of types.
    #if hasFeature(Embedded)
      return "this"
    #else
      return "\(type)"
    #endif
  }

  private mutating func beginPart(
    _ names: @escaping (inout JSONName.List) -> Void
  ) throws(JSONWritingError) {
    guard expected == .name || expected == .firstName else { throw failure(.expectedValue) }
    if merged.last?.depth != output.depth {
      beginMerged()
    } else {
      takeRepeatedBack()
      scanNames()
    }
    var list = JSONName.List(keepingNames: false)
    names(&list)
    parts.append(WrittenPart(names: names, bits: list.bits))
    isFlattening = true
    updateBits()
  }

  /// Notes that the members of the open object come from several values.
  mutating func beginMerged() {
    merged.append(
      MergedObject(
        depth: output.depth, firstPart: parts.count, outerBits: nameBits,
        start: output.buffer.count))
    isMerging = true
    holdsMore = true
    output.buffer.isHeld = true
  }

  /// Ends the part after the first `count`.
  private mutating func endPart(_ count: Int) {
    takeRepeatedBack()
    // Fewer, if the value has replaced the writer.
    if parts.count > count { parts.removeLast(parts.count - count) }
    updateBits()
  }

  /// Leaves out the brace that begins a part.
  mutating func beginFlattened(isObject: Bool) throws(JSONWritingError) {
    guard isObject else { throw failure(.expectedName) }
    isFlattening = false
    assert(!parts[parts.count - 1].isOpen)
    parts[parts.count - 1].isOpen = true
  }

  /// Leaves out the brace that ends a part. Returns `false` for the end of another object.
  mutating func endFlattened() -> Bool {
    guard let object = merged.last, object.depth == output.depth else { return false }
    takeRepeatedBack()
    guard parts.count > object.firstPart, parts[parts.count - 1].isOpen else { return false }
    parts[parts.count - 1].isOpen = false
    return true
  }

  /// Writes the waiting members at the end of an object with parts.
  mutating func endMerged() throws(JSONWritingError) {
    guard merged.last?.depth == output.depth else { return }
    if merged[merged.count - 1].unknown.isEmpty {
      nameBits = merged.removeLast().outerBits
    } else {
      scanNames()
      var object = merged.removeLast()
      nameBits = object.outerBits
      for member in object.unknown where object.names.insert(Array(member.name.utf8)).inserted {
        try name(member.name)
        if let failure = member.write(&self) { throw failure }
      }
    }
    isMerging = !merged.isEmpty
    output.buffer.isHeld = isMerging
  }

  /// Writes members whose names are data: now, or at the end of an object with parts.
  mutating func unknownMembers<Value: JSONWritable>(
    _ members: some Sequence<(String, Value)>, beside names: (inout JSONName.List) -> Void
  ) throws(JSONWritingError) {
    guard expected == .name || expected == .firstName else { throw failure(.expectedValue) }
    var own: Set<[UInt8]>?
    let isMerged = merged.last?.depth == output.depth
    if isMerged { takeRepeatedBack() }
    for (name, value) in members {
      let declared = own ?? writtenNames(names)
      own = declared
      if declared.contains(Array(name.utf8)) || isMerged && isDeclared(Array(name.utf8)) {
        continue
      }
      if isMerged {
        merged[merged.count - 1].unknown.append((name, { value.failure(writingTo: &$0) }))
      } else {
        try self.name(name)
        try value.write(to: &self)
      }
    }
  }

  var mark: WritingMark {
    WritingMark(count: output.buffer.count, depth: output.depth, expected: expected)
  }

  // MARK: - Names

  /// Marks the member that begins to be taken back, if it belongs to a part and its name is taken.
  @inline(never)
  mutating func checkName(_ name: String) {
    guard let object = merged.last, object.depth == output.depth else { return }
    takeRepeatedBack()
    guard parts.count > object.firstPart,
      object.names.contains(Array(name.utf8)) || isDeclared(Array(name.utf8)),
      expected == .name || expected == .firstName
    else { return }
    merged[merged.count - 1].repeated = mark
    nameBits = .max
  }

  mutating func takeRepeatedBack() {
    guard let mark = merged.last?.repeated, merged.last?.depth == output.depth else { return }
    takeBack(to: mark)
    merged[merged.count - 1].repeated = nil
    updateBits()
  }

  /// Whether a type around the innermost part declares a name.
  private mutating func isDeclared(_ name: [UInt8]) -> Bool {
    guard let first = merged.last?.firstPart, first < parts.count else { return false }
    for index in first..<parts.count {
      let declared = parts[index].declared ?? writtenNames(parts[index].names)
      parts[index].declared = declared
      if declared.contains(name) { return true }
    }
    return false
  }

  private mutating func writtenNames(_ names: (inout JSONName.List) -> Void) -> Set<[UInt8]> {
    var written: Set<[UInt8]> = []
    for name in JSONName.List(names).names { written.insert(writtenName(name)) }
    return written
  }

  /// The name that the encoder's strategy makes of a name.
  mutating func writtenName(_ name: JSONName) -> [UInt8] {
    let converted = encoding?.convertedName(name) { codingPath() ?? [] }
    return Array((converted ?? name.description).utf8)
  }

  /// Sets which names are compared with those that are taken.
  mutating func updateBits() {
    nameBits = isPlain ? 0 : .max
    // None are left where a part has ended before an object inside it.
    guard let object = merged.last, object.depth == output.depth, parts.count > object.firstPart
    else { return }
    nameBits |= object.bits
    for part in parts[object.firstPart...] { nameBits |= part.bits }
  }

  /// Reads the names of the object's parts from their text.
  mutating func scanNames() {
    guard var object = merged.popLast() else { return }
    let text = output.buffer.bytes
    let start = object.scanned &- (output.buffer.count &- text.count)
    // After a failure, the text is not kept.
    if start >= 0, start <= text.count {
      forEachMember(in: CheckedBytes(rebasing: text[start...])) { name, _ in
        let name = JSONWriter.unescaped(name)
        unsafe name.withUnsafeBufferPointer { utf8 in
          // Invariant: the bytes of the name.
          guard let start = utf8.baseAddress else { return object.bits |= 1 }
          object.bits |= unsafe JSONName.bit(start, utf8.count)
        }
        object.names.insert(name)
      }
    }
    object.scanned = output.buffer.count
    merged.append(object)
  }
}

extension JSONWriter {
  /// The bytes of a name of the text, without quotation marks.
  static func unescaped(_ name: CheckedBytes) -> [UInt8] {
    guard name.contains(UInt8.backslash) else { return Array(name) }
    return Array(String(unescaping: name, leniencies: []).utf8)
  }
}

/// Calls `body` with the name of each member, without quotation marks, and the range of its value if that is an array or an
/// object. The text is the inside of an object.
func forEachMember(
  in text: CheckedBytes, _ body: (CheckedBytes, Range<Int>?) -> Void
) {
  var depth = 0
  var at = 0
  // The last string outside all brackets, and whether its colon has followed.
  var name: Range<Int>?
  var hasColon = false
  var valueStart: Int?
  func end(_ value: Range<Int>?) {
    if hasColon, let name { body(CheckedBytes(rebasing: text[name]), value) }
    (name, hasColon, valueStart) = (nil, false, nil)
  }
  while at < text.count {
    let byte = text[at]
    at += 1
    switch byte {
    case UInt8.openBrace, UInt8.openBracket:
      if depth == 0 { valueStart = at - 1 }
      depth += 1
    case UInt8.closeBrace, UInt8.closeBracket:
      depth -= 1
      if depth == 0, let start = valueStart { end(start..<at) }
    case UInt8.quote:
      let start = at
      while at < text.count, text[at] != UInt8.quote {
        at += text[at] == UInt8.backslash ? 2 : 1
      }
      if depth == 0, !hasColon { name = start..<min(at, text.count) }
      at += 1
    case UInt8.colon: if depth == 0 { hasColon = true }
    case UInt8.comma: if depth == 0 { end(nil) }
    default: break
    }
  }
  end(nil)
}

// MARK: - Members

// Members with names from source code.
//
//   ,"id":42,"name":"Ada"          as prepared, each copied as one piece; the first one without its comma
//   └────┘  └──────┘

extension JSONWriter {
  /// Writes a member.
  ///
  /// A member whose value is `nil` is left out, unless the encoder's ``RushJSONCoreEncoder/nilEncodingStrategy``
  /// says otherwise.
  /// - Throws: ``JSONWritingError`` if no member is allowed here, or the value has no text.
  @inlinable
  public mutating func member<T: JSONWritable>(_ name: JSONName, _ value: T)
    throws(JSONWritingError)
  {
    try T._writeMember(name, value, to: &self)
  }

  /// Writes the name of a member. Its value must follow.
  public mutating func name(_ name: JSONName) throws(JSONWritingError) {
    try beginMember(name)
    expected = .value
  }

  // MARK: - Names

  /// Writes the comma, the name and the colon of a member, and expects the next name. The caller then writes
  /// the value without checks, or sets `expected`.
  @inline(__always)
  mutating func beginMember(_ name: JSONName) throws(JSONWritingError) {
    if _fastPath(nameBits & name.bit == 0 && name.isPrepared),
      expected == .name || expected == .firstName
    {
      let isFirst = expected == .firstName
      // Invariant: two bytes precede the name, and two follow it. The first member has no comma.
      let skipped = isFirst ? 1 : 0
      let bytes = unsafe CheckedBytes(
        start: name.start - 2 + skipped, count: name.count &+ 4 &- skipped)
      output.buffer.reserve(bytes.count)
      output.buffer.copyShort(bytes)
      expected = .name
      return
    }
    try beginOtherMember(name)
  }

  @inline(never)
  private mutating func beginOtherMember(_ name: JSONName) throws(JSONWritingError) {
    if let encoding, let converted = encoding.convertedName(name, path: { codingPath() ?? [] }) {
      try self.name(converted)
      // A quotation mark and a colon follow the name.
      encoding.noteConverted(name, depth: output.depth, end: output.buffer.count &- 2)
    } else {
      if _slowPath(isMerging) { checkName(name.description) }
      try beginName()
      output.string(name.utf8)
      endName()
    }
    expected = .name
  }

  /// Writes a member that is `nil`, if the options want it.
  @usableFromInline
  package mutating func absentMember(_ name: JSONName) throws(JSONWritingError) {
    guard let encoding, encoding.writesNil else { return }
    try self.name(name)
    try null()
  }

  /// Writes a member that is `null`, unless the options leave it out.
  public mutating func _nullMember(_ name: JSONName) throws(JSONWritingError) {
    if omitsNil { return }
    try self.name(name)
    try null()
  }
}

extension OutputBuffer {
  /// Copies three bytes or more to reserved room. Reads no other bytes.
  mutating func copyShort(_ bytes: CheckedBytes) {
    let (target, count) = (position, bytes.count)
    assert(count >= 3 && count <= room)
    @inline(__always)
    func copy<Word: BitwiseCopyable>(_ type: Word.Type, at offset: Int) {
      target.store(bytes.load(at: offset, as: Word.self), at: offset, as: Word.self)
    }
    // The last two words may overlap.
    if count >= 16 {
      var at = 0
      repeat {
        copy(SIMD16<UInt8>.self, at: at)
        at &+= 16
      } while at &+ 16 <= count
      copy(SIMD16<UInt8>.self, at: count &- 16)
    } else if count >= 8 {
      copy(UInt64.self, at: 0)
      copy(UInt64.self, at: count &- 8)
    } else if count >= 4 {
      copy(UInt32.self, at: 0)
      copy(UInt32.self, at: count &- 4)
    } else {
      copy(UInt16.self, at: 0)
      copy(UInt16.self, at: count &- 2)
    }
    advance(by: count)
  }
}
