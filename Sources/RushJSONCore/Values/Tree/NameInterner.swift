// Names while a tree is read: most names of a text are the same few, repeated.
//
// Names of up to 15 bytes are stored in the string's own words, and are made each time. Longer names share one string,
// which the interner keeps. It also marks the names of the object that ends, so one look-up per name finds
// duplicates.
//
//   hash of the name ─→ entry    place in the text │ its string
//                    └→ stamp    number of the last object that had a name of this hash

/// The names of one text.
@safe
struct NameInterner {
  /// A name that has a string.
  @safe
  private struct Entry {
    // Invariant: `count` bytes of the text, which stays in place. -1 while the entry is empty.
    var start: CheckedView<UInt8>
    var count: Int
    var name: String
  }

  // Invariant: 2 to the power of `stampBits` stamps, and of `bits` entries, if there are entries. Then the
  // owner calls `free`.
  private let entries: CheckedPointer<Entry>?
  private let stamps: CheckedPointer<UInt32>
  private let bits: UInt64
  private let stampBits: UInt64
  private let seed: (UInt64, UInt64)

  /// Creates an interner for about `byteCount` bytes of the text at `base`, which must stay in place.
  init(for byteCount: Int, at base: CheckedView<UInt8>) {
    // More entries than the names of most texts, within the first-level cache. Few for a small text, because clearing
    // many would take as long as reading it.
    let isSmall = byteCount < 4096
    bits = isSmall ? 4 : 9
    stampBits = isSmall ? 7 : 10
    let size = 1 &<< Int(bits)
    let entries = unsafe CheckedPointer<Entry>.allocate(capacity: size)
    entries.initialize(repeating: Entry(start: base, count: -1, name: ""), count: size)
    self.entries = entries
    stamps = unsafe .allocate(capacity: 1 &<< Int(stampBits))
    stamps.initialize(repeating: 0, count: 1 &<< Int(stampBits))
    seed = NameHash.seed
  }

  /// The number of bytes that the stamps of a short text take.
  static var sizeOfShort: Int { 512 }

  /// An interner for a short text, with stamps in memory of the caller. It keeps no names.
  init(inMemory memory: CheckedPointer<UInt8>) {
    (bits, stampBits) = (0, 7)
    entries = nil
    stamps = unsafe memory.part(UInt32.self, capacity: 128, at: 0)
    stamps.initialize(repeating: 0, count: 128)
    seed = NameHash.seed
  }

  func free() {
    guard let entries else { return }
    assert(bits > 0)
    unsafe entries.deinitialize(count: 1 &<< Int(bits))
    unsafe entries.deallocate()
    unsafe stamps.deallocate()
  }

  /// The hash of a name. Up to 16 bytes are passed as two words, as `NameHash.words` gives them, too.
  @inline(__always)
  func hash(_ bytes: CheckedBytes, _ words: (first: UInt64, last: UInt64)) -> UInt64 {
    bytes.count <= 16
      ? NameHash.mix(words.first, words.last, bytes.count, seed) : NameHash.hash(bytes, seed)
  }

  /// The string of these bytes of the text, which are known to be UTF-8.
  func name(_ bytes: CheckedBytes, hash: UInt64) -> String {
    guard let entries else { return String(validated: bytes) }
    // An index of `bits` bits is below the number of entries.
    assert(bits > 0)
    let entry = entries + Int(truncatingIfNeeded: hash &>> (64 &- bits))
    if _fastPath(
      entry.pointee.count == bytes.count
        && haveSameBytes(entry.pointee.start.bytes(bytes.count), bytes))
    {
      return entry.pointee.name
    }
    let name = String(validated: bytes)
    entry.pointee = Entry(start: bytes.view(), count: bytes.count, name: name)
    return name
  }

  /// Marks a name as one of `object`. Returns whether a name of a similar hash was marked before.
  @inline(__always)
  func markSeen(_ hash: UInt64, object: UInt32) -> Bool {
    // Invariant: an index of `stampBits` bits is below the number of stamps.
    let stamp = stamps + Int(truncatingIfNeeded: hash &>> (64 &- stampBits))
    let isMarked = stamp.pointee == object
    stamp.pointee = object
    return isMarked
  }
}
