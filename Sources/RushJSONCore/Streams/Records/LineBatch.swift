// Lines that are indexed together.
//
//   chunk    {"a":1}␊{"a":2}␊{"a":3}␊{"a│":4}␊
//            └────── a batch ───────┘
//   offsets  0 1 3 4 6  8 9 11 …             one call of the block kernel for all lines
//            └ ShortText ┘└ ShortText …      each read by the fast pass alone
//
// Making a tokenizer, a copy and offsets for each line would cost more than reading it. A line that is not JSON
// may end within a string, so the offsets of the lines after it are not known to be right. These are read one by
// one up to the end of the batch.

internal import _RushJSONShims

/// A copy of some lines of a chunk, and the offsets of their tokens.
///
/// Memory: 116 KB, from the first line on.
@safe
struct LineBatch: ~Copyable {
  /// The most bytes of a batch.
  private static var capacity: Int { 1 << 14 }
  private static var before: Int { 64 }
  private static var after: Int { 128 }
  private static var offsetsStart: Int { before &+ capacity &+ after }
  private static var resultsStart: Int { offsetsStart &+ 4 &* (capacity &+ after) }

  // Invariant: room for the text and its offsets, with what `ShortText.index` needs around them, and for results.
  private var memory: UnsafeMutableRawPointer?
  /// The bounds of the lines in the chunk.
  private var start = 0
  private var end = 0
  // Invariant: from `next` on are the offsets of the lines that were not read, and then eight times that of the end.
  private var next: UnsafePointer<UInt32>
  /// Whether the offsets are right.
  private var isIndexed = false

  init() {
    unsafe memory = nil
    unsafe next = UnsafePointer(bitPattern: 64).unsafelyUnwrapped
  }

  deinit { unsafe rush_free(memory) }

  /// Room for what a reader makes of a line, as much as `rush_short_memory` has.
  /// Invariant: there is an indexed line.
  var results: UnsafeMutableRawPointer { unsafe memory.unsafelyUnwrapped + Self.resultsStart }

  /// Forgets the chunk.
  mutating func removeAll() { end = 0 }

  /// Leaves the rest of the lines to be read alone.
  mutating func abandon() { isIndexed = false }

  /// Whether the batch contains the line that begins at `lower`, which is not before its first line.
  @inline(__always)
  func contains(_ lower: Int) -> Bool { lower < end }

  /// The line with the given bounds, which the batch contains. `nil` if its offsets are not known to be right.
  @inline(__always)
  mutating func line(_ lower: Int, _ upper: Int) -> ShortText? {
    if !isIndexed { return nil }
    // Tokens of lines that were read alone.
    if unsafe Int(next.pointee) < lower &- start { _ = skip(to: lower) }
    let count = skip(to: upper)
    let text = unsafe UnsafeRawBufferPointer(
      start: memory.unsafelyUnwrapped + (Self.before &+ lower &- start), count: upper &- lower)
    return unsafe ShortText(text, at: lower &- start, offsets: next - count, count: count)
  }

  /// Moves to the offset of the first token at `upper` or after it. Returns how many are before it.
  @inline(__always)
  private mutating func skip(to upper: Int) -> Int {
    // Invariant: the offset of the end, which is not below the bound, follows the others eight times.
    let count = unsafe Int(rush_count_below(next, UInt32(truncatingIfNeeded: upper &- start)))
    unsafe next += count
    return count
  }

  /// Begins a batch with the line from `lower` to `lineEnd`.
  mutating func index(_ chunk: ArraySlice<UInt8>, from lower: Int, lineEnd: Int) {
    start = lower
    isIndexed = false
    let longest = min(chunk.endIndex, lower &+ Self.capacity)
    end = lineEnd &+ 1
    if end > longest { return }
    if let feed = chunk[end..<longest].lastIndex(of: .lineFeed) { end = feed &+ 1 }
    let memory = unsafe memory ?? allocate()
    let offsets = unsafe (memory + Self.offsetsStart).assumingMemoryBound(to: UInt32.self)
    let count = unsafe chunk[start..<end].withUnsafeBytes {
      unsafe ShortText.index($0, copyingTo: memory + Self.before, offsets: offsets)
    }
    unsafe next = UnsafePointer(offsets)
    isIndexed = count != nil
  }

  private mutating func allocate() -> UnsafeMutableRawPointer {
    let size = Self.resultsStart &+ Int(rush_short_size_of_results)
    let new: UnsafeMutablePointer<UInt8> = unsafe reallocate(nil, capacity: size)
    unsafe memory = UnsafeMutableRawPointer(new)
    return UnsafeMutableRawPointer(new)
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
  @exclusivity(unchecked)
  private var spare = DocumentStorage.Spare(isKept: true)

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

  override func text(_ options: JSONReadingOptions) -> ShortText? { line(options) }

  @inline(__always)
  private func line(_ options: JSONReadingOptions) -> ShortText? {
    let (start, end) = unsafe (reader.lineStart, reader.lineEnd)
    if unsafe !isLine || !ShortText.isShort(end &- start, options) { return nil }
    if unsafe !batch.contains(start) { newBatch() }
    return unsafe batch.line(start, end)
  }

  @inline(never)
  private func newBatch() {
    unsafe batch.index(reader.chunk, from: reader.lineStart, lineEnd: reader.lineEnd)
  }

  override func storage(_ options: JSONReadingOptions) -> DocumentStorage? {
    guard let text = line(options) else { return nil }
    // Invariant: the results belong to the text.
    return unsafe DocumentStorage.reading(text, options, inMemory: batch.results, reusing: &spare)
  }

  override func shortTree(_ options: JSONReadingOptions) -> RawJSON? {
    guard let text = line(options) else { return nil }
    // Invariant: as above.
    return unsafe RawJSON(text, options, inMemory: batch.results)
  }

  /// Adds a document of the line that was read.
  package func pack(into documents: inout PackedDocuments) throws(JSONStreamError) {
    let options = documents.options
    // Invariant: as above.
    if let text = line(options), unsafe documents.add(text, inMemory: batch.results) { return }
    documents.add(try makeAlone { try $0.document(options: options) })
  }

  override func abandonText() { unsafe batch.abandon() }
}
