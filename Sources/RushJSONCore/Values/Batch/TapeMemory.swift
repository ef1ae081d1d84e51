internal import _RushJSONShims

// Memory that documents share until one of them is kept.
//
//   memory │ text │ tape │        the documents of one tape retain its owner
//   owner  ←── document, document …   the last one is `spare`: it becomes the next one if nothing else refers to it
//
// The memory is written only after `makeWritable`, which asks whether a document is kept. Then the memory belongs to that
// document, and `TapeMemory` takes new memory.

/// Memory of texts and their tapes. Documents share it, or have copies.
@safe
struct TapeMemory: ~Copyable {
  private let size: Int
  // Invariant: if there is memory, `size` bytes, which `owner` frees. Each document that shares them retains `owner`.
  private(set) var start: CheckedPointer<UInt8>?
  private var owner: TextOwner.Box?
  private var spare = DocumentStorage.Spare()
  private var sharing = TapeSharing()
  /// Whether a document may refer to the memory.
  private var isShared = false
  /// The most documents that may refer to the memory.
  private var sharers = 0

  init(size: Int) { self.size = size }

  /// The memory, which the first call allocates.
  @inline(__always)
  mutating func allocated() -> CheckedPointer<UInt8> { start ?? allocate() }

  /// Begins a tape, whose documents share the memory or have copies.
  mutating func beginTape() { sharing.beginTape() }

  /// A document of a text and its tape in this memory. It shares the memory, or has a copy.
  /// Invariant: all documents have the same options. Nothing is written into this text and its tape before `makeWritable`,
  /// unless the document has a copy because it may not share.
  @inline(__always)
  mutating func storage(
    _ taped: TapedText, _ options: JSONReadingOptions, mayShare: Bool = true
  ) -> DocumentStorage {
    if !mayShare || !sharing.isShared {
      return DocumentStorage.copying(taped, options: options, reusing: &spare)
    }
    assert(owner != nil && holds(taped))
    isShared = true
    if let storage = spare.shared(by: taped) { return storage }
    sharers &+= 1
    return DocumentStorage.sharing(taped, keptBy: owner, options: options, reusing: &spare)
  }

  /// Whether a text and its tape lie in the memory.
  private func holds(_ taped: TapedText) -> Bool {
    guard let text = unsafe taped.text.baseAddress else { return false }
    let start = unsafe UInt(bitPattern: start?.address)
    let textStart = UInt(bitPattern: text) &- start
    let recordStart = unsafe UInt(bitPattern: taped.records.address) &- start
    let recordBytes = taped.recordCount &* MemoryLayout<TapeRecord>.stride
    // Lower addresses wrap around.
    guard textStart <= UInt(size), recordStart <= UInt(size) else { return false }
    let textEnd = Int(textStart) + taped.text.count
    return textEnd <= size && Int(recordStart) + recordBytes <= size
  }

  /// Checks that memory, owner and counts agree, in builds with assertions; tests call it after each operation.
  func _checkInvariants() { assert(invariantsHold()) }

  private func invariantsHold() -> Bool {
    assert(size > 0)
    assert((start == nil) == (owner == nil))
    assert(owner != nil || !isShared)
    assert(sharers >= 0)
    assert(owner != nil || sharers == 0)
    spare.checkInvariants()
    sharing.checkInvariants()
    return true
  }

  /// Makes the memory writable. If a document is kept, it keeps the memory, and new memory has a copy of the first bytes.
  /// - Parameter count: How many bytes of the memory are still needed.
  @inline(__always)
  mutating func makeWritable(keeping count: Int) {
    assert(count >= 0 && count <= size)
    if !isShared { return }
    assert(owner != nil && sharers > 0)
    isShared = false
    if sharers != 1 || !spare.isUnusedSharer { endSharing(keeping: count) }
  }

  @inline(never)
  private mutating func endSharing(keeping count: Int) {
    spare.removeAll()
    sharers = 0
    if isKnownUniquelyReferenced(&owner) { return }
    sharing.noteKept()
    // Other threads may release the documents during the copy.
    let kept = owner
    guard let old = start else { return }
    allocate().update(from: old, count: count)
    extendLifetime(kept)
  }

  private mutating func allocate() -> CheckedPointer<UInt8> {
    let new = unsafe CheckedPointer<UInt8>.reallocated(nil, capacity: size)
    let owned = unsafe OwnedBytes(adopting: CheckedView(new).bytes(size).raw) {
      unsafe rush_free(UnsafeMutableRawPointer(mutating: $0.baseAddress))
    }
    owner = TextOwner.Box(.object(owned))
    start = new
    return new
  }
}

/// Decides whether the documents of a tape share memory or have copies.
///
/// Documents of one tape share its memory. If a program keeps one of them, it keeps the memory, and the documents of the
/// next 1, 2, 4, 8 … tapes are copies. So kept documents hold the memory of at most 1 + log₂ *n* of *n* tapes, and programs
/// that drop their documents pay for no copies.
struct TapeSharing {
  /// Whether the documents of the current tape share its memory.
  private(set) var isShared = true
  private var copies = 0
  private var next = 1

  mutating func beginTape() {
    isShared = copies == 0
    if !isShared { copies &-= 1 }
    assert(copies >= 0)
  }

  /// Notes that a document of the current tape is kept.
  mutating func noteKept() {
    copies = next
    next = min(2 &* next, 1 << 30)
  }

  fileprivate func checkInvariants() {
    assert(copies >= 0 && copies <= next)
    assert(next > 0)
  }
}
