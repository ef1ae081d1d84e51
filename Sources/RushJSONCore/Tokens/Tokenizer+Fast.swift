// The fast pass: the common part of the grammar and nothing else.
//
// It reads tokens while they are plain (strings without escapes, short numbers, literals, brackets,
// commas, colons where they belong) and stops *before* anything that is not, be it an escape, an
// error, or the end of the window. The careful pass then reads on from there with the whole grammar.
// So nothing here reports an error, and nothing here is called but the scan of a number: the loop
// stays in registers.

internal import _RushJSONShims

extension Tokenizer {
  /// How many tokens must be at hand for the fast pass to go round once: a value's (two quotes, or
  /// a bracket and its end) and those up to the next value (`, " " :`), with some to spare.
  static var fastTokens: Int { 8 }

  /// The last offset at which a fast scan of a number stays inside the text; negative if none.
  private var fastScanEnd: Int { count &- ScannedNumber.fastReach }

  /// Whether the options let anything be read without looking at each token for them.
  var mayBeFast: Bool {
    // A string or number inside a window cannot be longer than the window.
    names == nil && options.maximumStringLength >= BlockIndexer.defaultWindow
      && options.maximumNumberLength >= BlockIndexer.defaultWindow
  }

  /// Reads on from `progress` while the tokens are plain.
  @inline(never)
  mutating func fastPass<Sink: TokenSink>(_ sink: inout Sink) {
    var next = unsafe progress.cursor.next
    // Invariant: while next <= last, `fastTokens` offsets can be read from `next` on.
    let last = unsafe progress.cursor.end - Self.fastTokens
    let start = progress.cursor.window
    let window = unsafe base + start
    // Offsets at which 16 bytes can be read on both sides (see `ScannedNumber.fast`): from
    // `fastReach` on, so many.
    let reachable = UInt(bitPattern: max(0, fastScanEnd &- ScannedNumber.fastReach &+ 1))
    let depthLimit = options.maximumDepth
    var isAfterValue = progress.state == .afterValue
    var inObject = progress.inObject

    // Invariant: offsets count from `window` and are offsets of bytes of the text.
    @inline(__always) func byte(_ i: Int) -> UInt8 {
      unsafe window.load(fromByteOffset: Int(next[i]), as: UInt8.self)
    }
    @inline(__always) func offset(_ i: Int) -> Int { unsafe start &+ Int(next[i]) }
    /// Whether `"name":` begins at token `i`, in one comparison.
    @inline(__always) func isName(_ i: Int) -> Bool {
      (byte(i) ^ 0x22) | (byte(i &+ 1) ^ 0x22) | (byte(i &+ 2) ^ 0x3a) == 0
    }

    tokens: while true {
      if !isAfterValue {
        if unsafe next > last { break tokens }
        let c = byte(0)
        if c == .quote {
          if byte(1) == .quote {
            sink.string(
              at: offset(0) &+ 1, length: offset(1) &- offset(0) &- 1, hasEscapes: false)
            unsafe next += 2
          } else {
            let close = unsafe plainEscapes(next, end: last + Self.fastTokens, window: window)
            if close == 0 { break tokens }
            sink.string(
              at: offset(0) &+ 1, length: offset(close) &- offset(0) &- 1, hasEscapes: true)
            unsafe next += close &+ 1
            // The escapes were among the tokens that were looked for.
            if unsafe next > last {
              isAfterValue = true
              break tokens
            }
          }
        } else if c == .openBrace {
          if progress.depth >= depthLimit { break tokens }
          if byte(1) == .closeBrace {
            sink.beginObject(at: offset(0))
            _ = sink.endContainer(at: offset(1))
            unsafe next += 2
          } else {
            if !isName(1) { break tokens }
            progress.depth &+= 1
            sink.beginObject(at: offset(0))
            sink.name(
              at: offset(1) &+ 1, length: offset(2) &- offset(1) &- 1, hasEscapes: false)
            inObject = true
            unsafe next += 4
            continue tokens
          }
        } else if c == .openBracket {
          if progress.depth >= depthLimit { break tokens }
          sink.beginArray(at: offset(0))
          if byte(1) == .closeBracket {
            _ = sink.endContainer(at: offset(1))
            unsafe next += 2
          } else {
            progress.depth &+= 1
            inObject = false
            unsafe next += 1
            continue tokens
          }
        } else {
          let at = offset(0)
          let text = unsafe window + Int(next[0])
          if UInt(bitPattern: at &- ScannedNumber.fastReach) >= reachable { break tokens }
          if c &- 0x30 < 10 || c == .minus {
            // The number ends where the next token begins, or where the whitespace before that
            // does.
            var end = offset(1)
            while unsafe base.load(fromByteOffset: end &- 1, as: UInt8.self) <= 0x20 { end &-= 1 }
            // Other control bytes are as low, and two of them have offsets of their own.
            if unsafe !endsScalar(base.load(fromByteOffset: end, as: UInt8.self)) { break tokens }
            let length = end &- at
            var isRead = false
            if length <= 16 {
              // Most numbers are short integers, and these are read on the spot. A number that is
              // none, by a sign or a point, has a byte that is no digit.
              let digits = unsafe lastDigits(base + end, length)
              if digits.others == 0, c != 0x30 || length == 1 {
                sink.integer(digits.value, at: at)
                isRead = true
              }
            }
            if unsafe !isRead && !sink.fastNumber(text, length: length, at: at) {
              break tokens
            }
          } else {
            // Invariant: eight bytes can be read here.
            let word = unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
            if word & 0xffff_ffff == 0x6c6c_756e {
              if !endsScalar(UInt8(truncatingIfNeeded: word &>> 32)) { break tokens }
              sink.null(at: at)
            } else if word & 0xffff_ffff == 0x6575_7274 {
              if !endsScalar(UInt8(truncatingIfNeeded: word &>> 32)) { break tokens }
              sink.bool(true, at: at)
            } else if word & 0xff_ffff_ffff == 0x65_736c_6166 {
              if !endsScalar(UInt8(truncatingIfNeeded: word &>> 40)) { break tokens }
              sink.bool(false, at: at)
            } else {
              break tokens
            }
          }
          unsafe next += 1
        }
      }

      isAfterValue = true
      if progress.depth == 0 { break tokens }
      while true {
        // The look at the value covers what is read from here the first time round.
        let c = byte(0)
        if c == .comma {
          if inObject {
            if !isName(1) { break tokens }
            sink.name(
              at: offset(1) &+ 1, length: offset(2) &- offset(1) &- 1, hasEscapes: false)
            unsafe next += 4
          } else {
            // The careful pass judges a comma before the end of an array.
            if byte(1) == .closeBracket { break tokens }
            unsafe next += 1
          }
          isAfterValue = false
          continue tokens
        }
        if c != (inObject ? 0x7d : 0x5d) { break tokens }
        inObject = sink.endContainer(at: offset(0))
        unsafe next += 1
        progress.depth &-= 1
        if progress.depth == 0 { break tokens }
        if unsafe next > last { break tokens }
      }
    }
    unsafe progress.cursor.next = next
    progress.state = isAfterValue ? .afterValue : .value
    progress.inObject = inObject
  }

