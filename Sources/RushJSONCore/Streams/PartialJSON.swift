// A value that can be looked at while it is still coming.

/// Reads JSON that comes piece by piece, and knows at any moment what there is of the value.
///
/// ```swift
/// var partial = PartialJSON()
/// for try await delta in answer {
///   try partial.feed(delta)
///   show(partial.snapshot())         // {"title": "The Vo}  →  {"title": "The Vo"}
/// }
/// try partial.finish()
/// ```
///
/// In a snapshot arrays and objects that are open are closed. A string that has not ended is kept as
/// far as it stands for whole characters, or left out. Numbers, literals and names that may go on are
/// left out, and so is a name without a value. A second value of a name shows when it is complete, if
/// the last one wins; until then the earlier one does.
///
/// A piece costs what its own bytes take, and a snapshot one small piece of memory for each array and
/// object that is open, whether the snapshots before it are kept or not: all share what is complete.
/// To look at a part of a snapshot costs no more than in any tree. A string that has not ended is copied
/// each time that it is asked for. To compare or to write a whole snapshot, or to change it for the first
/// time, copies the list of values of each array and object that was open.
public struct PartialJSON: ~Copyable {
  /// What is made of a text that is not complete.
  public struct Options: Sendable, Hashable {
    /// What is accepted, and how much of it.
    public var reading: JSONReadingOptions
    /// Strings that have not ended are kept as far as they go. They are by default.
    public var keepsUnfinishedStrings: Bool
    /// The value may stand in other text, as language models write it: behind an introduction, in a
    /// Markdown fence, before an explanation. By default it may not.
    ///
    /// The value then is the first array or object whose first 4 KiB are JSON, and what follows it is
    /// not looked at. What looks like one and is not, such as `[1]` in a sentence, is taken for it.
    /// Which one that is does not depend on the pieces in which the text comes. One that goes beyond the
    /// limits is refused, and not passed over.
    public var allowsProse: Bool

    /// Creates options.
    public init(
      reading: JSONReadingOptions = .strict, keepsUnfinishedStrings: Bool = true,
      allowsProse: Bool = false
    ) {
      self.reading = reading
      self.keepsUnfinishedStrings = keepsUnfinishedStrings
      self.allowsProse = allowsProse
    }
  }

  private let options: Options
  private var tokenizer: Tokenizer
  private var sink: PartialTreeSink
  /// What was fed and is not read yet: the token that the last piece cut off.
  private var rest: [UInt8] = []
  private var tokenEnd = TokenEnd()
  /// How many bytes the tokenizer was given, for tests of what streams cost.
  package private(set) var bytesRead = 0
  private var string: PartialString?
  /// The string is a name, which does not show.
  private var isName = false
  private var place = StreamPlace()
  private var failure: JSONStreamError?
  /// In prose: before the value, or the first bytes of what may be the value.
  private var search: ProseSearch?

  /// A value of which nothing is known yet.
  public init(_ options: Options = Options()) {
    self.options = options
    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    tokenizer = unsafe Tokenizer(nothing, options: options.reading)
    sink = PartialTreeSink(options: options.reading)
    search = options.allowsProse ? ProseSearch() : nil
  }

  // MARK: - Feeding

  /// Goes on with `bytes`, which may begin and end anywhere, inside of a character too.
  ///
  /// - Throws: What is wrong with the text, as soon as it can be seen; then the same again.
  /// - Complexity: O(*n*) in the bytes.
  public mutating func feed(_ bytes: [UInt8]) throws(JSONStreamError) {
    try feed(bytes[...], isLast: false)
  }

  /// Goes on with `bytes`.
  public mutating func feed(_ bytes: ArraySlice<UInt8>) throws(JSONStreamError) {
    try feed(bytes, isLast: false)
  }

  /// Goes on with the UTF-8 of `text`.
  public mutating func feed(_ text: some StringProtocol) throws(JSONStreamError) {
    try feed(Array(text.utf8)[...], isLast: false)
  }

