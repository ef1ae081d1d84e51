// The fast pass: only the common part of the grammar.
//
// It reads plain tokens (strings with simple escapes, short numbers, literals, brackets, commas and
// colons) and stops *before* anything else: an error, something rare, or the end of the window. The
// careful pass continues from there with the whole grammar. So nothing here reports an error, and the
// loop calls almost nothing and stays in registers.

internal import _RushJSONShims

/// The fast pass over one window. It needs nothing else of a tokenizer, so `ShortText` uses it alone.
@safe
struct FastPass {
  // Invariant: `count` bytes can be read from `base` on, and if `isPadded`, 16 before and 64 after them, too.
  let base: CheckedView<UInt8>
  let count: Int
  /// Whether spaces surround the text in memory, and the offset of the text's end follows those of the tokens.
  let isPadded: Bool
  let maximumDepth: Int
  let allowsOtherEscapes: Bool
  var progress: GrammarProgress

  /// The number of tokens that one round needs: those of a value (two quotes, or a bracket and its end)
  /// and those up to the next value (`, " " :`), with some to spare.
  static var tokens: Int { 8 }

  /// The number of tokens that must be left for a round: one before the padding of offsets.
  @inline(__always)
  static func fewestTokens(isPadded: Bool) -> Int { isPadded ? 1 : tokens }

  @inline(__always)
  init(
    _ text: CheckedBytes, isPadded: Bool, after: Int = 64, options: JSONReadingOptions,
    progress: GrammarProgress
  ) {
    // `after` bytes follow a padded text: spaces, or other texts.
    base = text.view(before: isPadded ? 16 : 0, after: isPadded ? after : 0)
    count = text.count
    self.isPadded = isPadded
    maximumDepth = options.maximumDepth
    allowsOtherEscapes = options.leniencies.contains(.extendedEscapes)
    self.progress = progress
  }

  /// The last offset where a fast scan of a number stays inside the text; negative if there is none.
  private var fastScanEnd: Int { count &- ScannedNumber.fastReach }

  /// Reads from `progress` while the tokens are plain.
  @inline(__always)
  mutating func read<Sink: TokenSink>(_ sink: inout Sink) {
    var text = OneText()
    read(&sink, &text)
  }

