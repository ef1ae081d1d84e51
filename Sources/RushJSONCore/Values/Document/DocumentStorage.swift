internal import _RushJSONShims

// All views of a document share its storage: the text, the tape, and the indexes of large objects.
//
// A document costs a constant number of allocations: the storage, the owner of its text, the offsets of one window, at
// most two for the tape, and memory for a cursor's strings. A text of up to 2 KiB costs one, which holds all of them. The
// first look-up by name in an object of 32 members or more makes its index.

/// The header of a storage. Its owner is counted by hand, so that freeing the header takes no call.
@usableFromInline
@safe
package struct DocumentHeader {
  @usableFromInline var text: CheckedBytes
  @usableFromInline var records: CheckedView<TapeRecord>
  @usableFromInline var recordCount: Int
  @usableFromInline let options: JSONReadingOptions
  /// The index of the first large object with a look-up; those of other objects are below it.
  let firstIndex: AtomicReference<MemberIndex>
  /// Memory for cursors.
  @usableFromInline let spareBytes: SpareBytes
  /// The owner of the text, if that is not the storage.
  let owner: Unmanaged<TextOwner.Box>?
  let tape: Tape
  /// The one-based line of the stream where the text begins. 1 for other texts, and if it is unknown.
  // After the tape, where it makes the header no larger.
  var line: UInt32 = 1

  /// The memory of the records.
  enum Tape {
    /// In memory that the storage frees.
    case owned
    /// After the header and followed by the text, or in the owner's memory.
    case kept
    /// In memory of the storage's creator.
    case lent
  }
}

