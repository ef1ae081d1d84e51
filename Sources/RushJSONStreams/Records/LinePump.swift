package import RushJSONCore

/// A pump of lines, which passes on ordinary lines in batches.
package final class LinePump: RecordPump {
  @exclusivity(unchecked)
  private var reader: JSONRecord.LineReader
  @exclusivity(unchecked)
  private var batch = RecordBatch()
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

  /// Begins another stream, with the memory of the last one.
  package func begin(_ reader: JSONRecord.LineReader) {
    unsafe batch.removeAll()
    unsafe self.reader = reader
    isEnded = false
  }

  package override func feed(_ bytes: ArraySlice<UInt8>) {
    unsafe batch.removeAll()
    unsafe reader.feed(bytes)
  }
  package override func finish() { unsafe reader.finish() }
  override var currentLine: Int? { linesPassed &+ 1 }
  /// The number of lines that have ended.
  package override var linesPassed: Int { unsafe reader.linesPassed }

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
    inBatch(options) { $0.taped($1, $2, options) }
  }

  override func taken(_ options: JSONReadingOptions) -> JSONDocument? {
    let line = linesPassed
    return inBatch(options) { $0.document($1, $2, options, line: line) }
  }

  override func shortTree(_ options: JSONReadingOptions) -> RawJSON? {
    inBatch(options) { $0.tree($1, $2, options) }
  }

  /// Calls `read` with the bounds of the line in the batch. Begins a batch for a short line that is in none.
  @inline(__always)
  private func inBatch<T>(
    _ options: JSONReadingOptions, _ read: (inout RecordBatch, Int, Int) -> T?
  ) -> T? {
    if unsafe !isLine || isInUse { return nil }
    assert(unsafe reader.lineStart < reader.lineEnd)
    assert(unsafe reader.lineStart >= reader.chunk.startIndex)
    assert(unsafe reader.lineEnd <= reader.chunk.endIndex)
    if let result = unsafe read(&batch, reader.lineStart, reader.lineEnd) { return result }
    if !beginBatch(options) { return nil }
    return unsafe read(&batch, reader.lineStart, reader.lineEnd)
  }

  /// Begins a batch with the line that was read, if no batch contains it and it is short.
  @inline(never)
  private func beginBatch(_ options: JSONReadingOptions) -> Bool {
    let (start, end) = unsafe (reader.lineStart, reader.lineEnd)
    if unsafe batch.contains(start) || !RecordBatch.mayBegin(with: end &- start, options) {
      return false
    }
    unsafe batch.index(reader.chunk, from: start, lineEnd: end)
    return true
  }

  override func abandonText() { unsafe batch.abandon() }
}
