// Lines that are indexed and read together.
//
//   chunk    {"a":1}␊{"a":2}␊{"a":3}␊{"a│":4}␊
//            └────── a batch ───────┘
//   offsets  0 1 3 4 6  8 9 11 …             one call of the block kernel for all lines
//   tape     [ { a 1  [ { a 2  [ …           one call of the fast pass for those that it reads
//            └ TapedText
//
// Making a tokenizer, a copy, offsets and a tape for each line would cost more than reading it. The pass does not know
// where lines end: it reads one text after the other. A line consists of one text if the text has all tokens of the line.
// A line that the pass does not read becomes a `ShortText` with offsets of the batch. A line that is not JSON may end
// within a string, so the offsets of the lines after it are not known to be right. These are read one by one up to the
// end of the batch.

internal import _RushJSONShims

/// A copy of some lines of a chunk, and the offsets of their tokens.
///
/// Memory: 132 KB, from the first line on. Documents share 58 KB of it.
@safe
struct LineBatch: ~Copyable {
  /// The most bytes of a batch.
  private static var capacity: Int { 1 << 14 }
  private static var before: Int { 64 }
  private static var after: Int { 128 }
  private static var resultsStart: Int { before &+ capacity &+ after }
  private static var size: Int { resultsStart &+ 16 &* mostRecords }
  private static var endsStart: Int { 4 &* (capacity &+ after) }
  private static var scratchSize: Int { endsStart &+ 8 &* mostTexts }
  /// The most tokens and texts that are read together. A short text has no more tokens.
  private static var mostTokens: Int { ShortText.capacity }
  private static var mostTexts: Int { 512 }
  private static var mostRecords: Int { mostTokens &+ mostTexts &+ 16 }

  // Invariant: if there is memory, room for the text with what `ShortText.index` needs around it, and for the records
  // of the texts. Only the batch writes there. Each document that refers to it retains `owner`.
  private var memory: UnsafeMutableRawPointer?
  private var owner: TextOwner.Box?
  // Invariant: if there is memory, room for the offsets and for the ends of texts.
  private var scratch: UnsafeMutableRawPointer?
  /// The bounds of the lines in the chunk.
  private var start = 0
  private var end = 0
  // Invariant: from `next` to `last` are the offsets of the lines that were not read, and then eight times that of the
  // end.
  private var next: UnsafePointer<UInt32>
  private var last: UnsafePointer<UInt32>
  /// Where the pass stops: after the last whole line that it has room for.
  private var stop: UnsafePointer<UInt32>
  /// Whether the offsets are right.
  private var isIndexed = false

  // Invariant: from `texts` to `textsEnd` are the ends of texts that were read and not taken. The first
  // one begins at `next`, and its records at `records`.
  private var texts: UnsafePointer<TextSequence.End>
  private var textsEnd: UnsafePointer<TextSequence.End>
  private var records: UnsafeMutablePointer<TapeRecord>
  private var maximumDepth = 0
  private var leniencies: JSONReadingOptions.Leniencies = []
  /// How often the pass read no text at all.
  private var failures = 0

  private var spare = DocumentStorage.Spare()
  private var sharing = TapeSharing()
  /// Whether a document may refer to the memory.
  private var isShared = false

  init() {
    // Invariant: nothing is read before `index` has set the addresses.
    unsafe (memory, scratch) = (nil, nil)
    unsafe (next, last, stop) = (Self.nowhere(), Self.nowhere(), Self.nowhere())
    unsafe (texts, textsEnd) = (Self.nowhere(), Self.nowhere())
    unsafe records = UnsafeMutablePointer(mutating: Self.nowhere())
  }

  deinit { unsafe rush_free(scratch) }

