internal import _RushJSONShims

// Feeds a text that comes in pieces to the tokenizer.
//
//   chunk    …"temperature": 21.│5, "unit": "°│C"}…
//   pieces   ──────────────────╴    ─────────╴         whole tokens, read in place
//   carry                    21.│5,           "°│C"    a cut token, and the bytes that end it
//
// A piece is up to 64 KiB of a chunk. The tokenizer reads it in place, up to the token that its end
// cuts, and may pause on the way. The cut token goes to the carry. When the next chunk comes, the carry
// takes the bytes that the token still needs and is read as a piece of its own. So only cut tokens and
// small chunks are copied. While a token is incomplete, only new bytes are searched for its end, so
// each byte is read a constant number of times, wherever the text is cut.
//
// A long string, name or comment is not held if its value has no use. After the tokenizer has accepted the bytes
// so far, the reader drops them. One byte or two stand in for them, and the tokenizer continues as if the token
// had just begun.
//
//   stream   …"items": /* a long, long comm│ent that goes on and on│ and ends */ [1, …
//   carry              /* a long, long comm   /*ent that goes on …   /* and ends */
//                                             └ stands in for the dropped bytes

/// Reads a text that comes in pieces into a sink: the common part of events and partial values.
///
/// It keeps the carried, dropped and collected bytes, the position in the stream, and its fault. It is
/// specialised for each sink, whose hooks are inlined into the tokenizer's loops.
struct PieceReader<Sink: PieceSink>: ~Copyable {
  /// The most bytes of a chunk that are copied although they could be read in place.
  private static var smallChunk: Int { 64 }

  /// The most bytes of a piece, unless a token is longer.
  let pieceSize: Int
  /// The most bytes of the next piece. Doubles with each piece, up to `pieceSize`.
  private var nextPieceSize: Int
  /// A lower bound for the length of the first pending token, plus some bytes; 0 if it is unknown.
  private var knownTokenSize = 0
  /// The number of values in the stream.
  private let content: Tokenizer.Content
  var tokenizer: Tokenizer
  var sink: Sink
  /// The bytes that the sink's last tokens refer to, if it keeps pieces, or that have the fault. If the
  /// tokenizer has paused, these are all bytes that it was given.
  private(set) var piece: ArraySlice<UInt8> = []
  /// The number of bytes of the piece that were read before the pause; 0 without a pause. A pause changes no
  /// reference to the bytes, because counting references takes 2 % of the time.
  private(set) var readBeforePause = 0
  /// The unread bytes, after those of a piece that the tokenizer has paused in.
  var pending: ArraySlice<UInt8> = []
  /// The chunk that the pending bytes, and those of a piece in place, are part of.
  private var chunk: ArraySlice<UInt8> = []
  /// Whether the piece was the carry.
  private var isCarryPiece = false
  /// The first bytes of a cut token.
  var carry: [UInt8] = []
  private(set) var tokenEnd = TokenEnd()
  /// The length of the carry at which the tokenizer reads it, even without the token's end.
  private var nextLook = Int.max
  /// The number of bytes of the cut token that the tokenizer has accepted so far.
  private var goodBytes = 0
  /// The dropped bytes of the first token of the carry, or of the piece that was the carry.
  private(set) var dropped: DroppedBytes?
  /// The number of bytes that were dropped, less those that stand in for them.
  private(set) var droppedCount = 0
  /// The most bytes of a string or name to hold. Longer ones have no use.
  var heldBytes = Int.max
  /// The number of bytes given to the tokenizer. Tests check the cost of streams with it.
  private(set) var bytesRead = 0
  /// Whether the caller has marked the end of the stream.
  private(set) var isFinished = false
  /// Whether the last piece was read.
  private(set) var isComplete = false
  private(set) var refusal: PieceFault?
  /// The position of the current piece. Between two pieces, that of the next one.
  var position = StreamPosition()
  /// The bytes of the value that is being collected, without those in the piece.
  var collected: [UInt8] = []
  /// The offset in the piece at which the collected value continues. Negative if no value is being collected.
  var collectingFrom = -1

  /// A reader whose first piece has at most `firstPieceSize` bytes.
  package init(
    _ sink: Sink, content: Tokenizer.Content, options: JSONReadingOptions, kernel: BlockKernel,
    pieceSize: Int, firstPieceSize: Int
  ) {
    self.sink = sink
    self.content = content
    self.pieceSize = pieceSize
    nextPieceSize = firstPieceSize
    tokenizer = Tokenizer(CheckedBytes(), options: options, kernel: kernel)
  }

