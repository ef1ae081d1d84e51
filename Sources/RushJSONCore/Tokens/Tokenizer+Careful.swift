// The careful pass: the whole grammar, token by token, across the ends of windows and pieces, with
// every error and every leniency.

extension Tokenizer {
  /// How a pass ended.
  enum Outcome {
    /// The fast pass may go on.
    case paused
    /// The value is read.
    case finished
    /// `failure` says why.
    case failed
    /// The piece is used up, and another may follow.
    case starved
  }

  /// Reads on from `progress`, one token at the least, until the text's value ends or the fast pass
  /// may go on.
  @inline(never)
  mutating func carefulPass<Sink: TokenSink>(_ sink: inout Sink, untilFast: Bool) -> Outcome {
    repeat {
      if progress.state == .afterValue, progress.depth == 0 { return .finished }
      guard readToken(&sink) else { return isStarved ? .starved : .failed }
    } while !untilFast || progress.cursor.count < Self.fastTokens || !progress.state.isFast
    return .paused
  }

  /// Reads one token, as a whole or not at all.
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
    if _slowPath(moreMayFollow && mayBeCut(at)) { return failAtEnd(.unexpectedEnd) }
    switch progress.state {
    case .value: return readValue(&sink, at: at)
    case .afterValue: return readAfterValue(&sink, at: at)
    case .firstElement:
      return byte(at) == .closeBracket ? endContainer(&sink, at: at) : readValue(&sink, at: at)
    case .nextElement:
      return byte(at) == .closeBracket ? endBehindComma(&sink, at: at) : readValue(&sink, at: at)
    case .firstName:
      return byte(at) == .closeBrace ? endContainer(&sink, at: at) : readName(&sink, at: at)
    case .nextName:
      return byte(at) == .closeBrace ? endBehindComma(&sink, at: at) : readName(&sink, at: at)
    case .colon:
      guard byte(at) == 0x3a || fail(.expectedColon, at: at) else { return false }
      progress.state = .value
      return true
    }
  }

  /// A scalar, or the beginning of a container.
  private mutating func readValue<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    switch byte(at) {
    case .quote:
      guard let string = quoted(progress.cursor, at: at, quote: 0x22),
        resume(string.rest, &sink)
      else { return false }
      sink.string(
        at: stringStart, length: stringEnd &- stringStart, hasEscapes: string.hasEscapes)
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
    case .minus, 0x30...0x39:
      guard let number = fullNumber(at: at) else { return false }
      sink.number(number, at: at)
    case 0x74:
      guard literal("true", at: at) else { return false }
      sink.bool(true, at: at)
    case 0x66:
      guard literal("false", at: at) else { return false }
      sink.bool(false, at: at)
    case 0x6e:
      guard literal("null", at: at) else { return false }
      sink.null(at: at)
    default:
      // An extension of the grammar that the options allow, or an error.
      switch otherValue(progress.cursor, at: at) {
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

  /// A comma, or the end of the container.
  private mutating func readAfterValue<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    let c = byte(at)
    if c == .comma {
      progress.state = progress.inObject ? .nextName : .nextElement
      return true
    }
    if c == (progress.inObject ? 0x7d : 0x5d) { return endContainer(&sink, at: at) }
    return fail(progress.inObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: at)
  }

  /// A name.
  private mutating func readName<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    guard let name = anyName(progress.cursor, at: at), resume(name.rest, &sink) else {
      return false
    }
    sink.name(at: stringStart, length: stringEnd &- stringStart, hasEscapes: name.hasEscapes)
    progress.state = .colon
    return true
  }

  /// Goes on after a string, whose escapes may have taken tokens and asked for more. Returns whether
  /// the sink can hold it.
  private mutating func resume<Sink: TokenSink>(_ rest: Cursor, _ sink: inout Sink) -> Bool {
    progress.cursor = rest
    // One more, for the string itself.
    return sink.reserve(tokens: rest.count &+ 1) || failForRoom()
  }

  private mutating func deepen(_ offset: Int) -> Bool {
    guard progress.depth < options.maximumDepth else { return fail(.tooDeep, at: offset) }
    progress.depth &+= 1
    return true
  }

  /// The end of a container behind a comma.
  private mutating func endBehindComma<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    options.leniencies.contains(.trailingCommas)
      ? endContainer(&sink, at: at) : fail(.trailingComma, at: at)
  }

  private mutating func endContainer<Sink: TokenSink>(_ sink: inout Sink, at: Int) -> Bool {
    progress.depth &-= 1
    if progress.inObject { names?.end() }
    progress.inObject = sink.endContainer(at: at)
    progress.state = .afterValue
    return true
  }
}
