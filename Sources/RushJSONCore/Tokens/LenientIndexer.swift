// Offsets for texts in which more than RFC 8259 may stand between and around tokens: comments,
// other quotes, names without quotes, more whitespace. Byte by byte, because what a quote means
// depends on what is before it; everything else about these texts is the tokenizer's business.

/// Does for lenient reading what the block kernels do for strict reading (see rush_blocks.h).
@safe
struct LenientIndexer: ~Copyable {
  /// The leniencies that the block kernels do not know.
  static let leniencies: JSONLeniencies = [
    .comments, .singleQuotes, .unquotedNames, .extendedNumbers, .nonFiniteNumbers,
    .extendedEscapes, .extendedWhitespace,
  ]

  /// Whether texts with these leniencies are beyond the block kernels.
  @inline(__always)
  static func isNeeded(for leniencies: JSONLeniencies) -> Bool {
    !leniencies.isDisjoint(with: self.leniencies)
  }

  private enum Place {
    case between
    case scalar
    case string(quote: UInt8)
    case lineComment
    case blockComment
  }

  private let text: UnsafeRawBufferPointer
  private let count: Int
  private let leniencies: JSONLeniencies
  private let window: Int
  // Invariant: room for one offset a byte of a window.
  private let offsets: UnsafeMutablePointer<UInt32>
  private var place = Place.between
  private var position: Int
  private var validated: Int
  private var commentStart = 0
  /// Why the text ended early, if it did.
  private(set) var problem: JSONSyntaxError?

  init(_ text: UnsafeRawBufferPointer, from start: Int, leniencies: JSONLeniencies, window: Int) {
    unsafe self.text = text
    count = text.count
    self.leniencies = leniencies
    self.window = min(window, max(count, 1))
    unsafe offsets = .allocate(capacity: self.window)
    position = start
    validated = start
  }

  deinit { unsafe offsets.deallocate() }

  /// Whether a comment begins at `at`, where there is a slash.
  static func beginsComment(_ text: UnsafeRawBufferPointer, at: Int) -> Bool {
    // Invariant: at + 1 is compared with `count` first.
    unsafe at &+ 1 < text.count && (text[at &+ 1] == 0x2f || text[at &+ 1] == .asterisk)
  }

  /// Where the comment begins in which the text ended.
  var openComment: Int? {
    switch place {
    case .lineComment, .blockComment: commentStart
    default: nil
    }
  }

  /// The next window that has any offset; its count is 0 at the end of the text.
  mutating func next() -> OffsetWindow {
    while position < count, problem == nil {
      let start = position
      let found = indexWindow()
      if found > 0 { return unsafe OffsetWindow(start: start, offsets: offsets, count: found) }
    }
    if case .blockComment = place, problem == nil {
      problem = JSONSyntaxError(.unterminatedComment, at: commentStart)
    }
    return unsafe OffsetWindow(start: position, offsets: offsets, count: 0)
  }

  private mutating func indexWindow() -> Int {
    let start = position
    var end = min(start &+ window, count)
    let validation = unsafe validateUTF8(text, from: max(start, validated), to: end)
    validated = validation.end
    if validation.isInvalid {
      problem = JSONSyntaxError(.invalidUTF8, at: validation.end)
      end = validation.end
    }
    var found = 0
    var at = start
    while at < end {
      // Invariant: at < end ≤ count of the text, and at most one offset is written for each byte.
      let c = unsafe text[at]
      let length = step(c, at: at)
      if length < 0 {
        unsafe offsets[found] = UInt32(truncatingIfNeeded: at &- start)
        found &+= 1
      }
      at &+= length < 0 ? 0 &- length : length
    }
    // An escape or a comment's mark may reach past the window.
    position = max(at, end)
    return found
  }

  /// Passes what stands at `at`. Returns its length in bytes, negative if it gets an offset.
  @inline(__always)
  private mutating func step(_ c: UInt8, at: Int) -> Int {
    switch place {
    case .string(let quote):
      if c == quote {
        place = .between
        return -1
      }
      if c == .backslash { return -2 }
      return c < 0x20 ? -1 : 1
    case .lineComment:
      if c == 0x0a || c == .carriageReturn { place = .between }
      return 1
    case .blockComment:
      guard c == .asterisk, at &+ 1 < count, unsafe text[at &+ 1] == .slash else { return 1 }
      place = .between
      return 2
    case .between, .scalar:
      return stepOutside(c, at: at)
    }
  }

  @inline(__always)
  private mutating func stepOutside(_ c: UInt8, at: Int) -> Int {
    switch c {
    case .space, .lineFeed, .carriageReturn, .tab:
      place = .between
      return 1
    case 0x0b, 0x0c:
      guard leniencies.contains(.extendedWhitespace) else { break }
      place = .between
      return 1
    case .comma, .colon, .openBracket, .closeBracket, .openBrace, .closeBrace:
      place = .between
      return -1
    case .quote:
      place = .string(quote: 0x22)
      return -1
    case .apostrophe:
      guard leniencies.contains(.singleQuotes) else { break }
      place = .string(quote: 0x27)
      return -1
    case .slash:
      guard leniencies.contains(.comments), unsafe Self.beginsComment(text, at: at) else { break }
      commentStart = at
      place = unsafe text[at &+ 1] == .slash ? .lineComment : .blockComment
      return 2
    default: break
    }
    if case .scalar = place { return 1 }
    place = .scalar
    return -1
  }
}
