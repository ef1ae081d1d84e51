internal import _RushJSONShims

// The grammar of RFC 8259, once, for every reader.
//
//   bytes ─ indexer ─→ offsets ─ Tokenizer ─→ TokenSink
//
// The indexer finds the offsets of tokens (rush_blocks.h). The tokenizer checks the byte at each offset
// against its state in the grammar, and calls the sink. It never skips whitespace or searches for the
// end of a string, because both are between two offsets. It does not recurse: the sink keeps the open
// containers, and a counter the depth.
//
// Two passes over the same offsets take turns:
//
//   FastPass.swift            plain tokens; stops before anything else, and reports no error
//   Tokenizer+Careful.swift   the whole grammar: at least one token, then back to the fast pass
//
// All state between two tokens is in `progress`, so the tokenizer can stop at any token and resume there.

/// Reads one text and feeds a sink.
/// Methods that run per token and are not inlined are mutating, even if they change nothing. The compiler
/// would copy the tokenizer (400 bytes) for a nonmutating call in the middle of a mutation.
@safe
struct Tokenizer: ~Copyable {
  // Invariant: the creator keeps the text in place and unchanged while the tokenizer lives, or until
  // it loads another piece.
  private(set) var text: CheckedBytes
  private(set) var count: Int
  let options: JSONReadingOptions
  let kernel: BlockKernel
  var indexer: OffsetIndexer
  /// Whether spaces surround the text in memory, and the offset of the text's end follows those of the tokens
  /// (`ShortText`).
  private let isPadded: Bool
  /// The fault, if the text was refused.
  var fault: SyntaxFault?
  /// The names of the open objects, if duplicates are refused.
  var names: SeenNames?
  var progress: Progress
  /// The bounds of the string that a cold function has read.
  var stringStart = 0
  var stringEnd = 0
  /// Whether another piece of the text may follow. A token that is cut off is then not an error.
  private(set) var moreMayFollow = false
  /// Whether the piece ends inside a token, or before one that the grammar requires.
  var isStarved = false
  /// The offset of the first unused byte of the piece, where the cut token begins.
  var unusedStart = 0
  /// The number of bytes that the skip has read of the token at which it stopped.
  var cutLength = 0
  /// Whether the tokenizer has paused in the middle of a piece. The first token after the pause is at
  /// `unusedStart`.
  private(set) var isPaused = false
  /// The last token was a comma between two values of a stream, so another value must follow.
  private var isAfterSeparator = false
  /// Whether the tokenizer may pause in this piece.
  private var mayPause = false
  /// The number of bytes that the reader has dropped from the piece's first token, a string or a name.
  /// They count toward its length.
  var droppedBytes = 0

  /// Creates a tokenizer of `text`, which must stay in place and unchanged while it is used.
  init(
    _ text: CheckedBytes, options: JSONReadingOptions,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow
  ) {
    let indexer = OffsetIndexer(text, options: options, kernel: kernel, window: window)
    self.init(text, indexer: indexer, isPadded: false, options: options, kernel: kernel)
  }

  init(
    _ text: CheckedBytes, indexer: consuming OffsetIndexer, isPadded: Bool,
    options: JSONReadingOptions, kernel: BlockKernel
  ) {
    self.isPadded = isPadded
    self.text = text
    count = text.count
    self.options = options
    self.kernel = kernel
    progress = Progress(cursor: Cursor(next: indexer.empty, end: indexer.empty, window: 0))
    self.indexer = indexer
    names = options.duplicateNames == .refuse ? SeenNames() : nil
  }

  /// A tokenizer that continues as `other` does, with the piece that is loaded next.
  init(copying other: borrowing Tokenizer) {
    self.init(CheckedBytes(), options: other.options, kernel: other.kernel)
    progress.state = other.progress.state
    progress.depth = other.progress.depth
    progress.inObject = other.progress.inObject
    (fault, names, droppedBytes) = (other.fault, other.names, other.droppedBytes)
    (stringStart, stringEnd) = (other.stringStart, other.stringEnd)
    (moreMayFollow, isStarved) = (other.moreMayFollow, other.isStarved)
    (unusedStart, cutLength) = (other.unusedStart, other.cutLength)
  }

  typealias Cursor = TokenCursor
  typealias State = GrammarState
  typealias Progress = GrammarProgress

  /// The end of a pass.
  enum Outcome {
    /// The fast pass may continue.
    case paused
    /// The value is complete.
    case finished
    /// The text is refused; `failure` has the reason.
    case failed
    /// The piece is used up, and another may follow.
    case starved
  }

