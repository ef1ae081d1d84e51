// The tape of one value at a pointer of a text longer than 2 KiB, without its siblings.
//
//   text    {"statuses": [ … ], "search_metadata": {"max_id": 1, "count": 100, … }}
//           tokens      blocks  tokens                           value   blocks
//
//   tape    object · name "search_metadata" · object · name "count" · integer 100
//
// A decoder finds the value as on the whole tape, and errors have the same offsets. Other values are checked and
// skipped: small ones by the fast pass, in a window of a few hundred bytes, large ones by the skip kernel. This reads
// plain texts only. With an error, a missing value, a leniency or an escape in a name, the whole tape is made.

internal import _RushJSONShims

@safe
struct PointerTape: ~Copyable {
  // Invariant: the caller keeps the text and the memory during the reading.
  private let text: CheckedBytes
  private let memory: ShortText.Memory
  /// The options, with the levels that the containers around the current value leave.
  private var options: JSONReadingOptions
  private var sink: TapeSink
  /// For skipping.
  private var tokenizer: Tokenizer

  /// The number of containers around the current value, and a bit for each, 1 for an object.
  private var depth = 0
  private var kinds: UInt64 = 0
  /// The offset of the window, and the numbers of its bytes and tokens.
  private var start = 0
  private var size = 0
  private var count = 0
  /// The next token of the window.
  private var next = 0
  /// The number of skipped values, and of those that took the whole grammar.
  private var skipped = 0
  private var slowValues = 0

  /// The size of a window in bytes.
  private static var window: Int { 768 }
  /// The most values that may be skipped. Making the tape of many small ones takes less time.
  private static var maximumSkipped: Int { 256 }
  /// The most skipped values that may take the whole grammar.
  private static var maximumSlowValues: Int { 64 }

  /// Whether this may read the value at `pointer` of `text`.
  static func isPossible(
    _ text: CheckedBytes, at pointer: JSONPointer, _ options: JSONReadingOptions
  ) -> Bool {
    text.count > ShortText.capacity && text.count <= options.maximumLength
      && !pointer.isEmpty && pointer.tokens.count < min(64, options.maximumDepth)
      && options.duplicateNames == .keepFirst && options.allowFastPass
      && !LenientIndexer.isNeeded(for: options.leniencies)
  }

  /// Reads the value at a pointer. Returns the tape, whose memory is that of `buffer`, and whether it was read.
  /// Otherwise the whole text must be read.
  static func read(
    _ text: CheckedBytes, at pointer: JSONPointer, _ options: JSONReadingOptions,
    memory: ShortText.Memory, reusing buffer: TapeBuffer
  ) -> (tape: TapeSink, isRead: Bool) {
    var tape = unsafe PointerTape(text, memory, options, buffer)
    let isRead = tape.read(pointer)
    return (tape.sink, isRead)
  }

  private init(
    _ text: CheckedBytes, _ memory: ShortText.Memory, _ options: JSONReadingOptions,
    _ buffer: TapeBuffer
  ) {
    assert(text.count > ShortText.capacity)
    unsafe (self.text, self.memory) = (text, memory)
    self.options = options
    sink = TapeSink(text, kernel: .fastest, reusing: buffer)
    tokenizer = Tokenizer(
      text, indexer: OffsetIndexer(atEndOf: text, kernel: .fastest), isPadded: false,
      options: options, kernel: .fastest)
  }

  private mutating func read(_ pointer: JSONPointer) -> Bool {
    guard load(at: 0) else { return false }
    for token in pointer.tokens {
      if next >= count, !reload() { return false }
      let isObject = byte(next) == .openBrace
      guard isObject || byte(next) == .openBracket else { return false }
      assert(depth < 63, "a container inside this one has a bit, too")
      if isObject { kinds |= 1 &<< UInt64(depth) }
      depth += 1
      options.maximumDepth -= 1
      let isFound = isObject ? findMember(token) : findElement(token)
      guard isFound else { return false }
    }
    var reader = reader(at: nextOffset, options)
    guard let end = reader.runValue(&sink) else { return false }
    for _ in 0..<depth { _ = sink.endContainer(at: 0) }
    return isEnd(end)
  }

