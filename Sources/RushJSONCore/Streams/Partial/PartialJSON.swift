// A value that can be inspected while its text is still arriving.

/// Reads JSON that comes in pieces, and returns the value so far at any time.
///
/// ```swift
/// var partial = PartialJSON()
/// for try await delta in answer {
///   try partial.feed(delta)
///   show(partial.snapshot())         // {"title": "The Vo  →  {"title": "The Vo"}
/// }
/// try partial.finish()
/// ```
///
/// A snapshot closes open arrays and objects. It keeps an unfinished string up to its last whole
/// character, or leaves it out. It leaves out numbers and names that may continue, unfinished literals, and a
/// name without a value. If the last of duplicate names wins, a second value replaces the first one
/// when it is complete.
///
/// The cost of a piece depends on its own bytes only. A snapshot takes one small allocation for each open array
/// and object, and shares all complete values with the other snapshots. Reading a part of a
/// snapshot costs no more than in any tree. Each read of an unfinished string copies it. Comparing
/// or writing a whole snapshot, and its first change, copy the list of values of each array and
/// object that was open.
///
/// Copies are independent. As with an array, a copy costs nothing until one of the two changes, which then copies
/// the incomplete values. A change in place, as in `calls[index]?.feed(delta)`, copies nothing.
public struct PartialJSON {
  /// Options for an incomplete text.
  public struct Options: Sendable, Hashable {
    /// The accepted grammar, and the limits.
    public var reading: JSONReadingOptions
    /// Whether snapshots keep unfinished strings. `true` by default.
    public var keepsUnfinishedStrings: Bool
    /// Whether the value may be surrounded by other text, as language models write it: an
    /// introduction, a Markdown fence, an explanation. `false` by default.
    ///
    /// The value is the first array or object whose first 4 KiB are JSON. The text after it is
    /// ignored. Brackets in a sentence that happen to be JSON, such as `[1]`, count as the value,
    /// unless ``wanted`` excludes them. The pieces that the text comes in make no difference. A value
    /// beyond the limits is refused, not skipped.
    public var allowsProse: Bool
    /// The value that is searched in prose. The first array or object by default. Without
    /// ``allowsProse``, it has no effect.
    public var wanted: Wanted

    /// The value that is searched in prose.
    ///
    ///     - [ ] Look at [12]:
    ///     ```json
    ///     {"a": [1, 2]}
    ///     ```
    public enum Wanted: Sendable, Hashable {
      /// The first array or object: `[ ]` in the example.
      case arrayOrObject
      /// The first object, even inside an array: `{"a": [1, 2]}` in the example.
      case object
      /// The first array, even inside an object, other than `[ ]`, the open box of a task list:
      /// `[12]` in the example.
      case array
      /// The array or object that a fenced block begins with: `{"a": [1, 2]}` in the example. The fence
      /// is three or more backticks, anywhere in a line, followed by `json`, `json5`, `jsonc` (in
      /// capitals or not) or nothing. Blocks in other languages and text before the value exclude a block.
      case fencedBlock
    }

    /// Creates options.
    public init(
      reading: JSONReadingOptions = .strict, keepsUnfinishedStrings: Bool = true,
      allowsProse: Bool = false, wanted: Wanted = .arrayOrObject
    ) {
      self.reading = reading
      self.keepsUnfinishedStrings = keepsUnfinishedStrings
      self.allowsProse = allowsProse
      self.wanted = wanted
    }
  }

  private var state: State

  /// A reader of one value.
  public init(_ options: Options = Options()) { state = State(PartialReading(options)) }

  /// The number of bytes given to the tokenizer. Tests check the cost of streams with it.
  package var bytesRead: Int { unsafe state.reading.bytesRead }

  // MARK: - Feeding

  /// Adds `bytes`, which may begin and end anywhere, even inside a character.
  /// - Throws: The first error in the text, as soon as it is certain; then the same error again.
  /// - Complexity: O(*n*) in the bytes.
  public mutating func feed(_ bytes: [UInt8]) throws(JSONStreamError) { try feed(bytes[...]) }

  /// Adds `bytes`, as ``feed(_:)-([UInt8])`` does.
  public mutating func feed(_ bytes: ArraySlice<UInt8>) throws(JSONStreamError) {
    makeUnique()
    try unsafe state.reading.feed(bytes, isLast: false)
  }

  /// Adds the UTF-8 of `text`.
  public mutating func feed(_ text: some StringProtocol) throws(JSONStreamError) {
    try feed(Array(text.utf8)[...])
  }