  /// The same for one text or several. With several, offsets count from the first token of each.
  // The kind of texts is a type, because the check at the end of each text took 9 % of the speed (twitter.json).
  @inline(never)
  mutating func read<Sink: TokenSink, Texts: FastTexts>(_ sink: inout Sink, _ texts: inout Texts) {
    var next = progress.cursor.next
    // Invariant: while next <= last, `tokens` offsets can be read from `next` on. No token begins with
    // a space, which is at the offset that pads them.
    let fewest = FastPass.fewestTokens(isPadded: isPadded)
    let last = progress.cursor.end - fewest
    var start = progress.cursor.window
    let window = base + start
    // Eight offsets follow those of a padded text.
    let readable = progress.cursor.end + (isPadded ? FastPass.tokens : 0)
    // How many offsets from `fastReach` on have 16 readable bytes around (`ScannedNumber.fast`).
    // All offsets of a padded text do.
    let reach = isPadded ? 0 : ScannedNumber.fastReach
    let reachable = UInt(
      bitPattern: isPadded ? count : max(0, fastScanEnd &- ScannedNumber.fastReach &+ 1))
    let depthLimit = maximumDepth
    var isAfterValue = progress.state == .afterValue
    var inObject = progress.inObject
    var depth = progress.depth

    // Invariant: offsets count from `window` and are offsets of bytes of the text.
    @inline(__always) func byte(_ i: Int) -> UInt8 {
      assert(next + i < readable)
      return window[Int(next[i])]
    }
    @inline(__always) func offset(_ i: Int) -> Int {
      assert(next + i < readable)
      return start &+ Int(next[i])
    }
    /// The number of bytes between the quotation marks at tokens `i` and `j`.
    @inline(__always) func length(from i: Int, to j: Int) -> Int {
      let length = offset(j) &- offset(i) &- 1
      assert(length >= 0 && byte(i) == .quote)
      assert(window[Int(next[i]) + length + 1] == .quote)
      return length
    }
    /// Whether `"name":` begins at token `i`, in one comparison.
    @inline(__always) func isName(_ i: Int) -> Bool {
      (byte(i) ^ .quote) | (byte(i &+ 1) ^ .quote) | (byte(i &+ 2) ^ .colon) == 0
    }
    /// Whether another text begins.
    @inline(__always) func beginsAnother() -> Bool {
      if !texts.end(before: &next, in: window) { return false }
      sink.beginText()
      (isAfterValue, inObject) = (false, false)
      start = 0 &- Int(next.pointee)
      return true
    }

    tokens: while true {
      if !isAfterValue {
        if next > last { break tokens }
        let c = byte(0)
        if c == .quote {
          if byte(1) == .quote {
            sink.string(at: offset(0) &+ 1, length: length(from: 0, to: 1), hasEscapes: false)
            next += 2
          } else {
            let close = plainEscapes(next, end: last + fewest, window: window)
            if close == 0 { break tokens }
            assert(byte(close) == .quote)
            sink.string(at: offset(0) &+ 1, length: length(from: 0, to: close), hasEscapes: true)
            next += close &+ 1
            // The escapes used up tokens of this round.
            if next > last {
              isAfterValue = true
              break tokens
            }
          }
        } else if c == .openBrace {
          if depth >= depthLimit { break tokens }
          if byte(1) == .closeBrace {
            sink.beginObject(at: offset(0))
            _ = sink.endContainer(at: offset(1))
            next += 2
          } else {
            if !isName(1) { break tokens }
            depth &+= 1
            sink.beginObject(at: offset(0))
            sink.name(at: offset(1) &+ 1, length: length(from: 1, to: 2), hasEscapes: false)
            inObject = true
            next += 4
            continue tokens
          }
        } else if c == .openBracket {
          if depth >= depthLimit { break tokens }
          sink.beginArray(at: offset(0))
          if byte(1) == .closeBracket {
            _ = sink.endContainer(at: offset(1))
            next += 2
          } else {
            depth &+= 1
            inObject = false
            next += 1
            continue tokens
          }
        } else {
          let at = offset(0)
          let text = window + Int(next[0])
          if UInt(bitPattern: at &- reach) >= reachable { break tokens }
          assert(isPadded || at >= reach && at &+ ScannedNumber.fastReach <= count)
          if c &- .digit0 < 10 || c == .minus {
            // The number ends at the next token, or at the whitespace before it.
            var end = window + Int(next[1])
            while end[-1] <= 0x20 { end -= 1 }
            // Other control bytes are below a space too, and two of them have offsets of their own.
            if !endsScalar(end.pointee) { break tokens }
            let length = end - text
            assert(length > 0)
            var isRead = false
            if length <= 16 {
              // Most numbers are short integers, which are read here. A sign or a decimal point is
              // not a digit, so such a number fails this check.
              let digits = lastDigits(end, length)
              if digits.others == 0, c != .digit0 || length == 1 {
                sink.integer(digits.value, at: at)
                isRead = true
              }
            }
            if !isRead && !sink.fastNumber(text, length: length, at: at) {
              break tokens
            }
          } else {
            let word = UInt64(littleEndian: text.load(as: UInt64.self))
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
          next += 1
        }
      }

      isAfterValue = true
      if depth == 0 {
        if beginsAnother() { continue tokens }
        break tokens
      }
      while true {
        // In the first round the check before the value covers these tokens.
        let c = byte(0)
        if c == .comma {
          if inObject {
            if !isName(1) { break tokens }
            sink.name(at: offset(1) &+ 1, length: length(from: 1, to: 2), hasEscapes: false)
            next += 4
          } else {
            // The careful pass handles a comma before the end of an array.
            if byte(1) == .closeBracket { break tokens }
            next += 1
          }
          isAfterValue = false
          continue tokens
        }
        if c != (inObject ? UInt8.closeBrace : .closeBracket) { break tokens }
        assert(depth > 0)
        inObject = sink.endContainer(at: offset(0))
        next += 1
        depth &-= 1
        if depth == 0 {
          if beginsAnother() { continue tokens }
          break tokens
        }
        if next > last { break tokens }
      }
    }
    progress.depth = depth
    progress.cursor.next = next
    progress.state = isAfterValue ? .afterValue : .value
    progress.inObject = inObject
  }

  // MARK: - Runs of numbers

  /// Reads a window as `read` does, but runs of numbers in a loop of their own.
  ///
  /// The loop above does not look for runs, because one more call takes its registers. So a window is searched for them
  /// only if one continues at its start, or in its middle at the start of a text.
  @inline(__always)
  mutating func readWindow<Sink: TokenSink>(_ sink: inout Sink) {
    if sink.readsRuns {
      let middle = progress.depth == 0 ? progress.cursor.count / 2 : 0
      if isRun(middle) || middle > 0 && isRun(middle &+ 1) {
        readRuns(&sink)
        // After a value, `read` does not check that there are tokens.
        if progress.cursor.count < FastPass.fewestTokens(isPadded: isPadded) { return }
      }
    }
    read(&sink)
  }

  /// Reads up to the end of the last run of numbers.
  @inline(never)
  private mutating func readRuns<Sink: TokenSink>(_ sink: inout Sink) {
    let end = progress.cursor.end
    while true {
      var before = 0
      while !isRun(before) {
        before += 1
        if before &+ FastPass.runTokens > progress.cursor.count { return }
      }
      // The loop stops after the bracket or comma before the first number.
      let first = progress.cursor.next + before + 1
      progress.cursor.end = first - 1 + FastPass.fewestTokens(isPadded: isPadded)
      read(&sink)
      progress.cursor.end = end
      if progress.state != .value || progress.inObject || progress.cursor.next != first {
        return
      }
      let start = progress.cursor.window
      if !isPadded && start &+ Int(first.pointee) < ScannedNumber.fastReach { return }
      assert(first < end)
      // Invariant: 16 bytes can be read before each token after the first.
      let count = sink.numbers(first, end: end, in: base + start, at: start)
      if count == 0 { return }
      // The comma after the last one is left.
      progress.cursor.next = first + (2 &* count &- 1)
      assert(count > 0 && progress.cursor.count > 0)
      assert(base[progress.cursor.peek(0)] == .comma)
      progress.state = .afterValue
    }
  }

  /// The number of tokens that `isRun` compares.
  private static var runTokens: Int { 9 }

  /// Whether the token after `i` others precedes four elements of an array and the commas after them, and the first
  /// element may be a number.
  @inline(__always)
  private func isRun(_ i: Int) -> Bool {
    func byte(_ token: Int) -> UInt32 {
      UInt32(base[progress.cursor.peek(i &+ token)])
    }
    if i &+ FastPass.runTokens > progress.cursor.count { return false }
    // One comparison, so that one branch decides, which can be predicted.
    let word = byte(2) | byte(4) &<< 8 | byte(6) &<< 16 | byte(8) &<< 24
    let first = UInt8(truncatingIfNeeded: byte(1))
    return _slowPath(word == 0x2c2c_2c2c) && (first &- .digit0 < 10 || first == .minus)
  }

  /// Checks a string with simple escapes that ends in this window. `next` is the offset of its opening
  /// quote. Returns the distance to the offset of its closing quote, or 0 for any other string.
  @inline(never)
  private func plainEscapes(
    _ next: CheckedView<UInt32>, end: CheckedView<UInt32>, window: CheckedView<UInt8>
  ) -> Int {
    // An escaped surrogate pair has twelve bytes.
    let reach = base + (isPadded ? count : count - 12)
    if allowsOtherEscapes { return 0 }
    var token = 1
    while next + token < end {
      let at = window + Int(next[token])
      let c = at.pointee
      if c == .quote { return token }
      if c != .backslash { return 0 }
      if at > reach { return 0 }
      let length = Self.plainEscape(at)
      if length == 0 { return 0 }
      // The second half of a pair has an offset of its own.
      token &+= length == 12 ? 2 : 1
    }
    return 0
  }

  /// The length of an escape of RFC 8259 whose meaning is a scalar; 0 for any other.
  @inline(__always)
  static func plainEscape(_ at: CheckedView<UInt8>) -> Int {
    let letter = at[1]
    if letter != UInt8(ascii: "u") { return rush_escape_meaning(letter) == 0 ? 0 : 2 }
    let unit = unsafe rush_four_hex_digits(at.checked(4, at: 2))
    if unit > 0xffff { return 0 }
    if unit & 0xf800 != 0xd800 { return 6 }
    let isPair =
      unsafe unit < 0xdc00
      && UInt16(littleEndian: at.load(at: 6, as: UInt16.self)) == 0x755c
      && rush_four_hex_digits(at.checked(4, at: 8)) & 0xffff_fc00 == 0xdc00
    return isPair ? 12 : 0
  }
}

// MARK: - Texts

/// Decides whether the fast pass continues when a text ends.
protocol FastTexts {
  /// Notes where the text ends, and moves `next` from the offset after it to that of another text. Offsets count from
  /// `window`. Returns whether another text follows.
  mutating func end(before next: inout CheckedView<UInt32>, in window: CheckedView<UInt8>) -> Bool
}

struct OneText: FastTexts {
  // The thread sanitizer reads the address of an `inout` argument, and a type without properties has none.
  private var unused: UInt8 = 0

