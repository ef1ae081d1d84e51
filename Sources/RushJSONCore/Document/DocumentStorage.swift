// What all views of a document share: the text, the tape, and the indexes of large objects.

internal import _RushJSONShims

/// Memory for one unescaped string, which the next one uses again.
///
/// It may be used from any thread: what a thread has taken, no other one can take.
@usableFromInline
@safe
struct SpareBytes: Sendable {
  // Invariant: the word is 0, or the address of a block that belongs to it. A block begins with its
  // capacity, in `header` bytes, and then has as many bytes.
  let word: AtomicWord?

  private static var header: Int { 16 }

  /// Longer blocks are not kept.
  private static var longest: Int { 1 << 16 }

  /// The unescaped form of `count` bytes that the grammar has accepted. `keep` takes it back.
  @usableFromInline
  func unescape(_ start: UnsafeRawPointer, _ count: Int, leniencies: JSONLeniencies)
    -> UnsafeMutableRawBufferPointer
  {
    let output = unsafe room(for: count)
    // Invariant: unescaping never makes a string longer.
    let length = unsafe Escape.unescape(
      UnsafeRawBufferPointer(start: start, count: count),
      into: UnsafeMutableBufferPointer(
        start: output.assumingMemoryBound(to: UInt8.self), count: count), leniencies: leniencies)
    return unsafe UnsafeMutableRawBufferPointer(start: output, count: length)
  }

  private func room(for count: Int) -> UnsafeMutableRawPointer {
    if let block = unsafe UnsafeMutableRawPointer(bitPattern: word?.exchange(0) ?? 0) {
      if unsafe block.load(as: Int.self) >= count { return unsafe block + SpareBytes.header }
      unsafe rush_free(block)
    }
    let capacity = max(count, min(2 &* count, SpareBytes.longest), 256)
    let memory: UnsafeMutablePointer<UInt8> = unsafe reallocate(
      nil, capacity: SpareBytes.header &+ capacity)
    let block = UnsafeMutableRawPointer(memory)
    unsafe block.storeBytes(of: capacity, as: Int.self)
    return unsafe block + SpareBytes.header
  }

  /// Takes back what `unescape` has returned.
  @usableFromInline
  func keep(_ bytes: UnsafeMutableRawBufferPointer) {
    // Invariant: the bytes are those of a block, which nothing else uses.
    let block = unsafe bytes.baseAddress.unsafelyUnwrapped - SpareBytes.header
    guard let word, unsafe block.load(as: Int.self) <= SpareBytes.longest else {
      return unsafe rush_free(block)
    }
    let other = word.exchange(UInt(bitPattern: block))
    if other != 0 { unsafe rush_free(UnsafeMutableRawPointer(bitPattern: other)) }
  }

  /// Frees the memory. Invariant: nothing uses it any more.
  func free() {
    if let block = word?.loadAcquiring(), block != 0 {
      unsafe rush_free(UnsafeMutableRawPointer(bitPattern: block))
    }
  }
}

/// A text and its tape. Immutable once views refer to it, so these may be used from any thread.
@usableFromInline
@safe
final class DocumentStorage: @unchecked Sendable {
  // Invariant: both buffers stay in place and unchanged while the storage lives. `owner` keeps the text
  // alive. The storage owns the tape, unless it was lent. A tape that it owns has room for one more
  // record, whose first two words are those of `firstIndex` and `spareBytes`. Otherwise `firstIndex`
  // uses the lender's word, and `spareBytes` has no word.
  @exclusivity(unchecked)
  @usableFromInline private(set) var text: UnsafeRawBufferPointer
  @exclusivity(unchecked)
  @usableFromInline private(set) var records: UnsafePointer<TapeRecord>
  @exclusivity(unchecked)
  @usableFromInline private(set) var recordCount: Int
  @usableFromInline let options: JSONReadingOptions
  /// The index of the first large object with a look-up; those of other objects are below it.
  let firstIndex: AtomicReference<MemberIndex>
  /// Memory for cursors.
  @usableFromInline let spareBytes: SpareBytes
  private let owner: TextOwner
  /// Whether the storage frees the tape. Otherwise the tape belongs to its creator.
  private let ownsTape: Bool

  /// Parses `text`, which `owner` keeps alive.
  init(
    _ text: UnsafeRawBufferPointer, owner: TextOwner, options: JSONReadingOptions,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow,
    maximumRecords: Int = TapeSink.maximumRecords
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options, kernel: kernel, window: window)
    let tape = tokenizer.makeTape(maximumRecords: maximumRecords)
    if let failure = tokenizer.failure(of: tape) {
      unsafe rush_free(tape.records)
      throw failure
    }
    unsafe self.text = text
    unsafe recordCount = tape.recordCount
    unsafe records = UnsafePointer(tape.finish())
    self.options = options
    self.owner = owner
    ownsTape = true
    (firstIndex, spareBytes) = unsafe DocumentStorage.words(after: recordCount, records)
  }

  static let empty = DocumentStorage()

  private init() {
    unsafe text = UnsafeRawBufferPointer(start: nil, count: 0)
    unsafe recordCount = 0
    unsafe records = UnsafePointer(TapeBuffer(capacity: 1).records)
    options = .strict
    owner = .nothing
    ownsTape = true
    (firstIndex, spareBytes) = unsafe DocumentStorage.words(after: recordCount, records)
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
    if let failure = tokenizer.failure(of: sink) { throw failure }
    unsafe self.text = text
    unsafe recordCount = sink.recordCount
    unsafe records = UnsafePointer(sink.records)
    options = tokenizer.options
    owner = .nothing
    ownsTape = false
    firstIndex = AtomicReference(in: index)
    spareBytes = SpareBytes(word: nil)
  }

  /// Parses another text of the same `tokenizer` into the same tape, for the only owner of this storage.
  /// Returns `false`, and does nothing, if the storage owns its tape.
  func renew(lendingTextOf tokenizer: inout Tokenizer, tape: inout TapeBuffer)
    throws(JSONSyntaxError) -> Bool
  {
    if ownsTape { return false }
    let sink = tokenizer.makeTape(reusing: tape)
    tape = sink.keep()
    if let failure = tokenizer.failure(of: sink) { throw failure }
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
    self.owner = .object(owner)
    ownsTape = true
    (firstIndex, spareBytes) = unsafe DocumentStorage.words(after: recordCount, self.records)
  }

  deinit {
    guard ownsTape else { return }
    firstIndex.release()
    spareBytes.free()
    unsafe rush_free(UnsafeMutableRawPointer(mutating: records))
  }

  /// A reference that is not set and memory that is not allocated, in the words after the records of a tape.
  private static func words(after count: Int, _ records: UnsafePointer<TapeRecord>)
    -> (AtomicReference<MemberIndex>, SpareBytes)
  {
    // Invariant: there is room for one more record, which is at least two words.
    let words = unsafe UnsafeMutableRawPointer(mutating: records + count)
      .assumingMemoryBound(to: UInt.self)
    unsafe words.initialize(repeating: 0, count: 2)
    return unsafe (
      AtomicReference(in: AtomicWord(at: words)), SpareBytes(word: AtomicWord(at: words + 1))
    )
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

/// The owner of the bytes of a text. It keeps them in place and unchanged.
package enum TextOwner: Sendable {
  /// The bytes outlive the document.
  case nothing
  case array([UInt8])
  case contiguousArray(ContiguousArray<UInt8>)
  case slice(ArraySlice<UInt8>)
  case object(any AnyObject & Sendable)
  #if !hasFeature(Embedded)
    case value(any Sendable)
  #endif
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
