// Options add to an error the limit that was exceeded, or the leniencies that are missing. Only the error path
// calls this code.

extension JSONReadingOptions {
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

  /// The number of candidates of any fault.
  fileprivate static let candidateCount = 11

  /// Returns leniencies that may accept the byte at `offset`, where the text was refused; empty if the candidate of this
  /// number, fewest leniencies first, cannot. The token of the fault begins at `start`.
  @_optimize(size)
  fileprivate func candidate(
    _ number: Int, for kind: JSONSyntaxError.Kind, at offset: Int, from start: Int,
    in text: CheckedBytes
  ) -> JSONReadingOptions.Leniencies {
    // Prose has many faults, so leniencies are tried for the bytes that may need them only.
    assert(number >= 0 && number < Self.candidateCount)
    switch kind {
    case .trailingComma: return number == 0 ? .trailingCommas : []
    case .byteOrderMark: return number == 0 ? .byteOrderMark : []
    case .loneSurrogate: return number == 0 ? .loneSurrogates : []
    case .controlCharacter: return number == 0 ? .controlCharacters : []
    case .invalidEscape:
      if number > 1 { return [] }
      // JSON5 drops the backslash before most letters, but its own escapes mean more.
      assert(offset + 1 < text.count, "a refused escape has its letter in the text")
      let means: Bool
      switch text[offset &+ 1] {
      case .apostrophe, .digit0, UInt8(ascii: "v"), UInt8(ascii: "x"), .lineFeed, .carriageReturn,
        0xe2:
        means = true
      default: means = false
      }
      return (number == 0) == means ? .extendedEscapes : .unknownEscapes
    case .leadingZero, .invalidNumber, .invalidLiteral, .unexpectedEnd, .expectedValue,
      .expectedName,
      .expectedColon, .expectedCommaOrArrayEnd, .expectedCommaOrObjectEnd, .expectedComma,
      .expectedEnd:
      break
    default: return []
    }
    if number == 0 {
      guard offset < text.count else { return [] }
      switch text[offset] {
      case .apostrophe: return .singleQuotes
      case .slash: return .comments
      case 0x0b, 0x0c, 0x80...: return .extendedWhitespace
      default: return []
      }
    }
    if number == Self.candidateCount &- 1 { return kind == .expectedName ? .unquotedNames : [] }
    guard start < text.count && text[start].mayBeginNumber else { return [] }
    // One, the other or both kinds of numbers, and then with what may follow them.
    var numbers: JSONReadingOptions.Leniencies = []
    let kinds = (number &- 1) % 3 &+ 1
    if kinds & 1 != 0 { numbers.formUnion(.extendedNumbers) }
    if kinds & 2 != 0 { numbers.formUnion(.nonFiniteNumbers) }
    if number > 6 { return numbers.union(.extendedWhitespace) }
    return number > 3 ? numbers.union(.comments) : numbers
  }
}

extension UInt8 {
  /// Whether a number of any leniency may begin with the byte.
  fileprivate var mayBeginNumber: Bool {
    switch self {
    case .digit0 ... .digit9, .minus, .plus, .decimalPoint, UInt8(ascii: "I"), UInt8(ascii: "N"):
      true
    default: false
    }
  }
}

extension Tokenizer {
  /// The error, if the text was refused. The text must still be in place.
  ///
  /// It names the leniencies that let a reader get beyond the fault, as far as the text shows it.
  var failure: JSONSyntaxError? {
    @_optimize(size) @inline(never)
    get { fault.map { error($0, leniencies: missingLeniencies($0) ?? []) } }
  }

  /// The error, if the piece was refused and shows which leniencies are missing. Otherwise the tokenizer is starved, as
  /// if the token of the fault were cut: what an error says does not depend on how the text is cut.
  mutating func failureOrStarvation() -> JSONSyntaxError? {
    guard let fault else { return nil }
    if let missing = missingLeniencies(fault) { return error(fault, leniencies: missing) }
    // The part of a string that the reader may drop.
    if fault.kind == .invalidEscape { stringEnd = fault.offset }
    self.fault = nil
    isStarved = true
    return nil
  }

