// Finds the positions of names in a large object by hash: a `HashIndex` in the object's own memory, at most half full.
// It is built with the object, so reading never writes and needs no lock.

/// The hash table of an object's names, in the object's memory.
@safe
struct PositionTable {
  typealias Slot = HashIndex.Slot

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

  // Invariant: each position in it is below the object's count, and the object has a name there.
  let index: HashIndex
  private let names: CheckedPointer<String>

  init(slots: CheckedPointer<Slot>, bits: UInt8, names: CheckedPointer<String>) {
    index = HashIndex(slots, bits: bits)
    self.names = names
  }

  /// The hash of the name at a position.
  private func hash(at position: Int) -> UInt64 {
    // Invariant: the caller passes a position below the object's count.
    NameHash.hash(names[position])
  }

  // MARK: - Look-up

  /// The position of `name`, whose hash is given, or a negative number; and the slot where the search
  /// ended, which is free if the name is missing.
  func search(_ name: String, hash: UInt64) -> (position: Int, slot: Int) {
    // Invariant: slots hold positions below the count.
    let found = index.search(hash) { names[$0].hasSameBytes(as: name) }
    assert(found.slot >= 0 && found.slot < index.size)
    return found
  }

  /// The slot that holds `position`, which must be in the table.
  private func slot(of position: Int) -> Int {
    let found = index.search(hash(at: position), where: { $0 == position })
    assert(found.position == position)
    return found.slot
  }

  /// Checks that the table has each of the first `count` names once, and no other position, in builds with assertions;
  /// tests call it after each operation.
  func _checkInvariants(count: Int) { assert(invariantsHold(count: count)) }

  private func invariantsHold(count: Int) -> Bool {
    assert(2 &* count <= index.size)
    var used = 0
    for slot in 0..<index.size where index.position(slot) >= 0 {
      assert(index.position(slot) < count)
      used += 1
    }
    for position in 0..<count {
      let name = names[position]
      if Self.isTombstone(name) { continue }
      used -= 1
      assert(search(name, hash: NameHash.hash(name)).position == position)
    }
    assert(used == 0, "the table has no removed member")
    return true
  }

  // MARK: - Changes

  /// Enters the first `count` names, which all differ, and skips tombstones.
  func build(count: Int) {
    assert(count >= 0 && 2 &* count <= index.size)
    index.clear()
    for position in 0..<count where !Self.isTombstone(names[position]) {
      index.put(position, in: index.search(hash(at: position), where: { _ in false }).slot)
    }
  }

  /// Copies the slots of a table. Returns `false` if that has another size.
  func copySlots(of other: PositionTable) -> Bool {
    guard index.bits == other.index.bits else { return false }
    index.slots.update(from: other.index.slots, count: index.size)
    return true
  }

  /// Removes a position from the table of an object with `count` members. With `movingOthers`, the positions above it
  /// decrease by one.
  /// - Complexity: O(1) on average without moves, else O(*m*) on average in the positions above.
  func remove(_ removed: Int, count: Int, movingOthers: Bool = true) {
    assert(removed >= 0 && removed < count)
    var hole = slot(of: removed)
    let mask = index.size &- 1
    // Knuth, TAOCP 6.4, algorithm R: pull back each entry that could not be found past the hole.
    var slot = index.after(hole)
    while index.position(slot) >= 0 {
      assert(index.position(slot) < count)
      let reach = (slot &- index.start(hash(at: index.position(slot)))) & mask
      if reach >= (slot &- hole) & mask {
        index.put(index.position(slot), in: hole)
        hole = slot
      }
      slot = index.after(slot)
    }
    index.put(-1, in: hole)
    if movingOthers { move(removed &+ 1..<count, by: -1) }
  }

  /// Increases or decreases the positions of the last members, `others`, by one. The names have not moved yet.
  /// - Complexity: O(*m*) on average in the positions.
  func move(_ others: Range<Int>, by distance: Int) {
    assert(distance == 1 || distance == -1)
    assert(others.lowerBound &+ distance >= 0)
    if others.count &<< 6 < index.size {
      // Few enough to search for each, in the order that gives no position to two of them.
      let (first, end) =
        distance < 0
        ? (others.lowerBound, others.upperBound) : (others.upperBound &- 1, others.lowerBound &- 1)
      for other in stride(from: first, to: end, by: -distance) {
        index.put(other &+ distance, in: slot(of: other))
      }
      return
    }
    let least = Slot(truncatingIfNeeded: others.lowerBound)
    let step = Slot(truncatingIfNeeded: distance)
    // Without a branch, so that the compiler changes many slots per instruction.
    for slot in 0..<index.size {
      let held = index.slots[slot]
      index.slots[slot] = held &+ (held > least ? step : 0)
    }
  }
}