  // MARK: - The window

  /// Indexes the text from an offset on, which is between two tokens.
  private mutating func load(at offset: Int) -> Bool {
    assert(offset >= 0 && offset <= text.count)
    var end = min(offset &+ Self.window, text.count)
    // Not inside a sequence of UTF-8.
    while end < text.count && end > offset && text[end] & 0xc0 == 0x80 { end &-= 1 }
    let bytes = CheckedBytes(rebasing: text[offset..<end])
    assert(bytes.count <= ShortText.capacity)
    let offsets = unsafe ShortText.offsets(in: memory)
    guard let found = ShortText.index(bytes, copyingTo: copy, offsets: offsets), found > 0
    else { return false }
    assert(found <= bytes.count)
    (start, size, count, next) = (offset, bytes.count, found, 0)
    return true
  }

  private var offsets: CheckedView<UInt32> {
    unsafe CheckedView(ShortText.offsets(in: memory))
  }
  private var copy: CheckedPointer<UInt8> { unsafe ShortText.copy(in: memory) }

  /// The byte of a token; a space after the last one.
  private func byte(_ token: Int) -> UInt8 {
    assert(token >= 0 && token < count &+ 8, "eight offsets follow the last token")
    return copy[Int(offsets[token])]
  }

  /// The offset of a token in the text.
  private func offset(_ token: Int) -> Int {
    assert(token >= 0 && token < count)
    return start &+ Int(offsets[token])
  }

  /// The offset of the next token, or of the end of the window after the last one.
  private var nextOffset: Int { next < count ? offset(next) : start &+ size }

  /// Whether `"name":` and the first token of a value are in the window.
  private var hasName: Bool {
    next &+ 3 < count && byte(next) == .quote && byte(next &+ 1) == .quote
      && byte(next &+ 2) == .colon
  }

  /// Loads the window from the next token on, unless it begins there.
  private mutating func reload() -> Bool {
    nextOffset > start && load(at: nextOffset)
  }

  // MARK: - Steps

  /// Moves from an object to the value of the first member with a name.
  private mutating func findMember(_ name: String) -> Bool {
    // A name with canonical equivalents needs the whole tape.
    if name.mayHaveEquivalents { return false }
    sink.beginObject(at: offset(next))
    next += 1
    while true {
      if !hasName {
        guard reload(), hasName else { return false }
      }
      let (from, to) = (offset(next) &+ 1, offset(next &+ 1))
      next += 3
      assert(from <= to && to < text.count)
      let bytes = CheckedBytes(rebasing: text[from..<to])
      if bytes.elementsEqual(name.utf8) {
        guard sink.reserve(tokens: 2) else { return false }
        sink.name(at: from, length: to &- from, hasEscapes: false)
        return true
      }
      guard skipValue(), next < count, byte(next) == .comma else { return false }
      next += 1
    }
  }

  /// Moves from an array to an element.
  private mutating func findElement(_ token: String) -> Bool {
    guard let position = JSONPointer.index(of: token), position <= Self.maximumSkipped else {
      return false
    }
    sink.beginArray(at: offset(next))
    next += 1
    for _ in 0..<position {
      if next >= count, !reload() { return false }
      guard skipValue(), next < count, byte(next) == .comma, sink.reserve(tokens: 2) else {
        return false
      }
      next += 1
      // In place of the element, so that positions are those of the text.
      sink.null(at: 0)
    }
    return sink.reserve(tokens: 2)
  }

