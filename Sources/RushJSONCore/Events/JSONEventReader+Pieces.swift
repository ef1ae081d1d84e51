// Pieces, and tokens that are cut.
//
// A string, a name or a comment that nobody wants is not held, however long it gets. When the tokenizer
// has found nothing wrong with what there is of it, that is dropped, and its first byte, or two, stand
// for it: the tokenizer reads on as if the token had just begun.
//
//   stream   …"items": /* a long, long comm│ent that goes on and on│ and ends */ [1, …
//   carry              /* a long, long comm   /*ent that goes on …   /* and ends */
//                                             └ stand for what was dropped

/// The first bytes of a token, which are not held.
struct DroppedBytes {
  /// Behind them.
  var place: StreamPlace
  /// How many bytes of the carry stand for them.
  let standIn: Int
}

extension StreamPlace {
  /// Passes over `bytes`, the first of which may stand for others that were dropped.
  mutating func advance(over bytes: ArraySlice<UInt8>, behind dropped: DroppedBytes?) {
    guard let dropped, !bytes.isEmpty else { return advance(over: bytes) }
    self = dropped.place
    advance(over: bytes.dropFirst(dropped.standIn))
  }
}

extension JSONEventReader {
  /// With how many bytes a token is looked at again that is not held.
  private var lookSize: Int { min(4096, pieceSize) }

  /// How many bytes are held: what was fed and not read yet, a token that was cut, and what is collected.
  package var heldCount: Int { pending.count &+ carry.count &+ collected.count }

  /// Where the piece would begin in the stream if all of its bytes lay there in a row.
  var readOffset: Int { place.offset &+ droppedCount }

  /// How many bytes of a string or name that is cut are known to be good; 0 of anything else, or if it
  /// was not looked at.
  var goodStringBytes: Int {
    tokenEnd.isComment || carry.isEmpty ? 0 : goodBytes
  }

  /// Whether a token of the piece is a string or name of which bytes were dropped.
  func isDropped(_ record: EventRecord) -> Bool { droppedCount > 0 && start(of: record) == 0 }

  /// Where a token of the piece begins in the stream.
  func streamOffset(of record: EventRecord) -> Int {
    let start = start(of: record)
    return start == 0 ? place.offset : readOffset &+ start
  }

  /// Reads another piece, if there is one.
  mutating func readPiece() -> Bool {
    if isComplete { return false }
    leavePiece()
    if uncheckedSkip != nil, !skipUnchecked() { return false }
    if carry.isEmpty { return readPending() }
    if pending.isEmpty, !isFinished { return false }
    // The carry takes what its token still needs, but not at once what may have to be dropped.
    let most = max(pieceSize, carry.count)
    let isAll = pending.count <= most
    let wanted = isAll ? tokenEnd.count(in: pending) : tokenEnd.count(in: pending.prefix(most))
    let count = wanted ?? min(pending.count, most)
    if count == pending.count {
      // As it is with chunks of a few bytes, which slices would cost more than reading them.
      carry.append(contentsOf: pending)
      pending = []
    } else {
      carry.append(contentsOf: pending.prefix(count))
      pending = pending.dropFirst(count)
    }
    let isLast = isFinished && pending.isEmpty
    if wanted == nil, !isLast, carry.count < nextLook { return !pending.isEmpty }
    let used = readTokens(carry[...], isLast: isLast)
    if isLast || failure != nil || used == carry.count {
      carry = []
    } else if used > 0 || wanted != nil {
      carry(carry.dropFirst(used))
    } else {
      dropGoodBytes()
    }
    return true
  }

  /// Reads a piece of what is pending, where it lies.
  private mutating func readPending() -> Bool {
    if pending.isEmpty, !isFinished { return false }
    var size = min(pending.count, nextPieceSize, pieceSize)
    nextPieceSize = min(2 &* nextPieceSize, JSONEventReader.pieceSize)
    while true {
      let isLast = isFinished && size == pending.count
      let used = readTokens(pending.prefix(size), isLast: isLast)
      if failure != nil || isLast { return true }
      if used == 0, size < pending.count {
        // A token that is longer than a piece.
        size = min(pending.count, 2 &* size)
        continue
      }
      let isAll = size == pending.count
      pending = pending.dropFirst(used)
      if isAll, !pending.isEmpty {
        carry(pending)
        pending = []
      }
      return true
    }
  }

