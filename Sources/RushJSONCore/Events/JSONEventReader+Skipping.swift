internal import _RushJSONShims

// Skipping and copying whole values.
//
//   records of the piece      blocks of the chunk              records again
//   … "items": [ {"id": 1},  │ {"id": 2, …  64 bytes at a time  … ]  │ , "next": …
//
// Records of the value are skipped one by one. The skip kernel skips the rest of the chunk, and the tokenizer
// continues where the kernel stops.

extension JSONEventReader {
  /// Skips the next value with everything in it, or the rest of a value that is partly read. Skips a name
  /// before it, too.
  ///
  /// The value is checked in full: this accepts and refuses the same texts as ``next()``. The path
  /// of an error in the value is that of the value.
  ///
  /// Returns whether the value has ended. `false` means that the reader needs another chunk, after
  /// which the caller repeats the call; or that no value follows, because the container or the
  /// stream ends.
  /// - Throws: The first error in the value.
  /// - Complexity: O(*n*) in its bytes, mostly 64 at a time if the value is large. Copies only
  ///   tokens that a chunk has cut.
  public mutating func skipValue() throws(JSONStreamError) -> Bool {
    while true {
      if let result = skipRecords() { return result }
      if openInValue > 0, skipBlocks() { return true }
      guard try hasRecordInSkip() else { return false }
    }
  }

  /// Skips the next value as ``skipValue()`` does, but without checking its content.
  ///
  /// This scans only for quotation marks and brackets, and does not compare the kinds of brackets. So it may
  /// skip text that is not JSON, and end such text at another byte than ``skipValue()``. Use it for text that
  /// was checked before, or whose sender you trust.
  /// - Complexity: O(*n*) in its bytes. Copies nothing.
  public mutating func skipValueUnchecked() throws(JSONStreamError) -> Bool {
    while uncheckedSkip == nil {
      if let result = skipRecords() { return result }
      if openInValue > 0, !pieces.isComplete,
        !LenientIndexer.isNeeded(for: options.leniencies)
      {
        uncheckedSkip = UncheckedSkip(depth: openInValue)
        leavePiece()
      } else {
        guard try hasRecordInSkip() else { return false }
      }
    }
    if skipUnchecked() { return true }
    if let failure { throw inSkip(failure) }
    return false
  }

  /// Returns the text of the next value, with everything in it. Skips a name before it.
  ///
  /// `nil` if the reader needs another chunk, after which the caller repeats the call; or if no
  /// value follows, because the container or the stream ends.
  /// - Throws: The first error in the value.
  /// - Complexity: O(*n*) in its bytes, which are copied.
  public mutating func readText() throws(JSONStreamError) -> [UInt8]? {
    if !pieces.isCollecting {
      while try hasRecord(), queue.peeked.isName { _ = queue.take() }
      guard try hasRecord(), !queue.peeked.isEnd else { return nil }
      pieces.collect(from: start(of: queue.peeked))
    }
    guard try skipValue() else { return nil }
    if failure != nil { try refuseCutNumber() }
    return pieces.takeCollected(to: queue.last.map { end(of: $0) })
  }

  /// Throws the error of the text's end if the last token is a number directly before it, in an open container: the
  /// number may have had more digits.
  package mutating func refuseCutNumber() throws(JSONStreamError) {
    guard let failure, let refusal = pieces.refusal, refusal.error.kind == .unexpectedEnd,
      queue.isEmpty, let last = queue.last, last.kind == .number, pieces.sink.depth > 0,
      end(of: last) == refusal.offset
    else { return }
    pieces.stopCollecting()
    throw failure
  }

  /// Whether the next event ends an array or object. ``skipValue()`` and ``readText()`` then do nothing.
  /// `nil` if the reader needs another chunk to know, and at the end of the stream.
  /// - Throws: The first error in the text before it.
  package mutating func isBeforeEnd() throws(JSONStreamError) -> Bool? {
    guard openInValue == 0, try hasRecord() else { return nil }
    return queue.peeked.isEnd
  }

  private mutating func hasRecordInSkip() throws(JSONStreamError) -> Bool {
    do throws(JSONStreamError) { return try hasRecord() } catch { throw inSkip(error) }
  }

