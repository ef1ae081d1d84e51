// Byte offsets as lines and columns.

extension JSONSourceLocation {
  /// Creates the location of a byte in a text.
  ///
  /// A byte inside a UTF-8 sequence has the location of the sequence, and the LF of a CR LF is on the
  /// line that it ends.
  /// - Parameters:
  ///   - offset: A byte offset. One outside the text is moved to its start or end.
  ///   - text: The text; it need not be UTF-8.
  /// - Complexity: O(*offset*). Copies nothing.
  public init(of offset: Int, in text: Span<UInt8>) {
    let end = characterStart(min(max(offset, 0), text.count), in: text)
    var line = 1
    var start =
      unsafe text.withUnsafeBytes { unsafe ByteOrderMark.begins($0) } ? ByteOrderMark.length : 0
    for at in 0..<end {
      let byte = text[at]
      if byte > .carriageReturn { continue }
      let endsLine =
        byte == .lineFeed
        || byte == .carriageReturn && !(at &+ 1 < text.count && text[at &+ 1] == .lineFeed)
      if endsLine {
        line &+= 1
        start = at &+ 1
      }
    }

    var column = 1
    var utf16Column = 1
    // The offset may be inside the byte order mark.
    for at in min(start, end)..<end {
      let byte = text[at]
      if byte & 0xc0 == 0x80 { continue }
      column &+= 1
      // From 0xF0 on, sequences have four bytes and become a surrogate pair.
      utf16Column &+= byte >= 0xf0 ? 2 : 1
    }
    self.init(line: line, column: column, utf16Column: utf16Column)
  }

  /// Creates the location of a byte in a text. See ``init(of:in:)-(_,Span<UInt8>)``.
  /// - Complexity: O(*offset*). Copies the bytes if they are not contiguous.
  public init(of offset: Int, in text: some Collection<UInt8>) {
    self = withSpan(of: text) { JSONSourceLocation(of: offset, in: $0) }
  }

  /// Creates the location of a UTF-8 byte in a text. See ``init(of:in:)-(_,Span<UInt8>)``.
  public init(of offset: Int, in text: String) {
    self = text.withUTF8Span { JSONSourceLocation(of: offset, in: $0) }
  }
}

/// Calls `body` with the bytes of any text. Copies them only if they are not contiguous.
func withSpan<R>(of text: some Collection<UInt8>, _ body: (Span<UInt8>) -> R) -> R {
  // Invariant: the buffer lives during the call.
  let result = text.withContiguousStorageIfAvailable { unsafe body($0.span) }
  return result ?? Array(text).withSpan(body)
}

/// Where the UTF-8 sequence of the byte at `offset` begins; `offset` if it belongs to none.
func characterStart(_ offset: Int, in text: Span<UInt8>) -> Int {
  guard offset < text.count, text[offset] & 0xc0 == 0x80 else { return offset }
  let start = unsafe text.withUnsafeBytes { unsafe offset &- incompleteTail(of: $0.prefix(offset)) }
  // No sequence begins with 0xF8 or above.
  return text[start] < 0xf8 ? start : offset
}
