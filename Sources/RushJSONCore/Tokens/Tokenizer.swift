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
    var window: Int
  }

  /// A cursor on the next window; it is empty at the end of the text.
  @inline(never)
  mutating func refill() -> Cursor {
    let window = indexer.next()
    return unsafe Cursor(
      next: window.offsets, end: window.offsets + window.count, window: window.start)
  }

  /// The offset of the next token, or a negative number at the end of the text.
  @inline(__always)
  mutating func advance<Sink: TokenSink>(_ cursor: inout Cursor, _ sink: inout Sink) -> Int {
    if unsafe _slowPath(cursor.next == cursor.end) {
      cursor = refill()
      let count = unsafe cursor.end - cursor.next
      if count == 0 { return -1 }
      sink.reserve(tokens: count)
    }
    let token = unsafe cursor.window &+ Int(cursor.next.pointee)
    unsafe cursor.next += 1
    return token
  }

  /// The byte at a token's offset.
  ///
  /// Invariant: the indexer's offsets are offsets of bytes of the text.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    unsafe base.load(fromByteOffset: offset, as: UInt8.self)
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
    // One comparison for two rare cases: a name that is too long, and names that must be compared.
    let nameLimit = refusesDuplicates ? -1 : options.limits.stringBytes
    // Up to here, the reach of a fast scan stays inside the text.
    let fastEnd = fastScanEnd
    var cursor = unsafe Cursor(next: indexer.empty, end: indexer.empty, window: 0)
    var depth = 0
    var inObject = false

    var at = advance(&cursor, &sink)
    if _slowPath(at < 0) { return failAtEnd(.emptyText) }

    value: while true {
      let c = byte(at)
      if c == 0x22 {
        guard let token = readString(at, &cursor, &sink, limit: options.limits.stringBytes)
        else { return false }
        sink.string(at: token.start, length: token.length, hasEscapes: token.hasEscapes)
      } else if c == 0x7b {
        depth &+= 1
        if _slowPath(depth > depthLimit) { return fail(.tooDeep, at: at) }
        sink.beginObject(at: at)
        if _slowPath(refusesDuplicates) { beginNames() }
        let token = advance(&cursor, &sink)
        if _slowPath(token < 0) { return failAtEnd(.unexpectedEnd) }
        if byte(token) != 0x7d {
          at = readName(token, &cursor, &sink, limit: nameLimit)
          if _slowPath(at < 0) { return false }
          inObject = true
          continue value
        }
        depth &-= 1
        if _slowPath(refusesDuplicates) { endNames() }
        inObject = sink.endContainer()
      } else if c == 0x5b {
        depth &+= 1
        if _slowPath(depth > depthLimit) { return fail(.tooDeep, at: at) }
        sink.beginArray(at: at)
        let token = advance(&cursor, &sink)
        if _slowPath(token < 0) { return failAtEnd(.unexpectedEnd) }
        if byte(token) != 0x5d {
          at = token
          inObject = false
          continue value
        }
        depth &-= 1
        inObject = sink.endContainer()
      } else if c &- 0x30 < 10 || c == 0x2d {
        // The number ends where the next token begins, or where the whitespace before that does.
        var length = 0
        if unsafe _fastPath(cursor.next != cursor.end) {
          var end = unsafe cursor.window &+ Int(cursor.next.pointee)
          while byte(end &- 1) <= 0x20 { end &-= 1 }
          length = end &- at
        }
        let isFast = length > 0 && at >= ScannedNumber.fastReach && at <= fastEnd
        if unsafe _slowPath(!isFast || !sink.fastNumber(base + at, length: length, at: at)) {
          guard let number = fullNumber(at: at) else { return false }
          sink.number(number, at: at)
        }
      } else if c == 0x74 {
        guard _fastPath(literal(.true, at: at, fastEnd: fastEnd)) else { return false }
        sink.bool(true, at: at)
      } else if c == 0x66 {
        guard _fastPath(literal(.false, at: at, fastEnd: fastEnd)) else { return false }
        sink.bool(false, at: at)
      } else if c == 0x6e {
        guard _fastPath(literal(.null, at: at, fastEnd: fastEnd)) else { return false }
        sink.null(at: at)
      } else {
        // Cold: an extension of the grammar that the options allow, or an error.
        switch otherValue(cursor, at: at) {
        case .refused: return false
        case .number(let number): sink.number(number, at: at)
        case .string(let rest, let hasEscapes):
          cursor = rest
          sink.string(at: at &+ 1, length: stringEnd &- at &- 1, hasEscapes: hasEscapes)
        }
      }

      after: while true {
        if depth == 0 { break value }

        let token = advance(&cursor, &sink)
        if _slowPath(token < 0) { return failAtEnd(.unexpectedEnd) }
        let c = byte(token)
        if c == 0x2c {
          // The common way on in an object, in one comparison:  "name" : value
          //                                                     ^    ^ ^ ^
          if inObject, unsafe _fastPath(cursor.end - cursor.next >= 4) {
            // Invariant: four offsets are left in the window.
            let next = unsafe cursor.next
            let open = unsafe cursor.window &+ Int(next[0])
            let close = unsafe cursor.window &+ Int(next[1])
            let colon = unsafe cursor.window &+ Int(next[2])
            let differences = (byte(open) ^ 0x22) | (byte(close) ^ 0x22) | (byte(colon) ^ 0x3a)
            let length = close &- open &- 1
            if _fastPath(differences == 0 && length <= nameLimit) {
              sink.name(at: open &+ 1, length: length, hasEscapes: false)
              at = unsafe cursor.window &+ Int(next[3])
              unsafe cursor.next = next + 4
              continue value
            }
          }
          let next = advance(&cursor, &sink)
          if _slowPath(next < 0) { return failAtEnd(.unexpectedEnd) }
          if _fastPath(byte(next) != (inObject ? 0x7d : 0x5d)) {
            at = next
            if inObject {
              at = readName(next, &cursor, &sink, limit: nameLimit)
              if _slowPath(at < 0) { return false }
            }
            continue value
          }
          guard options.leniencies.contains(.trailingCommas) else {
            return fail(.trailingComma, at: next)
          }
        } else if _slowPath(c != (inObject ? 0x7d : 0x5d)) {
          return fail(
            inObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: token)
        }
        depth &-= 1
        if _slowPath(refusesDuplicates), inObject { endNames() }
        inObject = sink.endContainer()
      }
    }
    let rest = advance(&cursor, &sink)
    return ends(rest)
  }

  /// The string whose opening quote is at `at`, as far as its closing quote.
  @inline(__always)
  private mutating func readString<Sink: TokenSink>(
    _ at: Int, _ cursor: inout Cursor, _ sink: inout Sink, limit: Int
  ) -> (start: Int, length: Int, hasEscapes: Bool)? {
    let close = advance(&cursor, &sink)
    if _slowPath(close < 0) {
      _ = failAtEnd(.unterminatedString)
      return nil
    }
    if _fastPath(byte(close) == 0x22) {
      let length = close &- at &- 1
      if _slowPath(length > limit) {
        _ = fail(.stringTooLong, at: at)
        return nil
      }
      return (at &+ 1, length, false)
    }
    guard let rest = finishString(cursor, open: at, at: close, quote: 0x22) else { return nil }
    cursor = rest
    let count = unsafe cursor.end - cursor.next
    sink.reserve(tokens: count &+ 1)
    return (at &+ 1, stringEnd &- at &- 1, true)
  }

  /// A name and its colon. Returns where the value begins, or a negative number.
  @inline(__always)
  private mutating func readName<Sink: TokenSink>(
    _ at: Int, _ cursor: inout Cursor, _ sink: inout Sink, limit: Int
  ) -> Int {
    var name = (start: at &+ 1, length: 0, hasEscapes: false)
    if _fastPath(byte(at) == 0x22) {
      guard let token = readString(at, &cursor, &sink, limit: options.limits.stringBytes)
      else { return -1 }
      name = token
    } else {
      guard case .string(let rest, let hasEscapes) = otherName(cursor, at: at) else { return -1 }
      cursor = rest
      let count = unsafe cursor.end - cursor.next
      sink.reserve(tokens: count &+ 1)
      name = (stringStart, stringEnd &- stringStart, hasEscapes)
    }
    if _slowPath(name.length > limit), !addName(name.start, name.length, name.hasEscapes) { return -1 }
    sink.name(at: name.start, length: name.length, hasEscapes: name.hasEscapes)
    let colon = advance(&cursor, &sink)
    if _slowPath(colon < 0) {
      _ = failAtEnd(.unexpectedEnd)
      return -1
    }
    if _slowPath(byte(colon) != 0x3a) {
      _ = fail(.expectedColon, at: colon)
      return -1
    }
    let value = advance(&cursor, &sink)
    if _slowPath(value < 0) { _ = failAtEnd(.unexpectedEnd) }
    return value
  }
}