  /// The text ends here.
  ///
  /// - Throws: ``JSONSyntaxError/Kind/unexpectedEnd`` or the like if the value is not complete. The
  ///   snapshot is there all the same.
  public mutating func finish() throws(JSONStreamError) { try feed([], isLast: true) }

  /// The value so far, or `nil` if there is none.
  ///
  /// - Complexity: O(*d*) in the arrays and objects that are open. A string that is the whole text is
  ///   copied if an earlier snapshot is kept.
  public mutating func snapshot() -> RawJSON? {
    if options.keepsUnfinishedStrings, !isName { return sink.snapshot(&string) }
    var none: PartialString?
    return sink.snapshot(&none)
  }

  /// Whether the value is complete; a number or a literal that is the whole text is only at its end.
  public var isComplete: Bool { sink.isComplete }

  // MARK: - Paths

  /// The path of the innermost value that is not complete: that of a string or of the array or object
  /// that is open, or of the next value of it if that has begun. `nil` if all is complete.
  public var openPath: JSONPointer? {
    if isComplete { return nil }
    var tokens: [String] = []
    for (level, open) in sink.open.enumerated() {
      let isInnermost = level == sink.open.count &- 1
      if isInnermost, rest.isEmpty || open.name == nil && open.isObject { break }
      if let token = open.token { tokens.append(token) }
    }
    return JSONPointer(tokens: tokens)
  }

  /// Whether the value at `path` has come, with all that is in it.
  ///
  /// It will not change any more, unless the last of members of the same name wins and another one of
  /// its name comes: then it is replaced by that one's value when this is complete.
  ///
  /// - Complexity: O(*n*) in tokens, each with a look-up.
  public func isComplete(at path: JSONPointer) -> Bool {
    sink.completeValue(at: path.tokens) != RawJSON?.none
  }

  // MARK: - Reading

