internal import _RushJSONShims

/// Finds the path of an offset in a text that is JSON, or nearly JSON, up to there.
///
/// ```
/// {"a": [10, 2, 3▸4]}        open: object, array after two commas     →  /a/2
/// ^     ^     ^              where they start, and their last commas
/// ```
///
/// A kernel finds brackets and commas, 64 bytes at a time. The scan reads two things token by token: leniencies,
/// and the name of each object that is open at the place, which follows the object's last comma or its brace.
///
/// The scan accepts all leniencies. That is safe: a reader without a leniency reports its first use as the
/// error, so none comes before the place.
///
/// A text may leave in pieces, cut anywhere (``leave(_:)``). Offsets count from the first byte that has not left.
struct PathScan {
  private struct Container {
    /// The offset of its bracket.
    var start: Int
    /// The number of its own commas.
    var commas = 0
    /// The offset of the last of them, or of the bracket.
    var separator: Int
    /// Whether it is an array, if the bracket has left.
    var isArray = false

    mutating func move(by count: Int) {
      start &-= count
      separator &-= count
    }
  }

  private var open: [Container] = []
  /// By level, for separators that have left: the text after it, up to the end of the name or of the piece. Apart from
  /// `open`, because brackets come and go by the million, and there are names to keep only at the end of a piece.
  private var heads: [[UInt8]] = []
  private var at = 0
  /// The quotation mark of the string that the end of a piece cuts, and whether a backslash ends the piece.
  private var openQuote: UInt8?
  private var isEscaped = false
  /// The number of bytes that have left.
  private(set) var left = 0

  /// The number of bytes that were read, those that have left included.
  var count: Int { left &+ at }

  /// The path of the innermost value that contains, or ends at, the end of `prefix`.
  /// - Complexity: O(*n*) in bytes. Takes memory in proportion to the nesting.
  static func pointer(atEndOf prefix: Span<UInt8>) -> JSONPointer {
    var scan = PathScan()
    scan.run(prefix)
    return scan.pointer(prefix)
  }

  /// Continues to the end of `text`, which begins with everything that was read before and has not left. A text that
  /// continues ends between two tokens, except where it leaves.
  mutating func run(_ text: Span<UInt8>) {
    if let openQuote { _ = text.withCheckedBytes { skipString($0, quote: openQuote) } }
    while at < text.count {
      text.withCheckedBytes { blocks($0) }
      // Leniencies are seldom alone, and the start of a kernel costs as much as some tokens.
      let end = min(at &+ 64, text.count)
      while at < end { _ = token(text) }
    }
  }

  // MARK: - Brackets and commas

  /// Reads whole blocks, and the rest of a string that the last one cuts. Stops before a byte that no token of
  /// RFC 8259 has.
  private mutating func blocks(_ text: CheckedBytes) {
    let kernel = BlockKernel.fastest.raw
    var carry = rush_structure_carry()
    // The masks of 8 KiB stay in the first-level cache.
    unsafe withUnsafeTemporaryAllocation(of: rush_structure.self, capacity: 128) { masks in
      while let start = unsafe text.baseAddress, text.count &- at >= 64 {
        let blocks = min((text.count &- at) &>> 6, masks.count)
        // Invariant: as many blocks follow in the text, and there is room for their masks.
        let read = unsafe rush_find_structure(
          kernel, start + at, blocks, masks.baseAddress, &carry)
        assert(read >= 0 && read <= blocks &* 64)
        for index in 0..<(read &+ 63) &>> 6 { unsafe add(masks[index], at: at &+ index &* 64) }
        at &+= read
        if read < blocks &* 64 { break }
      }
    }
    if carry.in_string != 0 {
      isEscaped = carry.escaped != 0
      skipString(text, quote: .quote)
    }
  }

  private mutating func add(_ block: rush_structure, at offset: Int) {
    var (brackets, commas) = (block.openings | block.closings, block.commas)
    while brackets != 0 {
      let bracket = brackets & (0 &- brackets)
      add(commas: commas & (bracket &- 1), at: offset)
      commas &= 0 &- bracket
      if block.openings & bracket != 0 {
        let start = offset &+ bracket.trailingZeroBitCount
        open.append(Container(start: start, separator: start))
      } else {
        _ = open.popLast()
      }
      brackets ^= bracket
    }
    add(commas: commas, at: offset)
  }

  private mutating func add(commas: UInt64, at offset: Int) {
    if commas == 0 || open.isEmpty { return }
    open[open.count &- 1].commas &+= commas.nonzeroBitCount
    open[open.count &- 1].separator = offset &+ 63 &- commas.leadingZeroBitCount
  }