  /// Reads the whole text into `sink`. Returns whether it is JSON; if not, `failure` has the reason.
  @inline(__always)
  mutating func run<Sink: TokenSink>(_ sink: inout Sink) -> Bool {
    guard checkStart() else { return false }
    progress.cursor = refill()
    guard sink.reserve(tokens: progress.cursor.count) else { return failForRoom() }
    if progress.cursor.count == 0 { return failAtEnd(.emptyText) }
    return readOn(&sink) == .finished && checkEnd()
  }

  /// Reads the rest of a text, from `progress` on. Returns whether it is JSON. `sink` has room for all tokens.
  @inline(__always)
  mutating func run<Sink: TokenSink>(_ sink: inout Sink, from progress: Progress) -> Bool {
    self.progress = progress
    return readOn(&sink) == .finished && checkEnd()
  }

  /// Reads a value, or the rest of one with `depth` open containers, whatever follows it. Returns the offset of the
  /// token after it, or of the text's end. `nil` if the value is refused.
  @inline(__always)
  mutating func runValue<Sink: TokenSink>(
    _ sink: inout Sink, from state: State = .value, depth: Int = 0, inObject: Bool = false
  ) -> Int? {
    (progress.state, progress.depth, progress.inObject) = (state, depth, inObject)
    progress.cursor = refill()
    guard progress.cursor.count > 0, sink.reserve(tokens: progress.cursor.count),
      readOn(&sink) == .finished
    else { return nil }
    if progress.cursor.count == 0 { progress.cursor = refill() }
    if progress.cursor.count > 0 { return progress.cursor.peek(0) }
    return indexer.problem == nil ? count : nil
  }

  /// Reads from `progress` to the end of the value, or of the piece.
  @inline(__always)
  private mutating func readOn<Sink: TokenSink>(_ sink: inout Sink) -> Outcome {
    // The fast pass reads plain tokens and stops before anything else. The careful one, with the whole
    // grammar, continues from there. The fast pass does not count dropped bytes.
    let mayBeFast = self.mayBeFast && droppedBytes == 0
    while true {
      // A piece may begin after a value, where the fast pass does not check how many tokens there are.
      if mayBeFast, progress.state.isFast, progress.cursor.count >= fewestFastTokens {
        fastPass(&sink)
      }
      let outcome = carefulPass(&sink, untilFast: mayBeFast)
      if outcome != .paused { return outcome }
      if Sink.pauses, mayPause, sink.isFull { return pause() }
    }
  }

  /// A cursor on the next window. It is empty at the end of the text.
  @inline(never)
  mutating func refill() -> Cursor {
    let window = indexer.next()
    return Cursor(
      next: window.offsets, end: window.offsets + window.count, window: window.start)
  }

  /// Restarts with another whole text, and reuses the room for offsets.
  mutating func restart(_ text: CheckedBytes) {
    load(text, isFirst: true, isLast: true)
    progress.state = .value
    progress.depth = 0
    progress.inObject = false
    fault = nil
    if names != nil { names = SeenNames() }
  }

  // MARK: - Pieces

  /// Continues with another piece of the text, which begins at the first unused byte of the last one.
  /// The piece must stay in place and unchanged until the next one. Only the last piece may end inside a
  /// UTF-8 sequence.
  mutating func load(
    _ piece: CheckedBytes, isFirst: Bool, isLast: Bool, mayPause: Bool = false
  ) {
    text = piece
    count = piece.count
    moreMayFollow = !isLast
    isStarved = false
    isPaused = false
    self.mayPause = mayPause && !LenientIndexer.isNeeded(for: options.leniencies)
    indexer.load(
      piece, isFirst: isFirst, countsLines: self.mayPause, options: options)
    progress.cursor = Cursor(next: indexer.empty, end: indexer.empty, window: 0)
  }

  /// The number of values in all pieces together.
  enum Content {
    case value
    /// Any number, one after the other.
    case values
    /// Any number, with a comma between each two.
    case separatedValues
  }