/// A text and its tape. Immutable once views refer to it, so these may be used from any thread and are
/// `Sendable`.
///
/// A short text and its tape are in the same memory as the storage:
///
///     header │ two words │ record record … │ text │
@usableFromInline
@safe
package final class DocumentStorage: ManagedBuffer<DocumentHeader, TapeRecord> {
  // Invariant: text and records stay in place and unchanged while the storage lives. `owner` keeps the text
  // alive, and a tape that is shared. An owned tape has room for one more record after it, and a kept one directly
  // after the header, whose two words are those of `firstIndex` and `spareBytes`. Otherwise `firstIndex` uses the
  // lender's word, and `spareBytes` has no word.
  @inlinable @inline(__always)
  var info: UnsafeMutablePointer<DocumentHeader> {
    // Invariant: the memory lives as long as the object, which the caller keeps alive. Unlike `header`, this
    // does not check for exclusive access.
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  @inlinable var text: CheckedBytes { unsafe info.pointee.text }
  @inlinable var records: CheckedView<TapeRecord> { unsafe info.pointee.records }
  @inlinable var recordCount: Int { unsafe info.pointee.recordCount }
  @inlinable package var options: JSONReadingOptions { unsafe info.pointee.options }
  @inlinable var spareBytes: SpareBytes { unsafe info.pointee.spareBytes }
  var firstIndex: AtomicReference<MemberIndex> { unsafe info.pointee.firstIndex }
  /// The line of the stream where the text begins. Set by what makes the document, before anything else refers to it.
  @inline(__always)
  package var line: Int {
    get { unsafe Int(info.pointee.line) }
    set { unsafe info.pointee.line = UInt32(clamping: newValue) }
  }

  @inline(__always)
  static func storage(
    capacity: Int, _ header: (DocumentStorage) -> DocumentHeader
  ) -> DocumentStorage {
    let storage = DocumentStorage.make(capacity: capacity) {
      // Invariant: `make` makes an instance of the class that it is called on.
      unsafe header(unsafeDowncast($0, to: DocumentStorage.self))
    }
    return unsafe unsafeDowncast(storage, to: DocumentStorage.self)
  }

  /// A document of the text, and of records in memory that the storage frees, with room for one more.
  private static func owning(
    _ records: CheckedPointer<TapeRecord>, count: Int, _ text: CheckedBytes,
    owner: TextOwner, options: JSONReadingOptions
  ) -> DocumentStorage {
    storage(capacity: 0) { _ in
      let (firstIndex, spareBytes) = words(at: records + count)
      return unsafe DocumentHeader(
        text: text, records: CheckedView(records), recordCount: count, options: options,
        firstIndex: firstIndex,
        spareBytes: spareBytes, owner: owner.retained, tape: .owned)
    }
  }

  /// Parses an array or a slice, which `owner` keeps alive. A short text is copied instead.
  @inline(__always)
  static func parsing<Bytes: Collection<UInt8>>(
    _ bytes: Bytes, owner: @autoclosure () -> TextOwner, options: JSONReadingOptions
  ) throws(JSONSyntaxError) -> DocumentStorage {
    if ShortText.isShort(bytes.count, options) {
      let storage = bytes.withContiguousStorageIfAvailable {
        unsafe short(CheckedBytes($0), options)
      }
      if let storage = storage ?? nil { return storage }
    }
    return try parsingLong(bytes, owner: owner(), options: options)
  }

  /// Parses an array or a slice, which `owner` keeps alive, or a copy where its bytes are not known to last.
  @inline(__always)
  static func parsingLong<Bytes: Collection<UInt8>>(
    _ bytes: Bytes, owner: @autoclosure () -> TextOwner, options: JSONReadingOptions,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow,
    maximumRecords: Int = TapeSink.maximumRecords
  ) throws(JSONSyntaxError) -> DocumentStorage {
    if let text = LastingBytes.of(bytes) {
      return try parsingLong(
        text, owner: owner(), options: options, kernel: kernel, window: window,
        maximumRecords: maximumRecords)
    }
    let copy = OwnedBytes(copying: bytes)
    return try parsingLong(
      copy.bytes, owner: .object(copy), options: options, kernel: kernel, window: window,
      maximumRecords: maximumRecords)
  }

  /// Parses a copy of `text`.
  static func parsing(copyOf text: CheckedBytes, options: JSONReadingOptions)
    throws(JSONSyntaxError) -> DocumentStorage
  {
    if ShortText.isShort(text.count, options), let storage = short(text, options) {
      return storage
    }
    return try parsingLong(copyOf: text, options: options)
  }

  static func parsingLong(copyOf text: CheckedBytes, options: JSONReadingOptions)
    throws(JSONSyntaxError) -> DocumentStorage
  {
    let owner = OwnedBytes(copying: text)
    return try parsingLong(owner.bytes, owner: .object(owner), options: options)
  }

  /// Parses `text`, which `owner` keeps alive.
  @inline(never)
  static func parsingLong(
    _ text: CheckedBytes, owner: TextOwner, options: JSONReadingOptions,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow,
    maximumRecords: Int = TapeSink.maximumRecords
  ) throws(JSONSyntaxError) -> DocumentStorage {
    var tokenizer = Tokenizer(text, options: options, kernel: kernel, window: window)
    let tape = tokenizer.makeTape(maximumRecords: maximumRecords)
    if let failure = tokenizer.failure(of: tape) {
      unsafe tape.records.free()
      throw failure
    }
    let count = tape.recordCount
    return owning(
      tape.finish(), count: count, text, owner: owner, options: options)
  }

  /// Reads a short text in memory on the stack, and copies it and its records behind the header. Returns `nil`
  /// for a text that is not JSON.
  @inline(never)
  private static func short(
    _ text: CheckedBytes, _ options: JSONReadingOptions
  ) -> DocumentStorage? {
    @safe
    struct Call {
      let text: CheckedBytes
      let options: JSONReadingOptions
      var storage: DocumentStorage?
    }
    var call = Call(text: text, options: options)
    unsafe withUnsafeMutablePointer(to: &call) { call in
      unsafe rush_with_short_memory(
        { memory, context in
          // Invariant: both have addresses, and the context is the call above.
          let memory = unsafe memory.unsafelyUnwrapped
          let call = unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Call.self)
          unsafe call.pointee.storage = DocumentStorage.short(
            call.pointee.text, call.pointee.options, memory)
        }, call)
    }
    return call.storage
  }

  @inline(__always)
  private static func short(
    _ text: CheckedBytes, _ options: JSONReadingOptions,
    _ memory: ShortText.Memory
  ) -> DocumentStorage? {
    guard let short = unsafe ShortText(copying: text, to: memory),
      let taped = unsafe short.tape(options, inMemory: ShortText.results(in: memory))
    else { return nil }
    return copying(taped, options: options)
  }

  package static var empty: DocumentStorage {
    owning(
      TapeBuffer(capacity: 1).records, count: 0,
      CheckedBytes(), owner: .nothing, options: .strict)
  }

  /// A document of a text and a tape that the caller keeps alive, and `index`, which is 0. The caller releases
  /// the reference in `index` after the last reference to the document.
  static func lending(_ taped: TapedText, options: JSONReadingOptions, index: AtomicWord)
    -> DocumentStorage
  {
    assert(index.loadRelaxed() == 0)
    return storage(capacity: 0) { _ in
      unsafe DocumentHeader(
        text: taped.text, records: taped.records, recordCount: taped.recordCount, options: options,
        firstIndex: AtomicReference(in: index),
        spareBytes: SpareBytes(word: nil), owner: nil, tape: .lent)
    }
  }

  /// Changes to another text and tape with the same options and index, for the only owner of this storage.
  /// Returns `false`, and does nothing, if the tape is not lent.
  func lend(_ taped: TapedText) -> Bool {
    if unsafe info.pointee.tape != .lent { return false }
    refer(to: taped)
    return true
  }

  @inline(__always)
  func refer(to taped: TapedText) {
    let root = DocumentStorage.rootIndex
    assert(taped.recordCount == root &+ taped.records[root].distance, "one value")
    unsafe info.pointee.text = taped.text
    unsafe info.pointee.recordCount = taped.recordCount
    unsafe info.pointee.records = taped.records
  }

  /// A document of copies of a text and its records, in the storage's own memory.
  static func copying(_ taped: TapedText, options: JSONReadingOptions, capacity: Int = 0)
    -> DocumentStorage
  {
    assert(taped.recordCount >= 0 && capacity >= 0)
    return storage(capacity: max(capacity, size(of: taped))) {
      let records = $0.recordsInside
      let (firstIndex, spareBytes) = words(at: records - 1)
      return unsafe DocumentHeader(
        text: $0.copy(taped), records: CheckedView(records), recordCount: taped.recordCount,
        options: options, firstIndex: firstIndex, spareBytes: spareBytes, owner: nil, tape: .kept)
    }
  }

  /// The number of records whose memory holds two words, those of the text, and the text.
  @inline(__always)
  static func size(of taped: TapedText) -> Int {
    let stride = MemoryLayout<TapeRecord>.stride
    return taped.recordCount &+ 1 &+ (taped.text.count &+ stride &- 1) / stride
  }

  /// The records in the storage's own memory, which has room for one before them.
  var recordsInside: CheckedPointer<TapeRecord> {
    unsafe withUnsafeMutablePointerToElements { unsafe CheckedPointer($0, room: capacity) + 1 }
  }

  /// Copies records and a text into the storage's own memory, which has room. Returns the copy of the text.
  @inline(__always)
  func copy(_ taped: TapedText) -> CheckedBytes {
    let records = recordsInside
    records.update(from: taped.records, count: taped.recordCount)
    let end = records + taped.recordCount
    let rest = capacity &- (end - records &+ 1)
    let bytes = unsafe CheckedPointer<UInt8>(
      end.assuming(UInt8.self).address, room: rest &* MemoryLayout<TapeRecord>.stride)
    bytes.copy(taped.text)
    return unsafe CheckedBytes(start: bytes.address, count: taped.text.count)
  }

  /// A copy that owns its text and its tape.
  static func copying(_ other: DocumentStorage) -> DocumentStorage {
    let copy = copying(other.taped, options: other.options)
    copy.line = other.line
    return copy
  }

  deinit {
    let header = unsafe info.pointee
    assert(unsafe header.tape != .lent || header.owner == nil)
    if header.tape == .lent { return }
    removeParts()
    unsafe header.owner?.release()
    if header.tape == .owned {
      unsafe rush_free(UnsafeMutableRawPointer(mutating: header.records.address))
    }
  }

  /// Frees the index and the memory for cursors. No references to them may remain.
  @inline(__always)
  func removeParts() {
    firstIndex.remove()
    spareBytes.remove()
  }

  /// A reference that is not set and memory that is not allocated, in two words in place of a record.
  /// Invariant: the record is part of the storage's memory and no other one uses it.
  @inline(__always)
  static func words(at record: CheckedPointer<TapeRecord>)
    -> (AtomicReference<MemberIndex>, SpareBytes)
  {
    let words = unsafe record.assuming(UInt.self)
    words.initialize(repeating: 0, count: 2)
    return unsafe (
      AtomicReference(in: AtomicWord(at: words.checked(1))),
      SpareBytes(word: AtomicWord(at: words.checked(1, at: 1)))
    )
  }

  /// The text and its records, which the storage keeps.
  var taped: TapedText { TapedText(text: text, records: records, recordCount: recordCount) }

  /// The record at `index`, which comes from the tape.
  @inlinable
  package func record(_ index: Int) -> TapeRecord {
    assert(index >= 0 && index < recordCount)
    return records[index]
  }

  /// The indexes of all records inside a container.
  @inlinable
  package func children(of container: Int) -> Range<Int> {
    let record = record(container)
    assert(record.isContainer && container &+ record.distance <= recordCount)
    return container &+ 1..<container &+ record.distance
  }

  /// The bytes of a string or name between the quotes, with their escapes.
  func rawBytes(_ record: TapeRecord) -> CheckedBytes {
    assert(record.isString && record.length >= 0)
    assert(record.offset &+ record.length <= text.count)
    return CheckedBytes(
      rebasing: text[record.offset..<record.offset &+ record.length])
  }
}

