// Options add to an error the limit that was exceeded, or the leniency that is missing. Only the error path
// calls this code.

extension JSONReadingOptions {
  /// Returns an error about `text`, with its limit or the missing leniencies. If the text is cut after the fault,
  /// these are the ones that accept what is there of a number or a comment.
  @inline(never)
  func error(
    _ kind: JSONSyntaxError.Kind, at offset: Int, in text: UnsafeRawBufferPointer,
    isCut: Bool = false
  ) -> JSONSyntaxError {
    let missing = unsafe missingLeniencies(for: kind, at: offset, in: text, isCut: isCut)
    return JSONSyntaxError(kind, at: offset, limit: limit(of: kind), leniencies: missing)
  }

  /// Returns the limit that an error of `kind` is about.
  func limit(of kind: JSONSyntaxError.Kind) -> JSONSyntaxError.Limit? {
    switch kind {
    case .tooDeep: .init(.maximumDepth, max(0, maximumDepth))
    case .textTooLong: .init(.maximumLength, max(0, maximumLength))
    case .stringTooLong: .init(.maximumStringLength, max(0, maximumStringLength))
    case .numberTooLong: .init(.maximumNumberLength, max(0, maximumNumberLength))
    default: nil
    }
  }

  /// Returns the leniencies that let the grammar accept the byte at `offset`.
  private func missingLeniencies(
    for kind: JSONSyntaxError.Kind, at offset: Int, in text: UnsafeRawBufferPointer, isCut: Bool
  ) -> JSONReadingOptions.Leniencies {
    guard offset >= 0, offset < text.count else { return [] }
    // Invariant: offset < count.
    let byte = unsafe text[offset]
    var missing: JSONReadingOptions.Leniencies =
      switch kind {
      case .trailingComma where byte == .closeBracket || byte == .closeBrace: .trailingCommas
      case .byteOrderMark: .byteOrderMark
      case .loneSurrogate: .loneSurrogates
      case .controlCharacter: .controlCharacters
      case .invalidEscape: unsafe escape(at: offset, in: text)
      case .leadingZero, .invalidNumber: unsafe number(around: offset, in: text, isCut)
      case .expectedValue where byte == .apostrophe: .singleQuotes
      case .expectedName where byte == .apostrophe: .singleQuotes
      case .expectedName
      where unsafe UnquotedName.length(text, at: offset, leniencies: leniencies) > 0:
        .unquotedNames
      case .expectedValue: unsafe number(at: offset, in: text, isCut)
      default: []
      }
    switch kind {
    case .expectedValue, .expectedName, .expectedColon, .expectedCommaOrArrayEnd, .trailingComma,
      .expectedCommaOrObjectEnd, .expectedComma, .expectedEnd, .invalidNumber, .invalidLiteral:
      if byte == 0x0b || byte == 0x0c { missing = .extendedWhitespace }
      if unsafe WideSpace.length(in: text, at: offset) > 0 { missing = .extendedWhitespace }
      let isComment =
        unsafe isCut
        ? kind != .invalidNumber && kind != .invalidLiteral
        : LenientIndexer.beginsComment(text, at: offset)
      if byte == .slash, isComment { missing = .comments }
    default: break
    }
    return missing.subtracting(leniencies)
  }

  private func escape(at offset: Int, in text: UnsafeRawBufferPointer)
    -> JSONReadingOptions.Leniencies
  {
    // Most wrong escapes are not those of JSON5, which accepts them all the same.
    // A cut text ends after the letter.
    switch unsafe Escape.read(text, at: offset, leniencies: leniencies.union(.extendedEscapes)) {
    case .scalar, .lineBreak, .nothing(2...), .unfinished: return .extendedEscapes
    case .nothing, .invalid: break
    }
    switch unsafe Escape.read(text, at: offset, leniencies: leniencies.union(.unknownEscapes)) {
    case .nothing: return .unknownEscapes
    default: return []
    }
  }

  /// Returns the leniencies for the number that contains `offset`, or ends there.
  private func number(
    around offset: Int, in text: UnsafeRawBufferPointer, _ isCut: Bool
  ) -> JSONReadingOptions.Leniencies {
    var start = offset
    // Invariant: 0 ≤ start ≤ offset < count.
    while start > 0, unsafe !text[start &- 1].endsWord { start &-= 1 }
    return unsafe number(at: start, in: text, isCut)
  }

  private func number(
    at start: Int, in text: UnsafeRawBufferPointer, _ isCut: Bool
  ) -> JSONReadingOptions.Leniencies {
    // Invariant: start < count.
    let first = unsafe text[start]
    switch first {
    case .digit0 ... .digit9, .minus, .plus, .decimalPoint, UInt8(ascii: "I"), UInt8(ascii: "N"):
      break
    // No leniency accepts this as a number. Prose has many such candidates.
    default: return []
    }
    let rest = unsafe UnsafeRawBufferPointer(rebasing: text[start...])
    if case .success(let number) = unsafe ScannedNumber.full(
      rest, allowing: leniencies.numberExtensions),
      unsafe number.length == rest.count || rest[number.length].endsWord
    {
      // The number is complete, so the fault follows it.
      return []
    }
    for missing in [.extendedNumbers, .nonFiniteNumbers, [.extendedNumbers, .nonFiniteNumbers]]
      as [JSONReadingOptions.Leniencies]
    {
      let all = leniencies.union(missing)
      // Infinities alone allow no plus.
      if first == .plus || first == .decimalPoint, !all.contains(.extendedNumbers) { continue }
      let extensions = all.numberExtensions
      switch unsafe ScannedNumber.full(rest, allowing: extensions) {
      case .success(let number):
        // Invariant: a number lies in the text that was scanned.
        if unsafe number.length == rest.count || rest[number.length].endsWord { return missing }
      case .failure(let fault): if isCut, fault.isAtEnd { return missing }
      }
    }
    return []
  }
}
