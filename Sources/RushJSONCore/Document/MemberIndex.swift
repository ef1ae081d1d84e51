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