  /// Returns the error with the path of the skipped value. The path below it depends on the chunks.
  private mutating func inSkip(_ error: JSONStreamError) -> JSONStreamError {
    let known = error.withPath(upTo: pieces.sink.depth &- openInValue)
    failure = known
    return known
  }

  /// Skips the records of the piece. Returns `true` if the value has ended, `false` if there is no value, and
  /// `nil` if the value continues.
  private mutating func skipRecords() -> Bool? {
    while !queue.isEmpty {
      let record = queue.peeked
      if record.isEnd, openInValue == 0 { return false }
      _ = queue.take()
      switch record.kind {
      case .beginArray, .beginObject: openInValue &+= 1
      case .endArray, .endObject: openInValue &-= 1
      case .name: continue
      default: break
      }
      if openInValue == 0 { return true }
    }
    return nil
  }

  // MARK: - By blocks

  /// Whether the kernel may skip unread bytes of the chunk. The tokenizer is as fast on a few bytes.
  var maySkipBlocks: Bool {
    pieces.tokenizer.maySkip && pieces.carry.isEmpty && !pieces.isComplete
      && pieces.unreadCount >= 512
      && pieces.unreadCount <= options.maximumLength &- pieces.unreadOffset
  }

  /// Skips the bytes of the chunk that the kernel accepts. Returns whether the value has ended.
  private mutating func skipBlocks() -> Bool {
    guard maySkipBlocks else { return false }
    let floor = pieces.sink.depth &- openInValue
    _ = skipBlocks(floor: floor, most: .max)
    openInValue = pieces.sink.depth &- floor
    if openInValue == 0 { endSkip() }
    return openInValue == 0
  }

  /// Skips at most `most` bytes of the chunk, while the kernel accepts them and more than `floor` containers
  /// are open. Returns their number.
  mutating func skipBlocks(floor: Int, most: Int) -> Int {
    leavePiece()
    levelsLooked &+= pieces.sink.depth &- knownKinds
    pieces.sink.addKinds(to: &openKinds, from: knownKinds)
    var kinds = openKinds
    openKinds = []
    var lines = CountedLines()
    let (used, unchanged) = pieces.pending.withCheckedBytes { text in
      // Invariant: the chunk stays in place during the call.
      pieces.tokenizer.skip(
        CheckedBytes(rebasing: text.prefix(most)), floor: floor, open: &kinds,
        lines: &lines)
    }
    assert(used >= 0 && used <= min(most, pieces.pending.count))
    // The tokenizer would read a long token several times, in pieces of twice the size each time.
    if pieces.tokenizer.cutLength > 256, used < pieces.pending.count {
      pieces.limitNextPiece(to: Self.smallPieceSize, tokenSize: pieces.tokenizer.cutLength)
    }
    let depth = pieces.tokenizer.progress.depth
    levelsLooked &+= max(0, depth &- unchanged)
    pieces.sink.skip(floor: floor, unchanged: unchanged, depth: depth, kinds: kinds)
    (openKinds, knownKinds) = (kinds, depth)
    pieces.skip(used, lines: lines)
    return used
  }

  /// Searches for the end of the value that is skipped unchecked. Returns whether it was found, or no value
  /// is skipped.
  mutating func skipUnchecked() -> Bool {
    guard var skip = uncheckedSkip else { return true }
    // A cut token may hold a quotation mark.
    pieces.uncarry()
    let end = pieces.pending.withCheckedBytes { text in
      // Invariant: the chunk stays in place during the call.
      skip.end(in: text)
    }
    let used = end ?? pieces.pending.count
    assert(used >= 0 && used <= pieces.pending.count)
    let room = options.maximumLength &- pieces.position.offset
    if used > room {
      refuse(.textTooLong, at: room)
      return false
    }
    pieces.skip(used)
    guard end != nil else {
      uncheckedSkip = skip
      if pieces.isFinished { refuse(.unexpectedEnd, at: 0) }
      return false
    }
    uncheckedSkip = nil
    let floor = pieces.sink.depth &- openInValue
    // The names of the objects that it leaves, if duplicates are refused.
    for level in floor..<pieces.sink.depth where pieces.sink[frame: level].isObject {
      pieces.tokenizer.names?.end()
    }
    pieces.sink.skip(floor: floor, unchanged: floor, depth: floor, kinds: [])
    openInValue = 0
    pieces.tokenizer.progress.depth = floor
    pieces.tokenizer.progress.state = .afterValue
    endSkip()
    return true
  }

