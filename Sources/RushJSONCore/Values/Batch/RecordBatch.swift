// Records that are indexed and read together: lines, elements of an array, values one after the other.
//
//   chunk    {"a":1}␊{"a":2}␊{"a":3}␊{"a│":4}␊
//            └────── a batch ───────┘
//   offsets  0 1 3 4 6  8 9 11 …             one call of the block kernel for all records
//   tape     [ { a 1  [ { a 2  [ …           one call of the fast pass for those that it reads
//            └ TapedText
//
// Making a tokenizer, a copy, offsets and a tape for each record would cost more than reading it. The pass does not know
// where lines end: it reads one text after the other. A line consists of one text if the text has all tokens of the line.
// A line that the pass does not read becomes a `ShortText` with offsets of the batch. A line that is not JSON may end
// within a string, so the offsets of the lines after it are not known to be right. These are read one by one up to the
// end of the batch.
//
// A pump makes a document or a typed value of the tape, without a record. Trees are made of a `ShortText` each.

internal import _RushJSONShims

/// A copy of some records of a chunk, and the offsets of their tokens.
///
/// Memory: 132 KB, from the first record on. Documents share 58 KB of it.
@safe
package struct RecordBatch: ~Copyable {
  /// The most bytes of a batch.
  private static var capacity: Int { 1 << 14 }
  private static var before: Int { 64 }
  private static var after: Int { 128 }
  private static var resultsStart: Int { before &+ capacity &+ after }
  private static var size: Int { resultsStart &+ 16 &* mostRecords }
  private static var endsStart: Int { 4 &* (capacity &+ after) }
  private static var scratchSize: Int {
    endsStart &+ MemoryLayout<TextSequence.End>.stride &* mostTexts
  }
  /// The most tokens and texts that are read together. A short text has no more tokens.
  private static var mostTokens: Int { ShortText.capacity }
  private static var mostTexts: Int { 512 }
  private static var mostRecords: Int { mostTokens &+ mostTexts &+ 16 }

  // Invariant: if there is memory, room for the text with what `ShortText.index` needs around it, and for the records
  // of the texts. Only the batch writes there.
  private var memory = TapeMemory(size: Self.size)
  // Invariant: if there is memory, room for the offsets and for the ends of texts.
  private var scratch: CheckedPointer<UInt8>?
  /// The bounds of the lines in the chunk.
  private var start = 0
  private var end = 0
  // Invariant: from `next` to `last` are the offsets of the lines that were not read, and then eight times that of the
  // end.
  private var next: CheckedView<UInt32>
  private var last: CheckedView<UInt32>
  /// Where the pass stops: after the last whole line that it has room for.
  private var stop: CheckedView<UInt32>
  /// Whether the offsets are right.
  private var isIndexed = false

  // Invariant: from `texts` to `textsEnd` are the ends of texts that were read and not taken. The first
  // one begins at `next`, and its records at `records`.
  private var texts: CheckedView<TextSequence.End>
  private var textsEnd: CheckedView<TextSequence.End>
  private var records: CheckedPointer<TapeRecord>
  private var maximumDepth = 0
  private var leniencies: JSONReadingOptions.Leniencies = []
  /// How often the pass read no text at all.
  private var failures = 0
  /// Whether texts have commas between them.
  private let hasCommas: Bool
  private var element = Element()
  /// Whether the tapes of elements are still in the memory.
  private var hasTapes = false
  /// The number of bytes before the token after the element.
  package private(set) var passed = 0

  package init(hasCommas: Bool = false) {
    self.hasCommas = hasCommas
    // Invariant: nothing is read before `index` has set the addresses.
    scratch = nil
    (next, last, stop) = (.nowhere, .nowhere, .nowhere)
    (texts, textsEnd) = (.nowhere, .nowhere)
    records = .nowhere
  }

  deinit { unsafe scratch?.free() }

  /// Room for what a reader makes of a line that is in the memory, as much as `rush_short_memory` has.
  private var results: CheckedPointer<UInt8> {
    // Invariant: there is memory if there are lines.
    unsafe memory.start.unsafelyUnwrapped + Self.resultsStart
  }

  /// Forgets the chunk.
  package mutating func removeAll() { end = 0 }

  /// Leaves the rest of the lines to be read alone.
  package mutating func abandon() { isIndexed = false }

  /// Whether the batch contains the line that begins at `lower`, which is not before its first line.
  // Mutating, so that no caller copies the batch for it.
  package mutating func contains(_ lower: Int) -> Bool { lower < end }

  /// Whether texts have been read and not taken.
  @inline(__always)
  private var hasTexts: Bool { texts < textsEnd }

  /// The text and the tape of the line with the given bounds. `nil` if the batch does not contain it, or it must be read
  /// alone. Valid until the next call.
  @inline(__always)
  package mutating func taped(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> TapedText?
  {
    if !isIndexed || lower >= end || !ShortText.isPlain(upper &- lower, options) { return nil }
    if let taped = readTogether(lower, upper, options) { return taped }
    return tapedAlone(lower, upper, options)
  }

  @inline(never)
  private mutating func tapedAlone(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> TapedText?
  {
    short(lower, upper, options)?.tape(options, inMemory: results)
  }

  /// A document of that text, or `nil` as above. It shares the memory of the batch, or has a copy.
  /// - Parameter line: The one-based line of the stream where the text begins.
  package mutating func document(
    _ lower: Int, _ upper: Int, _ options: JSONReadingOptions, line: Int = 1
  ) -> JSONDocument? {
    if !isIndexed || lower >= end || !ShortText.isPlain(upper &- lower, options) { return nil }
    let together = readTogether(lower, upper, options)
    guard let taped = together ?? tapedAlone(lower, upper, options) else { return nil }
    // The next line that is read alone is written over one that was.
    // Not by the document, which would count a reference.
    let storage = memory.storage(taped, options, mayShare: together != nil)
    storage.line = line
    return JSONDocument(storage)
  }

  /// A tree of that text, or `nil` as above.
  package mutating func tree(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions) -> RawJSON?
  {
    guard let line = short(lower, upper, options) else { return nil }
    return RawJSON(line, options, inMemory: results)
  }

  /// Makes the memory writable. Lines that were not read keep their offsets.
  @inline(__always)
  private mutating func makeWritable() { memory.makeWritable(keeping: Self.resultsStart) }

  /// The text and the tape of a line, if the pass has read a text that is this line and no more.
  @inline(__always)
  private mutating func readTogether(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> TapedText?
  {
    let first = UInt32(truncatingIfNeeded: lower &- start)
    let end = UInt32(truncatingIfNeeded: upper &- start)
    assert(lower >= start && lower <= upper && upper <= self.end)
    // Texts of lines that were read alone.
    while next.pointee < first && hasTexts { takeText() }
    let isOther = maximumDepth != options.maximumDepth || leniencies != options.leniencies
    if !hasTexts || isOther {
      if !readTexts(from: lower, options) { return nil }
    }
    let token = texts.pointee
    assert(hasTexts && token > next, "a text has a token")
    if next.pointee != first || token[-1] >= end || token.pointee < end { return nil }
    let records = self.records
    takeText()
    assert(self.records - records > DocumentStorage.rootIndex)
    return TapedText(
      text: text(lower, upper), records: CheckedView(records), recordCount: self.records - records)
  }

  /// The line with the given bounds as a text. `nil` if the batch does not contain it, or it must be read alone.
  @inline(__always)
  private mutating func short(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> ShortText?
  {
    if !isIndexed || lower >= end || !ShortText.isShort(upper &- lower, options) { return nil }
    assert(lower >= start && lower <= upper && upper <= end)
    // The records of other texts may be overwritten.
    texts = textsEnd
    makeWritable()
    skipTokens(before: lower)
    let offsets = next
    skipTokens(before: upper)
    assert(next - offsets <= ShortText.capacity, "there is room for their records")
    return ShortText(
      text(lower, upper), at: lower &- start, after: end &- upper &+ Self.after, offsets: offsets,
      count: next - offsets)
  }

  /// Moves to the next text. There must be one.
  @inline(__always)
  private mutating func takeText() {
    assert(hasTexts && texts.pointee > next)
    assert(!hasTapes || records.pointee.payload == 1, "a tape has one value")
    if hasTapes { records += 1 &+ records[1].distance }
    next = texts.pointee
    texts += 1
  }

  /// Reads texts from the line at `lower` on, as many as fit. Returns whether there is one.
  @inline(never)
  private mutating func readTexts(from lower: Int, _ options: JSONReadingOptions) -> Bool {
    texts = textsEnd
    if failures > 1 { return false }
    skipTokens(before: lower)
    if stop <= next { findStop() }
    return stop > next && readTexts(options)
  }

  /// Reads texts from `next` to `stop`, as many as fit. Returns whether there is one.
  private mutating func readTexts(_ options: JSONReadingOptions) -> Bool {
    assert(next <= stop && stop <= last && stop - next <= Self.mostTokens)
    makeWritable()
    memory.beginTape()
    let lines = text(start, end)
    let ends = unsafe scratch.unsafelyUnwrapped.part(
      TextSequence.End.self, capacity: Self.mostTexts, at: Self.endsStart)
    var sequence = TextSequence(
      endsTo: ends, capacity: Self.mostTexts, hasCommas: hasCommas)
    let capacity = Self.mostRecords
    records = unsafe results.part(TapeRecord.self, capacity: capacity, at: 0)
    var sink = TapeSink(
      lines, kernel: .fastest, reusing: TapeBuffer(records: records, capacity: capacity))
    let first = Int(next.pointee)
    assert(first <= lines.count)
    var pass = FastPass(
      CheckedBytes(rebasing: lines[first...]), isPadded: true, options: options,
      progress: GrammarProgress(cursor: TokenCursor(next: next, end: stop, window: 0 &- first)))
    pass.read(&sink, &sequence)
    assert(sink.records == records && sink.recordCount <= capacity)
    assert(sequence.next - ends <= Self.mostTexts)
    hasTapes = true
    (maximumDepth, leniencies) = (options.maximumDepth, options.leniencies)
    (texts, textsEnd) = (CheckedView(ends), CheckedView(sequence.next))
    failures = hasTexts ? 0 : failures &+ 1
    _checkInvariants()
    return hasTexts
  }

  private mutating func findStop() {
    assert(next <= last)
    stop = last
    if stop - next <= Self.mostTokens { return }
    stop = next + Self.mostTokens
    let before = text(start, start &+ Int(stop.pointee))
    let feed = before.lastIndex(of: .lineFeed) ?? 0
    while stop > next && stop[-1] > feed { stop -= 1 }
  }

  /// The copy of the chunk.
  // Invariant: there is memory if there are lines.
  private var copy: CheckedPointer<UInt8> {
    @inline(__always) get { unsafe memory.start.unsafelyUnwrapped + Self.before }
  }

  /// The copy of a part of the chunk. The batch must contain it.
  @inline(__always)
  private func text(_ lower: Int, _ upper: Int) -> CheckedBytes {
    assert(start <= lower && lower <= upper && upper &- start <= Self.capacity)
    return CheckedView(copy).bytes(upper &- lower, at: lower &- start)
  }

  /// Moves to the first token at `upper` or after it.
  @inline(__always)
  private mutating func skipTokens(before upper: Int) {
    // The offset of the end, which is not below the bound, follows the others eight times.
    assert(start <= upper && upper <= end)
    unsafe next += Int(
      rush_count_below(next.elements(8), UInt32(truncatingIfNeeded: upper &- start)))
    assert(next <= last)
  }

  /// Whether a line of `count` bytes may begin a batch.
  package static func mayBegin(with count: Int, _ options: JSONReadingOptions) -> Bool {
    ShortText.isShort(count, options)
  }

  /// Begins a batch with the line from `lower` to `lineEnd`.
  package mutating func index(_ chunk: ArraySlice<UInt8>, from lower: Int, lineEnd: Int) {
    start = lower
    isIndexed = false
    let longest = min(chunk.endIndex, lower &+ Self.capacity)
    end = lineEnd &+ 1
    if end > longest { return }
    if let feed = chunk[end..<longest].lastIndex(of: .lineFeed) { end = feed &+ 1 }
    index(chunk)
  }

  /// Copies and indexes the bytes from `start` to `end` of a chunk.
  private mutating func index(_ chunk: ArraySlice<UInt8>) {
    assert(start <= end && end &- start <= Self.capacity)
    makeWritable()
    let memory = memory.allocated()
    let offsets = unsafe (scratch ?? newScratch()).part(
      UInt32.self, capacity: Self.capacity &+ Self.after, at: 0)
    let count = chunk[start..<end].withCheckedBytes {
      ShortText.index($0, copyingTo: memory + Self.before, offsets: offsets)
    }
    assert((count ?? 0) <= end &- start)
    next = CheckedView(offsets)
    (last, stop) = (next + (count ?? 0), next)
    texts = textsEnd
    failures = 0
    isIndexed = count != nil
  }

  private mutating func newScratch() -> CheckedPointer<UInt8> {
    let new = unsafe CheckedPointer<UInt8>.reallocated(nil, capacity: Self.scratchSize)
    scratch = new
    return new
  }
}

// MARK: - Invariants

extension RecordBatch {
  /// Checks the texts and the tapes that wait, in builds with assertions: when they were read.
  private func _checkInvariants() { assert(invariantsHold()) }

  private func invariantsHold() -> Bool {
    memory._checkInvariants()
    assert(texts <= textsEnd && textsEnd - texts <= Self.mostTexts)
    if !hasTexts { return true }
    assert(scratch != nil && memory.start != nil)
    var text = texts
    var token = next
    var record = records
    let room = records
    while text < textsEnd {
      assert(token < text.pointee && text.pointee <= last, "texts are in order")
      token = text.pointee
      text += 1
      if !hasTapes { continue }
      assert(record.pointee.payload == 1 && record[1].distance > 0)
      record += 1 &+ record[1].distance
      assert(record - room <= Self.mostRecords)
    }
    return true
  }
}

// MARK: - Elements

// Elements of an array, or values one after the other. Only the pass knows where they end.
//
//   chunk     , {"a":1}, {"a":2} , {"a":3│}, …
//             └────────── a batch ───────┘
//   elements    └─────┘  └─────┘           the token after each one is in the batch, too
//   passed    └─────────────────┘          what the caller skips when it leaves the batch

extension RecordBatch {
  /// A text that the pass has read. Offsets count from the start of the batch.
  @safe
  fileprivate struct Element {
    var lower = 0
    var upper = 0
    // Invariant: `tokenCount` offsets, and `recordCount` records, or 0.
    var tokens: CheckedView<UInt32>
    var tokenCount = 0
    var records: CheckedView<TapeRecord>
    var recordCount = 0

    init() {
      (tokens, records) = (.nowhere, .nowhere)
    }
  }

  /// Begins a batch with the first bytes of `bytes`. Returns whether an element may begin it.
  /// - Parameter isAfterValue: Whether the last token was a value, so that a comma comes first if there are any.
  package mutating func indexElements(_ bytes: ArraySlice<UInt8>, isAfterValue: Bool) -> Bool {
    let longest = bytes.prefix(Self.capacity)
    start = longest.startIndex
    end = longest.endIndex &- incompleteTail(of: longest)
    passed = 0
    index(bytes)
    if !isIndexed || !hasCommas || !isAfterValue { return isIndexed }
    // The offset of the end, where there is a space, follows those of the tokens.
    assert(Int(next.pointee) <= end &- start)
    let first = text(start, end).load(at: Int(next.pointee), as: UInt8.self)
    next += 1
    return first == .comma
  }

  /// Moves to the next element of at most `maximumLength` bytes. Returns `false` if it must be read alone.
  @inline(__always)
  package mutating func findElement(maximumLength: Int, _ options: JSONReadingOptions) -> Bool {
    if !hasTexts, !readElements(options) { return false }
    assert(hasTexts)
    let after = texts.pointee - (hasCommas ? 1 : 0)
    let (lower, end) = (Int(next.pointee), Int(after.pointee))
    assert(next < after && lower < end)
    var upper = end
    // The element has a byte, which is no whitespace.
    while byte(upper &- 1) <= .space { upper &-= 1 }
    assert(lower < upper)
    // The pass checks no limit of strings.
    if upper &- lower > min(maximumLength, options.maximumStringLength) { return false }
    (element.lower, element.upper, passed) = (lower, upper, end)
    (element.tokens, element.tokenCount) = (next, after - next)
    element.records = CheckedView(records)
    takeText()
    element.recordCount = CheckedView(records) - element.records
    return true
  }

  /// Reads elements from `next` on. Returns whether there is one.
  @inline(never)
  private mutating func readElements(_ options: JSONReadingOptions) -> Bool {
    if !isIndexed { return false }
    stop = last - next > Self.mostTokens ? next + Self.mostTokens : last
    isIndexed = readTexts(options)
    if !isIndexed { return false }
    // An element that the end of the batch cuts is not read again.
    assert(hasTexts)
    isIndexed = stop < last || textsEnd - texts == Self.mostTexts
    // A number may continue after the batch.
    if !hasCommas && textsEnd[-1] == last { textsEnd -= 1 }
    return hasTexts
  }

  private func byte(_ offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < Self.capacity)
    return copy[offset]
  }

  /// The offset of the element in the batch.
  package var elementOffset: Int { element.lower }

  /// The offset in the batch of the element's last token, or of its first byte if it is a string.
  package var lastTokenOffset: Int {
    assert(element.tokenCount > 0)
    return byte(element.lower) == .quote
      ? element.lower : Int(element.tokens[element.tokenCount &- 1])
  }

  /// A copy of the element's bytes.
  package var elementBytes: [UInt8] { Array(elementText) }

  /// The bytes of the element. Valid until the next batch.
  private var elementText: CheckedBytes {
    text(start &+ element.lower, start &+ element.upper)
  }

  /// The text and the tape of the element, or `nil` if it must be read alone. Valid until the next element.
  /// - Parameter options: With the depth and the leniencies of those that it was read with.
  package func elementTape(_ options: JSONReadingOptions) -> TapedText? {
    if element.recordCount == 0 || !isRead(options) { return nil }
    assert(element.recordCount > DocumentStorage.rootIndex)
    return TapedText(
      text: elementText, records: element.records, recordCount: element.recordCount)
  }

  /// A document of the element, or `nil` if it must be read alone.
  package mutating func elementDocument(_ options: JSONReadingOptions) -> JSONDocument? {
    elementTape(options).map { JSONDocument(memory.storage($0, options, mayShare: true)) }
  }

  /// A tree of the element, or `nil` if it must be read alone. The tapes of all elements are lost.
  package mutating func elementTree(_ options: JSONReadingOptions) -> RawJSON? {
    let count = element.upper &- element.lower
    if !ShortText.isShort(count, options) || !isRead(options) { return nil }
    assert(element.tokenCount > 0 && element.tokenCount <= ShortText.capacity)
    makeWritable()
    hasTapes = false
    element.recordCount = 0
    return RawJSON(
      ShortText(
        elementText, at: element.lower, after: end &- start &- element.upper &+ Self.after,
        offsets: element.tokens, count: element.tokenCount),
      options, inMemory: results)
  }

  /// Whether a reader with these options accepts each element that the pass has accepted.
  private func isRead(_ options: JSONReadingOptions) -> Bool {
    ShortText.isPlain(element.upper &- element.lower, options)
      && options.maximumDepth >= maximumDepth
      && options.leniencies.refusesEscapedNull == leniencies.refusesEscapedNull
  }
}