  @inline(__always)
  mutating func end(before next: inout CheckedView<UInt32>, in window: CheckedView<UInt8>) -> Bool {
    false
  }
}

/// Several texts, one after the other, or with a comma between each two.
@safe
struct TextSequence: FastTexts {
  /// For each text that was read, the address of the offset after its last token, or after the comma that follows it.
  typealias End = CheckedView<UInt32>

  // Invariant: room for the ends of further texts from `next` to `limit`.
  private(set) var next: CheckedPointer<End>
  private let limit: CheckedPointer<End>
  private let hasCommas: Bool

  /// Invariant: there is room for `capacity` ends.
  init(endsTo ends: CheckedPointer<End>, capacity: Int, hasCommas: Bool) {
    assert(capacity >= 0)
    (next, limit) = (ends, ends + capacity)
    self.hasCommas = hasCommas
  }

  @inline(__always)
  mutating func end(before token: inout CheckedView<UInt32>, in window: CheckedView<UInt8>) -> Bool
  {
    assert(next <= limit)
    if next == limit { return false }
    if hasCommas {
      // An offset follows the text, that of a token or of the end.
      if window[Int(token.pointee)] != .comma { return false }
      token += 1
    }
    next.pointee = token
    next += 1
    return true
  }
}

// MARK: - State

/// The rest of a window: the address of the next offset, the end, and the offset of the window itself.
@safe
struct TokenCursor {
  var next: CheckedView<UInt32>
  var end: CheckedView<UInt32>
  var window: Int

