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
    names = options.duplicateNames == .refused ? NameSets() : nil
  }

  /// What is left of a window: the next offset to look at, the end, and what they count from.
  @safe
  struct Cursor {
    var next: UnsafePointer<UInt32>
    var end: UnsafePointer<UInt32>
    var window: UnsafeRawPointer
  }

  /// A cursor on the next window; it is empty at the end of the text.
  @inline(never)
  mutating func refill() -> Cursor {
    let window = indexer.next()
    return unsafe Cursor(
      next: window.offsets, end: window.offsets + window.count, window: base + window.start)
  }

  /// The address of the next token, or `nil` at the end of the text.
  ///
  /// Invariant: every offset points into the text, so the byte at a token's address may be read.
  @inline(__always)
  mutating func advance(_ cursor: inout Cursor) -> UnsafeRawPointer? {
    if unsafe cursor.next == cursor.end {
      cursor = refill()
      if unsafe cursor.next == cursor.end { return nil }
    }
    let token = unsafe cursor.window + Int(cursor.next.pointee)
    unsafe cursor.next += 1
    return unsafe token
  }

  // ---- The grammar ----

  /// Reads the whole text into `sink`. Returns whether it is JSON; if not, `failure` says why.
  @inline(__always)
  mutating func run<Sink: TokenSink>(_ sink: inout Sink) -> Bool {
    guard begins() else { return false }
    // The hot state lives in locals, which the compiler keeps in registers because no call that is
    // not inlined gets the address of one: cold functions take and return them by value.
    let base = unsafe self.base
    let depthLimit = options.limits.depth
    let refusesDuplicates = names != nil
    // Up to here, the reach of a fast scan stays inside the text.
    let fastEnd = fastScanEnd
    var cursor = refill()
    var depth = 0
    var inObject = false

    @inline(__always) func offset(_ p: UnsafeRawPointer) -> Int { unsafe p - base }
    @inline(__always) func byte(_ p: UnsafeRawPointer) -> UInt8 { unsafe p.load(as: UInt8.self) }

    guard var at = unsafe advance(&cursor) else { return failAtEnd(.emptyText) }

    value: while true {
      let c = unsafe byte(at)
      let here = unsafe offset(at)
      if c == 0x22 {
        guard let token = unsafe readString(at, &cursor) else { return false }
        sink.string(at: token.start, length: token.length, hasEscapes: token.hasEscapes)
      } else if c == 0x7b {
        depth &+= 1
        if depth > depthLimit { return fail(.tooDeep, at: here) }
        sink.beginObject(at: here)
        if refusesDuplicates { beginNames() }
        guard let token = unsafe advance(&cursor) else { return failAtEnd(.unexpectedEnd) }
        if unsafe byte(token) != 0x7d {
          guard let value = unsafe readName(token, &cursor, &sink) else { return false }
          unsafe at = value
          inObject = true
          continue value
        }
        depth &-= 1
        if refusesDuplicates { endNames() }
        inObject = sink.endContainer()
      } else if c == 0x5b {
        depth &+= 1
        if depth > depthLimit { return fail(.tooDeep, at: here) }
        sink.beginArray(at: here)
        guard let token = unsafe advance(&cursor) else { return failAtEnd(.unexpectedEnd) }
        if unsafe byte(token) != 0x5d {
          unsafe at = token
          inObject = false
          continue value
        }
        depth &-= 1
        inObject = sink.endContainer()
      } else if c &- 0x30 < 10 || c == 0x2d {
        if here <= fastEnd, let number = unsafe ScannedNumber.fast(at) {
          sink.number(number, at: here)
        } else {
          guard let number = fullNumber(at: here) else { return false }
          sink.number(number, at: here)
        }
      } else if c == 0x74 {
        guard literal(.true, at: here) else { return false }
        sink.bool(true, at: here)
      } else if c == 0x66 {
        guard literal(.false, at: here) else { return false }
        sink.bool(false, at: here)
      } else if c == 0x6e {
        guard literal(.null, at: here) else { return false }
        sink.null(at: here)
      } else {
        // Cold: an extension of the grammar that the options allow, or an error.
        switch otherValue(cursor, at: here) {
        case .refused: return false
        case .number(let number): sink.number(number, at: here)
        case .string(let rest, let hasEscapes):
          cursor = rest
          sink.string(at: here &+ 1, length: stringEnd &- here &- 1, hasEscapes: hasEscapes)
        }
      }

      after: while true {
        if depth == 0 { break value }
        guard let token = unsafe advance(&cursor) else { return failAtEnd(.unexpectedEnd) }
        let c = unsafe byte(token)
        if c == 0x2c {
          guard let next = unsafe advance(&cursor) else { return failAtEnd(.unexpectedEnd) }
          if unsafe byte(next) != (inObject ? 0x7d : 0x5d) {
            if inObject {
              guard let value = unsafe readName(next, &cursor, &sink) else { return false }
              unsafe at = value
            } else {
              unsafe at = next
            }
            continue value
          }
          guard options.leniencies.contains(.trailingCommas) else {
            return fail(.trailingComma, at: unsafe offset(next))
          }
        } else if c != (inObject ? 0x7d : 0x5d) {
          return fail(
            inObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd,
            at: unsafe offset(token))
        }
        depth &-= 1
        if refusesDuplicates, inObject { endNames() }
        inObject = sink.endContainer()
      }
    }
    return ends(cursor)
  }

  /// The string whose opening quote is at `at`, as far as its closing quote.
  @inline(__always)
  private mutating func readString(_ at: UnsafeRawPointer, _ cursor: inout Cursor)
    -> (start: Int, length: Int, hasEscapes: Bool)?
  {
    guard let close = unsafe advance(&cursor) else {
      _ = failAtEnd(.unterminatedString)
      return nil
    }
    let start = unsafe at - base &+ 1
    var length = unsafe close - at &- 1
    var hasEscapes = false
    if unsafe close.load(as: UInt8.self) != 0x22 {
      guard let rest = unsafe finishString(cursor, at: close, quote: 0x22) else { return nil }
      cursor = rest
      length = stringEnd &- start
      hasEscapes = true
    }
    if length > options.limits.stringBytes {
      _ = fail(.stringTooLong, at: start &- 1)
      return nil
    }
    return (start, length, hasEscapes)
  }

  /// A name and its colon. Returns where the value begins.
  @inline(__always)
  private mutating func readName<Sink: TokenSink>(
    _ at: UnsafeRawPointer, _ cursor: inout Cursor, _ sink: inout Sink
  ) -> UnsafeRawPointer? {
    if unsafe at.load(as: UInt8.self) == 0x22 {
      guard let name = unsafe readString(at, &cursor) else { return nil }
      if names != nil, !addName(name.start, name.length, name.hasEscapes) { return nil }
      sink.name(at: name.start, length: name.length, hasEscapes: name.hasEscapes)
    } else {
      switch otherName(cursor, at: unsafe at - base) {
      case .refused, .number: return nil
      case .string(let rest, let hasEscapes):
        cursor = rest
        let start = stringStart
        if names != nil, !addName(start, stringEnd &- start, hasEscapes) { return nil }
        sink.name(at: start, length: stringEnd &- start, hasEscapes: hasEscapes)
      }
    }
    guard let colon = unsafe advance(&cursor) else {
      _ = failAtEnd(.unexpectedEnd)
      return nil
    }
    if unsafe colon.load(as: UInt8.self) != 0x3a {
      _ = fail(.expectedColon, at: unsafe colon - base)
      return nil
    }
    guard let value = unsafe advance(&cursor) else {
      _ = failAtEnd(.unexpectedEnd)
      return nil
    }
    return unsafe value
  }
}
