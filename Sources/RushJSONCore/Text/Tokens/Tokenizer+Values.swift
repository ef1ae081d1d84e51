// Strings, numbers, literals and leniencies that the fast pass leaves to the careful pass.

extension Tokenizer {
  /// The result of a cold function where the grammar expects a value.
  enum LenientToken {
    case refused
    case number(ScannedNumber)
    /// A string between `stringStart` and `stringEnd`.
    case string(Cursor, hasEscapes: Bool)
  }

  // MARK: - Strings

  /// Reads a string from its first byte that is not plain, at `first`, to its closing quote.
  /// Returns the cursor after the quote, whose offset is in `stringEnd`.
  @inline(never)
  mutating func finishString(_ cursor: Cursor, open: Int, at first: Int, quote: UInt8) -> Cursor? {
    assert(open >= 0 && open < first)
    var cursor = cursor
    var at = first
    // Twelve bytes can be read at any offset before this one.
    let reach = options.leniencies.refusesEscapedNull ? 0 : count &- 11
    while true {
      // The limit comes before any error in the rest of the string.
      if isTooLong(at &- open &- 1, from: open) { return refuse(.stringTooLong, at: open) }
      let c = byte(at)
      if c == quote {
        stringEnd = at
        return cursor
      }
      if c != .backslash {
        guard options.leniencies.acceptsControl(c) else {
          return refuse(.controlCharacter, at: at)
        }
        guard let token = next(&cursor) else { return refuseInString(from: open) }
        at = token
        continue
      }
      assert(at >= reach || at &+ 12 <= count)
      let length = at < reach ? FastPass.plainEscape(text.view() + at) : 0
      if length > 0 {
        if length == 12 { _ = next(&cursor) }
        guard let token = next(&cursor) else { return refuseInString(from: open) }
        at = token
        continue
      }
      switch Escape.read(text, at: at, leniencies: options.leniencies) {
      case .scalar(_, let length):
        // The second escape of a surrogate pair has an offset of its own, as has the line feed after an
        // escaped carriage return.
        if length == 12 { _ = next(&cursor) }
      case .lineBreak, .nothing(length: 3): _ = next(&cursor)
      case .nothing: break
      case .invalid(let kind): return refuse(kind, at: at)
      case .unfinished:
        stringEnd = at
        return refuseAtEnd(.unterminatedString)
      }
      guard let token = next(&cursor) else { return refuseInString(from: open) }
      at = token
    }
  }

  /// Whether a string or name that begins at `start` has too many bytes.
  @inline(__always)
  private func isTooLong(_ length: Int, from start: Int) -> Bool {
    // The reader may have dropped bytes of a piece's first token.
    length &+ (start == 0 ? droppedBytes : 0) > options.maximumStringLength
  }

  /// Refuses the text, which ends inside the string that begins at `open`. Sets `stringEnd` to the end of
  /// the well-formed part.
  @inline(never)
  private mutating func refuseInString<T>(from open: Int) -> T? {
    stringEnd = indexer.problem?.offset ?? count
    let isTooLong = isTooLong(stringEnd &- open &- 1, from: open)
    return isTooLong ? refuse(.stringTooLong, at: open) : refuseAtEnd(.unterminatedString)
  }

  /// The offset of the next token, or `nil` at the end of the text.
  mutating func next(_ cursor: inout Cursor) -> Int? {
    if cursor.count == 0 {
      cursor = refill()
      if cursor.count == 0 { return nil }
    }
    return cursor.take()
  }

  // MARK: - Literals and numbers

  /// Checks that the literal `word` is at `offset`.
  mutating func literal(_ word: StaticString, at offset: Int) -> Bool {
    let end = offset &+ word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { letters in
      // The text may end inside the word. The bytes so far must match.
      unsafe zip(letters, text[offset..<min(end, count)]).allSatisfy { $0 == $1 }
    }
    guard isThere else { return fail(.invalidLiteral, at: offset) }
    if end > count || mayContinue(end) { return failAtEnd(.unexpectedEnd) }
    if end == count || isScalarEnd(end) { return true }
    // The literal is whole where a leniency accepts what follows it.
    let follows = byte(end)
    let isWhole =
      follows == .slash || follows == 0x0b || follows == 0x0c
      || WideSpace.length(in: text, at: end) > 0
    if !isWhole { return fail(.invalidLiteral, at: offset) }
    if progress.depth == 0 { return fail(.expectedEnd, at: end) }
    return fail(progress.inObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: end)
  }

  /// Whether a number or a literal may end before the byte at `offset`.
  private mutating func isScalarEnd(_ offset: Int) -> Bool {
    let c = text[offset]
    if endsScalar(c) { return true }
    if c == 0x0b || c == 0x0c { return options.leniencies.contains(.extendedWhitespace) }
    if c >= 0x80 {
      return options.leniencies.hasWideSpace && WideSpace.length(in: text, at: offset) > 0
    }
    return c == .slash && options.leniencies.contains(.comments)
      && LenientIndexer.beginsComment(text, at: offset)
  }

