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
@safe
struct Tokenizer: ~Copyable {
  // Invariant: the creator keeps the text in place and unchanged while the tokenizer lives.
  let text: UnsafeRawBufferPointer
  let count: Int
  let base: UnsafeRawPointer
  let options: JSONReadingOptions
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

  /// All that is to be known to go on: the tokenizer can stop between any two tokens and resume.
  struct Progress {
    var cursor: Cursor
    /// A value has just ended; else one is to begin.
    var isAfterValue = false
    var depth = 0
    /// The innermost container is an object.
    var inObject = false
  }

  /// Reads the whole text into `sink`. Returns whether it is JSON; if not, `failure` says why.
  @inline(__always)
  mutating func run<Sink: TokenSink>(_ sink: inout Sink) -> Bool {
    guard begins() else { return false }
    progress.cursor = refill()
    sink.reserve(tokens: progress.cursor.count)
    if progress.cursor.count == 0 { return failAtEnd(.emptyText) }
    // The fast pass reads what is plain and stops before anything else; the careful one, which has
    // the whole grammar, reads on from there until the fast one may go on.
    let mayBeFast = self.mayBeFast
    while true {
      if mayBeFast { fastPass(&sink) }
      switch carefulPass(&sink, untilFast: mayBeFast) {
      case .paused: continue
      case .finished: return ends()
      case .failed: return false
      }
    }
  }

  /// A cursor on the next window; it is empty at the end of the text.
  @inline(never)
  mutating func refill() -> Cursor {
    let window = indexer.next()
    return unsafe Cursor(
      next: window.offsets, end: window.offsets + window.count, window: window.start)
  }

  /// The byte at a token's offset.
  ///
  /// Invariant: the indexer's offsets are offsets of bytes of the text.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }
}