  @inline(__always) var count: Int { end - next }

  /// Takes the next offset. The caller has checked that `count` is not 0.
  @inline(__always)
  mutating func take() -> Int {
    assert(count > 0)
    let token = window &+ Int(next.pointee)
    next += 1
    return token
  }

  /// The offset after `i` others.
  @inline(__always)
  func peek(_ i: Int) -> Int {
    assert(i >= 0 && i < count)
    return window &+ Int(next[i])
  }
}

/// What the grammar expects next.
enum GrammarState: UInt8 {
  /// The value of the text, or one after a colon.
  case value
  /// A comma, or the end of the container.
  case afterValue
  /// The first element of an array, or its end.
  case firstElement
  /// An element, after a comma.
  case nextElement
  /// The first name of an object, or its end.
  case firstName
  /// A name, after a comma.
  case nextName
  /// A colon, after a name.
  case colon

  /// Whether the fast pass may continue from here.
  var isFast: Bool { self == .value || self == .afterValue }
}

/// The state between two tokens, where the tokenizer can resume.
struct GrammarProgress {
  var cursor: TokenCursor
  var state = GrammarState.value
  var depth = 0
  /// Whether the innermost container is an object.
  var inObject = false
}

extension JSONReadingOptions {
  /// Whether no string or number inside a window can be too long.
  var allowFastPass: Bool {
    maximumStringLength >= BlockIndexer.defaultWindow
      && maximumNumberLength >= BlockIndexer.defaultWindow
  }
}
