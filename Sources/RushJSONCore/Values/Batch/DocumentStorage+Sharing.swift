// Documents of texts that are read together: in memory that several share, or in that of the last one.

extension DocumentStorage {
  /// The storage of the last of several documents, for the next one if it has no other reference then.
  struct Spare {
    fileprivate var storage: DocumentStorage?
    fileprivate var size = 0

    fileprivate var isUnused: Bool {
      mutating get { storage == nil || isKnownUniquelyReferenced(&storage) }
    }

    /// Whether the storage is in memory of an owner, and has no other reference.
    var isUnusedSharer: Bool {
      mutating get {
        // In this order, because a reference to look at is one more.
        guard isUnused, let storage else { return false }
        return unsafe storage.info.pointee.owner != nil
      }
    }

    mutating func removeAll() { (storage, size) = (nil, 0) }

    func checkInvariants() {
      assert(size >= 0)
      assert(storage != nil || size == 0)
    }

    /// The storage, for a text in memory of its owner. `nil` if it is used or has no owner.
    @inline(__always)
    mutating func shared(by taped: TapedText) -> DocumentStorage? {
      guard isUnusedSharer, let storage else { return nil }
      assert(size == 0, "memory of an owner is no room for copies")
      storage.removeParts()
      storage.refer(to: taped)
      return storage
    }
  }

  /// A document of copies, in memory of `spare` if that is large enough.
  /// Invariant: all documents that use one `spare` have the same options.
  static func copying(
    _ taped: TapedText, options: JSONReadingOptions, reusing spare: inout Spare
  ) -> DocumentStorage {
    let needed = size(of: taped)
    let isUnused = spare.isUnused
    if isUnused, let storage = spare.storage, needed <= spare.size {
      assert(unsafe storage.info.pointee.owner == nil && storage.info.pointee.tape == .kept)
      storage.removeParts()
      unsafe (storage.info.pointee.text, storage.info.pointee.recordCount) = (
        storage.copy(taped), taped.recordCount
      )
      return storage
    }
    // Kept documents take exactly the memory that they need.
    let capacity = isUnused ? needed &+ needed / 4 : 0
    assert(capacity == 0 || capacity >= needed)
    let storage = copying(taped, options: options, capacity: capacity)
    (spare.storage, spare.size) = (storage, capacity)
    return storage
  }

  /// A document of a text and a tape in memory that `owner` frees.
  @inline(never)
  static func sharing(
    _ taped: TapedText, keptBy owner: TextOwner.Box?, options: JSONReadingOptions,
    reusing spare: inout Spare
  ) -> DocumentStorage {
    assert(owner != nil && taped.recordCount > rootIndex)
    let owner = unsafe owner.map { unsafe Unmanaged.passRetained($0) }
    let storage = storage(capacity: 1) {
      let (firstIndex, spareBytes) = words(at: $0.recordsInside - 1)
      return unsafe DocumentHeader(
        text: taped.text, records: taped.records, recordCount: taped.recordCount, options: options,
        firstIndex: firstIndex, spareBytes: spareBytes, owner: owner, tape: .kept)
    }
    (spare.storage, spare.size) = (storage, 0)
    return storage
  }
}
