// Hash indexes of large objects, so that looking up every member of an object is not quadratic.
//
// A document is immutable and read from any thread without a lock. An index is made when an object
// is first asked for a name, and published by one atomic exchange: two threads may both make it, and
// one of the two is dropped.

internal import Synchronization

/// From the names of one object to its values.
final class MemberIndex: Sendable {
  /// The index of the object's record.
  let object: Int
  // Open addressing; each entry is the index of a name's record, or 0. At most half of the entries
  // are used.
  private let table: [UInt32]
  /// Whether no two members have the same name.
  let isUnique: Bool

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

/// The indexes of a document's large objects, made as they are needed.
///
/// A list of tables: a table takes an index for each of its slots, and an object whose slots are
/// taken goes to the next table.
final class MemberIndexes: Sendable {
  private static let slotCount = 16
  private static let probes = 4

  private let slots = InlineArray<16, AtomicLazyReference<MemberIndex>> { _ in
    AtomicLazyReference<MemberIndex>()
  }
  private let next = AtomicLazyReference<MemberIndexes>()

  /// The index of the object at `object`, made if it is not there.
  ///
  /// - Complexity: O(1) for the first objects that are asked for; each further table holds some 16.
  func index(of object: Int, in storage: DocumentStorage) -> MemberIndex {
    var tables = self
    // Neighbouring objects take different slots; each table mixes anew.
    var mixed = UInt64(truncatingIfNeeded: object)
    while true {
      mixed = (mixed &+ 1) &* 0x9e37_79b9_7f4a_7c15
      let start = Int(truncatingIfNeeded: mixed &>> 60)
      for probe in 0..<Self.probes {
        let slot = (start &+ probe) % Self.slotCount
        if let index = tables.slots[slot].load() {
          if index.object == object { return index }
          continue
        }
        let index = tables.slots[slot].storeIfNil(MemberIndex(of: object, in: storage))
        // Another thread may have taken the slot for another object.
        if index.object == object { return index }
      }
      tables = tables.next.load() ?? tables.next.storeIfNil(MemberIndexes())
    }
  }
}