  /// Skips the value at the next token. Returns whether it is plain, and then `next` is the token after it.
  private mutating func skipValue() -> Bool {
    skipped += 1
    if next >= count || skipped > Self.maximumSkipped { return false }
    var validating = ValidatingSink(.fastest)
    let end = offsets + count
    let progress = GrammarProgress(
      cursor: TokenCursor(next: offsets + next, end: end, window: 0))
    var pass = FastPass(
      CheckedView(copy).bytes(size), isPadded: true, options: options, progress: progress)
    pass.read(&validating)
    // A value that the window cuts has no token after it.
    if pass.progress.state == .afterValue && pass.progress.depth == 0
      && pass.progress.cursor.next < end
    {
      next = pass.progress.cursor.next - offsets
      return true
    }
    let at = offset(next)
    // In a window of its own, most values are whole.
    if !isContainer, at > start { return load(at: at) && skipValue() }
    guard let after = skipLarge(at) else { return false }
    return load(at: after)
  }

  private var isContainer: Bool { byte(next) == .openBrace || byte(next) == .openBracket }

  /// The offset of the token after a value that no window holds, or `nil` if it is refused. Starting the whole grammar
  /// costs as much as reading some kilobytes, so this refuses all but a few scalars.
  private mutating func skipLarge(_ at: Int) -> Int? {
    assert(at >= 0 && at < text.count)
    let c = text[at]
    let isObject = c == .openBrace
    if !isObject, c != .openBracket {
      slowValues += 1
      if slowValues > Self.maximumSlowValues { return nil }
      var validating = ValidatingSink(.fastest)
      var reader = reader(at: at, options)
      return reader.runValue(&validating)
    }
    return skip(
      from: at &+ 1, isObject ? .firstName : .firstElement, depth: depth &+ 1,
      kinds: isObject ? kinds | 1 &<< UInt64(depth) : kinds, floor: depth)
  }

  /// Skips until no more than `floor` of `depth` containers are open: by blocks up to something rare, and then by
  /// tokens. Returns an offset between the last of these tokens and the next one.
  private mutating func skip(
    from offset: Int, _ state: GrammarState, depth: Int, kinds: UInt64, floor: Int
  ) -> Int? {
    assert(depth > floor && depth <= 64)
    tokenizer.progress.depth = depth
    tokenizer.progress.state = state
    tokenizer.progress.inObject = kinds &>> UInt64(depth &- 1) & 1 != 0
    var (kinds, lines) = ([kinds], CountedLines())
    assert(offset <= text.count)
    let rest = CheckedBytes(rebasing: text[offset...])
    let used = tokenizer.skip(rest, floor: floor, open: &kinds, lines: &lines).used
    assert(used >= 0 && used <= rest.count)
    let progress = tokenizer.progress
    if progress.depth == floor { return offset &+ used }
    var validating = ValidatingSink(.fastest)
    for level in floor..<progress.depth {
      if kinds[level / 64] &>> UInt64(level % 64) & 1 != 0 {
        validating.beginObject(at: 0)
      } else {
        validating.beginArray(at: 0)
      }
    }
    var options = tokenizer.options
    options.maximumDepth -= floor
    var reader = reader(at: offset &+ used, options)
    return reader.runValue(
      &validating, from: progress.state, depth: progress.depth &- floor,
      inObject: progress.inObject)
  }

  // MARK: - The value and the end

  /// A tokenizer that begins at an offset between two tokens.
  private func reader(at offset: Int, _ options: JSONReadingOptions) -> Tokenizer {
    assert(offset >= 0 && offset <= text.count)
    return Tokenizer(
      text, indexer: OffsetIndexer(text, from: offset, kernel: .fastest), isPadded: false,
      options: options, kernel: .fastest)
  }

  /// Whether the rest of the text is plain, and ends the containers around the value.
  private mutating func isEnd(_ offset: Int) -> Bool {
    guard
      let end = skip(from: offset, .afterValue, depth: depth, kinds: kinds, floor: 0)
    else { return false }
    assert(end <= text.count)
    return text[end...].allSatisfy(\.isSpace)
  }
}
