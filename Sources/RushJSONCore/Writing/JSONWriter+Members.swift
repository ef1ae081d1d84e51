// Members with names that the source code has.
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

  /// Writes what precedes the value of a member, and expects the next name: the value must be written
  /// without further checks, or `expected` be set.
  @inline(__always)
  mutating func beginMember(_ name: JSONName) throws(JSONWritingError) {
    if _fastPath(nameBits & name.bit == 0 && name.isPrepared),
      expected == .name || expected == .firstName
    {
      let isFirst = expected == .firstName
      // Invariant: two bytes precede the name, and two follow it. The first member has no comma.
      let skipped = isFirst ? 1 : 0
      let source = unsafe UnsafeRawPointer(name.start) - 2 + skipped
      let count = name.count &+ 4 &- skipped
      output.buffer.reserve(count)
      unsafe output.buffer.copyShort(source, count)
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
      unsafe output.string(name.utf8)
      endName()
    }
    expected = .name
  }

  /// Writes a member that is `nil`, if the options want it.
  @usableFromInline
  mutating func absentMember(_ name: JSONName) throws(JSONWritingError) {
    guard let encoding, encoding.writesNil else { return }
    try self.name(name)
    try null()
  }

  /// Writes a member that is `null`, unless the options leave it out.
  @usableFromInline
  mutating func nullMember(_ name: JSONName) throws(JSONWritingError) {
    if omitsNil { return }
    try self.name(name)
    try null()
  }
}

extension OutputBuffer {
  /// Copies `count` ≥ 3 bytes to reserved room. Reads no other bytes.
  @inline(__always)
  mutating func copyShort(_ source: UnsafeRawPointer, _ count: Int) {
    let target = unsafe UnsafeMutableRawPointer(position)
    // Invariant: the pieces lie in the `count` bytes; the last two may overlap.
    if count >= 16 {
      var at = 0
      repeat {
        unsafe target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self), toByteOffset: at,
          as: SIMD16<UInt8>.self)
        at &+= 16
      } while at &+ 16 <= count
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self),
        toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
    } else if count >= 8 {
      unsafe copyEnds(source, target, count, as: UInt64.self)
    } else if count >= 4 {
      unsafe copyEnds(source, target, count, as: UInt32.self)
    } else {
      unsafe copyEnds(source, target, count, as: UInt16.self)
    }
    advance(by: count)
  }

  @inline(__always)
  private func copyEnds<Word: BitwiseCopyable & FixedWidthInteger>(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, as type: Word.Type
  ) {
    let size = MemoryLayout<Word>.size
    unsafe target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
    unsafe target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: count &- size, as: Word.self),
      toByteOffset: count &- size, as: Word.self)
  }
}