// MARK: - LookUp

// Members by name: a scan of small objects, an index of large ones.

extension DocumentStorage {
  /// An object with at least this many members gets an index.
  package static var indexedMembers: Int { 32 }

  /// The index of the record of a member's value, by the member's name.
  func member(named name: CheckedBytes, of object: Int) -> Int? {
    if record(object).count >= Self.indexedMembers {
      return indexedMember(named: name, of: object)
    }
    let children = children(of: object)
    var at = children.lowerBound
    var found: Int?
    while at < children.upperBound {
      assert(record(at).isName)
      if isEqual(record(at), name) {
        if options.duplicateNames != .keepLast { return at &+ 1 }
        found = at &+ 1
      }
      at &+= 1 &+ record(at &+ 1).distance
    }
    assert(at == children.upperBound)
    return found
  }

  /// Whether a look-up of the name finds this member of an object, given by the index of its value.
  package func counts(_ value: Int, named name: TapeRecord, in object: Int) -> Bool {
    withUTF8(name) { utf8 in
      // Invariant: the bytes are valid during the call.
      utf8.withCheckedBytes { member(named: $0, of: object) == value }
    }
  }

  private func indexedMember(named name: CheckedBytes, of object: Int) -> Int? {
    let found = memberIndex(of: object).slots.search(NameHash.hash(name)) {
      isEqual(record($0), name)
    }
    return found.position < 0 ? nil : found.position &+ 1
  }

