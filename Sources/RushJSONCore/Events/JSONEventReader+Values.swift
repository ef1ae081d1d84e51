// The value and the offset of the last event.

extension JSONEventReader {
  private var current: EventRecord? { queue.last }

  /// The byte offset of the last event's token from the start of the stream.
  public var offset: Int {
    guard let current else { return pieces.position.offset }
    return streamOffset(of: current)
  }

  /// Returns the unescaped string or name of the last event, or `nil` for other events.
  /// - Complexity: O(*n*) in its bytes, which are copied.
  public func string() -> String? {
    guard let current, current.isQuoted else { return nil }
    return string(current)
  }

  /// Calls `body` with the UTF-8 of the last event's string or name, and returns its result.
  /// Returns `nil` for other events, without a call.
  ///
  /// The bytes are those of the chunk, not a copy, unless they have escapes or the token was cut.
  // Inlined, because the metadata of an optional result would be looked up for each string.
  @inlinable
  public func withUTF8<R>(_ body: (Span<UInt8>) -> R) -> R? {
    guard let text = currentText() else { return nil }
    defer { withExtendedLifetime(text.unescaped) {} }
    // Invariant: the bytes are in the piece, which this reader keeps, or in `unescaped`.
    return unsafe body(text.bytes.buffer.span)
  }

  /// The UTF-8 of a string or name: in the piece, or in `unescaped`.
  @usableFromInline
  @safe
  struct CurrentText {
    @usableFromInline let bytes: CheckedBytes
    @usableFromInline let unescaped: [UInt8]
  }

  @usableFromInline
  func currentText() -> CurrentText? {
    guard let current, current.isQuoted else { return nil }
    let text = pieces.piece.withCheckedBytes { bytes in
      assert(current.offset &+ current.length <= bytes.count)
      // Invariant: the record is one of the piece, whose memory this reader keeps.
      return CheckedBytes(
        rebasing: bytes[current.offset..<current.offset &+ current.length])
    }
    if !current.hasEscapes {
      return CurrentText(bytes: text, unescaped: [])
    }
    let unescaped = Escape.unescaped(text, leniencies: options.leniencies)
    // Invariant: the caller keeps the array as long as it uses the bytes.
    return CurrentText(bytes: unescaped.withCheckedBytes { $0 }, unescaped: unescaped)
  }

  /// Returns the number of the last event, digit for digit, or `nil` for other events.
  /// - Complexity: O(*n*) in its bytes.
  public func number() -> JSONNumber? {
    guard let scanned = scannedNumber() else { return nil }
    return pieces.piece.withCheckedBytes { bytes in
      let start = scanned.start
      assert(start &+ scanned.number.length <= bytes.count)
      return JSONNumber(
        scanned.number,
        text: CheckedBytes(rebasing: bytes[start...]))
    }
  }

  /// Returns the `Double` nearest to the number of the last event.
  ///
  /// `nil` for other events, and for a number that is larger than any `Double`; ``number()`` has its digits.
  public func double() -> Double? {
    guard let scanned = scannedNumber() else { return nil }
    let value = pieces.piece.withCheckedBytes { bytes in
      assert(scanned.start &+ scanned.number.length <= bytes.count)
      return scanned.number.double(in: bytes.view() + scanned.start)
    }
    return value.isInfinite && scanned.number.form != .infinity ? nil : value
  }

  private func scannedNumber() -> (number: ScannedNumber, start: Int)? {
    guard let current, current.kind == .number else { return nil }
    return Self.scanned(current, pieces.piece, options).map { ($0, current.offset) }
  }

  /// The number of a record of the piece.
  private static func scanned(
    _ record: EventRecord, _ piece: ArraySlice<UInt8>, _ options: JSONReadingOptions
  ) -> ScannedNumber? {
    piece.withCheckedBytes { bytes in
      assert(record.offset < bytes.count)
      // Invariant: the tokenizer has accepted the number.
      return ScannedNumber.accepted(bytes, at: record.offset, leniencies: options.leniencies)
    }
  }

  // MARK: - Tokens in the piece and in the stream

  // These are inlined or mutating. Otherwise, the compiler would copy the reader for a call in the middle of
  // a mutation: four times for each element of a stream.

  /// The offset in the piece of a token's first byte.
  @inline(__always)
  func start(of record: EventRecord) -> Int {
    if record.kind == .string { return record.offset &- 1 }
    guard record.kind == .name, record.offset > 0 else { return record.offset }
    // A quotation mark never precedes a name without quotes.
    let before = pieces.piece[pieces.piece.startIndex &+ record.offset &- 1]
    return before == .quote || before == .apostrophe ? record.offset &- 1 : record.offset
  }

  /// The offset in the piece after a token's last byte.
  package mutating func end(of record: EventRecord) -> Int {
    switch record.kind {
    case .null, .true: return record.offset &+ 4
    case .false: return record.offset &+ 5
    case .number:
      return record.offset &+ (Self.scanned(record, pieces.piece, options)?.length ?? 0)
    case .string, .name:
      return record.offset &+ record.length &+ 1
    case .beginArray, .beginObject, .endArray, .endObject: return record.offset &+ 1
    }
  }

  /// Whether a token of the piece is a string or name that lacks dropped bytes.
  @inline(__always)
  package func isDropped(_ record: EventRecord) -> Bool {
    pieces.droppedCount > 0 && start(of: record) == 0
  }

  /// The offset of a token of the piece in the stream.
  @inline(__always)
  func streamOffset(of record: EventRecord) -> Int {
    let start = start(of: record)
    return start == 0 ? pieces.position.offset : pieces.readOffset &+ start
  }
}

// MARK: - Trees

// Values of a stream as trees and documents.

extension JSONEventReader {
  /// Returns the next value as a tree. Skips a name before it.
  ///
  /// `nil` if the reader needs another chunk, after which the caller repeats the call; or if no
  /// value follows, because the container or the stream ends.
  ///
  /// ```swift
  /// while let event = try reader.next() {
  ///   if event == .name, reader.string() == "user" { user = try reader.readValue() }
  /// }
  /// ```
  /// - Throws: The first error in the value.
  /// - Complexity: O(*n*) in its bytes. The tree does not keep the chunks alive.
  public mutating func readValue() throws(JSONStreamError) -> RawJSON? {
    try read { (text, options) throws(JSONSyntaxError) in
      try RawJSON(parsing: text, options: options)
    }
  }

  /// Returns the next value as a document of its own. Otherwise the same as ``readValue()``.
  /// - Throws: The first error in the value.
  /// - Complexity: O(*n*) in its bytes, which are copied once.
  public mutating func readDocument() throws(JSONStreamError) -> JSONDocument? {
    try read { (text, options) throws(JSONSyntaxError) in
      try JSONDocument(parsing: text, options: options)
    }
  }

  private mutating func read<Value>(
    _ parse: ([UInt8], JSONReadingOptions) throws(JSONSyntaxError) -> Value
  ) throws(JSONStreamError) -> Value? {
    guard let text = try readText() else { return nil }
    do throws(JSONSyntaxError) {
      return try parse(text, options)
    } catch {
      throw refusal(error)
    }
  }
}
