/// A pump of lines, which ordinary lines leave in batches.
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
