// The checks at the beginning and the end of a text, and its refusal. What an error adds to a fault is in
// JSONReadingOptions+Errors.swift.

extension Tokenizer {
  /// Checks the text before its first token.
  @inline(never)
  mutating func checkStart() -> Bool {
    if count > options.maximumLength { return failBeyondLimit() }
    if ByteOrderMark.begins(text), !options.leniencies.contains(.byteOrderMark) {
      return fail(.byteOrderMark, at: 0)
    }
    return true
  }

  /// Refuses a text that is too long. An error before the limit comes first, as in a stream, whose
  /// length is unknown. Always returns `false`.
  @_optimize(size) @inline(never)
  private mutating func failBeyondLimit() -> Bool {
    let limit = max(0, options.maximumLength)
    assert(limit <= count)
    let cut = CheckedBytes(rebasing: text[..<limit])
    let whole = CheckedBytes(rebasing: cut.dropLast(openTail(of: cut)))
    var reader = other(reading: whole, options, isFirst: true, isLast: false)
    if ByteOrderMark.begins(whole), !reader.checkStart() {
      fault = reader.fault
      return false
    }
    if reader.validatePiece() == .failed {
      fault = reader.fault
      return false
    }
    return fail(.textTooLong, at: limit)
  }

  /// A tokenizer of a part of the text.
  @_optimize(size) @inline(never)
  func other(
    reading text: CheckedBytes, _ options: JSONReadingOptions, isFirst: Bool,
    isLast: Bool
  ) -> Tokenizer {
    var other = Tokenizer(text, options: options, kernel: kernel)
    other.load(text, isFirst: isFirst, isLast: isLast)
    return other
  }

  /// Reads the piece that was loaded, and makes nothing of it.
  @_optimize(size) @inline(never)
  mutating func validatePiece() -> Outcome {
    var sink = ValidatingSink(kernel)
    return readPiece(&sink, content: .value)
  }

  /// Checks that nothing follows the value.
  @inline(never)
  mutating func checkEnd() -> Bool {
    var cursor = progress.cursor
    if let token = next(&cursor) { return fail(.expectedEnd, at: token) }
    fault = indexer.problem
    return fault == nil
  }

  /// Refuses the text. Always returns `false`.
  @inline(never)
  mutating func fail(_ kind: JSONSyntaxError.Kind, at offset: Int) -> Bool {
    assert(offset >= 0 && offset <= count)
    // An error at which the indexer stopped takes precedence.
    if let problem = indexer.problem, problem.offset <= offset {
      fault = problem
    } else if kind != .textTooLong, offset < count,
      wellFormedSequenceLength(in: text, at: offset) == 0
    {
      // The indexer would stop here, but has not reached this byte.
      fault = SyntaxFault(.invalidUTF8, at: offset)
    } else {
      fault = SyntaxFault(kind, at: offset)
    }
    return false
  }

  /// Refuses the text because it ends here, unless it continues. Always returns `false`.
  @inline(never)
  mutating func failAtEnd(_ kind: JSONSyntaxError.Kind) -> Bool {
    if moreMayFollow, anotherPieceMayHelp {
      isStarved = true
      return false
    }
    return fail(kind, at: count)
  }

  /// Refuses the text for a function that returns what it read. Always returns `nil`.
  mutating func refuse<T>(_ kind: JSONSyntaxError.Kind, at offset: Int) -> T? {
    _ = fail(kind, at: offset)
    return nil
  }

  mutating func refuseAtEnd<T>(_ kind: JSONSyntaxError.Kind) -> T? {
    _ = failAtEnd(kind)
    return nil
  }

  /// Refuses the text because the sink has no room. Always returns `false`.
  @inline(never)
  mutating func failForRoom() -> Bool {
    fail(.tooManyValues, at: progress.cursor.count > 0 ? progress.cursor.peek(0) : count)
  }

  /// Whether another piece can help: only an open comment may end there.
  private var anotherPieceMayHelp: Bool {
    let problem = indexer.problem?.kind
    return problem == nil || problem == .unterminatedComment
  }

  /// Whether only the next piece shows if the token ends at `end`.
  func mayContinue(_ end: Int) -> Bool {
    moreMayFollow && (end == count || mayBeginComment(end))
  }

  /// The length of `-Infinity`, the longest word that is neither a number with digits nor a name.
  static var longestWord: Int { 9 }

  /// Whether the piece ends with a slash that could begin a comment.
  @inline(__always)
  func mayBeginComment(_ at: Int) -> Bool {
    moreMayFollow && at &+ 1 == count && byte(at) == .slash
      && options.leniencies.contains(.comments)
  }

  /// Whether the piece may end inside an escape of a name without quotes.
  func isTruncatedEscape(_ at: Int) -> Bool {
    moreMayFollow && anotherPieceMayHelp && at < count && count &- at < 6 && byte(at) == .backslash
  }

  /// Whether the piece may end inside `NaN` or `Infinity`.
  func isTruncatedNonFinite(_ rest: CheckedBytes) -> Bool {
    if !moreMayFollow || !options.leniencies.contains(.nonFiniteNumbers) { return false }
    // Invariant: a number has a first byte.
    let first = rest[0]
    let word = rest.dropFirst(first == .minus || first == .plus ? 1 : 0)
    return ["NaN", "Infinity"].contains { $0.utf8.starts(with: word) }
  }
}