  /// A reader that continues as `other` does, with a sink of its own. `other` must have left its last piece.
  init(copying other: borrowing PieceReader, _ sink: Sink) {
    self.sink = sink
    tokenizer = Tokenizer(copying: other.tokenizer)
    (pieceSize, content, heldBytes) = (other.pieceSize, other.content, other.heldBytes)
    (nextPieceSize, knownTokenSize) = (other.nextPieceSize, other.knownTokenSize)
    (piece, pending, carry, collected) = (other.piece, other.pending, other.carry, other.collected)
    (tokenEnd, nextLook, goodBytes) = (other.tokenEnd, other.nextLook, other.goodBytes)
    (dropped, droppedCount, position) = (other.dropped, other.droppedCount, other.position)
    (isFinished, isComplete, refusal) = (other.isFinished, other.isComplete, other.refusal)
    (readBeforePause, collectingFrom) = (other.readBeforePause, other.collectingFrom)
    bytesRead = other.bytesRead
  }

  /// The number of accepted bytes of a cut string or name. 0 for other tokens.
  var goodStringBytes: Int { tokenEnd.isComment || carry.isEmpty ? 0 : goodBytes }

  /// The most bytes that a comment or a droppable token gains between two reads of the carry.
  private var lookSize: Int { min(4096, pieceSize) }

  // MARK: - Feeding

  /// Adds `chunk`, which is kept until it is read.
  mutating func feed(_ chunk: ArraySlice<UInt8>) {
    if isFinished { return }
    // Before `append`, which would copy bytes that have two references.
    self.chunk = []
    if pending.isEmpty { pending = chunk } else { pending.append(contentsOf: chunk) }
    self.chunk = pending
  }

  mutating func finish() { isFinished = true }

  /// Starts again with another text, which may include the rest of the stream.
  mutating func restart(_ sink: Sink) {
    self.sink = sink
    (piece, pending, carry) = ([], [], [])
    readBeforePause = 0
    (dropped, droppedCount) = (nil, 0)
    tokenEnd = TokenEnd()
    refusal = nil
    isComplete = false
    tokenizer.restart(CheckedBytes())
  }

  /// Limits the next piece, because the caller may skip its values. If the first pending token has at least
  /// `tokenSize` bytes, the piece has a few more.
  mutating func limitNextPiece(to size: Int, tokenSize: Int = 0) {
    nextPieceSize = size
    knownTokenSize = tokenSize > 0 ? tokenSize &+ 128 : 0
  }

  /// Reads another piece, if there is one. The caller has left the last one.
  mutating func read() -> Bool {
    if isComplete { return false }
    if carry.isEmpty { return readPending() }
    if pending.isEmpty, !isFinished { return false }
    // The carry grows only a piece at a time, because its bytes may be dropped.
    let most = max(pieceSize, carry.count)
    let isAll = pending.count <= most
    let wanted = isAll ? tokenEnd.count(in: pending) : tokenEnd.count(in: pending.prefix(most))
    let count = wanted ?? min(pending.count, most)
    if count == pending.count || wanted != nil && pending.count <= Self.smallChunk {
      // Copying a few bytes costs less than slicing them or reading a second piece.
      carry.append(contentsOf: pending)
      pending = []
    } else {
      carry.append(contentsOf: pending.prefix(count))
      pending = pending.dropFirst(count)
    }
    let isLast = isFinished && pending.isEmpty
    if wanted == nil, !isLast, carry.count < nextLook { return !pending.isEmpty }
    readCarry(isLast: isLast, hasEnd: wanted != nil)
    return true
  }

  /// Reads the carry, even without the token's end.
  mutating func readCarry() { readCarry(isLast: false, hasEnd: false) }

  private mutating func readCarry(isLast: Bool, hasEnd: Bool) {
    if Sink.keepsPieces { piece = carry[...] }
    isCarryPiece = true
    let text = carry
    let used = text.withCheckedBytes { readTokens($0, isLast: isLast) }
    if isLast || refusal != nil || used == carry.count {
      // Where the text was refused, the piece has the memory of the carry.
      if Sink.keepsPieces || refusal != nil {
        carry = []
      } else {
        carry.removeAll(keepingCapacity: true)
      }
    } else if used > 0 || hasEnd {
      if used > 0 { carry.removeFirst(used) }
      beginCarry()
    } else {
      dropGoodBytes()
    }
  }

