// Reads a text that comes in pieces.
//
//   chunk         …"temperature": 21.│5, "unit": "°│C"}…
//   pieces        ──────────────────╴    ─────────╴         whole tokens, read where they lie
//   carry                         21.│5,           "°│C"    a token that was cut, and what ends it
//
// A piece is up to 32 KiB of a chunk. The tokenizer reads it where it lies, up to the token that its
// end cuts off. That token goes to the carry; when the next chunk comes, the carry takes from it what
// the token still needs, and no more, and is read as a piece of its own. So nothing is copied but
// tokens that were cut, and each byte is looked at a constant number of times, however the text is
// cut: while a token is not complete, only new bytes are searched for its end.

/// Reads JSON that comes in pieces of any size, token by token.
///
/// ```swift
/// var reader = JSONEventReader()
/// for chunk in chunks {
///   reader.feed(chunk)
///   while let event = try reader.next() {
///     if event == .name, try reader.string() == "id" { … }
///   }
/// }
/// reader.finish()
/// while let event = try reader.next() { … }
/// ```
///
/// `next()` gives `nil` when it needs another chunk, and at the end. What an event stands for is asked
/// of the reader until the next call. Events, values and errors are the same however the text is cut,
/// inside a character, an escape or a number too, and an error has its place in the whole stream.
///
/// Memory: the chunk, 16 bytes for each token of at most 32 KiB of it, and a token that was cut.
public struct JSONEventReader: ~Copyable {
  /// What a stream holds.
  public enum Content: Sendable, Hashable {
    /// One value.
    case value
    /// Any number of values, one after the other, with whitespace between them or nothing at all.
    case values
  }

  /// The most of a chunk that is read at a time, unless a token is longer: its records stay in the
  /// caches, and little is read in vain of a value that is then passed over.
  package static let pieceSize = 32 << 10
  let pieceSize: Int
  /// The next piece, of at most `pieceSize`: small at first and behind what was passed over, because
  /// more of that may follow, and then twice as large each time.
  var nextPieceSize = JSONEventReader.smallPieceSize
  private static let smallPieceSize = 512

  let content: Content
  var tokenizer: Tokenizer
  var sink: EventSink
  /// The records of the piece that were not asked for.
  @usableFromInline var queue: EventQueue
  /// The bytes that the records are about.
  var piece: ArraySlice<UInt8> = []
  /// What was fed and not read yet.
  var pending: ArraySlice<UInt8> = []
  /// A token that was cut.
  var carry: [UInt8] = []
  var tokenEnd = TokenEnd()
  /// With so many bytes the carry is to be looked at, though the end of its token has not come.
  var nextLook = Int.max
  /// How many bytes of the cut token are known to be good, by the last look at it.
  var goodBytes = 0
  /// What was dropped of the carry's token, or of the piece that it became.
  var dropped: DroppedBytes?
  /// How many bytes that are, but for those that stand for them.
  var droppedCount = 0
  /// The most bytes of a string or name that are held, if what is longer has no use.
  var heldBytes = Int.max
  /// How many bytes the tokenizer was given, for tests of what streams cost.
  package var bytesRead = 0
  /// How many open containers were looked at to pass over values, for the same tests.
  package var levelsLooked = 0
  /// Nothing more is fed.
  var isFinished = false
  /// The last piece was read.
  var isComplete = false
  var failure: JSONStreamError?
  /// Where the piece begins.
  var place = StreamPlace()
  /// The names of open objects that lie in earlier pieces, by level.
  private var names: [String] = []
  /// Bytes of a value that is being collected, but for those of the piece.
  var collected: [UInt8] = []
  /// Where in the piece it goes on; less than 0 if none is being collected.
  var collectingFrom = -1
  /// How many containers of the value that is being passed over or collected are open.
  var openInValue = 0
  /// Passing over it without a look at it.
  var uncheckedSkip: UncheckedSkip?
  /// The kinds of the open containers as bits, and of how many of them that is still so.
  var openKinds: [UInt64] = []
  var knownKinds = 0

  /// A reader of `content`.
  public init(_ content: Content = .value, options: JSONReadingOptions = .strict) {
    self.init(content, options: options, kernel: .fastest)
  }

  /// A reader with one kernel and pieces of one size, for tests that compare them.
  package init(
    _ content: Content = .value, options: JSONReadingOptions = .strict, kernel: BlockKernel,
    pieceSize: Int = JSONEventReader.pieceSize
  ) {
    self.content = content
    self.pieceSize = pieceSize
    sink = EventSink()
    queue = EventQueue(sink)
    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    tokenizer = unsafe Tokenizer(nothing, options: options, kernel: kernel)
  }

  deinit { sink.free() }

  // MARK: - Feeding