  // MARK: - Tokens

  /// Skips a byte that is no part of a word, or a token. Returns the text of a complete string or a word.
  private mutating func token(_ text: Span<UInt8>) -> Name? {
    let start = at
    let byte = text[start]
    switch byte {
    case .quote, .apostrophe:
      at &+= 1
      let isComplete = text.withCheckedBytes { skipString($0, quote: byte) }
      return isComplete ? Name(range: start &+ 1..<at &- 1) : nil
    case .slash:
      comment(text)
      return nil
    case .openBracket, .openBrace: open.append(Container(start: start, separator: start))
    case .closeBracket, .closeBrace: _ = open.popLast()
    case .comma: add(commas: 1, at: start)
    case 0x00...0x20, .colon: break
    default:
      let isSpace = text.withCheckedBytes { bytes in
        let space = WideSpace.length(in: bytes, at: start)
        at = space > 0 ? start &+ space : bytes.wordEnd(from: start)
        return space > 0
      }
      return isSpace ? nil : Name(range: start..<at)
    }
    at &+= 1
    return nil
  }

  /// Skips the rest of a string. Returns whether it is complete.
  @discardableResult
  private mutating func skipString(_ text: CheckedBytes, quote: UInt8) -> Bool {
    if isEscaped, at < text.count {
      at &+= 1
      isEscaped = false
    }
    var end = find(quote, in: text[...], from: at)
    while true {
      let backslash = find(.backslash, in: text.prefix(end), from: at)
      if backslash == end { break }
      isEscaped = backslash &+ 1 == text.count
      at = min(backslash &+ 2, text.count)
      if at > end { end = find(quote, in: text[...], from: at) }
    }
    at = min(end &+ 1, text.count)
    openQuote = end < text.count ? nil : quote
    return end < text.count
  }

  private mutating func comment(_ text: Span<UInt8>) {
    let next = at &+ 1 < text.count ? text[at &+ 1] : 0
    at &+= 1
    if next == .slash {
      while at < text.count, text[at] != .lineFeed, text[at] != .carriageReturn { at &+= 1 }
    } else if next == .asterisk {
      // Past the star, so that `/*/` does not end the comment.
      at &+= 2
      while at < text.count, !(text[at] == UInt8.slash && text[at &- 1] == .asterisk) { at &+= 1 }
      at = min(at &+ 1, text.count)
    }
  }

  // MARK: - The pointer

  /// The bytes of a name, without quotes.
  private struct Name {
    let range: Range<Int>
  }

  /// The first complete string or word of `text`, which begins after the last comma or the bracket of an object.
  @_optimize(size) @inline(never)
  private static func name(in text: Span<UInt8>) -> Name? {
    var scan = PathScan()
    while scan.at < text.count {
      if let name = scan.token(text), scan.open.isEmpty { return name }
    }
    return nil
  }

  /// The text from the last separator of an object to the end of the name, or of what there is of it, its offset, and the
  /// range of the name.
  @_optimize(size) @inline(never)
  private func head(
    at level: Int, in text: Span<UInt8>
  ) -> (bytes: [UInt8], start: Int, name: Range<Int>?) {
    let end = max(level &+ 1 < open.count ? open[level &+ 1].start : text.count, 0)
    let start = open[level].separator &+ 1
    var bytes = start > 0 ? [] : heads[level]
    var name = bytes.withSpan { PathScan.name(in: $0) }
    if name == nil {
      let rest = text.extracting(max(start, 0)..<end)
      let found = bytes.isEmpty ? PathScan.name(in: rest) : nil
      // With the quotation mark after the name, and without the value.
      let count = found.map { $0.range.upperBound &+ 1 } ?? rest.count
      unsafe rest.withUnsafeBytes { unsafe bytes += $0.prefix(count) }
      // Not found again: the byte after a word may be the first of several.
      if let found { return (bytes, start, found.range) }
      name = bytes.withSpan { PathScan.name(in: $0) }
      if let name { bytes.removeSubrange(min(name.range.upperBound &+ 1, bytes.count)...) }
    }
    return (bytes, start, name?.range)
  }

  /// Lets go of `text`, which was read to its end. Another text may begin after it.
  @_optimize(size) @inline(never)
  mutating func leave(_ text: Span<UInt8>) {
    assert(at == text.count)
    for level in open.indices {
      if open[level].start >= 0 { open[level].isArray = text[open[level].start] == .openBracket }
      let head = open[level].isArray ? [] : head(at: level, in: text).bytes
      if level < heads.count { heads[level] = head } else { heads.append(head) }
    }
    for level in open.indices { open[level].move(by: text.count) }
    left &+= text.count
    at = 0
  }

