/// Reads JSON that comes in pieces of any size, token by token.
///
/// ```swift
/// var reader = JSONEventReader()
/// for chunk in chunks {
///   reader.feed(chunk)
///   while let event = try reader.next() {
///     if event == .name, reader.string() == "id" { … }
///   }
/// }
/// reader.finish()
/// while let event = try reader.next() { … }
/// ```
///
/// `next()` returns `nil` when it needs another chunk, and at the end. Until the next call, the
/// reader returns the string or number of the last event. You get the same events, values and errors
/// however the text is cut, even inside a character, an escape or a number. Errors carry line and offset in the
/// whole stream.
///
/// Memory: the chunk, 16 bytes for each token of at most 64 KiB of it, and a cut token.
public struct JSONEventReader: ~Copyable {
  /// What a stream holds.
  public enum Content: Sendable, Hashable {
    /// One value.
    case value
    /// Any number of values, one after the other, with or without whitespace between them.
    case values
    /// Any number of values with a comma between each two, as in an array without its brackets. A comma
    /// that is missing is an error (``JSONSyntaxError/Kind/expectedComma``), and so is a comma after the
    /// last value, unless ``JSONReadingOptions/Leniencies/trailingCommas`` allows it.
    case commaSeparatedValues

    var ofTokenizer: Tokenizer.Content {
      switch self {
      case .value: .value
      case .values: .values
      case .commaSeparatedValues: .separatedValues
      }
    }
  }

  /// One token of a JSON text.
  public enum Event: Sendable, Hashable {
    /// `{`: names and values follow, up to the end of the object.
    case beginObject
    /// `}`
    case endObject
    /// `[`: values follow, up to the end of the array.
    case beginArray
    /// `]`
    case endArray
    /// The name of a member, whose value follows. ``JSONEventReader/string()`` returns the name.
    case name
    /// A string. ``JSONEventReader/string()`` and ``JSONEventReader/withUTF8(_:)`` return it.
    case string
    /// A number. ``JSONEventReader/number()`` and ``JSONEventReader/double()`` return it.
    case number
    /// `true` or `false`.
    case bool(Bool)
    /// `null`
    case null

    /// Whether both events are the same. Inlined, because readers compare every token.
    @inlinable
    public static func == (a: Event, b: Event) -> Bool {
      switch (a, b) {
      case (.bool(let a), .bool(let b)): a == b
      case (.beginObject, .beginObject), (.endObject, .endObject), (.beginArray, .beginArray),
        (.endArray, .endArray), (.name, .name), (.string, .string), (.number, .number),
        (.null, .null):
        true
      default: false
      }
    }
  }

  /// The default size of a piece. The tokenizer pauses inside it, so its records stay in the caches, and a skip
  /// wastes little work.
  package static let pieceSize = 64 << 10
  /// The size of the first piece, and of the first one after a value that was skipped: the
  /// caller may skip what follows, too.
  static let smallPieceSize = 512

  var pieces: PieceReader<EventSink>
  /// The undelivered records of the piece.
  @usableFromInline var queue: EventQueue
  var failure: JSONStreamError?
  /// The names in open objects that lie in earlier pieces, outermost first. Those that are too long to
  /// be held are missing.
  private var names: [(level: Int, text: String)] = []
  /// The number of open containers of the value that is being skipped or collected.
  package var openInValue = 0
  /// The value that is being skipped unchecked.
  var uncheckedSkip: UncheckedSkip?
  /// The kinds of the open containers as bits. Only those of the `knownKinds` outermost ones are current.
  var openKinds: [UInt64] = []
  var knownKinds = 0
  /// The number of open containers that skipping values has visited. Tests check the cost with it.
  package var levelsLooked = 0

  /// A reader of `content`.
  public init(_ content: Content = .value, options: JSONReadingOptions = .strict) {
    self.init(content, options: options, kernel: .fastest)
  }

  /// A reader with a given kernel and piece size, for tests that compare them.
  package init(
    _ content: Content = .value, options: JSONReadingOptions = .strict, kernel: BlockKernel,
    pieceSize: Int = JSONEventReader.pieceSize
  ) {
    pieces = PieceReader(
      EventSink(), content: content.ofTokenizer, options: options, kernel: kernel,
      pieceSize: pieceSize, firstPieceSize: JSONEventReader.smallPieceSize)
    queue = EventQueue(pieces.sink)
  }

  deinit { pieces.sink.free() }

  // MARK: - Feeding