  mutating func endSkip() {
    readSmallPieces()
    let depth = pieces.sink.depth
    pieces.tokenizer.progress.inObject = depth > 0 && pieces.sink[frame: depth &- 1].isObject
  }
}

// MARK: - Batches

// Skips whole values that the caller has read from the chunk itself.

extension JSONEventReader {
  /// Whether the last token was a value, so that a separator comes before the next one.
  package var isAfterValue: Bool { pieces.tokenizer.progress.state == .afterValue }

  /// Returns the tokens that were read and not taken, so that they are read again, if there are enough bytes for a batch.
  /// - Parameters:
  ///   - count: The number of elements of the innermost array whose tokens were taken. More than 0.
  ///   - depth: The number of containers that are open after them.
  package mutating func returnTokens(after count: Int, in depth: Int) {
    assert(count > 0 && depth > 0 && openInValue == 0 && uncheckedSkip == nil)
    // The array was open before the piece, and in all of it, so that its path is known. Names that are held because
    // duplicates are refused cannot be given back.
    guard !queue.isEmpty, pieces.tokenizer.maySkip, let last = queue.last,
      pieces.unreadCount >= 512, pieces.sink.lowestDepth >= depth
    else { return }
    if !pieces.unread(from: end(of: last)) { return }
    pieces.sink.close(toDepth: depth, count: count)
    pieces.tokenizer.progress.depth = depth
    pieces.tokenizer.progress.state = .afterValue
    pieces.tokenizer.progress.inObject = false
    leavePiece()
  }

  /// The unread bytes, if no value is partly read and the next one is an element of an array or a value of the stream.
  /// Until `skipBatch`, or another call, `offset` is that of the first of them.
  package mutating func leaveForBatch() -> ArraySlice<UInt8>? {
    // Also true between values: the options, the limit of the text and the number of unread bytes allow it.
    if !maySkipMembers { return nil }
    let depth = pieces.sink.depth
    if depth > 0, pieces.sink[frame: depth &- 1].isObject { return nil }
    leavePiece()
    return pieces.pending
  }

  /// Skips `byteCount` unread bytes, which end before the token after the last of `count` values.
  package mutating func skipBatch(_ count: Int, byteCount: Int) {
    assert(count > 0 && byteCount > 0 && byteCount <= pieces.pending.count)
    let depth = pieces.sink.depth
    // Paths of errors have the index.
    if depth > 0 { pieces.sink[frame: depth &- 1].count &+= count }
    pieces.tokenizer.progress.state = .afterValue
    pieces.skip(byteCount)
    readSmallPieces()
  }
}

// MARK: - Members

// Skips unwanted members in blocks of 64 bytes.
//
//   text      {"id":17,"user":{…},"text":"…",…},{"id":18,"user":…
//                   └ tokens ┘└──────── blocks ────────┘└ tokens
//
// A search finds the next bytes that may be a wanted name: a name of this object or of another, or part of a
// string. The skip kernel skips the bytes before them, and the tokenizer continues there. So the caller sees
// every member that may be wanted.

/// Names of wanted members, and the progress of the search for each.
package struct SearchedNames {
  private let names: [[UInt8]]
  /// For each name, the end of the searched bytes as an offset in the stream, and whether it may begin there.
  private var searched: [(end: Int, isFound: Bool)]

  /// The number of bytes of one search. The skip then finds them in a cache.
  private static let window = 16 << 10
  /// The bytes that a search may read after its end, and more than the longest name in quotes has.
  static let reach = 128

  /// - Returns: `nil` if a search for these names would find too many bytes, or would miss a name with escapes.
  package init?(_ names: [[UInt8]]) {
    guard (1...4).contains(names.count) else { return nil }
    for name in names {
      guard (1...32).contains(name.count),
        name.allSatisfy({
          $0 > .space && $0 < 0x7f && $0 != .quote && $0 != .backslash && $0 != .slash
        })
      else { return nil }
    }
    self.names = names
    searched = names.map { _ in (0, false) }
  }

  /// Returns how many bytes of `text`, which begins at `offset` of the stream, can be skipped, and whether a
  /// name may begin after them.
  mutating func skippable(
    in text: CheckedBytes, at offset: Int
  ) -> (count: Int, isFound: Bool) {
    assert(text.count >= Self.reach)
    var result = (count: min(Self.window, text.count &- Self.reach), isFound: false)
    for number in names.indices {
      var end = searched[number].end &- offset
      if end < 0 || !searched[number].isFound && end < result.count {
        let start = max(0, end)
        let size = result.count &- start
        // `reach` bytes follow those that are searched.
        assert(start >= 0 && size >= 0 && start &+ size &+ Self.reach <= text.count)
        let found = unsafe rush_find_name(
          BlockKernel.fastest.raw, text.baseAddress.unsafelyUnwrapped + start, size, names[number],
          names[number].count)
        assert(found >= 0 && found <= size)
        end = start &+ found
        searched[number] = (offset &+ end, found < size)
      }
      if end < result.count { result = (end, true) }
    }
    return result
  }
}

