// Byte offsets as lines and columns.

internal import _RushJSONShims

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
    self = unsafe text.withUnsafeBytes { unsafe JSONSourceLocation(ofCharacter: end, in: $0) }
  }

  private init(ofCharacter end: Int, in text: UnsafeRawBufferPointer) {
    let kernel = BlockKernel.fastest.raw
    // A line feed at `end` is on the line that a carriage return before it ends.
    let isInPair =
      unsafe end > 0 && end < text.count && text[end] == .lineFeed
      && text[end &- 1] == .carriageReturn
    let lineLimit = isInPair ? end &- 1 : end
    let ends = unsafe rush_count_line_ends(kernel, text.baseAddress, lineLimit)
    var line = 1 &+ ends.first
    var start = unsafe ByteOrderMark.begins(text) ? ByteOrderMark.length : 0
    if ends.first > 0 {
      start = unsafe rush_find_behind_last_byte(text.baseAddress, lineLimit, .lineFeed)
    }
    if ends.second > 0 {
      // A carriage return ends a line unless a line feed follows.
      line &+= unsafe ends.second &- rush_count_return_feeds(text.baseAddress, lineLimit)
      let last = unsafe rush_find_behind_last_byte(
        text.baseAddress, lineLimit, .carriageReturn)
      start = max(start, last)
    }

    // The offset may be inside the byte order mark.
    let first = min(start, end)
    let characters = unsafe UnsafeRawBufferPointer(rebasing: text[first..<end])
    let counts = unsafe rush_count_continuations(kernel, characters.baseAddress, characters.count)
    let column = 1 &+ characters.count &- counts.first
    // Sequences of four bytes become a surrogate pair.
    let utf16Column = column &+ counts.second
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
