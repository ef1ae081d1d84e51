// Bytes that are passed over without being read, a cut string, and the text of a value that is being collected.

extension PieceReader {
  var options: JSONReadingOptions { tokenizer.options }

  /// Where the piece would begin in the stream if no bytes had been dropped from it.
  var readOffset: Int { position.offset &+ droppedCount }

  /// Whether the tokenizer has paused in the piece.
  var isPaused: Bool { readBeforePause > 0 }

  /// How many pending bytes the tokenizer has not read.
  var unreadCount: Int { pending.count &- readBeforePause }

  /// Where the bytes begin in the stream that the tokenizer has not read.
  var unreadOffset: Int { readOffset &+ (isPaused ? readBeforePause : piece.count) }

  // MARK: - Passing over bytes without reading them

  /// Puts the carry back before the pending bytes.
  mutating func uncarry() {
    if carry.isEmpty { return }
    let first = carry
    carry = []
    pending = first + pending
  }

  /// Skips the first `count` pending bytes. `lines` says what is known of them. There must be no
  /// piece and no carry.
  mutating func pass(_ count: Int, lines: CountedLines = CountedLines()) {
    let passed = pending.prefix(count)
    if collectingFrom >= 0 { collected += passed }
    position.advance(over: passed, lines: lines)
    pending = pending.dropFirst(count)
  }

  // MARK: - Cut strings

  /// Whether the pending bytes end a string that the carry begins with.
  var endsCutString: Bool { !carry.isEmpty && tokenEnd.endsString(in: pending) }

  // MARK: - Collecting a value

  /// How many bytes are held: unread ones, a cut token, and the collected value.
  var heldCount: Int { unreadCount &+ carry.count &+ collected.count }

  var isCollecting: Bool { collectingFrom >= 0 }

  /// The first byte of the piece that is collected from it: bytes that stand in for dropped ones are not, as
  /// these were collected when they were dropped.
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
