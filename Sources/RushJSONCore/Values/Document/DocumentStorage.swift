internal import _RushJSONShims

// What all views of a document share: the text, the tape, and the indexes of large objects.

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

// MARK: - LookUp

// Members by name: a scan of small objects, an index of large ones.

extension DocumentStorage {
  /// An object with at least this many members gets an index.
  static var indexedMembers: Int { 32 }

  /// The index of the record of a member's value, by the member's name.
  func member(named name: UnsafeRawBufferPointer, of object: Int) -> Int? {
    if record(object).count >= Self.indexedMembers {
      return unsafe indexedMember(named: name, of: object)
    }
    let children = children(of: object)
    var at = children.lowerBound
    var found: Int?
    while at < children.upperBound {
      if unsafe isEqual(record(at), name) {
        if options.duplicateNames != .lastWins { return at &+ 1 }
        found = at &+ 1
      }
      at &+= 1 &+ record(at &+ 1).distance
    }
    return found
  }

  /// Whether a member of an object, by the index of its value, is the one that a look-up of its name finds.
  func counts(_ value: Int, named name: TapeRecord, in object: Int) -> Bool {
    withUTF8(name) { utf8 in
      // Invariant: the bytes are valid during the call.
      unsafe utf8.withUnsafeBytes { unsafe member(named: $0, of: object) == value }
    }
  }

  private func indexedMember(named name: UnsafeRawBufferPointer, of object: Int) -> Int? {
    let table = memberIndex(of: object).table
    var slot = unsafe MemberIndex.hash(name) & (table.count &- 1)
    while table[slot] != 0 {
      let at = Int(table[slot])
      if unsafe isEqual(record(at), name) { return at &+ 1 }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    return nil
  }

  /// The index of the members of the object at `object`.
  func memberIndex(of object: Int) -> MemberIndex {
    let first = firstIndex.load() ?? firstIndex.storeIfNil(makeIndex(of: object))
    return first.index(of: object) { makeIndex(of: object) }
  }

  /// The number of indexes that a look-up may pass before it reaches that of its object.
  var indexDepth: Int { firstIndex.load()?.depth ?? 0 }

  private func makeIndex(of object: Int) -> MemberIndex {
    var capacity = 64
    while capacity < record(object).count &* 2 { capacity &*= 2 }
    var table = [UInt32](repeating: 0, count: capacity)
    let isLastWins = options.duplicateNames == .lastWins
    let children = children(of: object)
    var at = children.lowerBound
    var isUnique = true
    while at < children.upperBound {
      withUTF8(record(at)) { utf8 in
        unsafe utf8.withUnsafeBytes { bytes in
          var slot = unsafe MemberIndex.hash(bytes) & (capacity &- 1)
          while table[slot] != 0 {
            if unsafe isEqual(record(Int(table[slot])), bytes) {
              isUnique = false
              if !isLastWins { return }
              break
            }
            slot = (slot &+ 1) & (capacity &- 1)
          }
          // A document has fewer than 2³² records (see `TapeSink.maximumRecords`).
          table[slot] = UInt32(truncatingIfNeeded: at)
        }
      }
      at &+= 1 &+ record(at &+ 1).distance
    }
    return MemberIndex(object: object, table: table, isUnique: isUnique)
  }
}

// MARK: - MemberIndex

// Hash indexes of large objects, so that looking up every member of an object is not quadratic.
//
// A document is immutable and read from any thread without a lock. The first look-up in an object makes
// its index and publishes it by one atomic exchange. If two threads make it, one of the two is dropped.
//
// The indexes of a document form a tree. Three bits of a hash of the object's position lead from an
// index to one below it, the next three to one below that:
//
//   first index ─┬─ 0 ─→ index ─┬─ 5 ─→ index
//                └─ 3 ─→ index  └─ 6 ─→ index

/// From the names of one object to its values, and to the indexes of other objects.
final class MemberIndex: Sendable {
  /// The index of the object's record.
  let object: Int
  // Open addressing, at most half full. Each entry is the index of a name's record, or 0.
  let table: [UInt32]
  /// Whether no two members have the same name.
  let isUnique: Bool
  private let below = AtomicWords(count: 8)

  init(object: Int, table: [UInt32], isUnique: Bool) {
    self.object = object
    self.table = table
    self.isUnique = isUnique
  }

  deinit { for branch in 0..<8 { below(branch).release() } }

  /// The index on a branch, from 0 to 7.
  private func below(_ branch: Int) -> AtomicReference<MemberIndex> {
    AtomicReference(in: below[branch])
  }

  /// The index of the object at `object`: this one, one below it, or a new one from `make`.
  /// - Complexity: O(log *n*) on average in the objects that have an index, at most 22 steps.
  func index(of object: Int, make: () -> MemberIndex) -> MemberIndex {
    var index = self
    var made: MemberIndex?
    // An odd factor gives each object a different hash, so two objects part after at most 64 bits.
    var hash = UInt64(truncatingIfNeeded: object) &* 0x9e37_79b9_7f4a_7c15
    while index.object != object {
      let branch = Int(truncatingIfNeeded: hash &>> 61)
      hash &<<= 3
      if let next = index.below(branch).load() {
        index = next
        continue
      }
      let new = made ?? make()
      made = new
      // Another thread may have stored the index of another object here.
      index = index.below(branch).storeIfNil(new)
    }
    return index
  }

  /// The number of steps from this index to the deepest one.
  var depth: Int {
    var depth = 0
    for branch in 0..<8 {
      if let index = below(branch).load() { depth = max(depth, 1 &+ index.depth) }
    }
    return depth
  }

  // The standard library's hash is seeded per process, so no text can be made to collide.
  static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: name)
    return hasher.finalize()
  }
}