  /// Reads a piece of the pending bytes in place.
  private mutating func readPending() -> Bool {
    if pending.isEmpty, !isFinished { return false }
    var size = min(pending.count, max(min(nextPieceSize, pieceSize), knownTokenSize))
    knownTokenSize = 0
    if nextPieceSize < pieceSize { nextPieceSize &*= 2 }
    while true {
      assert(size >= 0 && size <= pending.count)
      let isLast = isFinished && size == pending.count
      if Sink.keepsPieces { piece = pending.prefix(size) }
      isCarryPiece = false
      let text = pending.prefix(size)
      // After a pause, the tokenizer continues in the same bytes.
      let mayPause = Sink.pauses && LastingBytes.areKnown
      let used = text.withCheckedBytes {
        readTokens($0, isLast: isLast, mayPause: mayPause)
      }
      if refusal == nil, tokenizer.isPaused {
        readBeforePause = used
        return true
      }
      if refusal != nil || isLast { return true }
      if used == 0, size < pending.count {
        // The token is longer than a piece.
        size = min(pending.count, 2 &* size)
        continue
      }
      consume(used, of: size)
      return true
    }
  }

  /// Removes the `used` bytes of a piece of `size` bytes from the pending ones, and carries a cut token.
  private mutating func consume(_ used: Int, of size: Int) {
    assert(used >= 0 && used <= size && size <= pending.count)
    let isAll = size == pending.count
    pending = used == pending.count ? [] : pending.dropFirst(used)
    if isAll, !pending.isEmpty {
      carry.append(contentsOf: pending)
      pending = []
      beginCarry()
    }
  }

  /// Continues in the piece after a pause.
  mutating func resume() {
    readBeforePause = 0
    // Invariant: the piece is what the tokenizer was given, and its bytes last.
    let text = piece
    let used = text.withCheckedBytes { readLoaded($0) }
    if tokenizer.isPaused {
      readBeforePause = used
      return
    }
    let size = piece.count
    if used < size { piece = piece.prefix(used) }
    if refusal == nil { consume(used, of: size) }
  }

  /// Releases the piece after the caller has used its tokens, with the bytes that the tokenizer has not read.
  mutating func leave() {
    if isPaused {
      assert(readBeforePause <= piece.count && readBeforePause <= pending.count)
      bytesRead &-= piece.count &- readBeforePause
      piece = piece.prefix(readBeforePause)
      pending = pending.dropFirst(readBeforePause)
      readBeforePause = 0
    }
    // An incomplete token has no piece.
    if piece.isEmpty { return }
    if pending.isEmpty { chunk = [] }
    if collectingFrom >= 0 {
      collected += piece.dropFirst(firstCollected)
      collectingFrom = 0
    }
    let left = piece
    piece = []
    left.withCheckedBytes { leave($0) }
  }

  /// Makes the bytes of the piece from `end` on, which are more than 0 bytes after its start, unread again. The caller leaves
  /// the piece. Returns `false`, and does nothing, if they were copied or refused.
  mutating func unread(from end: Int) -> Bool {
    assert(end > 0 && end <= piece.count)
    if isCarryPiece || refusal != nil || isComplete || droppedCount > 0 || isCollecting {
      return false
    }
    if isPaused {
      readBeforePause = end
      return true
    }
    let start = piece.startIndex &+ end
    guard start >= chunk.startIndex, piece.endIndex <= chunk.endIndex else { return false }
    bytesRead &-= piece.count &- end
    piece = piece.prefix(end)
    carry = []
    pending = chunk[start...]
    return true
  }

  private mutating func leave(_ text: CheckedBytes) {
    if text.isEmpty { return }
    if droppedCount == 0 {
      let lines = tokenizer.lines(ofFirst: text.count)
      position.advance(over: text, lines: lines)
    } else {
      position.advance(over: text, after: dropped)
      (dropped, droppedCount) = (nil, 0)
    }
  }

  // MARK: - Cut tokens

  /// Notes the kind of the token at the start of the carry.
  private mutating func beginCarry() {
    let state = tokenizer.progress.state
    tokenEnd = TokenEnd(
      of: carry[...], leniencies: options.leniencies,
      isName: state == .firstName || state == .nextName)
    goodBytes = 0
    // The token begins where the piece before it ends.
    let room = options.maximumLength &- readOffset &- piece.count
    var look = tokenEnd.limit(options)
    if tokenEnd.isComment { look = lookSize }
    if tokenEnd.isDroppable { look = min(look, max(heldBytes, lookSize)) }
    nextLook = min(look, max(room, 0) &+ 1)
  }

