// Finds the positions of names in a large object by hash: open addressing with linear probing.
//
//   names    0 "id"   1 "name"   2 "tags"   …
//   slots    │ 2 │ – │ 0 │ 1 │ – │ – │ … │          a slot holds a position + 1, or 0 if it is free
//              ↑       ↑
//              │       hash("id") and hash("name") both point here
//              hash("tags") points here
//
// The table is part of the object's own memory and at most half full. It is built with the object, so reading
// never writes and needs no lock.

/// The hash table of an object's names, in the object's memory.
@safe
struct PositionTable {
  typealias Slot = UInt32

  /// Objects with room for more members than this have a table. Smaller objects compare names in turn, two words
  /// each, which takes as long as a hash for 20 names and three times as long for 64. A table from 16 members on
  /// would make reading 20 % slower and take 25 % more memory (twitter.json).
  static let threshold = 64

  /// The most names in all open objects of a text. The slots above are reserved for the names of one window,
  /// because only whole windows are compared with the limit.
  static let maximumCount = Int(clamping: Slot.max - 1 << 20)

  /// Marks the position of a removed member. The address of its bytes distinguishes it from all names.
  static let tombstone = String(repeating: "-", count: 64)

  /// Whether a name is ``tombstone`` itself, by the address of its bytes, and not a string with the same content.
  static func isTombstone(_ name: String) -> Bool {
    if Layouts.areEnabled { return name.hasSameWords(as: tombstone) }
    return name.utf8.count == tombstone.utf8.count && address(name) == address(tombstone)
  }

  /// Returns the address of a string's bytes. `tombstone` lives as long as the process, so no other string ever has
  /// its address.
  private static func address(_ name: String) -> UInt? {
    // Invariant: the pointer is only compared. A string of 64 bytes is not held in its own words.
    unsafe name.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
  }

  // Invariant: 2 to the power of `bits` slots, each 0 or one more than a position below the object's
  // count. The object has a name at each of these positions.
  let slots: UnsafeMutablePointer<Slot>
  private let bits: UInt8
  private let names: UnsafePointer<String>

  @inline(__always)
  init(slots: UnsafeMutablePointer<Slot>, bits: UInt8, names: UnsafePointer<String>) {
    unsafe self.slots = slots
    self.bits = bits
    unsafe self.names = names
  }

  /// The power of two for `capacity` members, less than `Slot.max`.
  static func bits(for capacity: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: Int.bitWidth &- (2 &* capacity &- 1).leadingZeroBitCount)
  }

  @inline(__always) private var size: Int { 1 &<< Int(bits) }
  @inline(__always) private var mask: Int { size &- 1 }

  /// The slot where the search for a hash begins: its high bits, which depend on the whole name.
  @inline(__always)
  func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> UInt64(64 &- bits)) }

  /// The slot where the search for the name at a position begins.
  private func start(at position: Int) -> Int {
    // Invariant: the caller passes a position below the object's count.
    start(NameHash.hash(unsafe names[position]))
  }

  @inline(__always) func after(_ slot: Int) -> Int { (slot &+ 1) & mask }

  /// The position in a slot, or a negative number if the slot is free.
  /// Invariant for this and `put`: 0 ≤ slot < size, because `start` and `after` ensure it.
  @inline(__always) private func position(_ slot: Int) -> Int { unsafe Int(slots[slot]) &- 1 }

  // MARK: - Look-up

  /// The position of `name`, whose hash is given, or a negative number; and the slot where the search
  /// ended, which is free if the name is missing.
  func search(_ name: String, hash: UInt64) -> (position: Int, slot: Int) {
    var slot = start(hash)
    while true {
      let position = position(slot)
      if position < 0 { return (position, slot) }
      // Invariant: slots hold positions below the count.
      if unsafe names[position].hasSameBytes(as: name) { return (position, slot) }
      slot = after(slot)
    }
  }

  /// The slot that holds `position`, which must be in the table.
  private func slot(of position: Int) -> Int {
    var slot = start(at: position)
    while self.position(slot) != position { slot = after(slot) }
    return slot
  }

  // MARK: - Changes

  @inline(__always)
  func put(_ position: Int, in slot: Int) {
    unsafe slots[slot] = Slot(truncatingIfNeeded: position &+ 1)
  }

  func clear() { unsafe slots.update(repeating: 0, count: size) }

  /// Enters the first `count` names, which all differ, and skips tombstones.
  func build(count: Int) {
    clear()
    // Invariant: position < count.
    for position in 0..<count where unsafe !Self.isTombstone(names[position]) {
      var slot = start(at: position)
      while self.position(slot) >= 0 { slot = after(slot) }
      put(position, in: slot)
    }
  }

  /// Copies the slots of a table. Returns `false` if that has another size.
  func copySlots(of other: PositionTable) -> Bool {
    guard bits == other.bits else { return false }
    unsafe slots.update(from: other.slots, count: size)
    return true
  }

  /// Removes a position from the table of an object with `count` members. With `movingOthers`, the positions above it
  /// decrease by one.
  /// - Complexity: O(1) on average without moves, else O(*m*) on average in the positions above.
  func remove(_ removed: Int, count: Int, movingOthers: Bool = true) {
    var hole = slot(of: removed)
    // Knuth, TAOCP 6.4, algorithm R: pull back each entry that could not be found past the hole.
    var slot = after(hole)
    while position(slot) >= 0 {
      let reach = (slot &- start(at: position(slot))) & mask
      if reach >= (slot &- hole) & mask {
        put(position(slot), in: hole)
        hole = slot
      }
      slot = after(slot)
    }
    put(-1, in: hole)
    if movingOthers { move(removed &+ 1..<count, by: -1) }
  }

  /// Increases or decreases the positions of the last members, `others`, by one. The names have not moved yet.
  /// - Complexity: O(*m*) on average in the positions.
  func move(_ others: Range<Int>, by distance: Int) {
    if others.count &<< 6 < size {
      // Few enough to search for each, in the order that gives no position to two of them.
      let (first, end) =
        distance < 0
        ? (others.lowerBound, others.upperBound) : (others.upperBound &- 1, others.lowerBound &- 1)
      for other in stride(from: first, to: end, by: -distance) {
        put(other &+ distance, in: slot(of: other))
      }
      return
    }
    let least = Slot(truncatingIfNeeded: others.lowerBound)
    let step = Slot(truncatingIfNeeded: distance)
    // Without a branch, so that the compiler changes many slots per instruction.
    for slot in 0..<size {
      let held = unsafe slots[slot]
      unsafe slots[slot] = held &+ (held > least ? step : 0)
    }
  }
}
