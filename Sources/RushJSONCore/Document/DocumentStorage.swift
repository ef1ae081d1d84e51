// What all views of one document share: the text, the tape, and the indexes of large objects.

internal import Synchronization
internal import _RushJSONShims

/// A text and its tape. Immutable, so views may be used from any thread.
@usableFromInline
@safe
final class DocumentStorage: @unchecked Sendable {
  // Invariant: both buffers stay in place and unchanged while the storage lives. The text is kept
  // by `owner`; the tape is ours.
  @usableFromInline
  let text: UnsafeRawBufferPointer
  @usableFromInline
  let records: UnsafePointer<TapeRecord>
  @usableFromInline
  let recordCount: Int
  let options: JSONReadingOptions
  /// The index of the large object that was first asked for a name; those of the others are below it.
  private let firstIndex = AtomicLazyReference<MemberIndex>()
  private let owner: any Sendable
  /// Whether the tape is ours; else it belongs to whoever made the storage.
  private let ownsTape: Bool

  /// Parses `text`, which `owner` keeps.
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
    recordCount = tape.recordCount
    unsafe records = UnsafePointer(tape.finish())
    self.options = options
    self.owner = owner
    ownsTape = true
  }

  /// A document without a value.
  static let empty = DocumentStorage()

  private init() {
    unsafe text = UnsafeRawBufferPointer(start: nil, count: 0)
    recordCount = 0
    unsafe records = UnsafePointer(TapeBuffer(capacity: 1).records)
    options = .strict
    owner = ()
    ownsTape = true
  }

  /// Parses the text of `tokenizer`, which the caller keeps, into a tape that the caller keeps too.
  /// `tape` is what is there and what there is in the end, also if the text is refused.
  init(lendingTextOf tokenizer: inout Tokenizer, tape: inout TapeBuffer) throws(JSONSyntaxError) {
    let text = unsafe tokenizer.text
    let sink = tokenizer.makeTape(reusing: tape)
    tape = sink.keep()
    if let failure = tokenizer.failure { throw failure }
    unsafe self.text = text
    recordCount = sink.recordCount
    unsafe records = UnsafePointer(sink.records)
    options = tokenizer.options
    owner = ()
    ownsTape = false
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
    recordCount = records.count
    let copy: UnsafeMutablePointer<TapeRecord> = unsafe reallocate(nil, capacity: recordCount)
    // Invariant: there is room for as many records, and the source has at least one.
    unsafe copy.update(from: records.baseAddress.unsafelyUnwrapped, count: recordCount)
    unsafe self.records = UnsafePointer(copy)
    self.options = options
    self.owner = owner
    ownsTape = true
  }

  deinit { if ownsTape { unsafe rush_free(UnsafeMutableRawPointer(mutating: records)) } }

  /// The record at `index`.
  ///
  /// Invariant: `index` is less than `recordCount`; it comes from the tape itself.
  @inlinable
  func record(_ index: Int) -> TapeRecord { unsafe records[index] }

  /// The index of the members of the object at `object`.
  func memberIndex(of object: Int) -> MemberIndex {
    let first =
      firstIndex.load() ?? firstIndex.storeIfNil(MemberIndex(of: object, in: self))
    return first.index(of: object, in: self)
  }

  /// How many indexes a look-up may pass on its way to that of its object.
  var indexDepth: Int { firstIndex.load()?.depth ?? 0 }

  /// A string's or name's bytes between the quotes, escapes and all.
  func rawBytes(_ record: TapeRecord) -> UnsafeRawBufferPointer {
    // Invariant: the record's offset and length are those of a string of the text.
    unsafe UnsafeRawBufferPointer(
      rebasing: text[record.offset..<record.offset &+ record.length])
  }
}

/// Bytes that were copied for a document, or taken over by it.
@safe
final class OwnedBytes: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let deallocator: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes over `bytes`.
  init(
    adopting bytes: UnsafeRawBufferPointer,
    deallocator: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    unsafe self.bytes = bytes
    unsafe self.deallocator = unsafe deallocator
  }

  /// Copies `bytes`.
  convenience init(copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyMemory(from: bytes)
    unsafe self.init(adopting: UnsafeRawBufferPointer(copy)) { unsafe $0.deallocate() }
  }

  deinit { unsafe deallocator(bytes) }
}