  /// The number at `offset`, of any length.
  @inline(never)
  mutating func slowNumber(at offset: Int) -> ScannedNumber? {
    let rest = CheckedBytes(rebasing: text[offset...])
    switch ScannedNumber.full(rest, allowing: options.leniencies.numberExtensions) {
    case .success(let number):
      if number.length > options.maximumNumberLength { return refuse(.numberTooLong, at: offset) }
      let end = offset &+ number.length
      assert(number.length > 0 && end <= count)
      if mayContinue(end) { return refuseAtEnd(.unexpectedEnd) }
      if end < count, !isScalarEnd(end) { return refuse(.invalidNumber, at: end) }
      return number
    case .failure(let fault):
      if fault.at > options.maximumNumberLength { return refuse(.numberTooLong, at: offset) }
      if fault.isAtEnd || isTruncatedNonFinite(rest) { return refuseAtEnd(.unexpectedEnd) }
      return refuse(fault.kind, at: offset &+ fault.at)
    }
  }

  // MARK: - Extensions of RFC 8259

  /// Reads a value whose first byte begins no value of RFC 8259.
  @inline(never)
  mutating func lenientValue(_ cursor: Cursor, at offset: Int) -> LenientToken {
    let c = text[offset]
    if c == .apostrophe, options.leniencies.contains(.singleQuotes) {
      guard let string = quoted(cursor, at: offset, quote: .apostrophe) else { return .refused }
      return .string(string.rest, hasEscapes: string.hasEscapes)
    }
    let mayBeNumber =
      options.leniencies.contains(.extendedNumbers) && (c == .plus || c == .decimalPoint)
      || options.leniencies.contains(.nonFiniteNumbers)
        && (c == UInt8(ascii: "N") || c == UInt8(ascii: "I"))
    if mayBeNumber { return slowNumber(at: offset).map { .number($0) } ?? .refused }
    _ = fail(.expectedValue, at: offset)
    return .refused
  }

  /// Reads any name, and sets `stringStart` and `stringEnd`.
  @inline(never)
  mutating func anyName(_ cursor: Cursor, at: Int) -> (rest: Cursor, hasEscapes: Bool)? {
    let c = byte(at)
    var result: (rest: Cursor, hasEscapes: Bool)?
    if c == .quote || c == .apostrophe && options.leniencies.contains(.singleQuotes) {
      result = quoted(cursor, at: at, quote: c)
    } else if options.leniencies.contains(.unquotedNames) {
      let length = UnquotedName.length(text, at: at, leniencies: options.leniencies)
      if length > 0 {
        stringStart = at
        stringEnd = at &+ length
        if isTooLong(length, from: at) { return refuse(.stringTooLong, at: at) }
        if mayContinue(stringEnd) || isTruncatedEscape(stringEnd) {
          return refuseAtEnd(.unexpectedEnd)
        }
        if stringEnd < count, !isScalarEnd(stringEnd) {
          return refuse(.expectedColon, at: stringEnd)
        }
        // Invariant: the name lies in the text. Foundation keeps the escapes.
        let name = CheckedBytes(rebasing: text[at..<stringEnd])
        let hasEscapes =
          !options.leniencies.contains(.foundation) && name.contains(.backslash)
        result = (cursor, hasEscapes)
      } else if isTruncatedEscape(at) {
        stringEnd = at
        return refuseAtEnd(.unexpectedEnd)
      }
    }
    if let result {
      if names != nil, !addName(hasEscapes: result.hasEscapes) { return nil }
      return result
    }
    // `quoted` has reported an error in a string.
    if fault == nil, !isStarved { _ = fail(.expectedName, at: at) }
    return nil
  }

  /// Reads a string in either kind of quotes, and sets `stringStart` and `stringEnd`.
  mutating func quoted(_ cursor: Cursor, at offset: Int, quote: UInt8)
    -> (rest: Cursor, hasEscapes: Bool)?
  {
    var cursor = cursor
    stringStart = offset &+ 1
    guard let close = next(&cursor) else { return refuseInString(from: offset) }
    let hasEscapes = byte(close) != quote
    guard let rest = finishString(cursor, open: offset, at: close, quote: quote) else { return nil }
    return (rest, hasEscapes)
  }

  // MARK: - Duplicate names

  /// Refuses the last name if the innermost object has it already.
  private mutating func addName(hasEscapes: Bool) -> Bool {
    assert(stringStart >= 0 && stringStart <= stringEnd && stringEnd <= count)
    let bytes = CheckedBytes(rebasing: text[stringStart..<stringEnd])
    let isNew = names?.insert(bytes, hasEscapes: hasEscapes, leniencies: options.leniencies)
    if isNew != false { return true }
    // A quoted name is reported at its quote. No quote ever precedes a name without quotes, and a piece may begin with it.
    let before = stringStart > 0 ? byte(stringStart &- 1) : .space
    let isQuoted = before == .quote || before == .apostrophe
    return fail(.duplicateName, at: isQuoted ? stringStart &- 1 : stringStart)
  }
}

extension ScannedNumber {
  /// The number at `offset` of a text that the grammar has accepted.
  static func accepted(
    _ text: CheckedBytes, at offset: Int, leniencies: JSONReadingOptions.Leniencies
  ) -> ScannedNumber? {
    // Invariant: a number begins at the offset, which is inside the text.
    let rest = CheckedBytes(rebasing: text[offset...])
    let scan = full(rest, allowing: leniencies.numberExtensions)
    return if case .success(let number) = scan { number } else { nil }
  }
}

extension JSONReadingOptions.Leniencies {
  /// These leniencies, for the number grammar.
  var numberExtensions: ScannedNumber.Extensions {
    var extensions: ScannedNumber.Extensions = []
    if contains(.extendedNumbers) { extensions.insert(.otherSpellings) }
    if contains(.nonFiniteNumbers) { extensions.insert(.nonFinite) }
    return extensions
  }
}