  /// Marks the end of the text.
  /// - Throws: ``JSONStreamError``, for example of kind ``JSONSyntaxError/Kind/unexpectedEnd``, if
  ///   the value is incomplete. ``snapshot()`` still returns the value so far. In prose without a value,
  ///   the error is that of the array or object with the most JSON before its fault.
  public mutating func finish() throws(JSONStreamError) {
    makeUnique()
    try unsafe state.reading.feed([], isLast: true)
  }

  /// The value so far, or `nil` before it has begun.
  /// - Complexity: O(*d*) in the open arrays and objects. If the whole text is one string, the
  ///   string is copied while an earlier snapshot is kept.
  public mutating func snapshot() -> RawJSON? {
    makeUnique()
    return unsafe state.reading.snapshot()
  }

  /// Whether the value is complete. A number or a literal that is the whole text is complete only
  /// after ``finish()``.
  public var isComplete: Bool { unsafe state.reading.isComplete }

  /// Whether no value has begun: there was no text yet, or whitespace alone; in prose, no array or object.
  ///
  /// A tool call without arguments may be empty at its end. It is no JSON, so ``finish()`` throws.
  public var isEmpty: Bool { unsafe state.reading.isEmpty }

  // MARK: - Paths

  /// The path of the innermost incomplete value: of an unfinished string, of an open array or
  /// object, or of a value of it that has begun. `nil` if the whole value is complete.
  public var openPath: JSONPointer? { unsafe state.reading.openPath }

  /// Whether the value at `path` is complete, with everything in it.
  ///
  /// A complete value changes only if the last of duplicate names wins and another member of its
  /// name follows. That member's value replaces it when it is complete.
  /// - Complexity: O(*n*) in tokens, each with a look-up.
  public func isComplete(at path: JSONPointer) -> Bool {
    unsafe state.reading.isComplete(at: path.tokens)
  }

  // MARK: - Copies

  /// The state that copies share until one of them changes.
  private final class State {
    // Invariant: only methods of the one `PartialJSON` that refers to the state change it, so no access can
    // overlap another.
    @exclusivity(unchecked) var reading: PartialReading

    init(_ reading: consuming PartialReading) { unsafe self.reading = reading }
  }

  @inline(__always)
  private mutating func makeUnique() {
    if _slowPath(!isKnownUniquelyReferenced(&state)) { separate() }
  }

  @inline(never)
  private mutating func separate() { state = unsafe State(state.reading.copy()) }
}

/// The reading of one value.
private struct PartialReading: ~Copyable {
  private let options: PartialJSON.Options
  private var pieces: PieceReader<PartialTreeSink>
  private var string: PartialString?
  /// The offset of the unfinished string in the stream.
  private var stringOffset = 0
  /// Whether the unfinished string is a name, which snapshots leave out.
  private var isName = false
  private var failure: JSONStreamError?
  /// The search for the value in prose, which holds the text that may have to be searched again.
  private var search: ProseSearch?

  init(_ options: PartialJSON.Options) {
    self.options = options
    pieces = PieceReader(
      PartialTreeSink(options: options.reading), content: .value, options: options.reading,
      kernel: .fastest, pieceSize: JSONEventReader.pieceSize,
      firstPieceSize: JSONEventReader.pieceSize)
    search =
      options.allowsProse
      ? ProseSearch(
        objects: options.wanted != .array, arrays: options.wanted != .object,
        onlyInFences: options.wanted == .fencedBlock) : nil
  }

  private init(copying other: borrowing PartialReading) {
    options = other.options
    pieces = PieceReader(copying: other.pieces, other.pieces.sink.copy())
    string = other.string?.copy()
    (stringOffset, isName) = (other.stringOffset, other.isName)
    (failure, search) = (other.failure, other.search)
  }

  /// Copies the values of the open containers, the unfinished string, and the tokenizer's state between two pieces.
  func copy() -> PartialReading { PartialReading(copying: self) }

  var bytesRead: Int { pieces.bytesRead }

  var isComplete: Bool { pieces.sink.isComplete }

  var isEmpty: Bool {
    !isComplete && pieces.sink.open.isEmpty && pieces.carry.isEmpty && failure == nil
  }

