// Hash indexes of large objects, so that looking up every member of an object is not quadratic.
//
// A document is immutable and read from any thread without a lock. An index is made when an object
// is first asked for a name, and published by one atomic exchange: two threads may both make it, and
// one of the two is dropped.
//
// The indexes of a document are a tree. Three bits of a hash of the object's place lead from an index
// to one below it, the next three to one below that:
//
//   first index ─┬─ 0 ─→ index ─┬─ 5 ─→ index
//                └─ 3 ─→ index  └─ 6 ─→ index

internal import Synchronization

/// From the names of one object to its values, and to the indexes of other objects.
final class MemberIndex: Sendable {
  /// The index of the object's record.
  let object: Int
  // Open addressing; each entry is the index of a name's record, or 0. At most half of the entries
  // are used.
  private let table: [UInt32]
  /// Whether no two members have the same name.
  let isUnique: Bool
  private let below = InlineArray<8, AtomicLazyReference<MemberIndex>> { _ in
    AtomicLazyReference<MemberIndex>()
  }

  init(of object: Int, in storage: DocumentStorage) {
    self.object = object
    let record = storage.record(object)
    var capacity = 64
    while capacity < record.count &* 2 { capacity &*= 2 }
    var table = [UInt32](repeating: 0, count: capacity)
    let isLastWins = storage.options.duplicateNames == .lastWins
    var at = object &+ 1
    let end = object &+ record.distance
    var isUnique = true
    while at < end {
      let name = storage.record(at)
      storage.withUTF8(name) { utf8 in
        unsafe utf8.withUnsafeBytes { bytes in
          var slot = unsafe MemberIndex.hash(bytes) & (capacity &- 1)
          while table[slot] != 0 {
            let other = storage.record(Int(table[slot]))
            if unsafe storage.isEqual(other, bytes) {
              isUnique = false
              if !isLastWins { return }
              break
            }
            slot = (slot &+ 1) & (capacity &- 1)
          }
          // A document has fewer records than 2³² (see `TapeSink.maximumRecords`).
          table[slot] = UInt32(truncatingIfNeeded: at)
        }
      }
      at &+= 1 &+ storage.record(at &+ 1).distance
    }
    self.table = table
    self.isUnique = isUnique
  }

  /// The index of the record of the value of the member of this name.
  func value(named name: UnsafeRawBufferPointer, in storage: DocumentStorage) -> Int? {
    var slot = unsafe MemberIndex.hash(name) & (table.count &- 1)
    while table[slot] != 0 {
      let at = Int(table[slot])
      if unsafe storage.isEqual(storage.record(at), name) { return at &+ 1 }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    return nil
  }

  // The standard library's hash is seeded for each process, so a text cannot be made to collide.
  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: name)
    return hasher.finalize()
  }
}

extension MemberIndex {
  /// The index of the object at `object`, this one or one below it. It is made if it is not there.
  ///
  /// - Complexity: O(log *n*) on average in the objects that have an index, at most 22 steps.
  func index(of object: Int, in storage: DocumentStorage) -> MemberIndex {
    var index = self
    var made: MemberIndex?
    // An odd factor gives each object a hash of its own, so two objects part after 64 bits at the
    // latest.
    var hash = UInt64(truncatingIfNeeded: object) &* 0x9e37_79b9_7f4a_7c15
    while index.object != object {
      let branch = Int(truncatingIfNeeded: hash &>> 61)
      hash &<<= 3
      if let next = index.below[branch].load() {
        index = next
        continue
      }
      let new = made ?? MemberIndex(of: object, in: storage)
      made = new
      // Another thread may have put the index of another object there.
      index = index.below[branch].storeIfNil(new)
    }
    return index
  }

  /// How many steps below this one the last index is.
  var depth: Int {
    var depth = 0
    for branch in below.indices {
      if let index = below[branch].load() { depth = max(depth, 1 &+ index.depth) }
    }
    return depth
  }
}
