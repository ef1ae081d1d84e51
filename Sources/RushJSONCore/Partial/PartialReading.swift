// Reads a value that is still arriving: a tree of its complete parts, and the incomplete string (PartialString.swift).

/// Reads a value that comes in pieces, and makes trees of the value so far.
package struct PartialReading: ~Copyable {
  private let options: JSONReadingOptions
  private let keepsUnfinishedStrings: Bool
  private var pieces: PieceReader<PartialTreeSink>
  private var string: PartialString?
  /// The offset of the unfinished string in the stream.
  private var stringOffset = 0
  /// Whether the unfinished string is a name, which snapshots leave out.
  private var isName = false
  /// Whether the text has ended inside a value that no container has taken.
  private var isCut = false
  /// The error that ended reading.
  package var failure: JSONStreamError?
  /// Whether other text may follow the value, so that it has no errors.
  package var ignoresRest = false

  package init(_ options: JSONReadingOptions, keepsUnfinishedStrings: Bool) {
    self.options = options
    self.keepsUnfinishedStrings = keepsUnfinishedStrings
    pieces = PieceReader(
      PartialTreeSink(options: options), content: .value, options: options,
      kernel: .fastest, pieceSize: JSONEventReader.pieceSize,
      firstPieceSize: JSONEventReader.pieceSize)
  }

  private init(copying other: borrowing PartialReading) {
    (options, keepsUnfinishedStrings) = (other.options, other.keepsUnfinishedStrings)
    pieces = PieceReader(copying: other.pieces, other.pieces.sink)
    string = other.string
    (stringOffset, isName, isCut) = (other.stringOffset, other.isName, other.isCut)
    (failure, ignoresRest) = (other.failure, other.ignoresRest)
  }

  /// Copies the values of the open containers, the unfinished string, and the tokenizer's state between two pieces.
  package func copy() -> PartialReading { PartialReading(copying: self) }

  package var bytesRead: Int { pieces.bytesRead }

  package var isComplete: Bool { pieces.sink.isComplete }

  package var isEmpty: Bool {
    !isComplete && pieces.sink.open.isEmpty && pieces.carry.isEmpty && failure == nil
  }

  package mutating func snapshot() -> RawJSON? {
    let shown = keepsUnfinishedStrings && !isName ? string : nil
    return pieces.sink.snapshot(literal ?? shown.map { .string($0.text) })
  }

  /// The literal at the end of the text. Only its last letter was missing, because no word continues it.
  private var literal: RawJSON? {
    guard pieces.carry.count == 4 || pieces.carry.count == 5, wantsValue else { return .none }
    for (word, value) in [("true", true), ("false", false), ("null", .null)] as [(String, RawJSON)]
    where pieces.carry.elementsEqual(word.utf8) {
      return value
    }
    return .none
  }

  package var openPath: JSONPointer? {
    if isComplete { return nil }
    let open = pieces.sink.open
    var tokens = open.dropLast().compactMap(\.token)
    if let innermost = open.last, isCut || !pieces.carry.isEmpty,
      innermost.name != nil || !innermost.isObject, let token = innermost.token
    {
      tokens.append(token)
    }
    return JSONPointer(tokens: tokens)
  }

  package func isComplete(at path: [String]) -> Bool {
    pieces.sink.completeValue(at: path) != RawJSON?.none
  }

  // MARK: - Reading

  /// Reads bytes that follow the last ones.
  package mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError) {
    if let failure { throw failure }
    pieces.sink.takeBack()
    if !isLast || !bytes.isEmpty { try read(bytes) }
    if isLast { try readEnd() }
  }

  /// The position in the stream. The caller moves it over text that is not of the value.
  package var position: StreamPosition {
    get { pieces.position }
    set { pieces.position = newValue }
  }

  /// The offsets in the stream where the open arrays and objects begin, outermost first.
  package var openStarts: [Int] { pieces.sink.open.map(\.start) }

  /// Forgets what was read, and reads another value.
  package mutating func restart() {
    failure = nil
    string = nil
    isCut = false
    pieces.restart(PartialTreeSink(options: options))
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(JSONStreamError) {
    let hadCarry = !pieces.carry.isEmpty
    pieces.feed(bytes)
    // The whole string is read next, so the memory of its part is not needed any more. A short part is not
    // worth a second search for the end (3 % of `partial`).
    if string != nil, pieces.carry.count > 4_096, pieces.endsCutString { string = nil }
    while pieces.read() { try usePiece() }
    if pieces.carry.isEmpty || isComplete {
      string = nil
    } else if !updateString() || hadCarry && mayBeFaulty(bytes) {
      // The tokenizer reports the error of a token that cannot become valid.
      try readCarry()
    }
  }

  /// Reads the end of the text, after all its bytes.
  private mutating func readEnd() throws(JSONStreamError) {
    let first = pieces.carry.first
    pieces.finish()
    guard let first, wantsValue, !pieces.sink.open.isEmpty, first != .slash else {
      while pieces.read() { try usePiece() }
      return
    }
    isCut = true
    if isQuote(first) || literal != RawJSON?.none {
      while pieces.read() { try usePiece() }
      return
    }
    // A number inside a container may have had more digits, so another sink receives it. Its error counts.
    var sink = PartialTreeSink(options: options)
    swap(&sink, &pieces.sink)
    while pieces.read(), pieces.refusal == nil {}
    swap(&sink, &pieces.sink)
    try usePiece()
  }

  /// Whether the new bytes of a cut number, literal, name without quotes or comment may be an error. The digits of a
  /// long number and the letters of a long name are not, and comments are dropped as they are read, so each byte is
  /// read a constant number of times.
  private func mayBeFaulty(_ new: ArraySlice<UInt8>) -> Bool {
    let first = pieces.carry[0]
    if isQuote(first) { return false }
    // Its end may also be a character beyond ASCII.
    if first == .slash { return pieces.tokenEnd.isComment && new.contains { $0 >= 0x80 } }
    if pieces.carry.count <= 64 { return true }
    return new.contains { byte in
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == .underscore || byte >= 0x80
      return !(byte &- .digit0 < 10 || isLetter && !wantsValue)
    }
  }

  /// Reads the bytes of a token that is not complete, for its error.
  package mutating func readCutToken() throws(JSONStreamError) {
    pieces.sink.takeBack()
    if !pieces.carry.isEmpty { try readCarry() }
  }

  /// Ends reading with an error that the tokenizer does not see.
  package mutating func refuse(_ error: JSONSyntaxError) throws(JSONStreamError) {
    pieces.refuse(error)
    try throwRefusal()
  }

  private mutating func readCarry() throws(JSONStreamError) {
    pieces.readCarry()
    try usePiece()
  }

  private mutating func usePiece() throws(JSONStreamError) {
    if pieces.position.offset != stringOffset { string = nil }
    if pieces.refusal != nil {
      if isComplete, ignoresRest { return }
      if pieces.tokenizer.moreMayFollow { keepString() }
      try throwRefusal()
    }
  }

  private mutating func throwRefusal() throws(JSONStreamError) {
    guard let refusal = pieces.refusal else { return }
    let error = JSONStreamError(
      refusal.error, location: refusal.location,
      pointer: JSONPointer(tokens: pieces.sink.open.compactMap(\.token)))
    failure = error
    throw error
  }

  // MARK: - Unfinished strings

  /// Continues a string value that has not ended. Returns `false` if it cannot become valid.
  private mutating func updateString() -> Bool {
    switch pieces.tokenizer.progress.state {
    case _ where wantsValue: isName = false
    // No snapshot shows a name, but it may have an error, unless it is plain ASCII.
    case .firstName, .nextName:
      isName = true
      if pieces.carry.count <= 64,
        pieces.carry.allSatisfy({ $0 &- 0x20 < 0x5f && $0 != .backslash })
      {
        return true
      }
    default: return true
    }
    guard isQuote(pieces.carry[0]) else { return true }
    stringOffset = pieces.position.offset
    if string == nil { string = PartialString() }
    let leniencies = options.leniencies
    return pieces.carry.withCheckedBytes { token in
      // Invariant: the bytes stay in place during the call.
      string?.update(token, leniencies: leniencies) != false
    }
  }

  private var wantsValue: Bool {
    switch pieces.tokenizer.progress.state {
    case .value, .firstElement, .nextElement: true
    default: false
    }
  }

  /// Whether `byte` begins a string.
  private func isQuote(_ byte: UInt8) -> Bool {
    byte == .quote || byte == .apostrophe && options.leniencies.contains(.singleQuotes)
  }

  /// Keeps the string before an error in it, as if its bytes had come one by one.
  private mutating func keepString() {
    string = nil
    let start = pieces.tokenizer.unusedStart
    let token = pieces.piece.prefix(pieces.refusal?.offset ?? 0).dropFirst(start)
    guard wantsValue, let first = token.first, isQuote(first) else { return }
    var kept = PartialString()
    _ = token.withCheckedBytes { token in
      // Invariant: the bytes stay in place during the call.
      kept.update(token, leniencies: options.leniencies)
    }
    isName = false
    string = kept
  }
}
