package import RushJSONCore

/// A pump of elements, which passes on short elements in batches.
package final class ElementPump: RecordPump {
  @exclusivity(unchecked)
  private var reader: JSONRecord.ElementReader
  /// The element that was read, if it is not the one that the reader has found in a batch.
  private var record: JSONRecord?

  package init(
    _ reader: consuming JSONRecord.ElementReader, policy: JSONRecord.FailurePolicy
  ) {
    unsafe self.reader = reader
    super.init(policy: policy)
  }

  /// Begins anew at a place, with the memory of the last part.
  package func begin(at place: ElementPlace) {
    unsafe reader.restart(at: place)
    record = nil
    isEnded = false
  }

  /// The number of elements of the container that have begun.
  package var elementCount: Int { unsafe reader.elementCount }
  package var openLevels: Int { unsafe reader.openLevels }

  package override func feed(_ bytes: ArraySlice<UInt8>) { unsafe reader.feed(bytes) }
  package override func finish() { unsafe reader.finish() }

  override func read() throws(JSONStreamError) -> Bool {
    if unsafe !isInUse && reader.findElement() { return true }
    return try readAlone()
  }

  @inline(never)
  private func readAlone() throws(JSONStreamError) -> Bool {
    unsafe reader.leaveBatch()
    record = try unsafe reader.nextAlone()
    return record != nil
  }

  package override func takeRecord() -> JSONRecord {
    // Not kept, so that its memory is freed.
    if let record = record.take() { return record }
    return unsafe reader.foundElement
  }

  override func taped(_ options: JSONReadingOptions) -> TapedText? {
    record == nil ? unsafe reader.batches.batch.elementTape(options) : nil
  }

  override func taken(_ options: JSONReadingOptions) -> JSONDocument? {
    record == nil ? unsafe reader.batches.batch.elementDocument(options) : nil
  }

  override func shortTree(_ options: JSONReadingOptions) -> RawJSON? {
    record == nil ? unsafe reader.batches.batch.elementTree(options) : nil
  }
}
