// The state of an event reader that readers of records and projections use, besides its events.

extension JSONEventReader {
  // MARK: - Cut tokens

  /// The most bytes of a string or name to hold. Longer ones have no use.
  package var heldBytes: Int {
    get { pieces.heldBytes }
    set { pieces.heldBytes = newValue }
  }

  /// The number of accepted bytes of a cut string or name. 0 for other tokens.
  package var goodStringBytes: Int { pieces.goodStringBytes }

  /// The offset in the stream of the current piece.
  package var pieceOffset: Int { pieces.position.offset }

  /// Whether the text of a value is being collected.
  package var isCollecting: Bool { pieces.isCollecting }

  /// The number of bytes of the value that is being collected, without those in the piece.
  package var collectedBytes: Int { pieces.collected.count }

  package mutating func stopCollecting() { pieces.stopCollecting() }

  // MARK: - Parts of a container

  /// Whether values are skipped by blocks, with these options and enough bytes.
  package var mayEverSkipBlocks: Bool { pieces.tokenizer.maySkip }

  /// The number of elements that have begun in the open container at `level`, which must not have been skipped.
  package func elementCount(at level: Int) -> Int { pieces.sink[frame: level].count }

  /// The position after the last token that was taken.
  package mutating func nextPosition() -> StreamPosition {
    var position = pieces.position
    if let last = queue.last {
      position.advance(over: pieces.piece.prefix(end(of: last)), after: pieces.dropped)
    }
    return position
  }

  /// Continues at another position of a stream. All bytes were read, and all tokens taken.
  package mutating func move(to position: StreamPosition) {
    assert(queue.isEmpty)
    leavePiece()
    assert(pieces.carry.isEmpty && pieces.pending.isEmpty)
    pieces.position = position
  }

  // MARK: - Records

  /// The record of the next token. The caller has checked that there is one.
  @inline(__always)
  package var peeked: EventRecord { queue.peeked }

  /// The offset of the next token in the stream. The caller has checked that there is one.
  @inline(__always)
  package var nextOffset: Int { streamOffset(of: peeked) }

  /// The length in bytes of a string or name, with its quotation marks.
  @inline(__always)
  package func length(of record: EventRecord) -> Int {
    record.length &+ 2 &* (record.offset &- start(of: record))
  }

  /// Where the token begins that has the error. `nil` if there is no error, or it is in a comment.
  package var refusedToken: Int? {
    guard let error = failure, error.kind != .syntax(.unterminatedComment) else { return nil }
    let start = pieces.tokenizer.unusedStart
    return start == 0 ? pieces.position.offset : pieces.readOffset &+ start
  }

  /// How far the text is known when an error is found.
  package func end(of error: JSONStreamError) -> Int {
    switch error.kind {
    case .syntax(.stringTooLong): error.offset &+ 1 &+ options.maximumStringLength
    case .syntax(.duplicateName): pieces.readOffset &+ pieces.tokenizer.stringEnd
    case .syntax(.unterminatedComment): pieces.readOffset &+ pieces.piece.count
    default: error.offset
    }
  }
}
