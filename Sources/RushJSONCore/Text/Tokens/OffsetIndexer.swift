/// The offsets of a text's tokens: from the block kernels, or from the lenient indexer if the options
/// require it.
@safe
struct OffsetIndexer: ~Copyable {
  private var blocks: BlockIndexer
  private var lenient: LenientIndexer?

  init(
    _ text: CheckedBytes, options: JSONReadingOptions, kernel: BlockKernel, window: Int
  ) {
    let start = ByteOrderMark.begins(text) ? ByteOrderMark.length : 0
    if !LenientIndexer.isNeeded(for: options.leniencies) {
      blocks = BlockIndexer(text, from: start, kernel: kernel, window: window)
    } else {
      blocks = BlockIndexer(text, from: text.count, kernel: kernel, window: 0)
      lenient = LenientIndexer(
        text, from: start, leniencies: options.leniencies, window: window)
    }
  }

  /// An indexer at the end of a text that was indexed without it.
  init(atEndOf text: CheckedBytes, kernel: BlockKernel) {
    blocks = BlockIndexer(text, from: text.count, kernel: kernel, window: 0)
  }

  /// An indexer between two tokens of a strict text.
  init(_ text: CheckedBytes, from start: Int, kernel: BlockKernel) {
    blocks = BlockIndexer(
      text, from: start, kernel: kernel, window: BlockIndexer.defaultWindow)
  }

  /// Continues with another piece of the text, which begins between two tokens.
  mutating func load(
    _ piece: CheckedBytes, isFirst: Bool, countsLines: Bool,
    options: JSONReadingOptions
  ) {
    let start = isFirst && ByteOrderMark.begins(piece) ? ByteOrderMark.length : 0
    if !LenientIndexer.isNeeded(for: options.leniencies) {
      blocks.load(piece, from: start, countsLines: countsLines)
    } else {
      lenient = LenientIndexer(
        piece, from: start, leniencies: options.leniencies, window: BlockIndexer.defaultWindow)
    }
  }

  /// The line counts of the indexed bytes, if lines were counted.
  var countedLines: (bytes: Int, lineFeeds: Int, areASCII: Bool)? { blocks.countedLines }

  var openComment: Int? {
    switch lenient {
    case .none: nil
    case .some(let indexer): indexer.openComment
    }
  }

  /// The error at which the indexer stopped before the end of the text, if there is one.
  var problem: SyntaxFault? {
    if let offset = blocks.invalidUTF8 { return SyntaxFault(.invalidUTF8, at: offset) }
    return lenientProblem
  }

  private var lenientProblem: SyntaxFault? {
    switch lenient {
    case .none: nil
    case .some(let indexer): indexer.problem
    }
  }

  /// An address for a cursor without offsets.
  var empty: CheckedView<UInt32> { blocks.empty }
  mutating func next() -> OffsetWindow { lenient?.next() ?? blocks.next() }
}

// MARK: - LenientIndexer

// Offsets of tokens in texts with comments, other quotes, names without quotes, or more whitespace.
// The scan is byte by byte, because the meaning of a quote depends on the bytes before it. The tokenizer
// handles all other leniencies.

/// The lenient counterpart of the block kernels (see rush_blocks.h).
@safe
struct LenientIndexer: ~Copyable {
  /// The leniencies that the block kernels do not support.
  static let leniencies: JSONReadingOptions.Leniencies = [
    .comments, .singleQuotes, .unquotedNames, .extendedNumbers, .nonFiniteNumbers,
    .extendedEscapes, .extendedWhitespace,
  ]
  // `unknownEscapes` and `controlCharacters` concern bytes whose offsets the kernels find.

  /// Whether the block kernels cannot read texts with these leniencies.
  @inline(__always)
  static func isNeeded(for leniencies: JSONReadingOptions.Leniencies) -> Bool {
    !leniencies.isDisjoint(with: self.leniencies)
  }

  private enum State {
    case between
    case scalar
    case string(quote: UInt8)
    case lineComment
    case blockComment
  }

  private let text: CheckedBytes
  private let count: Int
  private let leniencies: JSONReadingOptions.Leniencies
  private let hasWideSpace: Bool
  private let window: Int
  // Invariant: room for one offset per byte of a window.
  private let offsets: CheckedPointer<UInt32>
  private var state = State.between
  private var position: Int
  private var validated: Int
  private var commentStart = 0
  /// The error at which the scan stopped, if there is one.
  private(set) var problem: SyntaxFault?

  init(
    _ text: CheckedBytes, from start: Int, leniencies: JSONReadingOptions.Leniencies,
    window: Int
  ) {
    assert(start >= 0 && start <= text.count && window > 0)
    self.text = text
    count = text.count
    self.leniencies = leniencies
    hasWideSpace = leniencies.hasWideSpace
    self.window = min(window, max(count, 1))
    offsets = unsafe .allocate(capacity: self.window)
    position = start
    validated = start
  }

  deinit { unsafe offsets.deallocate() }

  /// Whether a comment begins at `at`, which is the offset of a slash.
  static func beginsComment(_ text: CheckedBytes, at: Int) -> Bool {
    assert(text[at] == .slash)
    return at &+ 1 < text.count && (text[at &+ 1] == .slash || text[at &+ 1] == .asterisk)
  }