  /// Schedules the next read of the token at `length` bytes, or at its limit.
  private mutating func look(at length: Int) {
    let limit = min(tokenEnd.limit(options), options.maximumLength &- position.offset)
    // A token beyond the limit that was not refused yet is refused within the next bytes: the carry is
    // longer than this already.
    nextLook = min(length, limit &- droppedCount)
  }

  /// Drops the bytes that the tokenizer has accepted, unless something needs them.
  private mutating func dropGoodBytes() {
    look(at: 2 &* carry.count)
    if !tokenEnd.isDroppable { return }
    let standIn = tokenEnd.standIn
    var good = carry.count &- incompleteTail(of: carry)
    if tokenEnd.isComment {
      // A star may be half of the comment's end.
      if standIn.last == .asterisk, carry[good &- 1] == .asterisk { good &-= 1 }
    } else {
      good = tokenizer.stringEnd
    }
    goodBytes = good &+ droppedCount
    let known = dropped?.standInLength ?? 0
    // The tokenizer needs every name if duplicates are refused.
    let isHeld = goodBytes <= heldBytes || isCollecting || tokenizer.names != nil
    if !tokenEnd.isComment, isHeld { return }
    if good <= max(known, standIn.count) { return }
    if isCollecting { collected += carry[known..<good] }
    var end = position
    end.advance(over: carry[..<good], after: dropped)
    dropped = DroppedBytes(end: end, standInLength: standIn.count)
    droppedCount = end.offset &- standIn.count &- position.offset
    carry.replaceSubrange(..<good, with: standIn)
    look(at: lookSize)
  }

  // MARK: - Tokens

  /// Refuses the text for an error with its offset in the piece.
  mutating func refuse(_ error: JSONSyntaxError) {
    let offset = error.offset
    let start = offset > 0 ? readOffset : position.offset
    refusal = PieceFault(
      error: error.moved(to: start &+ offset),
      location: position.location(of: offset, in: piece, after: dropped), offset: offset)
    isComplete = true
  }

  /// Reads the tokens of `text`. Returns how many bytes were used.
  ///
  /// Invariant: `text` stays in place and unchanged until the sink no longer needs it. It lies in the
  /// storage of `piece` if the sink keeps pieces; otherwise in that of the carry or the pending bytes.
  private mutating func readTokens(
    _ text: CheckedBytes, isLast: Bool, mayPause: Bool = false
  ) -> Int {
    let room = options.maximumLength &- readOffset
    if text.count > room { return readTooLong(text, room) }
    let used = readWithinLimit(text, isLast: isLast, mayPause: mayPause)
    assert(used >= 0 && used <= text.count)
    if !Sink.keepsPieces {
      if refusal == nil { leave(CheckedBytes(rebasing: text[..<used])) }
    } else if used < piece.count, refusal != nil || !tokenizer.isPaused {
      piece = piece.prefix(used)
    }
    return used
  }

  /// Reads the first `room` bytes of `text`, because a fault before the limit comes first.
  @inline(never)
  private mutating func readTooLong(_ text: CheckedBytes, _ room: Int) -> Int {
    let good = CheckedBytes(rebasing: text.prefix(max(room, 0)))
    let used =
      good.isEmpty
      ? 0 : readWithinLimit(good, isLast: false, mayPause: false, mayWait: false)
    if refusal == nil {
      let limit = options.limit(of: .textTooLong)
      refuse(JSONSyntaxError(.textTooLong, at: good.count, limit: limit), in: text)
    }
    return used
  }

  @inline(never)
  private mutating func refuse(_ error: JSONSyntaxError, in text: CheckedBytes) {
    // A report may show the bytes before the fault. The text is the carry or the pending bytes, without a copy, because a
    // string may have grown to the length of the stream.
    if !Sink.keepsPieces {
      piece = carry.isEmpty ? pending.prefix(text.count) : carry.prefix(text.count)
    }
    refuse(error)
  }

  @inline(__always)
  private mutating func readWithinLimit(
    _ text: CheckedBytes, isLast: Bool, mayPause: Bool, mayWait: Bool = true
  ) -> Int {
    let isFirst = position.offset == 0
    // A cut character is left for the next piece, and so is a cut byte order mark.
    let count = text.count &- (isLast ? 0 : openTail(of: text))
    assert(count >= 0)
    let whole = CheckedBytes(rebasing: text[..<count])
    if isFirst, ByteOrderMark.begins(whole), !options.leniencies.contains(.byteOrderMark) {
      let mark = JSONSyntaxError(.byteOrderMark, at: 0, limit: nil, leniencies: .byteOrderMark)
      refuse(mark, in: text)
      return 0
    }
    bytesRead &+= count
    tokenizer.droppedBytes = droppedCount
    sink.begin(whole, at: readOffset)
    tokenizer.load(whole, isFirst: isFirst, isLast: isLast, mayPause: mayPause)
    return readLoaded(text, mayWait: mayWait)
  }