  /// Adds the bytes of `chunk`, in O(*n*). Keeps an array, or a slice of one, until it is read, without a copy if earlier
  /// chunks have been read. Copies other sequences.
  @inlinable
  public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }

  @usableFromInline
  package mutating func feed(_ chunk: ArraySlice<UInt8>) { pieces.feed(chunk) }

  /// Adds a copy of `chunk`.
  public mutating func feed(_ chunk: Span<UInt8>) {
    feed(chunk.withCheckedBytes { Array($0) })
  }

  /// Adds a copy of `chunk`.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer) { feed(unsafe Array(chunk)) }

  /// Marks the end of the stream. Earlier events can still be read; later chunks are ignored.
  public mutating func finish() { pieces.finish() }

  /// Whether the stream was finished and every event has been delivered.
  public var isAtEnd: Bool { pieces.isComplete && queue.isEmpty && failure == nil }
  package var heldCount: Int { pieces.heldCount }

  /// The number of bytes given to the tokenizer. Tests check the cost of streams with it.
  package var bytesRead: Int { pieces.bytesRead }

  // MARK: - Events

  /// Returns the next event. `nil` if the reader needs another chunk, and at the end of the stream.
  /// - Throws: The first error of the text, after all events before it; then the same error again.
  /// - Complexity: O(*n*) in the bytes that are read for it; O(1) on average over the stream.
  @inlinable
  @inline(__always)
  public mutating func next() throws(JSONStreamError) -> Event? {
    guard try hasRecord() else { return nil }
    return queue.take().event
  }

  /// Reads until there is a record. Returns `false` at the end, or if another chunk is needed.
  @inlinable
  @inline(__always)
  package mutating func hasRecord() throws(JSONStreamError) -> Bool {
    if _fastPath(!queue.isEmpty) { return true }
    return try readRecords()
  }

  @usableFromInline
  @inline(never)
  mutating func readRecords() throws(JSONStreamError) -> Bool {
    while queue.isEmpty {
      if let failure { throw failure }
      if readPiece() {
        queue = EventQueue(pieces.sink)
      } else if failure == nil {
        return false
      }
    }
    return true
  }

  /// Reads another piece, if there is one.
  private mutating func readPiece() -> Bool {
    if pieces.isComplete { return false }
    if pieces.isPaused {
      pieces.sink.removeAll()
      pieces.resume()
      noteRefusal()
      return true
    }
    leavePiece()
    if !skipUnchecked() { return false }
    let hasRead = pieces.read()
    noteRefusal()
    return hasRead
  }

  /// Releases a piece after the delivery of its records, but keeps the names on the path.
  mutating func leavePiece() {
    // An incomplete token has no piece and no records.
    if pieces.piece.isEmpty { return }
    keepNames()
    pieces.leave()
    pieces.sink.removeAll()
    queue = EventQueue(pieces.sink)
  }

  mutating func readSmallPieces() { pieces.limitNextPiece(to: JSONEventReader.smallPieceSize) }

  // MARK: - Errors

  /// Refuses the text for a fault at `offset` of the bytes that come next.
  mutating func refuse(_ kind: JSONSyntaxError.Kind, at offset: Int) {
    pieces.refuse(JSONSyntaxError(kind, at: offset, limit: options.limit(of: kind)))
    noteRefusal()
  }

  private mutating func noteRefusal() {
    guard let refusal = pieces.refusal else { return }
    failure = JSONStreamError(
      refusal.error, location: refusal.location, pointer: pointer(ofErrorAt: refusal.offset))
  }

  /// Returns the error of a value whose text this reader has accepted, but which is too large for a tree or
  /// a document. They refuse such a text for no other reason.
  func refusal(_ error: JSONSyntaxError) -> JSONStreamError {
    let position = pieces.position
    return JSONStreamError(
      error.moved(to: position.offset), location: position.location(of: 0, in: []),
      pointer: pointer(ofErrorAt: 0))
  }

  // MARK: - The path

  private mutating func keepNames() {
    let sink = pieces.sink
    let lowest = min(sink.lowestDepth, sink.depth)
    knownKinds = min(knownKinds, lowest)
    while let level = names.last?.level, level >= lowest { names.removeLast() }
    for level in max(0, lowest &- 1)..<sink.depth {
      let name = sink[frame: level].name
      if !name.isName { continue }
      // The object had another name before.
      if names.last?.level == level { names.removeLast() }
      if let text = heldName(name) { names.append((level, text)) }
      sink[frame: level].name = EventSink.StreamLevel.noName
    }
    pieces.sink.resetLowestDepth()
  }

  /// Forgets the last name of the open object at `level`, after which members were skipped. Paths end at the object until its
  /// next name.
  package mutating func forgetName(at level: Int) {
    pieces.sink[frame: level].isSkipped = false
    pieces.sink[frame: level].name = EventSink.StreamLevel.noName
    while let last = names.last?.level, last >= level { names.removeLast() }
  }

  /// Returns the path of the value that is being read, which may be ahead of the delivered events.
  private func pointer(ofErrorAt offset: Int) -> JSONPointer {
    var tokens: [String] = []
    var keptNames = names[...]
    let sink = pieces.sink
    let state = pieces.tokenizer.progress.state
    for level in 0..<sink.depth {
      let frame = sink[frame: level]
      if frame.isSkipped { break }
      let isInnermost = level == sink.depth &- 1
      if frame.isObject {
        if isInnermost, state == .firstName || state == .nextName {
          if let name = unfinishedName(before: offset) { tokens.append(name) }
          break
        }
        let kept = keptNames.first?.level == level ? keptNames.removeFirst().text : nil
        guard let name = frame.name.isName ? heldName(frame.name) : kept else { break }
        tokens.append(name)
      } else {
        let isInside = !isInnermost || state == .afterValue
        tokens.append(String(isInside ? max(0, frame.count &- 1) : frame.count))
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// Returns the part before `offset` of a name without quotes, as if the text ended there.
  private func unfinishedName(before offset: Int) -> String? {
    let start = pieces.tokenizer.unusedStart
    let piece = pieces.piece
    guard start < offset, offset <= piece.count else { return nil }
    switch piece[piece.startIndex &+ start] {
    // A string or a comment.
    case .quote, .apostrophe, .slash: return nil
    default: break
    }
    // A limit may lie inside a character, so the bytes need not be valid.
    let rest = piece.prefix(offset).dropFirst(start)
    let name = rest.prefix(upTo: rest.wordEnd(from: rest.startIndex))
    return isHeld(name.count, from: start) ? Array(name).withSpan(PathScan.unescaped) : nil
  }

  /// The name of a record, or `nil` if it is too long to be held.
  private func heldName(_ name: EventRecord) -> String? {
    isHeld(name.length, from: start(of: name)) ? string(name) : nil
  }

  /// Whether a path can have a name of `length` bytes. The first bytes of a longer one may have been dropped, and
  /// no path depends on how the text is cut.
  private func isHeld(_ length: Int, from start: Int) -> Bool {
    length &+ (start == 0 ? pieces.droppedCount : 0) < pieces.heldBytes
  }

  package var options: JSONReadingOptions { pieces.options }

  /// The unescaped string or name of a record of the piece.
  func string(_ record: EventRecord) -> String {
    pieces.piece.withCheckedBytes { bytes in
      assert(record.isQuoted && record.offset &+ record.length <= bytes.count)
      let text = CheckedBytes(
        rebasing: bytes[record.offset..<record.offset &+ record.length])
      // Invariant: the tokenizer has accepted the bytes.
      return String(
        accepted: text, hasEscapes: record.hasEscapes, leniencies: options.leniencies)
    }
  }
}

// MARK: - Pushing

// Events delivered to a closure: the same reader, driven by its chunks.

extension JSONEventReader {
  /// Adds `chunk`, and hands each event that is complete by then to `handle`, along with the
  /// reader, which returns the event's string or number.
  ///
  /// ```swift
  /// try reader.push(chunk) { event, reader in
  ///   if event == .name { names.append(reader.string() ?? "") }
  /// }
  /// ```
  /// - Throws: ``JSONStreamError``, or the error of `handle`. The event that `handle` threw for
  ///   counts as delivered.
  /// - Complexity: As for ``next()``.
  public mutating func push(
    _ chunk: [UInt8], to handle: (Event, borrowing JSONEventReader) throws -> Void
  ) throws {
    feed(chunk)
    while let event = try next() { try handle(event, self) }
  }

  /// Marks the end of the stream, and hands the last events to `handle`.
  /// - Throws: As ``push(_:to:)``.
  public mutating func finish(
    _ handle: (Event, borrowing JSONEventReader) throws -> Void
  ) throws {
    finish()
    while let event = try next() { try handle(event, self) }
  }
}

// MARK: - Writing

// Events written as text again: in another layout, with other escapes, or in canonical form.

extension JSONEventReader {
  /// Writes the events up to the end of the chunks so far, or of the stream.
  ///
  /// If the writer has a sink, this lays out a text of any length in the memory of its longest
  /// token. A stream of several values can only be written inside an array.
  /// - Throws: ``JSONStreamError`` if the stream is not JSON, ``JSONWritingError`` if the writer
  ///   refuses an event.
  /// - Complexity: O(*n*) in the bytes that are read.
  public mutating func write(to writer: inout JSONWriter) throws {
    while let event = try next() {
      switch event {
      case .null: try writer.null()
      case .bool(let value): try writer.bool(value)
      case .number: if let number = number() { try writer.number(number) }
      case .string:
        try withText { (text) throws(JSONWritingError) in try writer.string(accepted: text) }
      case .name:
        try withText { (text) throws(JSONWritingError) in try writer.name(accepted: text) }
      case .beginArray: try writer.beginArray()
      case .endArray: try writer.endArray()
      case .beginObject: try writer.beginObject()
      case .endObject: try writer.endObject()
      }
    }
  }

  /// Calls `body` with the UTF-8 of the last event's string or name, without making a string.
  @inline(__always)
  private func withText(
    _ body: (Span<UInt8>) throws(JSONWritingError) -> Void
  ) throws(JSONWritingError) {
    guard let text = currentText() else { return }
    defer { withExtendedLifetime(text.unescaped) {} }
    // Invariant: the bytes are in the piece, which this reader keeps, or in `unescaped`.
    try unsafe body(text.bytes.buffer.span)
  }
}

extension EventRecord {
  @inlinable
  @inline(__always)
  var event: JSONEventReader.Event {
    switch kind {
    case .false: .bool(false)
    case .true: .bool(true)
    case .beginObject: .beginObject
    case .endObject: .endObject
    case .beginArray: .beginArray
    case .endArray: .endArray
    case .name: .name
    case .string: .string
    case .number: .number
    case .null: .null
    }
  }
}
