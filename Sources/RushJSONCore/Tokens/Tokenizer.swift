// The grammar of RFC 8259, once, for every reader.
//
//   bytes ─ indexer ─→ offsets ─ Tokenizer ─→ TokenSink
//
// The indexer finds the offsets at which something stands (rush_blocks.h); the tokenizer looks at
// the byte at each offset, decides by where it is in the grammar whether that byte may stand there,
// and tells the sink. It neither skips whitespace nor searches for the end of a string: both lie
// between two offsets. It does not recurse: what is open is known by the sink, and how deep by a
// counter.

/// Reads one text and feeds a sink.
///
/// What is called for tokens and not inlined is mutating, even if it changes nothing: of a value that is
/// being changed, the compiler makes a copy for everybody else, and this one has 400 bytes.
@safe
struct Tokenizer: ~Copyable {
  // Invariant: the creator keeps the text in place and unchanged while the tokenizer lives, or until
  // it loads another piece.
  private(set) var text: UnsafeRawBufferPointer
  private(set) var count: Int
  private(set) var base: UnsafeRawPointer
  let options: JSONReadingOptions
  let kernel: BlockKernel
  var indexer: OffsetIndexer
  /// Why the text was refused, once it was.
  var failure: JSONSyntaxError?
  /// The names of the open objects, if duplicates are refused.
  var names: NameSets?
  /// Where the grammar is.
  var progress: Progress
  /// Where the string lies that a cold function read.
  var stringStart = 0
  var stringEnd = 0
  /// The text is a piece, and another may follow: what its end cuts off is no error yet.
  private(set) var moreMayFollow = false
  /// The piece ends inside a token, or before one that the grammar wants.
  var isStarved = false
  /// The first byte of the piece that was not used: that of the token that the end cuts off.
  var unusedStart = 0
  /// Bytes of the piece's first token, a string or a name, that its reader has dropped. They count.
  var droppedBytes = 0

  /// A tokenizer of `text`, which must stay in place and unchanged while it is used.
  init(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow
  ) {
    unsafe self.text = text
    count = text.count
    // An empty buffer may have no address; nothing is read through this one then.
    unsafe base = text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    self.options = options
    self.kernel = kernel
    unsafe indexer = OffsetIndexer(text, options: options, kernel: kernel, window: window)
    progress = unsafe Progress(cursor: Cursor(next: indexer.empty, end: indexer.empty, window: 0))
    names = options.duplicateNames == .refused ? NameSets() : nil
  }

  /// What is left of a window: the next offset to look at, the end, and what they count from.
  @safe
  struct Cursor {
    var next: UnsafePointer<UInt32>
    var end: UnsafePointer<UInt32>
    var window: Int

    /// How many offsets are left.
    @inline(__always)
    var count: Int { unsafe end - next }

    /// Takes the next offset.
    ///
    /// Invariant: there is one; the caller has compared `count`.
    @inline(__always)
    mutating func take() -> Int {
      let token = unsafe window &+ Int(next.pointee)
      unsafe next += 1
      return token
    }

    /// The offset `i` places on. Invariant: as for `take`.
    @inline(__always)
    func peek(_ i: Int) -> Int { unsafe window &+ Int(next[i]) }
  }

  /// What the grammar wants next.
  enum State: UInt8 {
    /// A value: of the text, or behind a colon.
    case value
    /// What follows a value: a comma, or the end of its container.
    case afterValue
    /// The first element of an array, or its end.
    case firstElement
    /// An element, behind a comma.
    case nextElement
    /// The first name of an object, or its end.
    case firstName
    /// A name, behind a comma.
    case nextName
    /// A colon, behind a name.
    case colon

    /// Whether the fast pass may go on from here.
    var isFast: Bool { self == .value || self == .afterValue }
  }

  /// All that is to be known to go on: the tokenizer can stop between any two tokens and resume.
  struct Progress {
    var cursor: Cursor
    var state = State.value
    var depth = 0
    /// The innermost container is an object.
    var inObject = false
  }

