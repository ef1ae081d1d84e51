// Options add to an error the limit that was exceeded, or the leniency that is missing. Only the error path
// calls this code.

extension JSONReadingOptions {
  /// Returns an error about `text`, with its limit or the missing leniencies.
  @inline(never)
  func error(
    _ kind: JSONSyntaxError.Kind, at offset: Int, in text: UnsafeRawBufferPointer
  ) -> JSONSyntaxError {
    let missing = unsafe missingLeniencies(for: kind, at: offset, in: text)
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
    for kind: JSONSyntaxError.Kind, at offset: Int, in text: UnsafeRawBufferPointer
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
      case .leadingZero, .invalidNumber: unsafe number(around: offset, in: text)
      case .expectedValue where byte == .apostrophe: .singleQuotes
      case .expectedName where byte == .apostrophe: .singleQuotes
      case .expectedName where unsafe UnquotedName.length(text, at: offset) > 0: .unquotedNames
      case .expectedValue: unsafe number(at: offset, in: text)
      default: []
      }
    switch kind {
    case .expectedValue, .expectedName, .expectedColon, .expectedCommaOrArrayEnd, .trailingComma,
      .expectedCommaOrObjectEnd, .expectedComma, .expectedEnd, .invalidNumber, .invalidLiteral:
      if byte == 0x0b || byte == 0x0c { missing = .extendedWhitespace }
      if byte == .slash, unsafe LenientIndexer.beginsComment(text, at: offset) {
        missing = .comments
      }
    default: break
    }
    return missing.subtracting(leniencies)
  }

  private func escape(at offset: Int, in text: UnsafeRawBufferPointer)
    -> JSONReadingOptions.Leniencies
  {
    let all = leniencies.union(.extendedEscapes)
    switch unsafe Escape.read(text, at: offset, leniencies: all) {
    case .scalar, .lineBreak: return .extendedEscapes
    case .invalid, .unfinished: return []
    }
  }

  /// Returns the leniencies for the number that contains `offset`, or ends there.
  private func number(around offset: Int, in text: UnsafeRawBufferPointer)
    -> JSONReadingOptions.Leniencies
  {
    var start = offset
    // Invariant: 0 ≤ start ≤ offset < count.
    while start > 0, unsafe !text[start &- 1].endsWord { start &-= 1 }
    return unsafe number(at: start, in: text)
  }

  private func number(at start: Int, in text: UnsafeRawBufferPointer)
    -> JSONReadingOptions.Leniencies
  {
    // Invariant: start < count.
    let first = unsafe text[start]
    switch first {
    case .digit0 ... .digit9, .minus, .plus, .decimalPoint, UInt8(ascii: "I"), UInt8(ascii: "N"):
      break
    // No leniency accepts this as a number. Prose has many such candidates.
    default: return []
    }
    let rest = unsafe UnsafeRawBufferPointer(rebasing: text[start...])
    for missing in [.extendedNumbers, .nonFiniteNumbers, [.extendedNumbers, .nonFiniteNumbers]]
      as [JSONReadingOptions.Leniencies]
    {
      let all = leniencies.union(missing)
      // Infinities alone allow no plus.
      if first == .plus || first == .decimalPoint, !all.contains(.extendedNumbers) { continue }
      let extensions = all.numberExtensions
      guard case .success(let number) = unsafe ScannedNumber.full(rest, allowing: extensions) else {
        continue
      }
      // Invariant: a number lies in the text that was scanned.
      if unsafe number.length == rest.count || rest[number.length].endsWord { return missing }
    }
    return []
  }
}