  // MARK: - Cut tokens

  private mutating func carry(_ bytes: ArraySlice<UInt8>) {
    carry = Array(bytes)
    let state = tokenizer.progress.state
    tokenEnd = TokenEnd(
      of: bytes, leniencies: options.leniencies,
      isName: state == .firstName || state == .nextName)
    goodBytes = 0
    // Where the piece ends that was read, the token begins.
    let room = options.maximumLength &- readOffset &- piece.count
    var look = tokenEnd.limit(options)
    if tokenEnd.isComment { look = lookSize }
    if tokenEnd.isDroppable { look = min(look, max(heldBytes, lookSize)) }
    nextLook = min(look, max(room, 0) &+ 1)
  }

  /// The token goes on behind the carry: it is read when it has so many bytes, or is too long.
  private mutating func look(at length: Int) {
    let limit = min(tokenEnd.limit(options), options.maximumLength &- place.offset)
    // What is too long and not refused yet will be within the next bytes.
    let left = limit &- droppedCount
    nextLook = left > carry.count ? min(length, left) : carry.count &+ 1
  }

  /// Drops what the tokenizer found nothing wrong with, unless somebody wants it.
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
    let known = dropped?.standIn ?? 0
    // All names are wanted if duplicates are refused.
    if !tokenEnd.isComment, heldBytes == .max || collectingFrom >= 0 || tokenizer.names != nil {
      return
    }
    if good <= max(known, standIn.count) { return }
    if collectingFrom >= 0 { collected += carry[known..<good] }
    var end = place
    end.advance(over: carry[..<good], behind: dropped)
    dropped = DroppedBytes(place: end, standIn: standIn.count)
    droppedCount = end.offset &- standIn.count &- place.offset
    carry.replaceSubrange(..<good, with: standIn)
    look(at: lookSize)
  }

  // MARK: - Reading

  /// Makes records of the tokens of `bytes`. Returns how many bytes are done with.
  private mutating func readTokens(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Int {
    let room = options.maximumLength &- readOffset
    if bytes.count <= room { return readWithinLimit(bytes, isLast: isLast) }
    // What is wrong before the limit comes first.
    let used = room > 0 ? readWithinLimit(bytes.prefix(room), isLast: false) : 0
    if failure == nil {
      piece = bytes
      refuse(.textTooLong, at: max(room, 0))
    }
    return used
  }

  private mutating func readWithinLimit(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Int {
    if !isLast, place.offset == 0, StreamBytes.mayBeginByteOrderMark(bytes) { return 0 }
    var whole = bytes
    // A character that the end cuts is left for the next piece.
    if !isLast { whole = whole.dropLast(incompleteTail(of: whole)) }
    piece = whole
    // Invariant: an array's elements lie in storage of their own, which stays where it is and cannot
    // change while a copy of the array, here `piece`, refers to it. The tokenizer reads it until the
    // end of this call.
    let text = unsafe whole.withUnsafeBytes { unsafe $0 }
    if place.offset == 0, unsafe ByteOrderMark.begins(text),
      !options.leniencies.contains(.byteOrderMark)
    {
      refuse(.byteOrderMark, at: 0)
      return 0
    }
    bytesRead &+= whole.count
    tokenizer.droppedBytes = droppedCount
    unsafe tokenizer.load(text, isFirst: place.offset == 0, isLast: isLast)
    var used = whole.count
    switch tokenizer.readPiece(&sink, many: content == .values) {
    case .starved: used = tokenizer.unusedStart
    case .failed, .paused:
      let error = tokenizer.failure ?? JSONSyntaxError(.unexpectedEnd, at: used)
      refuse(error.kind, at: error.offset)
    case .finished: isComplete = true
    }
    piece = whole.prefix(used)
    return used
  }
}