  /// Reads the loaded bytes, the first ones of `text`. Returns how many were used. If it `mayWait`, it refuses the text
  /// only when the bytes that its error depends on have arrived.
  private mutating func readLoaded(_ text: CheckedBytes, mayWait: Bool = true) -> Int {
    switch tokenizer.readPiece(&sink, content: content) {
    case .starved, .paused: return tokenizer.unusedStart
    case .failed:
      let error = mayWait ? tokenizer.failureOrStarvation() : tokenizer.failure
      guard let error else { return tokenizer.unusedStart }
      refuse(error, in: text)
    case .finished: isComplete = true
    }
    return tokenizer.count
  }
}

// MARK: - Values

// Skipped bytes, a cut string, and the text of a collected value.

extension PieceReader {
  var options: JSONReadingOptions { tokenizer.options }

  /// The offset of the piece in the stream, plus the bytes that were dropped from it.
  var readOffset: Int { position.offset &+ droppedCount }

  /// Whether the tokenizer has paused in the piece.
  var isPaused: Bool { readBeforePause > 0 }

  /// The number of pending bytes that the tokenizer has not read.
  var unreadCount: Int { pending.count &- readBeforePause }

  /// The offset in the stream of the first byte that the tokenizer has not read.
  var unreadOffset: Int { readOffset &+ (isPaused ? readBeforePause : piece.count) }

  // MARK: - Skipping bytes

  /// Puts the carry back before the pending bytes.
  mutating func uncarry() {
    if carry.isEmpty { return }
    let first = carry
    carry = []
    pending = first + pending
    chunk = pending
  }

  /// Skips the first `count` pending bytes. `lines` has their counts. There must be no
  /// piece and no carry.
  mutating func skip(_ count: Int, lines: CountedLines = CountedLines()) {
    assert(piece.isEmpty && carry.isEmpty)
    assert(count >= 0 && count <= pending.count)
    let skipped = pending.prefix(count)
    if collectingFrom >= 0 { collected += skipped }
    skipped.withCheckedBytes { position.advance(over: $0, lines: lines) }
    pending = pending.dropFirst(count)
  }

  // MARK: - Cut strings

  /// Whether the pending bytes end a string that the carry begins with.
  var endsCutString: Bool { !carry.isEmpty && tokenEnd.endsString(in: pending) }

  // MARK: - Collecting a value

  /// The number of held bytes: unread ones, a cut token, and the collected value.
  var heldCount: Int { unreadCount &+ carry.count &+ collected.count }

  var isCollecting: Bool { collectingFrom >= 0 }

  /// The offset of the first collected byte in the piece. Bytes that stand in for dropped ones come before it,
  /// because the dropped ones were collected already.
  var firstCollected: Int { max(collectingFrom, dropped?.standInLength ?? 0) }

  /// Begins to collect the bytes of a value, which begins at `start` in the piece.
  mutating func collect(from start: Int) {
    collected = []
    collectingFrom = start
  }

  /// Ends the value after `end` bytes of the piece, or before the piece if that is `nil`.
  mutating func takeCollected(to end: Int?) -> [UInt8] {
    if let end { collected += piece.prefix(end).dropFirst(firstCollected) }
    defer { stopCollecting() }
    return collected
  }

  mutating func stopCollecting() {
    collected = []
    collectingFrom = -1
  }
}

// MARK: - PieceSink

/// A sink that receives the address of each piece before its tokens.
protocol PieceSink: TokenSink {
  /// Whether the tokens refer to the piece after they have come, until the reader leaves it. Otherwise
  /// the reader leaves it itself, and can use the memory of the carry again.
  static var keepsPieces: Bool { get }
  /// The next tokens are those of `piece`, which begins at byte `offset` of the stream and stays
  /// valid until all of them have come.
  mutating func begin(_ piece: CheckedBytes, at offset: Int)
}

/// The error of a text in pieces, and its location.
struct PieceFault {
  /// The offset counts from the start of the stream.
  let error: JSONSyntaxError
  let location: JSONSourceLocation
  /// The offset of the error in the piece.
  let offset: Int
}