  /// Reads the whole text into `sink`. Returns whether it is JSON; if not, `failure` says why.
  @inline(__always)
  mutating func run<Sink: TokenSink>(_ sink: inout Sink) -> Bool {
    guard begins() else { return false }
    progress.cursor = refill()
    guard sink.reserve(tokens: progress.cursor.count) else { return failForRoom() }
    if progress.cursor.count == 0 { return failAtEnd(.emptyText) }
    return readOn(&sink) == .finished && ends()
  }

  /// Reads on from `progress` to the end of the value, or of the piece.
  @inline(__always)
  private mutating func readOn<Sink: TokenSink>(_ sink: inout Sink) -> Outcome {
    // The fast pass reads what is plain and stops before anything else; the careful one, which has
    // the whole grammar, reads on from there until the fast one may go on.
    // The fast pass does not count what was dropped.
    let mayBeFast = self.mayBeFast && droppedBytes == 0
    while true {
      // A piece may begin after a value, where the fast pass takes the tokens at hand for granted.
      if mayBeFast, progress.state.isFast, progress.cursor.count >= Self.fastTokens {
        fastPass(&sink)
      }
      let outcome = carefulPass(&sink, untilFast: mayBeFast)
      if outcome != .paused { return outcome }
    }
  }

  /// A cursor on the next window; it is empty at the end of the text.
  @inline(never)
  mutating func refill() -> Cursor {
    let window = indexer.next()
    return unsafe Cursor(
      next: window.offsets, end: window.offsets + window.count, window: window.start)
  }

  /// Begins anew with another whole text. The room for offsets is used again.
  mutating func restart(_ text: UnsafeRawBufferPointer) {
    unsafe load(text, isFirst: true, isLast: true)
    progress.state = .value
    progress.depth = 0
    progress.inObject = false
    failure = nil
    if names != nil { names = NameSets() }
  }

  // MARK: - Pieces

  /// Goes on with another piece of the text, which begins where the last one was not used any more.
  ///
  /// The piece must stay in place and unchanged until the next one. It does not end inside a UTF-8
  /// sequence, unless it is the last.
  mutating func load(_ piece: UnsafeRawBufferPointer, isFirst: Bool, isLast: Bool) {
    unsafe text = unsafe piece
    count = piece.count
    unsafe base = piece.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    moreMayFollow = !isLast
    isStarved = false
    unsafe indexer.load(piece, isFirst: isFirst, options: options)
    progress.cursor = unsafe Cursor(next: indexer.empty, end: indexer.empty, window: 0)
  }

  /// Reads the piece that was loaded: one text, or `many`, one behind the other.
  ///
  /// If the piece is starved, `unusedStart` is where the next one is to begin. Finished is only what
  /// ends with the last piece.
  @inline(__always)
  mutating func readPiece<Sink: TokenSink>(_ sink: inout Sink, many: Bool) -> Outcome {
    progress.cursor = refill()
    guard sink.reserve(tokens: progress.cursor.count) || failForRoom() else { return .failed }
    while true {
      if progress.depth == 0, progress.state == .value || progress.state == .afterValue {
        let isBetween = progress.state == .afterValue
        switch beginsText(many: many) {
        case .paused: break
        case let outcome: return outcome
        }
        // The window may be a new one.
        if isBetween { progress.state = .value }
        guard sink.reserve(tokens: progress.cursor.count) || failForRoom() else { return .failed }
      }
      let outcome = readOn(&sink)
      if outcome != .finished { return outcome }
    }
  }

  /// Whether a text begins here, which may be the first. Paused if one does.
  @inline(never)
  private mutating func beginsText(many: Bool) -> Outcome {
    if progress.cursor.count == 0 { progress.cursor = refill() }
    let isBetween = progress.state == .afterValue
    if progress.cursor.count > 0 {
      if !isBetween || many { return .paused }
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
    if isBetween || many {
      if indexer.problem == nil, !moreMayFollow { return .finished }
      _ = failAtEnd(.expectedEnd)
    } else {
      _ = failAtEnd(.emptyText)
    }
    return isStarved ? .starved : .failed
  }

  /// The byte at a token's offset.
  ///
  /// Invariant: the indexer's offsets are offsets of bytes of the text.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }
}