  /// Goes on with `chunk`, which the reader keeps until it is read. Copies nothing, if the earlier
  /// chunks have been read.
  public mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }

  /// Goes on with `chunk`, as ``feed(_:)-([UInt8])``.
  public mutating func feed(_ chunk: ArraySlice<UInt8>) {
    if isFinished { return }
    if pending.isEmpty { pending = chunk } else { pending.append(contentsOf: chunk) }
  }

  /// Goes on with a copy of `chunk`.
  public mutating func feed(_ chunk: Span<UInt8>) {
    feed(unsafe chunk.withUnsafeBytes { unsafe Array($0) })
  }

  /// Goes on with a copy of `chunk`.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer) { feed(unsafe Array(chunk)) }

  /// The stream ends here. What was fed can still be read; what is fed later is not taken.
  public mutating func finish() { isFinished = true }

  /// Whether the stream was finished and every event has been asked for.
  public var isAtEnd: Bool { isComplete && queue.isEmpty && failure == nil }

  // MARK: - Events

  /// The next event, or `nil` if another chunk is needed, or at the end of the stream.
  ///
  /// - Throws: What is wrong first, when all events before it were given; then the same again.
  /// - Complexity: O(*n*) in the bytes that are read for it; O(1) on average over the stream.
  @inlinable
  @inline(__always)
  public mutating func next() throws(JSONStreamError) -> JSONEvent? {
    guard try hasRecord() else { return nil }
    return queue.take().event
  }

  /// Makes sure that there is a record that was not asked for. Not so at the end, or if a chunk is
  /// needed.
  @inlinable
  @inline(__always)
  mutating func hasRecord() throws(JSONStreamError) -> Bool {
    if _fastPath(!queue.isEmpty) { return true }
    return try readRecords()
  }

  @usableFromInline
  @inline(never)
  mutating func readRecords() throws(JSONStreamError) -> Bool {
    while queue.isEmpty {
      if let failure { throw failure }
      if readPiece() {
        queue = EventQueue(sink)
      } else if failure == nil {
        return false
      }
    }
    return true
  }

  /// What a value that was read as text has too much of for a tree or a document: no text that was
  /// accepted here is refused there for another reason.
  func refusal(_ error: JSONSyntaxError) -> JSONStreamError {
    JSONStreamError(
      syntaxError: JSONSyntaxError(error.kind, at: place.offset), location: place.location,
      pointer: pointer(ofErrorAt: 0))
  }

  mutating func readSmallPieces() { nextPieceSize = JSONEventReader.smallPieceSize }

  mutating func refuse(_ kind: JSONSyntaxError.Kind, at offset: Int) {
    let start = offset > 0 ? readOffset : place.offset
    failure = JSONStreamError(
      syntaxError: JSONSyntaxError(kind, at: start &+ offset),
      location: place.location(of: offset, in: piece, behind: dropped),
      pointer: pointer(ofErrorAt: offset))
    isComplete = true
  }

  /// Forgets a piece whose records were asked for, but for the names on the path.
  mutating func leavePiece() {
    // A token that grows has no records.
    if piece.isEmpty { return }
    keepNames()
    if collectingFrom >= 0 {
      collected += piece.dropFirst(max(collectingFrom, dropped?.standIn ?? 0))
      collectingFrom = 0
    }
    if droppedCount == 0 {
      place.advance(over: piece)
    } else {
      place.advance(over: piece, behind: dropped)
      (dropped, droppedCount) = (nil, 0)
    }
    piece = []
    sink.removeAll()
    queue = EventQueue(sink)
  }

  // MARK: - The path

  private mutating func keepNames() {
    let lowest = min(sink.lowestDepth, sink.depth)
    knownKinds = min(knownKinds, lowest)
    if names.count > lowest { names.removeSubrange(lowest...) }
    while names.count < sink.depth { names.append("") }
    for level in max(0, lowest &- 1)..<max(sink.depth, lowest) where level < sink.depth {
      if sink[frame: level].name < 0 { continue }
      names[level] = name(sink[frame: level])
      sink[frame: level].name = -1
    }
    sink.resetLowestDepth()
  }

  private func name(_ frame: EventSink.StreamLevel) -> String {
    string(sink[frame.name])
  }

  /// The path of what is being read, which may be ahead of the events that were asked for.
  private func pointer(ofErrorAt offset: Int) -> JSONPointer {
    var tokens: [String] = []
    let state = tokenizer.progress.state
    for level in 0..<sink.depth {
      let frame = sink[frame: level]
      if frame.isSkipped { break }
      let isInnermost = level == sink.depth &- 1
      if frame.isObject {
        if isInnermost, state == .firstName || state == .nextName {
          // What there is of a name without quotes, as if the text ended here.
          let start = tokenizer.unusedStart
          if start < offset, offset <= piece.count, mayBeginName(piece[piece.startIndex &+ start]) {
            let name = piece.prefix(offset).dropFirst(start).prefix { !TokenEnd.endsWord($0) }
            // A limit may lie inside a character.
            tokens.append(String(decoding: name, as: UTF8.self))
          }
          break
        }
        tokens.append(
          frame.name >= 0 ? name(frame) : level < names.count ? names[level] : "")
      } else {
        let isInside = !isInnermost || state == .afterValue
        tokens.append(String(isInside ? max(0, frame.count &- 1) : frame.count))
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// Whether a byte in the place of a name can be one without quotes; else it begins a string or a
  /// comment.
  private func mayBeginName(_ byte: UInt8) -> Bool {
    byte != 0x22 && byte != 0x27 && byte != .slash
  }

  var options: JSONReadingOptions { tokenizer.options }

  /// The string or name of a record of the piece, unescaped.
  func string(_ record: EventRecord) -> String {
    unsafe piece.withUnsafeBytes { bytes in
      // Invariant: the record is one of the piece.
      let text = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[record.offset..<record.offset &+ record.length])
      // Invariant: the tokenizer has accepted the bytes.
      return unsafe String(
        accepted: text, hasEscapes: record.hasEscapes, leniencies: options.leniencies)
    }
  }
}
