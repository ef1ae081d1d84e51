// The positions of names in a large object, found by hash: open addressing with linear probing.
//
//   names    0 "id"   1 "name"   2 "tags"   …
//   slots    │ 2 │ – │ 0 │ 1 │ – │ – │ … │          a slot holds a position + 1, or 0 for none
//              ↑       ↑
//              │       hash("id") and hash("name") both point here
//              hash("tags") points here
//
// It is part of the object's own memory, is never more than half full, and is made when the object
// is, so that reading never writes and needs no lock.

/// The table of an object's names, in the object's memory.
@safe
struct NameTable {
  typealias Slot = UInt32

  /// Objects with room for more members than this have a table.
  ///
  /// Below, a look-up compares the names in turn, at two words each, which takes about as long as a
  /// hash for 20 names and three times as long for 64. A table from 16 on would cost a fifth of the
  /// time to read texts of such objects (twitter.json) and a quarter of their memory.
  static let threshold = 64

  // Invariant: 2 to the power of `bits` slots, each 0 or a position below the object's count, + 1.
  let slots: UnsafeMutablePointer<Slot>
  let bits: UInt8

  /// How many names are read for open objects. What a slot holds beyond the bound is for the names
  /// of one window, because only whole windows are compared with it.
  static let maximumCount = Int(clamping: Slot.max - 1 << 20)

  /// The power of two for `capacity` members.
  static func bits(for capacity: Int) -> UInt8 {
    // The memory for 2³² members would have more than 160 GB.
    precondition(capacity < Int(Slot.max), "an object has less than 4,294,967,295 members")
    return UInt8(truncatingIfNeeded: Int.bitWidth &- (2 &* capacity &- 1).leadingZeroBitCount)
  }

  @inline(__always)
  var size: Int { 1 &<< Int(bits) }

  @inline(__always)
  private var mask: Int { size &- 1 }

  /// The slot where the search for a hash begins: its high bits, which depend on all of the name.
  @inline(__always)
  func start(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> UInt64(64 &- bits))
  }

  @inline(__always)
  func after(_ slot: Int) -> Int { (slot &+ 1) & mask }

  /// The position in a slot, or a negative number if the slot is free.
  ///
  /// Invariant for this and `put`: 0 ≤ slot < size, because `start` and `after` make it so.
  @inline(__always)
  func position(_ slot: Int) -> Int { unsafe Int(slots[slot]) &- 1 }

  @inline(__always)
  func put(_ position: Int, in slot: Int) {
    unsafe slots[slot] = Slot(truncatingIfNeeded: position &+ 1)
  }

  /// Takes one from all positions above another.
  func moveDown(above position: Int) {
    let least = Slot(truncatingIfNeeded: position &+ 1)
    // Without a branch, so that the compiler changes many slots at a time.
    for slot in 0..<size {
      let held = unsafe slots[slot]
      unsafe slots[slot] = held &- (held > least ? 1 : 0)
    }
  }

  func clear() { unsafe slots.update(repeating: 0, count: size) }

  /// Takes the slots of a table of the same size.
  func copySlots(of other: NameTable) {
    unsafe slots.update(from: other.slots, count: size)
  }
}

extension TreeStorage {
  /// Enters the names of a large object, which are all different, in its table.
  func buildTable() {
    let table = table
    table.clear()
    for position in 0..<count where !isGap(position) {
      // Invariant: position < count.
      var slot = unsafe table.start(NameHash.hash(names[position]))
      while table.position(slot) >= 0 { slot = table.after(slot) }
      table.put(position, in: slot)
    }
  }

  /// Where `name` is in the object, or a negative number.
  ///
  /// - Complexity: O(*n*) comparisons in an object without a table, else O(1) on average.
  func position(of name: String) -> Int {
    if tableBits != 0 { return position(of: name, hash: NameHash.hash(name)).position }
    return unsafe TreeStorage.position(of: name, in: names, count: count)
  }

  /// Where `name` is among the `count` names from an address on, or a negative number.
  ///
  /// Names that can be held in place are so, here as everywhere in a tree.
  static func position(of name: String, in names: UnsafePointer<String>, count: Int) -> Int {
    // Invariant: position < count.
    for position in 0..<count {
      if unsafe names[position].hasSameWords(as: name) { return position }
    }
    // Strings in place that differ in memory differ.
    if SmallString.isKnown, SmallString.isSmall(name) { return -1 }
    for position in 0..<count {
      if unsafe names[position].hasSameBytes(as: name) { return position }
    }
    return -1
  }

  /// Where `name`, whose hash is given, is in an object with a table, or a negative number; and the
  /// slot where the search ended, which is free if it is not there.
  func position(of name: String, hash: UInt64) -> (position: Int, slot: Int) {
    let table = table
    var slot = table.start(hash)
    while true {
      let position = table.position(slot)
      if position < 0 { return (position, slot) }
      // Invariant: slots hold positions below the count.
      if unsafe names[position].hasSameBytes(as: name) { return (position, slot) }
      slot = table.after(slot)
    }
  }

  /// Takes a position out of the table, and moves those above it down by one, unless told otherwise.
  ///
  /// - Complexity: O(1) on average without moves, else O(*m*) on average in those above.
  func removeFromTable(_ position: Int, movingOthers: Bool = true) {
    let table = table
    // Invariant: position < count, so its name is there and so is its slot.
    var hole = unsafe table.start(NameHash.hash(names[position]))
    while table.position(hole) != position { hole = table.after(hole) }
    // Knuth, TAOCP 6.4, algorithm R: pull back whoever could not be found past the hole.
    var slot = table.after(hole)
    while table.position(slot) >= 0 {
      let start = unsafe table.start(NameHash.hash(names[table.position(slot)]))
      let reach = (slot &- start) & (table.size &- 1)
      if reach >= (slot &- hole) & (table.size &- 1) {
        table.put(table.position(slot), in: hole)
        hole = slot
      }
      slot = table.after(slot)
    }
    table.put(-1, in: hole)
    guard movingOthers else { return }
    let others = position &+ 1..<count
    if others.count &<< 6 < table.size {
      // Few enough to be found one by one.
      for other in others {
        var slot = unsafe table.start(NameHash.hash(names[other]))
        while table.position(slot) != other { slot = table.after(slot) }
        table.put(other &- 1, in: slot)
      }
      return
    }
    table.moveDown(above: position)
  }
}