  private static func nowhere<T>() -> UnsafePointer<T> {
    unsafe UnsafePointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// Room for what a reader makes of a line, as much as `rush_short_memory` has.
  /// Invariant: `short` has returned a line.
  var results: UnsafeMutableRawPointer { unsafe memory.unsafelyUnwrapped + Self.resultsStart }

  /// Forgets the chunk.
  mutating func removeAll() { end = 0 }

  /// Leaves the rest of the lines to be read alone.
  mutating func abandon() { isIndexed = false }

  /// Whether the batch contains the line that begins at `lower`, which is not before its first line.
  @inline(__always)
  func contains(_ lower: Int) -> Bool { lower < end }

  /// Whether texts have been read and not taken.
  @inline(__always)
  private var hasTexts: Bool { unsafe texts < textsEnd }

  /// The text and the tape of the line with the given bounds, which the batch contains. `nil` if it must be read
  /// alone. Valid until the next call.
  @inline(__always)
  mutating func taped(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions) -> TapedText? {
    if !isIndexed || !ShortText.isPlain(upper &- lower, options) { return nil }
    if let taped = readTogether(lower, upper, options) { return taped }
    return tapedAlone(lower, upper, options)
  }

  @inline(never)
  private mutating func tapedAlone(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> TapedText?
  {
    // Invariant: the results have room for as many tokens as a short text has.
    unsafe short(lower, upper, options)?.tape(options, inMemory: results)
  }

  /// The storage of a document of that text, or `nil` if it must be read alone. It shares the memory of the batch, or
  /// has a copy.
  @inline(__always)
  mutating func storage(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> DocumentStorage?
  {
    if !isIndexed || !ShortText.isPlain(upper &- lower, options) { return nil }
    let together = readTogether(lower, upper, options)
    guard let taped = together ?? tapedAlone(lower, upper, options) else { return nil }
    // The next line that is read alone is written over one that was.
    if together == nil || !sharing.isShared {
      return DocumentStorage.copying(taped, options: options, reusing: &spare)
    }
    isShared = true
    if let storage = spare.shared(by: taped) { return storage }
    return DocumentStorage.sharing(taped, keptBy: owner, options: options, reusing: &spare)
  }

  /// Prepares the memory for other records. Documents that are kept keep the memory, too, so there is a new one then.
  @inline(__always)
  private mutating func makeWritable() { if isShared { endSharing() } }

  @inline(never)
  private mutating func endSharing() {
    isShared = false
    spare.removeAll()
    if isKnownUniquelyReferenced(&owner) { return }
    sharing.noteKept()
    // Other threads may release the documents during the copy.
    let kept = owner
    guard let old = unsafe memory else { return }
    let new = unsafe newMemory()
    // Lines that were not read keep their offsets.
    unsafe new.copyMemory(from: old, byteCount: Self.resultsStart)
    extendLifetime(kept)
  }

  /// The text and the tape of a line, if the pass has read a text that is this line and no more.
  @inline(__always)
  private mutating func readTogether(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions)
    -> TapedText?
  {
    let first = UInt32(truncatingIfNeeded: lower &- start)
    let end = UInt32(truncatingIfNeeded: upper &- start)
    // Texts of lines that were read alone.
    while unsafe next.pointee < first && hasTexts { takeText() }
    let isOther = maximumDepth != options.maximumDepth || leniencies != options.leniencies
    if !hasTexts || isOther {
      if !readTexts(from: lower, options) { return nil }
    }
    // Invariant: there is a text, and a token before its end.
    let token = unsafe texts.pointee
    if unsafe next.pointee != first || token[-1] >= end || token.pointee < end { return nil }
    let records = unsafe self.records
    takeText()
    return unsafe TapedText(
      text: text(lower, upper), records: records, recordCount: self.records - records)
  }

  /// The line with the given bounds, which the batch contains, as a text. `nil` if it must be read alone.
  @inline(__always)
  mutating func short(_ lower: Int, _ upper: Int, _ options: JSONReadingOptions) -> ShortText? {
    if !isIndexed || !ShortText.isShort(upper &- lower, options) { return nil }
    // The records of other texts may be overwritten.
    unsafe texts = textsEnd
    makeWritable()
    skipTokens(before: lower)
    let offsets = unsafe next
    skipTokens(before: upper)
    return unsafe ShortText(
      text(lower, upper), at: lower &- start, offsets: offsets, count: next - offsets)
  }

  /// Moves to the next text. Invariant: there is a text.
  @inline(__always)
  private mutating func takeText() {
    unsafe (next, records) = (texts.pointee, records + (1 &+ records[1].distance))
    unsafe texts += 1
  }

  /// Reads texts from the line at `lower` on, as many as fit. Returns whether there is one.
  @inline(never)
  private mutating func readTexts(from lower: Int, _ options: JSONReadingOptions) -> Bool {
    unsafe texts = textsEnd
    if failures > 1 { return false }
    skipTokens(before: lower)
    if unsafe stop <= next { findStop() }
    if unsafe stop <= next { return false }
    makeWritable()
    sharing.beginTape()
    let lines = unsafe text(start, self.end)
    let ends = unsafe (scratch.unsafelyUnwrapped + Self.endsStart).assumingMemoryBound(
      to: TextSequence.End.self)
    var sequence = unsafe TextSequence(endsTo: ends, capacity: Self.mostTexts)
    let capacity = Self.mostRecords
    unsafe records = results.bindMemory(to: TapeRecord.self, capacity: capacity)
    var sink = unsafe TapeSink(
      lines, kernel: .fastest, reusing: TapeBuffer(records: records, capacity: capacity))
    let first = unsafe Int(next.pointee)
    var pass = unsafe FastPass(
      lines.baseAddress.unsafelyUnwrapped + first, count: lines.count &- first, isPadded: true,
      options: options,
      progress: GrammarProgress(cursor: TokenCursor(next: next, end: stop, window: 0 &- first)))
    pass.read(&sink, &sequence)
    (maximumDepth, leniencies) = (options.maximumDepth, options.leniencies)
    unsafe (texts, textsEnd) = (UnsafePointer(ends), UnsafePointer(sequence.next))
    failures = hasTexts ? 0 : failures &+ 1
    return hasTexts
  }

  private mutating func findStop() {
    unsafe stop = last
    if unsafe stop - next <= Self.mostTokens { return }
    unsafe stop = next + Self.mostTokens
    let before = unsafe text(start, start &+ Int(stop.pointee))
    let feed = unsafe before.lastIndex(of: .lineFeed) ?? 0
    while unsafe stop > next && stop[-1] > feed { unsafe stop -= 1 }
  }

  /// The copy of a part of the chunk. Invariant: the batch contains it.
  @inline(__always)
  private func text(_ lower: Int, _ upper: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: memory.unsafelyUnwrapped + (Self.before &+ lower &- start), count: upper &- lower)
  }

  /// Moves to the first token at `upper` or after it.
  @inline(__always)
  private mutating func skipTokens(before upper: Int) {
    // Invariant: the offset of the end, which is not below the bound, follows the others eight times.
    unsafe next += Int(rush_count_below(next, UInt32(truncatingIfNeeded: upper &- start)))
  }

  /// Begins a batch with the line from `lower` to `lineEnd`.
  mutating func index(_ chunk: ArraySlice<UInt8>, from lower: Int, lineEnd: Int) {
    start = lower
    isIndexed = false
    let longest = min(chunk.endIndex, lower &+ Self.capacity)
    end = lineEnd &+ 1
    if end > longest { return }
    if let feed = chunk[end..<longest].lastIndex(of: .lineFeed) { end = feed &+ 1 }
    makeWritable()
    let memory = unsafe memory ?? newMemory()
    let offsets = unsafe (scratch ?? newScratch()).assumingMemoryBound(to: UInt32.self)
    let count = unsafe chunk[start..<end].withUnsafeBytes {
      unsafe ShortText.index($0, copyingTo: memory + Self.before, offsets: offsets)
    }
    unsafe next = UnsafePointer(offsets)
    unsafe (last, stop) = (next + (count ?? 0), next)
    unsafe texts = textsEnd
    failures = 0
    isIndexed = count != nil
  }

  private mutating func newMemory() -> UnsafeMutableRawPointer {
    let new = unsafe Self.allocate(Self.size)
    let bytes = unsafe UnsafeRawBufferPointer(start: new, count: Self.size)
    let owned = unsafe OwnedBytes(adopting: bytes) {
      unsafe rush_free(UnsafeMutableRawPointer(mutating: $0.baseAddress))
    }
    owner = TextOwner.Box(.object(owned))
    unsafe memory = unsafe new
    return unsafe new
  }

  private mutating func newScratch() -> UnsafeMutableRawPointer {
    let new = unsafe Self.allocate(Self.scratchSize)
    unsafe scratch = unsafe new
    return unsafe new
  }

  private static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    let new: UnsafeMutablePointer<UInt8> = unsafe reallocate(nil, capacity: count)
    return UnsafeMutableRawPointer(new)
  }
}

// MARK: - TapeSharing

/// Decides whether the documents of a stream share memory or have copies.
///
/// A document that is kept keeps this memory, and all documents beside it. After a tape whose documents are kept, the
/// documents of the next 1, 2, 4, 8 … tapes are copies. So at most 1 + log₂ *n* of *n* tapes are kept.
struct TapeSharing {
  /// Whether the documents of the current tape share its memory.
  private(set) var isShared = true
  private var copies = 0
  private var next = 1

