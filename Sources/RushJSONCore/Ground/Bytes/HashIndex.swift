// Positions of keys by their hash: the one hash table of the core with open addressing and linear probing.
//
//   keys     0 "id"   1 "name"   2 "tags"   …                 the owner's
//   slots    │ 2 │ – │ 0 │ 1 │ – │ – │ … │                   a slot holds a position + 1, or 0 if it is free
//              ↑       ↑
//              │       the hashes of "id" and "name" both begin here
//              the hash of "tags" begins here
//
// The owner keeps keys and slots, hashes keys, and compares the key at each position that a search meets. So names are
// compared where they are, without a string for each. At least a quarter of the slots are free. The owners:
//
//   MemberIndex     the members of a large object of a document
//   PositionTable   the members of a large object of a tree, in the object's memory
//   SeenNames       the names that open objects must not repeat
//   PreparedNames   the texts of an encoder's keys
//
// The core has four hand-written hash tables, because hashing with `Dictionary` costs more than a whole look-up here,
// and containers and threads cannot share its memory. The others:
//
//   TypeMap                         types → hooks of a session: two loads for each value
//   NameInterner, ErrorMessages     the last names and messages; a new one takes the slot of an old one
//   SpareSessions                   threads → sessions; each slot is one atomic word in a cache line of its own

/// A view of the slots of a hash table.
@safe
struct HashIndex {
  typealias Slot = UInt32

  // Invariant: 2 to the power of `bits` slots, at least two. Some are always free.
  let slots: CheckedPointer<Slot>
  let bits: UInt8

  @inline(__always)
  init(_ slots: CheckedPointer<Slot>, bits: UInt8) {
    // An object without a table has no bits; its view is compared, and never searched.
    assert(Int(bits) < Int.bitWidth)
    self.slots = slots
    self.bits = bits
  }

  /// A view of slots whose number is a power of two, for searches.
  @inline(__always)
  fileprivate init(reading slots: CheckedView<Slot>, count: Int) {
    assert(count.nonzeroBitCount == 1)
    // Invariant: a search writes nothing.
    self.init(unsafe slots.mutable, bits: UInt8(truncatingIfNeeded: count.trailingZeroBitCount))
  }

  /// New slots, which the caller deallocates.
  init(allocatingFor capacity: Int) {
    bits = HashIndex.bits(for: capacity)
    slots = unsafe .allocate(capacity: 1 &<< Int(bits))
    clear()
  }

  /// The power of two for `capacity` positions, which then fill at most half of the slots.
  static func bits(for capacity: Int) -> UInt8 {
    assert(capacity > 0)
    return UInt8(truncatingIfNeeded: Int.bitWidth &- (2 &* capacity &- 1).leadingZeroBitCount)
  }

  @inline(__always) var size: Int { 1 &<< Int(bits) }

  /// The slot where the search for a hash begins: its high bits, which depend on the whole key.
  @inline(__always)
  func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> UInt64(64 &- bits)) }

  @inline(__always) func after(_ slot: Int) -> Int { (slot &+ 1) & (size &- 1) }

  /// The position in a slot, or a negative number if the slot is free.
  @inline(__always)
  func position(_ slot: Int) -> Int {
    assert(slot >= 0 && slot < size)
    return Int(slots[slot]) &- 1
  }

  /// Writes a position, or -1 to free the slot.
  @inline(__always)
  func put(_ position: Int, in slot: Int) {
    assert(slot >= 0 && slot < size)
    slots[slot] = HashIndex.slot(position)
  }

  /// The content of a slot with a position, or of a free one for -1.
  @inline(__always)
  static func slot(_ position: Int) -> Slot {
    assert(UInt(bitPattern: position &+ 1) <= UInt(Slot.max))
    return Slot(truncatingIfNeeded: position &+ 1)
  }

  func clear() { slots.initialize(repeating: 0, count: size) }

  /// The position of the key with a hash that `isSame` accepts, or a negative number; and the slot where the search
  /// ended, which is free if there is no such key.
  @inline(__always)
  func search(_ hash: UInt64, where isSame: (Int) -> Bool) -> (position: Int, slot: Int) {
    var slot = start(hash)
    while true {
      let position = position(slot)
      if position < 0 || isSame(position) { return (position, slot) }
      slot = after(slot)
    }
  }
}

extension HashIndex {
  /// Checks the slots, in builds with assertions; tests call it after each operation.
  /// - Parameters:
  ///   - limit: More than any position.
  ///   - hash: Returns the hash of the key at a position.
  func _checkInvariants(below limit: Int, hash: (Int) -> UInt64) {
    assert(holdsInvariants(below: limit, hash: hash))
  }

  private func holdsInvariants(below limit: Int, hash: (Int) -> UInt64) -> Bool {
    var seen = [Bool](repeating: false, count: limit)
    var used = 0
    for slot in 0..<size {
      let found = position(slot)
      if found < 0 { continue }
      assert(found < limit)
      assert(!seen[found], "a position in two slots")
      seen[found] = true
      used &+= 1
    }
    // So each search ends.
    assert(used &* 4 <= size &* 3)
    for slot in 0..<size {
      let found = position(slot)
      if found < 0 { continue }
      assert(search(hash(found), where: { $0 == found }).slot == slot, "no search meets the slot")
    }
    return true
  }
}

extension [HashIndex.Slot] {
  /// Free slots for `capacity` positions, which then fill at most half of them.
  static func hashSlots(for capacity: Int) -> Self {
    Self(repeating: 0, count: 1 &<< Int(HashIndex.bits(for: capacity)))
  }

  /// Writes a position, or -1 to free the slot.
  mutating func put(_ position: Int, in slot: Int) { self[slot] = HashIndex.slot(position) }

  /// Searches slots whose number is a power of two, as ``HashIndex`` does.
  @inline(__always)
  func search(_ hash: UInt64, where isSame: (Int) -> Bool) -> (position: Int, slot: Int) {
    unsafe withUnsafeBufferPointer { slots in
      // Invariant: there are slots.
      unsafe HashIndex(reading: CheckedView(slots).unsafelyUnwrapped, count: slots.count)
        .search(hash, where: isSame)
    }
  }

  /// Checks the slots as that of ``HashIndex`` does, if there are any.
  func _checkInvariants(below limit: Int, hash: (Int) -> UInt64) {
    if isEmpty { return }
    unsafe withUnsafeBufferPointer { slots in
      unsafe HashIndex(reading: CheckedView(slots).unsafelyUnwrapped, count: slots.count)
        ._checkInvariants(below: limit, hash: hash)
    }
  }
}
