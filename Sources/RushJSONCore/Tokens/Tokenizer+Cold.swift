// What the tokenizer's loop leaves to functions that are called rarely: ends and errors, escapes,
// literals, numbers that are long or near the end of the text, and the leniencies.
//
// They take the loop's state by value and return it, so that the loop may keep it in registers.

extension Tokenizer {
  /// What a cold function found where the grammar wants a value or a name.
  enum OddToken {
    case refused
    case number(ScannedNumber)
    /// A string between `stringStart` and `stringEnd`.
    case string(Cursor, hasEscapes: Bool)
  }

  // ---- The beginning, the end, and errors ----

  /// The last offset at which a fast scan of a number stays inside the text; negative if none.
  var fastScanEnd: Int {
    options.limits.numberBytes < ScannedNumber.fastReach
      ? -1 : count &- ScannedNumber.fastReach
  }

  /// Checks what can be said before the first token.
  @inline(never)
  mutating func begins() -> Bool {
    if count > options.limits.textBytes {
      return fail(.textTooLong, at: options.limits.textBytes)
    }
    if unsafe ByteOrderMark.begins(text), !options.leniencies.contains(.byteOrderMark) {
      return fail(.byteOrderMark, at: 0)
    }
    return true
  }

  /// Checks that nothing follows the value: `token` is what follows, negative if nothing does.
  @inline(never)
  mutating func ends(_ token: Int) -> Bool {
    if token >= 0 { return fail(.expectedEnd, at: token) }
    failure = indexer.problem
    return failure == nil
  }

  /// Refuses the text. Always `false`.
  @inline(never)
  mutating func fail(_ kind: JSONSyntaxError.Kind, at offset: Int) -> Bool {
    // Where the indexer had to stop, the text is worse than what the grammar says of it.
    if let problem = indexer.problem, problem.offset <= offset {
      failure = problem
    } else {
      failure = JSONSyntaxError(kind, at: offset)
    }
    return false
  }

  /// Refuses the text because it ends here. Always `false`.
  @inline(never)
  mutating func failAtEnd(_ kind: JSONSyntaxError.Kind) -> Bool {
    fail(kind, at: count)
  }

  // ---- Strings ----

  /// Reads on from the first byte of a string that is not plain, up to its closing quote.
  ///
  /// Returns the cursor after the quote and leaves the quote's offset in `stringEnd`.
  @inline(never)
  mutating func finishString(_ cursor: Cursor, open: Int, at first: Int, quote: UInt8) -> Cursor? {
    var cursor = cursor
    var at = first
    while true {
      let c = byte(at)
      if c == quote {
        if at &- open &- 1 > options.limits.stringBytes {
          _ = fail(.stringTooLong, at: open)
          return nil
        }
        stringEnd = at
        return cursor
      }
      guard c == 0x5c else {
        _ = fail(.controlCharacter, at: at)
        return nil
      }
      switch unsafe Escape.read(text, at: at, leniencies: options.leniencies) {
      case .scalar(_, let length):
        // A surrogate pair is two escapes, and the second has an offset of its own. So has the line
        // feed after an escaped carriage return.
        if length == 12 { _ = advance(&cursor) }
      case .lineBreak: _ = advance(&cursor)
      case .invalid(let kind):
        _ = fail(kind, at: at)
        return nil
      case .unfinished:
        _ = failAtEnd(.unterminatedString)
        return nil
      }
      at = advance(&cursor)
      if at < 0 {
        _ = failAtEnd(.unterminatedString)
        return nil
      }
    }
  }

  /// The offset of the next token, for cold code, which appends nothing to a sink.
  private mutating func advance(_ cursor: inout Cursor) -> Int {
    var nothing = ValidatingSink()
    return advance(&cursor, &nothing)
  }

  // ---- Literals and numbers ----

  enum Literal {
    case `true`
    case `false`
    case null
  }

  /// Whether the literal stands at `offset`.
  @inline(__always)
  mutating func literal(_ literal: Literal, at offset: Int, fastEnd: Int) -> Bool {
    if _fastPath(offset <= fastEnd) {
      // Invariant: a fast scan may read 40 bytes here.
      let word = unsafe UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      switch literal {
      case .true:
        if word & 0xffff_ffff == 0x6575_7274, endsScalar(UInt8(truncatingIfNeeded: word &>> 32)) {
          return true
        }
      case .false:
        if word & 0xff_ffff_ffff == 0x65_736c_6166,
          endsScalar(UInt8(truncatingIfNeeded: word &>> 40))
        {
          return true
        }
      case .null:
        if word & 0xffff_ffff == 0x6c6c_756e, endsScalar(UInt8(truncatingIfNeeded: word &>> 32)) {
          return true
        }
      }
    }
    return carefulLiteral(literal, at: offset)
  }

