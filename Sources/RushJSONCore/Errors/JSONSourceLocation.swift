/// A place in a text as people count: the line, and the character in it.
///
/// Lines end with LF, CR LF or CR. Both numbers begin with one. A byte order mark at the start of
/// the text is not counted, as no editor counts it.
///
/// Errors carry byte offsets only; a location is worked out on request.
public struct JSONSourceLocation: Sendable, Hashable {
  /// The one-based line.
  public let line: Int

  /// The one-based column, in Unicode scalars.
  ///
  /// In bytes that are not UTF-8, all but continuation bytes (0x80 to 0xBF) count as one.
  public let column: Int

  /// The one-based column, in UTF-16 code units: what many editors and protocols count.
  public let utf16Column: Int

  /// Creates a location from its numbers.
  public init(line: Int, column: Int, utf16Column: Int) {
    self.line = line
    self.column = column
    self.utf16Column = utf16Column
  }

  /// Creates the location of a byte in a text.
  ///
  /// A byte inside a UTF-8 sequence, or inside CR LF, is where the sequence begins, or on the line
  /// that it ends.
  /// - Parameters:
  ///   - offset: A byte offset. Below zero it is taken for zero, beyond the text for its end.
  ///   - text: The text; it need not be UTF-8.
  /// - Complexity: O(*offset*). Copies nothing.
  public init(of offset: Int, in text: Span<UInt8>) {
    let end = JSONSourceLocation.characterStart(min(max(offset, 0), text.count), in: text)
    var line = 1
    var start = text.count >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf ? 3 : 0
    for at in 0..<end {
      let byte = text[at]
      if byte > 0x0d { continue }
      let endsLine =
        byte == 0x0a || byte == 0x0d && !(at &+ 1 < text.count && text[at &+ 1] == .lineFeed)
      if endsLine {
        line &+= 1
        start = at &+ 1
      }
    }

    var column = 1
    var utf16Column = 1
    // The offset may lie inside the byte order mark.
    for at in min(start, end)..<end {
      let byte = text[at]
      if byte & 0xc0 == 0x80 { continue }
      column &+= 1
      // From 0xF0 on, sequences have four bytes, and stand for a surrogate pair.
      utf16Column &+= byte >= 0xf0 ? 2 : 1
    }
    self.init(line: line, column: column, utf16Column: utf16Column)
  }

  /// Where the UTF-8 sequence begins that the byte at `offset` belongs to; `offset` if there is none.
  static func characterStart(_ offset: Int, in text: Span<UInt8>) -> Int {
    guard offset < text.count, text[offset] & 0xc0 == 0x80 else { return offset }
    for (back, leastLead) in [(1, 0xc0), (2, 0xe0), (3, 0xf0)] as [(Int, UInt8)]
    where offset >= back {
      let byte = text[offset &- back]
      if byte & 0xc0 == 0x80 { continue }
      // A sequence that is too short to reach `offset` leaves it a stray byte.
      return byte >= leastLead && byte < 0xf8 ? offset &- back : offset
    }
    return offset
  }
}

extension JSONSourceLocation: CustomStringConvertible {
  /// For example `line 1, column 13`.
  public var description: String { "line \(line), column \(column)" }
}

// MARK: - Other forms of text

extension JSONSourceLocation {
  /// Creates the location of a byte in a text. See ``init(of:in:)-(_,Span<UInt8>)``.
  public init(of offset: Int, in text: UnsafeRawBufferPointer) {
    // Invariant: the caller keeps the bytes alive and unchanged during the call. Raw bytes may be
    // looked at as UInt8 whatever they are.
    self.init(of: offset, in: unsafe text.assumingMemoryBound(to: UInt8.self).span)
  }

  /// Creates the location of a byte in a text. See ``init(of:in:)-(_,Span<UInt8>)``.
  public init(of offset: Int, in text: [UInt8]) {
    self.init(of: offset, in: text.span)
  }

  /// Creates the location of a UTF-8 byte in a text. See ``init(of:in:)-(_,Span<UInt8>)``.
  public init(of offset: Int, in text: String) {
    self.init(of: offset, in: text.utf8.span)
  }
}