  mutating func snapshot() -> RawJSON? {
    let literal = literal
    if options.keepsUnfinishedStrings, !isName {
      return pieces.sink.snapshot(&string, literal: literal)
    }
    var none: PartialString?
    return pieces.sink.snapshot(&none, literal: literal)
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

  var openPath: JSONPointer? {
    if isComplete { return nil }
    let open = pieces.sink.open
    var tokens = open.dropLast().compactMap(\.token)
    if let innermost = open.last, !pieces.carry.isEmpty,
      innermost.name != nil || !innermost.isObject, let token = innermost.token
    {
      tokens.append(token)
    }
    return JSONPointer(tokens: tokens)
  }

  func isComplete(at path: [String]) -> Bool {
    pieces.sink.completeValue(at: path) != RawJSON?.none
  }

  // MARK: - Reading

  mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError) {
    if let failure { throw failure }
    var bytes = bytes
    if search != nil {
      if isComplete { return }
      if search?.isDecided == false { bytes = try find(bytes, isLast: isLast) }
      // The text after the value is prose.
      if isComplete { return }
      if isLast, search?.isDecided == false { return try finishSearch() }
    }
    try read(bytes, isLast: isLast)
  }

  /// Ends prose that had no value before its end.
  private mutating func finishSearch() throws(JSONStreamError) {
    do throws(JSONStreamError) {
      if search?.isInside == true { return try read([], isLast: true) }
      let isEmpty = pieces.position.offset == 0
      pieces.refuse(JSONSyntaxError(isEmpty ? .emptyText : .expectedValue, at: 0))
      try throwRefusal()
    } catch {
      let best = search?.bestError(with: error) ?? error
      failure = best
      throw best
    }
  }

  /// Searches prose for the value. Returns the bytes after those that were read when it is found.
  private mutating func find(
    _ bytes: ArraySlice<UInt8>, isLast: Bool
  ) throws(JSONStreamError) -> ArraySlice<UInt8> {
    search?.add(bytes)
    while search?.isInside == true || search?.enter(&pieces.position) == true {
      do throws(JSONStreamError) {
        while !isComplete, search?.isDecided == false, let next = search?.next() {
          try read(next, isLast: false)
          search?.decide(pieces.position)
        }
        if isComplete, search?.leaveBox() == true {
          restart()
          search?.passBracket(&pieces.position)
          continue
        }
        if isComplete || search?.isDecided == true { return search?.takeRest() ?? [] }
        // An error in the carried bytes counts, too.
        if isLast, !pieces.carry.isEmpty { try readCarry() }
        return []
      } catch {
        let starts = pieces.sink.open.map(\.start)
        guard search?.retry(after: error, in: starts) == true else { throw error }
        restart()
        search?.passBracket(&pieces.position)
      }
    }
    return []
  }

  /// Starts again with another candidate for the value.
  private mutating func restart() {
    failure = nil
    string = nil
    pieces.restart(PartialTreeSink(options: options.reading))
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError) {
    let hadCarry = !pieces.carry.isEmpty
    pieces.feed(bytes)
    if isLast { pieces.finish() }
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

  private mutating func readCarry() throws(JSONStreamError) {
    pieces.readCarry()
    try usePiece()
  }

  private mutating func usePiece() throws(JSONStreamError) {
    if pieces.position.offset != stringOffset { string = nil }
    if pieces.refusal != nil {
      // An error after the value is one of the prose around it.
      if isComplete, search != nil { return }
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
    // No snapshot shows a name, but it may have an error.
    case .firstName, .nextName: isName = true
    default: return true
    }
    guard isQuote(pieces.carry[0]) else { return true }
    stringOffset = pieces.position.offset
    if string == nil { string = PartialString() }
    let leniencies = options.reading.leniencies
    return unsafe pieces.carry.withUnsafeBytes { token in
      // Invariant: the bytes stay in place during the call.
      unsafe string?.update(token, leniencies: leniencies) != false
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
    byte == .quote || byte == .apostrophe && options.reading.leniencies.contains(.singleQuotes)
  }

  /// Keeps the string before an error in it, as if its bytes had come one by one.
  private mutating func keepString() {
    string = nil
    let start = pieces.tokenizer.unusedStart
    let token = pieces.piece.prefix(pieces.refusal?.offset ?? 0).dropFirst(start)
    guard wantsValue, let first = token.first, isQuote(first) else { return }
    var kept = PartialString()
    _ = unsafe token.withUnsafeBytes { token in
      // Invariant: the bytes stay in place during the call.
      unsafe kept.update(token, leniencies: options.reading.leniencies)
    }
    isName = false
    string = kept
  }
}

extension PartialJSON {
  /// Adds the bytes of `chunk`. Copies them, unless it is an array or a slice of one.
  /// - Throws: The first error in the text, as soon as it is certain; then the same error again.
  /// - Complexity: O(*n*) in the bytes.
  public mutating func feed(_ chunk: some Sequence<UInt8>) throws(JSONStreamError) {
    try feed(chunk.byteSlice)
  }
}