  private func error(
    _ fault: SyntaxFault, leniencies: JSONReadingOptions.Leniencies
  ) -> JSONSyntaxError {
    JSONSyntaxError(
      fault.kind, at: fault.offset, limit: options.limit(of: fault.kind), leniencies: leniencies)
  }

  /// Returns the leniencies that let a reader get beyond the fault. `nil` if the next bytes decide this.
  @_optimize(size) @inline(never)
  private func missingLeniencies(_ fault: SyntaxFault) -> JSONReadingOptions.Leniencies? {
    // Between two values, the token at fault is the one that was refused. Elsewhere its fault may be inside it.
    let isBetween = progress.state == .afterValue
    let start = isBetween ? fault.offset : min(unusedStart, fault.offset)
    guard start >= 0, fault.offset <= count else { return [] }
    for number in 0..<JSONReadingOptions.candidateCount {
      let candidate = options.candidate(
        number, for: fault.kind, at: fault.offset, from: start, in: text)
      // The empty set is a subset of any.
      if options.leniencies.isSuperset(of: candidate) { continue }
      let leniencies = options.leniencies.union(candidate)
      guard let isAccepted = accepts(fault.offset, from: start, with: leniencies) else {
        return nil
      }
      if isAccepted { return candidate.subtracting(options.leniencies) }
    }
    return []
  }

  /// Whether a reader with `leniencies` gets beyond the byte at `offset`: it reads the token at `start` again. `nil` if
  /// the next bytes of the text decide this.
  @_optimize(size)
  private func accepts(
    _ offset: Int, from start: Int, with leniencies: JSONReadingOptions.Leniencies
  ) -> Bool? {
    // Enough for any escape and any number that has no digits.
    let enough = 32
    // What is beyond the limit does not count. A stream does not have it.
    var end = min(count, options.maximumLength, offset &+ 2 &* enough)
    guard offset <= end else { return false }
    let isCut = end < count || moreMayFollow
    assert(start >= 0 && start <= offset && end <= count)
    if isCut { end &-= openTail(of: CheckedBytes(rebasing: text[start..<end])) }
    let rest = CheckedBytes(rebasing: text[start..<end])
    var options = options
    options.leniencies = leniencies
    options.duplicateNames = .keepLast
    (options.maximumStringLength, options.maximumNumberLength) = (.max, .max)
    var again = other(reading: rest, options, isFirst: start == 0, isLast: !isCut)
    (again.progress.state, again.progress.depth) = (progress.state, progress.depth)
    again.progress.inObject = progress.inObject
    // The sink knows none of the open containers. What it says after the end of one concerns later bytes.
    let fault = offset &- start
    switch again.validatePiece() {
    case .finished, .paused: return true
    case .failed:
      // A comment without an end is refused where it begins. If more bytes may follow, it has no end yet.
      if let second = again.fault, second.kind == .unterminatedComment, second.offset == fault {
        return true
      }
      // Half of a number does not help. A name may begin as one.
      let isName = progress.state == .firstName || progress.state == .nextName
      let isNumber = !isName && start < count && text[start].mayBeginNumber
      return again.fault.map { $0.offset > fault && (!isNumber || again.unusedStart > 0) } ?? false
    case .starved:
      let isComment =
        fault < rest.count && rest[fault] == .slash
        && LenientIndexer.beginsComment(rest, at: fault)
      let isQuoted = fault < rest.count && rest[fault] == .apostrophe
      if isComment || isQuoted || max(again.unusedStart, again.stringEnd) > fault
        || rest.count &- fault > enough
      {
        return true
      }
      return moreMayFollow ? nil : false
    }
  }
}