extension JSONEventReader {
  /// The size of the first piece after skipped members: about one member.
  static var memberPieceSize: Int { 96 }

  /// The number of open arrays and objects, when all records of the piece have been taken.
  package var openDepth: Int { pieces.sink.depth }

  /// Whether the name of a member has been skipped, but not its value.
  package var isAfterName: Bool {
    pieces.tokenizer.progress.state == .colon || pieces.tokenizer.progress.state == .value
  }

  /// Skips some of the next `most` bytes of the value that is partly read, or else of the innermost container, and subtracts
  /// their number. Returns whether the container's end comes next, or was skipped; `nil` if the reader needs another chunk.
  /// - Throws: The first error in these bytes.
  package mutating func skipContents(_ most: inout Int) throws(JSONStreamError) -> Bool? {
    while !queue.isEmpty {
      if queue.peeked.isEnd {
        if openInValue == 0 { return true }
        openInValue &-= 1
      }
      let kind = queue.take().kind
      if kind == .beginArray || kind == .beginObject { openInValue &+= 1 }
    }
    let depth = pieces.sink.depth &- openInValue
    if maySkipBlocks {
      let used = skipBlocks(floor: depth &- 1, most: most)
      if pieces.sink.depth < depth { return true }
      openInValue = pieces.sink.depth &- depth
      most &-= used
      if used > 0 { return false }
    }
    guard try hasRecord() else { return nil }
    most &-= pieces.piece.count
    return false
  }

  /// Whether all records have been taken, and there are enough bytes to skip some by blocks.
  var maySkipMembers: Bool {
    queue.isEmpty && openInValue == 0 && !pieces.isCollecting && maySkipBlocks
  }

  /// Skips members of the innermost open object by blocks, up to a member that may have one of `names`, or to
  /// the object's end. Returns whether it skipped any bytes.
  ///
  /// It may end inside a member, whose rest ``skipValue()`` skips, and even after its name.
  package mutating func skipMembers(upTo names: inout SearchedNames) -> Bool {
    guard maySkipMembers else { return false }
    let depth = pieces.sink.depth
    var hasSkipped = false
    while pieces.sink.depth >= depth, pieces.unreadCount > SearchedNames.reach &+ 64 {
      let offset = pieces.unreadOffset
      let (count, isFound) = pieces.pending.suffix(pieces.unreadCount).withCheckedBytes {
        text in
        // Invariant: the chunk stays in place during the call.
        names.skippable(in: text, at: offset)
      }
      // The kernel reads whole blocks.
      let used = count < 64 ? 0 : skipBlocks(floor: depth &- 1, most: count &+ 16)
      hasSkipped = hasSkipped || used > 0
      if isFound { pieces.limitNextPiece(to: Self.memberPieceSize) }
      if isFound, pieces.sink.depth > depth {
        // The name is that of another object, inside a member.
        _ = skipBlocks(floor: depth, most: .max)
        if pieces.sink.depth > depth { break }
        endSkip()
        pieces.limitNextPiece(to: Self.memberPieceSize)
      } else if isFound || used == 0 {
        break
      }
    }
    if hasSkipped {
      if pieces.sink.depth < depth {
        endSkip()
        pieces.limitNextPiece(to: Self.memberPieceSize)
      } else {
        forgetName(at: depth &- 1)
      }
      openInValue = max(0, pieces.sink.depth &- depth)
    }
    return hasSkipped
  }
}
