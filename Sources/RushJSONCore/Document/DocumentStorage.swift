// What all views of a document share: the text, the tape, and the indexes of large objects.

internal import _RushJSONShims

/// A text and its tape. Immutable once views refer to it, so these may be used from any thread.
@usableFromInline
@safe
final class DocumentStorage: @unchecked Sendable {
  // Invariant: both buffers stay in place and unchanged while the storage lives. `owner` keeps the text
  // alive. The storage owns the tape, unless it was lent. A tape that it owns has room for one more
  // record, the first word of which is that of `firstIndex`. Otherwise the word is the lender's.
  @exclusivity(unchecked)
  @usableFromInline private(set) var text: UnsafeRawBufferPointer
  @exclusivity(unchecked)
  @usableFromInline private(set) var records: UnsafePointer<TapeRecord>
  @exclusivity(unchecked)
  @usableFromInline private(set) var recordCount: Int
  let options: JSONReadingOptions
  /// The index of the first large object with a look-up; those of other objects are below it.
  let firstIndex: AtomicReference<MemberIndex>
  private let owner: any Sendable
  /// Whether the storage frees the tape. Otherwise the tape belongs to its creator.
  private let ownsTape: Bool

  /// Parses `text`, which `owner` keeps alive.
  init(
    _ text: UnsafeRawBufferPointer, owner: any Sendable, options: JSONReadingOptions,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow,
    maximumRecords: Int = TapeSink.maximumRecords
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options, kernel: kernel, window: window)
    let tape = tokenizer.makeTape(maximumRecords: maximumRecords)
    if let failure = tokenizer.failure {
      unsafe rush_free(tape.records)
      throw failure
    }
    unsafe self.text = text
    unsafe recordCount = tape.recordCount
    unsafe records = UnsafePointer(tape.finish())
    self.options = options
    self.owner = owner
    ownsTape = true
    firstIndex = unsafe DocumentStorage.index(after: recordCount, records)
  }

  static let empty = DocumentStorage()

  private init() {
    unsafe text = UnsafeRawBufferPointer(start: nil, count: 0)
    unsafe recordCount = 0
    unsafe records = UnsafePointer(TapeBuffer(capacity: 1).records)
    options = .strict
    owner = ()
    ownsTape = true
    firstIndex = unsafe DocumentStorage.index(after: recordCount, records)
  }

  /// Parses the text of `tokenizer` into `tape`; the caller keeps both alive, and `index`, which is 0.
  /// It releases the reference in `index` once nothing refers to the document.
  ///
  /// The tape may grow. `tape` is its memory afterwards, even if the text is refused.
  init(lendingTextOf tokenizer: inout Tokenizer, tape: inout TapeBuffer, index: AtomicWord)
    throws(JSONSyntaxError)
  {
    let text = unsafe tokenizer.text
    let sink = tokenizer.makeTape(reusing: tape)
    tape = sink.keep()
    if let failure = tokenizer.failure { throw failure }
    unsafe self.text = text
    unsafe recordCount = sink.recordCount
    unsafe records = UnsafePointer(sink.records)
    options = tokenizer.options
    owner = ()
    ownsTape = false
    firstIndex = AtomicReference(in: index)
  }

  /// Parses another text of the same `tokenizer` into the same tape, for the only owner of this storage.
  /// Returns `false`, and does nothing, if the storage owns its tape.
  func renew(lendingTextOf tokenizer: inout Tokenizer, tape: inout TapeBuffer)
    throws(JSONSyntaxError) -> Bool
  {
    if ownsTape { return false }
    let sink = tokenizer.makeTape(reusing: tape)
    tape = sink.keep()
    if let failure = tokenizer.failure { throw failure }
    unsafe text = tokenizer.text
    unsafe recordCount = sink.recordCount
    unsafe records = UnsafePointer(sink.records)
    return true
  }

  /// A copy that owns its text and its tape.
  convenience init(copying other: DocumentStorage) {
    unsafe self.init(
      copying: UnsafeBufferPointer(start: other.records, count: other.recordCount), other.text,
      options: other.options)
  }

  /// A document of copies of records and of the bytes that they refer to.
  init(
    copying records: UnsafeBufferPointer<TapeRecord>, _ text: UnsafeRawBufferPointer,
    options: JSONReadingOptions
  ) {
    let owner = unsafe OwnedBytes(copying: text)
    unsafe self.text = owner.bytes
    unsafe recordCount = records.count
    let copy: UnsafeMutablePointer<TapeRecord> = unsafe reallocate(
      nil, capacity: recordCount &+ 1)
    // Invariant: there is room for as many records, and the source has at least one.
    unsafe copy.update(from: records.baseAddress.unsafelyUnwrapped, count: recordCount)
    unsafe self.records = UnsafePointer(copy)
    self.options = options
    self.owner = owner
    ownsTape = true
    firstIndex = unsafe DocumentStorage.index(after: recordCount, self.records)
  }

  deinit {
    guard ownsTape else { return }
    firstIndex.release()
    unsafe rush_free(UnsafeMutableRawPointer(mutating: records))
  }

  /// A reference that is not set, in the word after the records of a tape.
  private static func index(after count: Int, _ records: UnsafePointer<TapeRecord>)
    -> AtomicReference<MemberIndex>
  {
    // Invariant: there is room for one more record.
    let word = unsafe UnsafeMutableRawPointer(mutating: records + count)
      .assumingMemoryBound(to: UInt.self)
    unsafe word.initialize(to: 0)
    return unsafe AtomicReference(in: AtomicWord(at: word))
  }

  /// The record at `index`.
  /// Invariant: `index` comes from the tape, so it is less than `recordCount`.
  @inlinable func record(_ index: Int) -> TapeRecord { unsafe records[index] }

  /// The indexes of the records of a container's children, and of what is inside them.
  func children(of container: Int) -> Range<Int> {
    let record = record(container)
    return container &+ 1..<container &+ record.distance
  }

  /// The bytes of a string or name between the quotes, with their escapes.
  func rawBytes(_ record: TapeRecord) -> UnsafeRawBufferPointer {
    // Invariant: the record's offset and length are those of a string in the text.
    unsafe UnsafeRawBufferPointer(rebasing: text[record.offset..<record.offset &+ record.length])
  }
}

/// Bytes that a document has copied or adopted.
@safe
final class OwnedBytes: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let deallocator: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Adopts `bytes`, and calls `deallocator` in the end.
  init(
    adopting bytes: UnsafeRawBufferPointer,
    deallocator: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    unsafe self.bytes = bytes
    unsafe self.deallocator = unsafe deallocator
  }

  convenience init(copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyMemory(from: bytes)
    unsafe self.init(adopting: UnsafeRawBufferPointer(copy)) { unsafe $0.deallocate() }
  }

  deinit { unsafe deallocator(bytes) }
}