  /// The path at the end of `text`, which was read to its end.
  func pointer(_ text: Span<UInt8>) -> JSONPointer {
    JSONPointer(tokens: steps(text).map { $0.token })
  }

  /// The steps of the path, and for a member where its name ends. Only the innermost object can lack a name.
  @_optimize(size) @inline(never)
  private func steps(_ text: Span<UInt8>) -> [(token: String, nameEnd: Int?)] {
    open.indices.compactMap { level in
      let container = open[level]
      let isArray =
        container.start < 0 ? container.isArray : text[container.start] == .openBracket
      if isArray { return (String(container.commas), nil) }
      let (bytes, start, name) = head(at: level, in: text)
      guard let name else { return nil }
      let token = bytes.withSpan { PathScan.unescaped($0.extracting(name)) }
      return (token, start &+ name.upperBound)
    }
  }

  /// The path at the end of `text` as keys. Before an element, its comma is not in the text.
  /// `name` returns another name for that of a member: at a level, and with its end in `text`, negative if that has left.
  @_optimize(size) @inline(never)
  func path(
    _ text: Span<UInt8>, isBeforeElement: Bool, name: (_ level: Int, _ end: Int) -> String?
  ) -> [AnyPathKey] {
    steps(text).enumerated().map { level, step in
      if let end = step.nameEnd {
        return JSONPathKey(stringValue: name(level, end) ?? step.token)
      }
      let isLast = level == open.count &- 1
      return JSONPathKey(position: open[level].commas &+ (isLast && isBeforeElement ? 1 : 0))
    }
  }

  /// A name, or the beginning of one, unescaped with all leniencies.
  static func unescaped(_ text: Span<UInt8>) -> String {
    text.withCheckedBytes { bytes in
      // Invariant: the bytes live during the call.
      String(
        decoding: Escape.unescaped(
          bytes, leniencies: [.loneSurrogates, .extendedEscapes, .unknownEscapes]), as: UTF8.self)
    }
  }
}

/// The offset of the first `byte` from `start` on, or the count. Invariant: `start` is at most that.
private func find(_ byte: UInt8, in text: Slice<CheckedBytes>, from start: Int) -> Int {
  let rest = CheckedBytes(rebasing: text[start...])
  let found = unsafe rush_find_byte(rest.baseAddress, rest.count, byte)
  assert(found >= 0 && found <= rest.count)
  return start &+ found
}

// MARK: - JSONSourceLocation+Text

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
    self = text.withCheckedBytes { JSONSourceLocation(ofCharacter: end, in: $0) }
  }

  private init(ofCharacter end: Int, in text: CheckedBytes) {
    assert(end >= 0 && end <= text.count)
    let kernel = BlockKernel.fastest.raw
    // A line feed at `end` is on the line that a carriage return before it ends.
    let isInPair =
      end > 0 && end < text.count && text[end] == .lineFeed
      && text[end &- 1] == .carriageReturn
    let lineLimit = isInPair ? end &- 1 : end
    let ends = unsafe rush_count_line_ends(kernel, text.baseAddress, lineLimit)
    var line = 1 &+ ends.first
    var start = ByteOrderMark.begins(text) ? ByteOrderMark.length : 0
    if ends.first > 0 {
      start = unsafe rush_find_behind_last_byte(text.baseAddress, lineLimit, .lineFeed)
      assert(start > 0 && start <= lineLimit)
    }
    if ends.second > 0 {
      // A carriage return ends a line unless a line feed follows.
      line &+= unsafe ends.second &- rush_count_return_feeds(text.baseAddress, lineLimit)
      let last = unsafe rush_find_behind_last_byte(
        text.baseAddress, lineLimit, .carriageReturn)
      assert(last > 0 && last <= lineLimit)
      start = max(start, last)
    }

    // The offset may be inside the byte order mark.
    let first = min(start, end)
    let characters = CheckedBytes(rebasing: text[first..<end])
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

/// The start of the UTF-8 sequence of the byte at `offset`, or `offset` if it belongs to none.
func characterStart(_ offset: Int, in text: Span<UInt8>) -> Int {
  guard offset < text.count, text[offset] & 0xc0 == 0x80 else { return offset }
  let start = text.withCheckedBytes { offset &- incompleteTail(of: $0.prefix(offset)) }
  // No sequence begins with 0xF8 or above.
  return text[start] < 0xf8 ? start : offset
}