  /// The start of a comment without an end, if there is one.
  var openComment: Int? {
    switch state {
    case .lineComment, .blockComment: commentStart
    default: nil
    }
  }

  /// The next window with any offset. Its count is 0 at the end of the text.
  mutating func next() -> OffsetWindow {
    while position < count, problem == nil {
      let start = position
      let found = indexWindow()
      if found > 0 {
        return OffsetWindow(start: start, offsets: CheckedView(offsets), count: found)
      }
    }
    if case .blockComment = state, problem == nil {
      problem = SyntaxFault(.unterminatedComment, at: commentStart)
    }
    return OffsetWindow(start: position, offsets: CheckedView(offsets), count: 0)
  }

  private mutating func indexWindow() -> Int {
    let start = position
    var end = min(start &+ window, count)
    // An escape may have extended past the last window. Its bytes there are not validated yet.
    let validation = validateUTF8(text, from: validated, to: end)
    validated = validation.end
    if validation.isInvalid {
      problem = SyntaxFault(.invalidUTF8, at: validation.end)
      end = validation.end
    }
    var found = 0
    var at = start
    while true {
      at = plainEnd(at, end)
      if at >= end { break }
      // Invariant: at < end ≤ count.
      let c = text[at]
      let length = step(c, at: at)
      if length < 0 {
        assert(found < window)
        offsets[found] = UInt32(truncatingIfNeeded: at &- start)
        found &+= 1
      }
      at &+= length < 0 ? 0 &- length : length
    }
    // An escape or a comment delimiter may extend past the window.
    position = max(at, end)
    // A window that found nothing must not come again.
    assert(position > start || problem != nil)
    return found
  }

  /// The offset after bytes that leave the state unchanged and get no offset: those of strings and comments, and
  /// spaces, eight by eight.
  @inline(__always)
  private func plainEnd(_ start: Int, _ end: Int) -> Int {
    assert(start >= 0 && end <= count)
    var at = start
    while at &+ 8 <= end {
      let word = text.word(at: at)
      let stops: UInt64
      switch state {
      case .string(let quote):
        stops = word.matches(quote) | word.matches(.backslash) | word.controls
      case .lineComment:
        let separators = hasWideSpace ? word.matches(0xe2) : 0
        stops = word.matches(.lineFeed) | word.matches(.carriageReturn) | separators
      case .blockComment: stops = word.matches(.asterisk)
      case .between: stops = word ^ 0x2020_2020_2020_2020
      case .scalar: return at
      }
      // The lowest set bit is in the first byte that stops.
      if stops != 0 { return at &+ stops.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    return at
  }

  /// Advances over the byte or bytes at `at`. Returns their number, negated if they get an offset.
  @inline(__always)
  private mutating func step(_ c: UInt8, at: Int) -> Int {
    switch state {
    case .string(let quote):
      if c == quote {
        state = .between
        return -1
      }
      if c == .backslash { return -2 }
      return c < 0x20 ? -1 : 1
    case .lineComment:
      if c == .lineFeed || c == .carriageReturn {
        state = .between
      } else if hasWideSpace, WideSpace.isLineSeparator(in: text, at: at) {
        state = .between
        return 3
      }
      return 1
    case .blockComment:
      guard c == .asterisk, at &+ 1 < count, text[at &+ 1] == .slash else { return 1 }
      state = .between
      return 2
    case .between, .scalar:
      return stepOutside(c, at: at)
    }
  }

  @inline(__always)
  private mutating func stepOutside(_ c: UInt8, at: Int) -> Int {
    switch c {
    case .space, .lineFeed, .carriageReturn, .tab:
      state = .between
      return 1
    case 0x0b, 0x0c:
      guard leniencies.contains(.extendedWhitespace) else { break }
      state = .between
      return 1
    case .comma, .colon, .openBracket, .closeBracket, .openBrace, .closeBrace:
      state = .between
      return -1
    case .quote:
      state = .string(quote: .quote)
      return -1
    case .apostrophe:
      guard leniencies.contains(.singleQuotes) else { break }
      state = .string(quote: .apostrophe)
      return -1
    case .slash:
      guard leniencies.contains(.comments), Self.beginsComment(text, at: at) else { break }
      commentStart = at
      state = text[at &+ 1] == .slash ? .lineComment : .blockComment
      return 2
    case 0xc2...:
      guard hasWideSpace else { break }
      let length = WideSpace.length(in: text, at: at)
      if length == 0 { break }
      state = .between
      return length
    default: break
    }
    if case .scalar = state { return 1 }
    state = .scalar
    return -1
  }
}

extension UInt64 {
  /// The top bits of the bytes that are `byte`. Only those up to the lowest set bit are exact.
  @inline(__always)
  fileprivate func matches(_ byte: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = self ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & (ones &<< 7)
  }

  /// The same for bytes below 0x20.
  @inline(__always)
  fileprivate var controls: UInt64 {
    (self &- 0x2020_2020_2020_2020) & ~self & 0x8080_8080_8080_8080
  }
}