  @inline(never)
  private mutating func carefulLiteral(_ literal: Literal, at offset: Int) -> Bool {
    let word: StaticString =
      switch literal {
      case .true: "true"
      case .false: "false"
      case .null: "null"
      }
    let end = offset &+ word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { letters in
      // The text may end inside the word; what there is must agree either way.
      unsafe zip(letters, text[offset..<min(end, count)]).allSatisfy { $0 == $1 }
    }
    guard isThere else { return fail(.invalidLiteral, at: offset) }
    if end > count { return failAtEnd(.unexpectedEnd) }
    if end < count, !isScalarEnd(end) { return fail(.invalidLiteral, at: offset) }
    return true
  }

  /// Whether a number or a literal may end before the byte at `offset`.
  private func isScalarEnd(_ offset: Int) -> Bool {
    let c = unsafe text[offset]
    if endsScalar(c) { return true }
    if c == 0x0b || c == 0x0c { return options.leniencies.contains(.extendedWhitespace) }
    return unsafe c == 0x2f && options.leniencies.contains(.comments)
      && LenientIndexer.beginsComment(text, at: offset)
  }

  /// The number at `offset`, whatever its length.
  @inline(never)
  mutating func fullNumber(at offset: Int) -> ScannedNumber? {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: text[offset...])
    switch unsafe ScannedNumber.full(rest, allowing: options.leniencies.numberExtensions) {
    case .success(let number):
      let end = offset &+ number.length
      if end < count, !isScalarEnd(end) {
        _ = fail(.invalidNumber, at: end)
        return nil
      }
      if number.length <= options.limits.numberBytes { return number }
      _ = fail(.numberTooLong, at: offset)
    case .failure(let fault):
      if fault.isAtEnd {
        _ = failAtEnd(.unexpectedEnd)
      } else {
        _ = fail(fault.kind, at: offset &+ fault.at)
      }
    }
    return nil
  }

  // ---- What RFC 8259 does not allow ----

  /// A value that begins with none of the bytes that RFC 8259 has for one.
  @inline(never)
  mutating func otherValue(_ cursor: Cursor, at offset: Int) -> OddToken {
    let c = unsafe text[offset]
    if c == 0x27, options.leniencies.contains(.singleQuotes) {
      return singleQuoted(cursor, at: offset)
    }
    let mayBeNumber =
      options.leniencies.contains(.extendedNumbers) && (c == 0x2b || c == 0x2e)
      || options.leniencies.contains(.nonFiniteNumbers) && (c == 0x4e || c == 0x49)
    if mayBeNumber { return fullNumber(at: offset).map { .number($0) } ?? .refused }
    _ = fail(.expectedValue, at: offset)
    return .refused
  }

  /// A name that does not begin with a double quote.
  @inline(never)
  mutating func otherName(_ cursor: Cursor, at offset: Int) -> OddToken {
    if options.leniencies.contains(.singleQuotes), unsafe text[offset] == 0x27 {
      return singleQuoted(cursor, at: offset)
    }
    if options.leniencies.contains(.unquotedNames) {
      let length = unsafe UnquotedName.length(text, at: offset)
      if length > 0 {
        stringStart = offset
        stringEnd = offset &+ length
        return .string(cursor, hasEscapes: false)
      }
    }
    _ = fail(.expectedName, at: offset)
    return .refused
  }

  private mutating func singleQuoted(_ cursor: Cursor, at offset: Int) -> OddToken {
    var cursor = cursor
    stringStart = offset &+ 1
    let close = advance(&cursor)
    if close < 0 {
      _ = failAtEnd(.unterminatedString)
      return .refused
    }
    let hasEscapes = byte(close) != 0x27
    guard let rest = finishString(cursor, open: offset, at: close, quote: 0x27) else {
      return .refused
    }
    return .string(rest, hasEscapes: hasEscapes)
  }

  // ---- Duplicate names ----

  @inline(never)
  mutating func beginNames() { names?.begin() }

  @inline(never)
  mutating func endNames() { names?.end() }

  /// Whether the innermost object has no member of this name yet, and it is not too long.
  @inline(never)
  mutating func addName(_ start: Int, _ length: Int, _ hasEscapes: Bool) -> Bool {
    if length > options.limits.stringBytes { return fail(.stringTooLong, at: start &- 1) }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: text[start..<start &+ length])
    if unsafe names?.insert(bytes, hasEscapes: hasEscapes, leniencies: options.leniencies) != false {
      return true
    }
    return fail(.duplicateName, at: start &- 1)
  }
}

extension JSONLeniencies {
  /// The same choice in the words of the number grammar.
  fileprivate var numberExtensions: ScannedNumber.Extensions {
    var extensions: ScannedNumber.Extensions = []
    if contains(.extendedNumbers) { extensions.insert(.otherSpellings) }
    if contains(.nonFiniteNumbers) { extensions.insert(.nonFinite) }
    return extensions
  }
}