  /// Passes over a string with escapes that RFC 8259 allows and that ends in this window: `next` is
  /// the offset of its opening quote. Returns how far on the offset of its closing quote is, 0 if
  /// the string is not so plain.
  @inline(never)
  private mutating func plainEscapes(
    _ next: UnsafePointer<UInt32>, end: UnsafePointer<UInt32>, window: UnsafeRawPointer
  ) -> Int {
    // Twelve bytes are read at once: the length of an escaped surrogate pair.
    let reach = unsafe base + count - 12
    let leniencies = options.leniencies
    if leniencies.contains(.extendedEscapes) { return 0 }
    var token = 1
    while unsafe next + token < end {
      let at = unsafe window + Int(next[token])
      let c = unsafe at.load(as: UInt8.self)
      if c == .quote { return token }
      if c != .backslash { return 0 }
      if unsafe at > reach { return 0 }
      // Invariant: 12 bytes can be read at `at`.
      switch unsafe at.load(fromByteOffset: 1, as: UInt8.self) {
      case .quote, .backslash, .slash, 0x62, 0x66, 0x6e, 0x72, 0x74: break
      case 0x75:
        let unit = unsafe rush_four_hex_digits(at + 2)
        if unit > 0xffff { return 0 }
        if unit & 0xf800 == 0xd800 {
          let isPair =
            unsafe unit < 0xdc00
            && at.loadUnaligned(fromByteOffset: 6, as: UInt16.self).littleEndian == 0x755c
            && rush_four_hex_digits(at + 8) & 0xffff_fc00 == 0xdc00
          if !isPair { return 0 }
          // The second half has an offset of its own.
          token &+= 1
        }
      default: return 0
      }
      token &+= 1
    }
    return 0
  }
}