  mutating func beginTape() {
    isShared = copies == 0
    if !isShared { copies &-= 1 }
  }

  /// Notes that a document of the current tape is kept.
  mutating func noteKept() {
    copies = next
    next = min(2 &* next, 1 << 30)
  }
}

// MARK: - LinePump

/// A pump of lines, which ordinary lines leave in batches.
package final class LinePump: RecordPump {
  @exclusivity(unchecked)
  private var reader: JSONRecord.LineReader
  @exclusivity(unchecked)
  private var batch = LineBatch()
  /// The record that was read, if it is not the line that the reader has found.
  @exclusivity(unchecked)
  private var record = JSONRecord.none
  @exclusivity(unchecked)
  private var isLine = false

  package init(
    _ reader: JSONRecord.LineReader, policy: JSONRecord.FailurePolicy, maximumTotal: Int = .max
  ) {
    unsafe self.reader = reader
    super.init(policy: policy, maximumTotal: maximumTotal)
  }

  package override func feed(_ bytes: ArraySlice<UInt8>) {
    unsafe batch.removeAll()
    unsafe reader.feed(bytes)
  }
  package override func finish() { unsafe reader.finish() }
  override var currentLine: Int? { linesPassed &+ 1 }
  /// The number of lines that have ended.
  package var linesPassed: Int { unsafe reader.linesPassed }

  override func read() throws(JSONStreamError) -> Bool {
    unsafe isLine = reader.findLine()
    if unsafe isLine { return true }
    return try readOther()
  }

  @inline(never)
  private func readOther() throws(JSONStreamError) -> Bool {
    do throws(JSONStreamError) {
      guard let record = try unsafe reader.nextOther() else { return false }
      unsafe self.record = record
      return true
    } catch {
      // Nobody reads a line that is too long, so it may end within a string.
      abandonText()
      throw error
    }
  }

  package override func takeRecord() -> JSONRecord {
    if unsafe isLine { return unsafe reader.foundLine }
    // Not kept, so that its chunk is freed.
    defer { unsafe record = .none }
    return unsafe record
  }

  override func taped(_ options: JSONReadingOptions) -> TapedText? {
    if !prepareBatch(options) { return nil }
    return unsafe batch.taped(reader.lineStart, reader.lineEnd, options)
  }

  /// Whether the record is a line of the batch. A short line begins one if it must.
  @inline(__always)
  private func prepareBatch(_ options: JSONReadingOptions) -> Bool {
    if unsafe !isLine || isInUse { return false }
    let (start, end) = unsafe (reader.lineStart, reader.lineEnd)
    if unsafe batch.contains(start) { return true }
    if !ShortText.isShort(end &- start, options) { return false }
    newBatch()
    return true
  }

  @inline(never)
  private func newBatch() {
    unsafe batch.index(reader.chunk, from: reader.lineStart, lineEnd: reader.lineEnd)
  }

  override func storage(_ options: JSONReadingOptions) -> DocumentStorage? {
    if !prepareBatch(options) { return nil }
    return unsafe batch.storage(reader.lineStart, reader.lineEnd, options)
  }

  override func shortTree(_ options: JSONReadingOptions) -> RawJSON? {
    guard prepareBatch(options),
      let line = unsafe batch.short(reader.lineStart, reader.lineEnd, options)
    else { return nil }
    // Invariant: the results belong to the line.
    return unsafe RawJSON(line, options, inMemory: batch.results)
  }

  /// Adds a document of the line that was read.
  package func pack(into documents: inout PackedDocuments) throws(JSONStreamError) {
    let options = documents.options
    if let taped = taped(options) { return documents.add(taped) }
    let document = try makeAlone { try $0.document(options: options) }
    withExtendedLifetime(document) { documents.add(document.storage.taped) }
  }

  override func abandonText() { unsafe batch.abandon() }
}