  /// The index of the members of the object at `object`.
  package func memberIndex(of object: Int) -> MemberIndex {
    let first = firstIndex.load() ?? firstIndex.storeIfNil(makeIndex(of: object))
    return first.index(of: object) { makeIndex(of: object) }
  }

  /// The most indexes that a look-up may visit before that of its object.
  var indexDepth: Int { firstIndex.load()?.depth ?? 0 }

  private func makeIndex(of object: Int) -> MemberIndex {
    var slots: [HashIndex.Slot] = .hashSlots(for: record(object).count)
    let isLastWins = options.duplicateNames == .keepLast
    let children = children(of: object)
    var at = children.lowerBound
    var isUnique = true
    while at < children.upperBound {
      assert(record(at).isName)
      let (first, slot) = withUTF8(record(at)) { utf8 in
        utf8.withCheckedBytes { bytes in
          slots.search(NameHash.hash(bytes)) { isEqual(record($0), bytes) }
        }
      }
      if first >= 0 { isUnique = false }
      // A document has fewer than 2³² records (see `TapeSink.maximumRecords`).
      if first < 0 || isLastWins { slots.put(at, in: slot) }
      at &+= 1 &+ record(at &+ 1).distance
    }
    assert(at == children.upperBound)
    return MemberIndex(object: object, slots: slots, isUnique: isUnique)
  }
}

// MARK: - MemberIndex

// Hash indexes of large objects, so that looking up every member of an object is not quadratic.
//
// A document is immutable and read from any thread without a lock. The first look-up in an object builds its index
// and publishes it by one atomic exchange. If two threads build it, one of the two is freed.
//
// The indexes of a document form a tree. Three bits of a hash of the object's position lead from an
// index to one below it, the next three to one below that:
//
//   first index ─┬─ 0 ─→ index ─┬─ 5 ─→ index
//                └─ 3 ─→ index  └─ 6 ─→ index

/// From the names of one object to its values, and to the indexes of other objects.
package final class MemberIndex: Sendable {
  /// The index of the object's record.
  let object: Int
  /// A hash index of the names' records.
  let slots: [HashIndex.Slot]
  /// Whether no two members have the same name.
  package let isUnique: Bool
  private let below = AtomicMemory(count: 8)

  init(object: Int, slots: [HashIndex.Slot], isUnique: Bool) {
    self.object = object
    self.slots = slots
    self.isUnique = isUnique
  }

  deinit { for branch in 0..<8 { below(branch).remove() } }

  /// The index on a branch, from 0 to 7.
  func below(_ branch: Int) -> AtomicReference<MemberIndex> {
    assert(branch >= 0 && branch < 8)
    return AtomicReference(in: below[branch])
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
}