  private mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError) {
    if let failure { throw failure }
    var bytes = bytes
    if search != nil {
      if isComplete { return }
      if search?.isDecided == false { bytes = try find(bytes, isLast: isLast) }
      // What follows the value is other text.
      if isComplete { return }
      if isLast, search?.isInside == false { throw refuse(.emptyText, at: 0) }
    }
    try read(bytes, isLast: isLast)
  }

  /// Looks for the value in other text. Returns what is left to read when it is found.
  private mutating func find(
    _ bytes: ArraySlice<UInt8>, isLast: Bool
  ) throws(JSONStreamError) -> ArraySlice<UInt8> {
    search?.add(bytes)
    while search?.isInside == true || search?.enter(&place) == true {
      do throws(JSONStreamError) {
        while !isComplete, search?.isDecided == false, let next = search?.next() {
          try read(next, isLast: false)
          search?.decide(place)
        }
        if isComplete || search?.isDecided == true { return search?.takeRest() ?? [] }
        // What was carried has been looked at as far as it was needed; an error in it counts, too.
        if isLast, !rest.isEmpty { try readTokens(isLast: false) }
        return []
      } catch {
        let starts = sink.open.map(\.start)
        guard search?.retry(after: error.syntaxError, in: starts) == true else { throw error }
        restart()
        search?.passBracket(&place)
      }
    }
    return []
  }

  /// Begins anew with another value.
  private mutating func restart() {
    failure = nil
    rest = []
    string = nil
    tokenEnd = TokenEnd()
    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    unsafe tokenizer.restart(nothing)
    sink = PartialTreeSink(options: options.reading)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError) {
    // A token that goes on behind what came needs no reading yet.
    let known = min(
      tokenEnd.limit(options.reading), options.reading.maximumLength &- place.offset)
    let goesOn =
      !rest.isEmpty && !isLast && tokenEnd.count(in: bytes) == nil
      && rest.count &+ bytes.count < known
    rest += bytes
    if !goesOn { try readTokens(isLast: isLast) }
    if rest.isEmpty || isComplete {
      string = nil
      return
    }
    // The grammar says what is wrong with a string that cannot become one.
    if !updateString() { try readTokens(isLast: false) }
  }

  private mutating func readTokens(isLast: Bool) throws(JSONStreamError) {
    if !isLast, place.offset == 0, StreamBytes.mayBeginByteOrderMark(rest[...]) { return }
    // What is wrong before the limit comes first.
    let limit = max(0, options.reading.maximumLength &- place.offset)
    let isTooLong = rest.count > limit
    let isLast = isLast && !isTooLong
    var count = min(rest.count, limit)
    if !isLast { count &-= incompleteTail(of: rest[..<count]) }
    if place.offset == 0, rest[..<count].starts(with: [0xef, 0xbb, 0xbf]),
      !options.reading.leniencies.contains(.byteOrderMark)
    {
      throw refuse(.byteOrderMark, at: 0)
    }
    bytesRead &+= count
    sink.baseOffset = place.offset
    let isFirst = place.offset == 0
    let outcome = unsafe rest.withUnsafeBytes { bytes in
      // Invariant: the bytes stay where they are during the call, and neither the tokenizer nor the
      // sink looks at them later. An empty buffer has no address, and nothing is read in it.
      let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
      if let base = text.baseAddress { unsafe sink.base = unsafe base }
      unsafe tokenizer.load(text, isFirst: isFirst, isLast: isLast)
      return tokenizer.readPiece(&sink, many: false)
    }
    var used = count
    switch outcome {
    case .finished: break
    case .starved: used = tokenizer.unusedStart
    case .failed, .paused:
      let error = tokenizer.failure ?? JSONSyntaxError(.unexpectedEnd, at: used)
      if isComplete, search != nil { return rest = [] }
      if !isLast { keepString(tokenizer.unusedStart, error.offset) }
      throw refuse(error.kind, at: error.offset)
    }
    if isComplete, search != nil { return rest = [] }
    if isTooLong {
      keepString(used, limit)
      throw refuse(.textTooLong, at: limit)
    }
    place.advance(over: rest[..<used])
    rest.removeFirst(used)
    if used > 0 { string = nil }
    if !rest.isEmpty {
      tokenEnd = TokenEnd(
        of: rest[...], leniencies: options.reading.leniencies,
        isName: tokenizer.progress.state == .firstName || tokenizer.progress.state == .nextName)
    }
  }

  /// Goes on with a string value that has not ended. `false` if it cannot become one.
  private mutating func updateString() -> Bool {
    switch tokenizer.progress.state {
    case _ where wantsValue: isName = false
    // While a value is looked for, names decide as soon as possible whether it is one.
    case .firstName,
      .nextName where search?.isDecided == false:
      isName = true
    default: return true
    }
    guard rest[0] == .quote else { return true }
    let leniencies = options.reading.leniencies
    var string = self.string ?? PartialString()
    self.string = nil
    let isGood = unsafe rest.withUnsafeBytes { bytes in
      // Invariant: the bytes stay where they are during the call.
      unsafe string.update(bytes, leniencies: leniencies)
    }
    self.string = string
    return isGood
  }

  private var wantsValue: Bool {
    switch tokenizer.progress.state {
    case .value, .firstElement, .nextElement: true
    default: false
    }
  }

  /// Shows the string from `start` up to an error at `end`, as single bytes would have shown it.
  private mutating func keepString(_ start: Int, _ end: Int) {
    string = nil
    guard wantsValue, start < end, rest[start] == .quote else { return }
    var kept = PartialString()
    let leniencies = options.reading.leniencies
    _ = unsafe rest[start..<end].withUnsafeBytes { bytes in
      // Invariant: the bytes stay where they are during the call.
      unsafe kept.update(bytes, leniencies: leniencies)
    }
    isName = false
    string = kept
  }

  private mutating func refuse(_ kind: JSONSyntaxError.Kind, at offset: Int) -> JSONStreamError {
    let error = JSONStreamError(
      syntaxError: JSONSyntaxError(kind, at: place.offset &+ offset),
      location: place.location(of: offset, in: rest[...]),
      pointer: JSONPointer(tokens: sink.open.compactMap(\.token)))
    failure = error
    return error
  }
}
