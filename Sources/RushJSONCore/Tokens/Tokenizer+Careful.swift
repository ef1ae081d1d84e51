// The careful pass: the whole grammar, token by token, across the ends of windows, with every
// error and every leniency.

extension Tokenizer {
  /// How a careful pass ended.
  enum Outcome {
    /// The fast pass may go on.
    case paused
    /// The value is read.
    case finished
    /// `failure` says why.
    case failed
  }

  /// What the grammar wants after a token.
  private enum Step {
    case value
    case afterValue
    case failed
  }

  /// Reads on from `progress`, one value or bracket at the least, until the text's value ends or
  /// the fast pass may go on.
  @inline(never)
  mutating func carefulPass<Sink: TokenSink>(_ sink: inout Sink, untilFast: Bool) -> Outcome {
    repeat {
      if progress.isAfterValue, progress.depth == 0 { return .finished }
      switch progress.isAfterValue ? readAfterValue(&sink) : readValue(&sink) {
      case .value: progress.isAfterValue = false
      case .afterValue: progress.isAfterValue = true
      case .failed: return .failed
      }
    } while !untilFast || progress.cursor.count < Self.fastTokens
    return .paused
  }

  /// Makes sure that there is a next token; at the end of the text, refuses it as `kind`.
  private mutating func ensure<Sink: TokenSink>(
    _ sink: inout Sink, orFail kind: JSONSyntaxError.Kind
  ) -> Bool {
    if progress.cursor.count > 0 { return true }
    progress.cursor = refill()
    sink.reserve(tokens: progress.cursor.count)
    return progress.cursor.count > 0 || failAtEnd(kind)
  }

  /// A value as far as it can be read in one go: a scalar, an empty container, or the beginning of
  /// one with, in an object, the first name.
  private mutating func readValue<Sink: TokenSink>(_ sink: inout Sink) -> Step {
    guard ensure(&sink, orFail: .unexpectedEnd) else { return .failed }
    let at = progress.cursor.take()
    switch byte(at) {
    case 0x22:
      guard let string = quoted(progress.cursor, at: at, quote: 0x22) else { return .failed }
      resume(string.rest, &sink)
      sink.string(
        at: stringStart, length: stringEnd &- stringStart, hasEscapes: string.hasEscapes)
    case 0x7b:
      guard deepen(at) else { return .failed }
      sink.beginObject(at: at)
      names?.begin()
      progress.inObject = true
      guard ensure(&sink, orFail: .unexpectedEnd) else { return .failed }
      if byte(progress.cursor.peek(0)) != 0x7d { return readName(&sink) }
      _ = progress.cursor.take()
      endContainer(&sink)
    case 0x5b:
      guard deepen(at) else { return .failed }
      sink.beginArray(at: at)
      progress.inObject = false
      guard ensure(&sink, orFail: .unexpectedEnd) else { return .failed }
      if byte(progress.cursor.peek(0)) != 0x5d { return .value }
      _ = progress.cursor.take()
      endContainer(&sink)
    case 0x2d, 0x30...0x39:
      guard let number = fullNumber(at: at) else { return .failed }
      sink.number(number, at: at)
    case 0x74:
      guard literal("true", at: at) else { return .failed }
      sink.bool(true, at: at)
    case 0x66:
      guard literal("false", at: at) else { return .failed }
      sink.bool(false, at: at)
    case 0x6e:
      guard literal("null", at: at) else { return .failed }
      sink.null(at: at)
    default:
      // An extension of the grammar that the options allow, or an error.
      switch otherValue(progress.cursor, at: at) {
      case .refused: return .failed
      case .number(let number): sink.number(number, at: at)
      case .string(let rest, let hasEscapes):
        resume(rest, &sink)
        sink.string(at: stringStart, length: stringEnd &- stringStart, hasEscapes: hasEscapes)
      }
    }
    return .afterValue
  }

  /// A comma and, in an object, the next name; or the end of the container.
  private mutating func readAfterValue<Sink: TokenSink>(_ sink: inout Sink) -> Step {
    guard ensure(&sink, orFail: .unexpectedEnd) else { return .failed }
    let token = progress.cursor.take()
    let end: UInt8 = progress.inObject ? 0x7d : 0x5d
    if byte(token) == 0x2c {
      guard ensure(&sink, orFail: .unexpectedEnd) else { return .failed }
      if byte(progress.cursor.peek(0)) != end {
        return progress.inObject ? readName(&sink) : .value
      }
      let bracket = progress.cursor.take()
      guard options.leniencies.contains(.trailingCommas) || fail(.trailingComma, at: bracket)
      else { return .failed }
    } else if byte(token) != end {
      _ = fail(
        progress.inObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: token)
      return .failed
    }
    endContainer(&sink)
    return .afterValue
  }

  /// A name and its colon.
  private mutating func readName<Sink: TokenSink>(_ sink: inout Sink) -> Step {
    guard let name = anyName(progress.cursor) else { return .failed }
    resume(name.rest, &sink)
    sink.name(at: stringStart, length: stringEnd &- stringStart, hasEscapes: name.hasEscapes)
    guard ensure(&sink, orFail: .unexpectedEnd) else { return .failed }
    let colon = progress.cursor.take()
    return byte(colon) == 0x3a || fail(.expectedColon, at: colon) ? .value : .failed
  }

  /// Goes on after a string, whose escapes may have taken tokens and asked for more.
  private mutating func resume<Sink: TokenSink>(_ rest: Cursor, _ sink: inout Sink) {
    progress.cursor = rest
    // One more, for the string itself.
    sink.reserve(tokens: rest.count &+ 1)
  }

  private mutating func deepen(_ offset: Int) -> Bool {
    progress.depth &+= 1
    return progress.depth <= options.limits.depth || fail(.tooDeep, at: offset)
  }

  private mutating func endContainer<Sink: TokenSink>(_ sink: inout Sink) {
    progress.depth &-= 1
    if progress.inObject { names?.end() }
    progress.inObject = sink.endContainer()
  }
}
