// The names of all open objects, for the policy that refuses duplicates.
//
//   text    {"id": 1, "user": {"id": 2, "na▸me": …
//   bytes   id user id na           unescaped, one after the other
//   names    ↑    ↑  ↑  ↑           where each ends, and its object (by `Name`)
//   firsts  0        2              the first name of each open object
//   slots   · 2 · 1 0 · 3 ·         a hash index of the names
//
// Names are removed in reverse order of insertion, so a name's slot can just be emptied: no
// name that is still there had to skip it.

/// The names seen so far in every open object.
///
/// A set of byte arrays for each object took six times the instructions and twice the memory.
package struct SeenNames {
  /// The end of a name in `bytes`, and the lowest bits of its hash.
  private struct Name {
    private let word: UInt64

    init(end: Int, hash: UInt64) {
      assert(UInt64(truncatingIfNeeded: end) &>> 44 == 0)
      word = UInt64(truncatingIfNeeded: end) &<< 20 | hash & 0xf_ffff
    }

    var end: Int { Int(truncatingIfNeeded: word &>> 20) }
    func mayHave(_ hash: UInt64) -> Bool { (word ^ hash) & 0xf_ffff == 0 }
  }

  private var bytes: [UInt8] = []
  private var names: [Name] = []
  private var firsts: [Int] = []
  // Invariant: the count is 0 or a power of two, and less than three quarters are used.
  private var slots: [HashIndex.Slot] = []

  package init() {}

  package mutating func begin() { firsts.append(names.count) }

  package mutating func end() {
    guard let first = firsts.last else { return }
    assert(first <= names.count)
    while names.count > first {
      let index = names.count &- 1
      let hash = hash(start(of: index), names[index].end, level: firsts.count)
      let (found, slot) = slots.search(hash, where: { $0 == index })
      assert(found == index)
      slots.put(-1, in: slot)
      names.removeLast()
    }
    bytes.removeLast(bytes.count &- (names.last?.end ?? 0))
    firsts.removeLast()
  }

  /// Adds a name to the innermost object. Returns `false` if it is a duplicate.
  /// - Complexity: O(*n*) in its bytes, on average.
  package mutating func insert(
    _ name: CheckedBytes, hasEscapes: Bool, leniencies: JSONReadingOptions.Leniencies
  ) -> Bool {
    let start = bytes.count
    if hasEscapes {
      bytes.append(contentsOf: Escape.unescaped(name, leniencies: leniencies))
    } else {
      bytes.append(contentsOf: name)
    }
    if names.count &* 4 >= slots.count &* 3 { grow() }
    let hash = hash(start, bytes.count, level: firsts.count)
    let first = firsts.last ?? 0
    let (found, slot) = slots.search(hash) {
      $0 >= first && names[$0].mayHave(hash) && hasSameBytes($0, start)
    }
    if found >= 0 {
      // The next name begins here, if the reader reads on.
      bytes.removeLast(bytes.count &- start)
      return false
    }
    // No text in memory has 2³² open names.
    slots.put(names.count, in: slot)
    names.append(Name(end: bytes.count, hash: hash))
    return true
  }

  /// Adds a name without escapes to the innermost object. Returns `false` if it is a duplicate.
  package mutating func insert(_ name: Span<UInt8>) -> Bool {
    // Invariant: the bytes are valid during the call.
    name.withCheckedBytes { insert($0, hasEscapes: false, leniencies: []) }
  }

  private func start(of index: Int) -> Int { index == 0 ? 0 : names[index &- 1].end }

  /// Returns the hash of a name in the open object at `level`. The level is part of it, so one name in many
  /// nested objects does not collide with itself.
  private func hash(_ start: Int, _ end: Int, level: Int) -> UInt64 {
    let salt = UInt64(truncatingIfNeeded: level) &* 0x9e37_79b9_7f4a_7c15
    assert(start >= 0 && start <= end && end <= bytes.count)
    return bytes.withCheckedBytes { bytes in
      NameHash.hash(CheckedBytes(rebasing: bytes[start..<end])) &+ salt
    }
  }

  /// Whether the bytes of a name are also those at `other`.
  private func hasSameBytes(_ index: Int, _ other: Int) -> Bool {
    let start = start(of: index)
    let count = names[index].end &- start
    guard count == bytes.count &- other else { return false }
    assert(count >= 0 && start &+ count <= other)
    return bytes.withCheckedBytes { bytes in
      haveSameBytes(
        CheckedBytes(rebasing: bytes[start..<start &+ count]),
        CheckedBytes(rebasing: bytes[other...]))
    }
  }

  private mutating func grow() {
    slots = .hashSlots(for: max(8, slots.count))
    // In the order of insertion, so that they can be removed in reverse order.
    var level = 0
    for index in names.indices {
      while level < firsts.count, firsts[level] <= index { level &+= 1 }
      let hash = hash(start(of: index), names[index].end, level: level)
      slots.put(index, in: slots.search(hash, where: { _ in false }).slot)
    }
    assert(names.count &* 4 < slots.count &* 3)
  }

  /// Checks the names and their index, in builds with assertions; tests call it after each operation.
  package func _checkInvariants() { assert(holdsInvariants()) }

  private func holdsInvariants() -> Bool {
    var levels: [Int] = []
    for index in names.indices {
      assert(start(of: index) <= names[index].end)
      var level = levels.last ?? 0
      while level < firsts.count, firsts[level] <= index { level &+= 1 }
      levels.append(level)
    }
    assert((names.last?.end ?? 0) <= bytes.count)
    for (first, next) in zip(firsts, firsts.dropFirst()) { assert(first <= next) }
    assert((firsts.last ?? 0) <= names.count)
    slots._checkInvariants(below: names.count) {
      hash(start(of: $0), names[$0].end, level: levels[$0])
    }
    return true
  }
}