  /// Reads the piece that was loaded.
  /// If the outcome is `starved`, the next piece must begin at `unusedStart`. If it is `paused`, another
  /// call reads on; another piece may also begin at `unusedStart`. It is `finished` only at the end of the
  /// last piece.
  @inline(__always)
  mutating func readPiece<Sink: TokenSink>(_ sink: inout Sink, content: Content) -> Outcome {
    if Sink.pauses, isPaused {
      isPaused = false
    } else {
      progress.cursor = refill()
      guard sink.reserve(tokens: progress.cursor.count) || failForRoom() else { return .failed }
    }
    while true {
      if progress.depth == 0, progress.state == .value || progress.state == .afterValue {
        let isBetween = progress.state == .afterValue
        switch startText(content) {
        case .paused: break
        case let outcome: return outcome
        }
        // The window may be new.
        if isBetween { progress.state = .value }
        if Sink.pauses, mayPause, sink.isFull { return pause() }
        guard sink.reserve(tokens: progress.cursor.count) || failForRoom() else { return .failed }
      }
      let outcome = readOn(&sink)
      if outcome != .finished { return outcome }
    }
  }

  /// Returns the line counts of the first `used` bytes of the piece, if the tokenizer may pause in it.
  func lines(ofFirst used: Int) -> CountedLines {
    guard let (bytes, lineFeeds, areASCII) = indexer.countedLines else { return CountedLines() }
    var known = CountedLines(bytes: min(used, bytes), lineFeeds: lineFeeds, areASCII: areASCII)
    if used < bytes {
      assert(used >= 0 && bytes <= count)
      // Invariant: the piece is still in place.
      let rest = CheckedBytes(rebasing: text[used..<bytes])
      known.lineFeeds &-= unsafe rush_count_line_ends(kernel.raw, rest.baseAddress, rest.count)
        .first
    }
    return known
  }

  /// Pauses before the next token. There must be one.
  private mutating func pause() -> Outcome {
    assert(progress.cursor.count > 0)
    isPaused = true
    unusedStart = progress.cursor.peek(0)
    return .paused
  }

  /// Checks whether a text begins here. The outcome is `paused` if one does.
  @inline(never)
  private mutating func startText(_ content: Content) -> Outcome {
    if progress.cursor.count == 0 { progress.cursor = refill() }
    if content == .separatedValues, progress.state == .afterValue, progress.cursor.count > 0 {
      guard takeSeparator() else { return isStarved ? .starved : .failed }
    }
    let isBetween = progress.state == .afterValue
    if progress.cursor.count > 0 {
      isAfterSeparator = false
      if !isBetween || content != .value { return .paused }
      let at = progress.cursor.peek(0)
      unusedStart = at
      if mayBeginComment(at) {
        isStarved = true
        return .starved
      }
      _ = fail(.expectedEnd, at: at)
      return .failed
    }
    unusedStart = indexer.openComment ?? count
    if isAfterSeparator, !options.leniencies.contains(.trailingCommas) {
      _ = failAtEnd(.trailingComma)
    } else if isBetween || content != .value {
      if indexer.problem == nil, !moreMayFollow { return .finished }
      _ = failAtEnd(.expectedEnd)
    } else {
      _ = failAtEnd(.emptyText)
    }
    return isStarved ? .starved : .failed
  }

  /// Reads the comma before the next value of a stream. Returns `false` if it is missing, or may be in the
  /// next piece.
  private mutating func takeSeparator() -> Bool {
    assert(progress.depth == 0)
    let at = progress.cursor.peek(0)
    unusedStart = at
    if mayBeginComment(at) {
      isStarved = true
      return false
    }
    guard byte(at) == .comma else { return fail(.expectedComma, at: at) }
    _ = progress.cursor.take()
    if progress.cursor.count == 0 { progress.cursor = refill() }
    progress.state = .value
    isAfterSeparator = true
    return true
  }

  /// The byte at a token's offset.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    text[offset]
  }
}

// MARK: - Fast pass

extension Tokenizer {
  /// The number of tokens that the fast pass needs.
  @inline(__always)
  var fewestFastTokens: Int { FastPass.fewestTokens(isPadded: isPadded) }

  /// Whether the fast pass can ignore the options.
  var mayBeFast: Bool { names == nil && options.allowFastPass }

  /// Reads from `progress` while the tokens are plain.
  @inline(__always)
  mutating func fastPass<Sink: TokenSink>(_ sink: inout Sink) {
    var pass = FastPass(text, isPadded: isPadded, options: options, progress: progress)
    pass.readWindow(&sink)
    progress = pass.progress
  }
}

// MARK: - CountedLines

/// Line counts of a prefix of the text. The prefix has no carriage returns.
struct CountedLines {
  /// The number of bytes in the prefix.
  var bytes = 0
  var lineFeeds = 0
  var areASCII = true

  /// Adds the counts of the bytes that follow.
  mutating func append(_ more: CountedLines) {
    bytes &+= more.bytes
    lineFeeds &+= more.lineFeeds
    areASCII = areASCII && more.areASCII
  }
}
