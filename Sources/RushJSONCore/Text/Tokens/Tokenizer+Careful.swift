// The careful pass: the whole grammar across windows and pieces, with all errors and leniencies.

extension Tokenizer {
  /// Reads at least one token from `progress`, until the value ends or the fast pass may continue.
  @inline(never)
  mutating func carefulPass<Sink: TokenSink>(_ sink: inout Sink, untilFast: Bool) -> Outcome {
    repeat {
      if progress.state == .afterValue, progress.depth == 0 { return .finished }
      guard readToken(&sink) else { return isStarved ? .starved : .failed }
    } while !untilFast || progress.cursor.count < fewestFastTokens || !progress.state.isFast
    return .paused
  }

  /// Reads one whole token, or nothing.
  private mutating func readToken<Sink: TokenSink>(_ sink: inout Sink) -> Bool {
    if progress.cursor.count == 0 {
      progress.cursor = refill()
      guard sink.reserve(tokens: progress.cursor.count) else { return failForRoom() }
      if progress.cursor.count == 0 {
        unusedStart = indexer.openComment ?? count
        return failAtEnd(.unexpectedEnd)
      }
    }
    let at = progress.cursor.take()
    unusedStart = at
    if _slowPath(mayBeginComment(at)) { return failAtEnd(.unexpectedEnd) }
    switch progress.state {
    case .value: return readValue(&sink, at: at)
    case .afterValue: return readAfterValue(&sink, at: at)
    case .firstElement:
      return byte(at) == .closeBracket ? endContainer(&sink, at: at) : readValue(&sink, at: at)
    case .nextElement:
      return byte(at) == .closeBracket ? endAfterComma(&sink, at: at) : readValue(&sink, at: at)
    case .firstName:
      return byte(at) == .closeBrace ? endContainer(&sink, at: at) : readName(&sink, at: at)
    case .nextName:
      return byte(at) == .closeBrace ? endAfterComma(&sink, at: at) : readName(&sink, at: at)
    case .colon:
      guard byte(at) == .colon || fail(.expectedColon, at: at) else { return false }
      progress.state = .value
      return true
    }
  }

  /// Reads a scalar, or the beginning of a container.
  private mutating func readValue<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    switch byte(at) {
    case .quote:
      guard let string = quoted(progress.cursor, at: at, quote: .quote),
        resume(string.rest, &sink)
      else { return false }
      sink.string(at: stringStart, length: stringEnd &- stringStart, hasEscapes: string.hasEscapes)
    case .openBrace:
      guard deepen(at) else { return false }
      sink.beginObject(at: at)
      names?.begin()
      progress.inObject = true
      progress.state = .firstName
      return true
    case .openBracket:
      guard deepen(at) else { return false }
      sink.beginArray(at: at)
      progress.inObject = false
      progress.state = .firstElement
      return true
    case .minus, UInt8.digit0...UInt8.digit9:
      guard let number = slowNumber(at: at) else { return false }
      sink.number(number, at: at)
    case UInt8(ascii: "t"):
      guard literal("true", at: at) else { return false }
      sink.bool(true, at: at)
    case UInt8(ascii: "f"):
      guard literal("false", at: at) else { return false }
      sink.bool(false, at: at)
    case UInt8(ascii: "n"):
      guard literal("null", at: at) else { return false }
      sink.null(at: at)
    default:
      // An extension that the options allow, or an error.
      switch lenientValue(progress.cursor, at: at) {
      case .refused: return false
      case .number(let number): sink.number(number, at: at)
      case .string(let rest, let hasEscapes):
        guard resume(rest, &sink) else { return false }
        sink.string(at: stringStart, length: stringEnd &- stringStart, hasEscapes: hasEscapes)
      }
    }
    progress.state = .afterValue
    return true
  }

  /// Reads a comma, or the end of the container.
  private mutating func readAfterValue<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    assert(progress.depth > 0)
    let c = byte(at)
    if c == .comma {
      progress.state = progress.inObject ? .nextName : .nextElement
      return true
    }
    if c == (progress.inObject ? UInt8.closeBrace : .closeBracket) {
      return endContainer(&sink, at: at)
    }
    return fail(progress.inObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: at)
  }

  private mutating func readName<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    guard let name = anyName(progress.cursor, at: at), resume(name.rest, &sink) else {
      return false
    }
    sink.name(at: stringStart, length: stringEnd &- stringStart, hasEscapes: name.hasEscapes)
    progress.state = .colon
    return true
  }

  /// Continues after a string, whose escapes may have used up tokens and fetched a new window. Returns
  /// `false` if the sink has no room.
  private mutating func resume<Sink: TokenSink>(_ rest: Cursor, _ sink: inout Sink) -> Bool {
    assert(stringStart >= 0 && stringStart <= stringEnd && stringEnd <= count)
    progress.cursor = rest
    // One more, for the string itself.
    return sink.reserve(tokens: rest.count &+ 1) || failForRoom()
  }

  private mutating func deepen(_ offset: Int) -> Bool {
    guard progress.depth < options.maximumDepth else { return fail(.tooDeep, at: offset) }
    progress.depth &+= 1
    return true
  }

  private mutating func endAfterComma<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    options.leniencies.contains(.trailingCommas)
      ? endContainer(&sink, at: at) : fail(.trailingComma, at: at)
  }

  private mutating func endContainer<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    assert(progress.depth > 0)
    progress.depth &-= 1
    if progress.inObject { names?.end() }
    progress.inObject = sink.endContainer(at: at)
    progress.state = .afterValue
    return true
  }
}
