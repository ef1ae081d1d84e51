// Names while a tree is read: most of a text's names are the same few, again and again.
//
// Names that Swift holds in place are made anew each time. Of longer ones the cache makes one string
// that all share. And of all names it tells which were seen in the object that is being closed, so
// that duplicates are found for the price of one look each.
//
//   hash of the name ─→ entry    where it stands in the text │ its string
//                    └→ stamp    number of the last object that had a name of this hash

/// The names of one text.
@safe
struct NameCache {
  /// A name that was made before.
  @safe
  private struct Entry {
    // Invariant: `count` bytes of the text, which stays in place. Negative if there is no name yet.
    var start: UnsafeRawPointer
    var count: Int
    var name: String
  }

  // Invariant: 2 to the power of `bits` entries and of `stampBits` stamps, which their owner frees
  // with `free`.
  private let entries: UnsafeMutablePointer<Entry>
  private let stamps: UnsafeMutablePointer<UInt32>
  private let bits: UInt64
  private let stampBits: UInt64
  private let seed: (UInt64, UInt64)

  /// A cache for about `byteCount` bytes of the text at `base`, which must stay in place.
  init(for byteCount: Int, at base: UnsafeRawPointer) {
    // More names than most texts have, and still near the processor; few for a small text, which
    // is read in the time that it takes to clear many.
    let isSmall = byteCount < 4096
    bits = isSmall ? 4 : 9
    stampBits = isSmall ? 7 : 10
    let size = 1 &<< Int(bits)
    unsafe entries = .allocate(capacity: size)
    unsafe entries.initialize(repeating: Entry(start: base, count: -1, name: ""), count: size)
    unsafe stamps = .allocate(capacity: 1 &<< Int(stampBits))
    unsafe stamps.initialize(repeating: 0, count: 1 &<< Int(stampBits))
    seed = NameHash.seed
  }

  func free() {
    unsafe entries.deinitialize(count: 1 &<< Int(bits))
    unsafe entries.deallocate()
    unsafe stamps.deallocate()
  }

  /// The hash of `count` bytes, of which up to 16 are in two words as `NameHash.words` has them.
  @inline(__always)
  func hash(_ start: UnsafeRawPointer, _ count: Int, _ words: (first: UInt64, last: UInt64))
    -> UInt64
  {
    count <= 16
      ? NameHash.mix(words.first, words.last, count, seed)
      : unsafe NameHash.hash(start, count, seed)
  }

  /// The name of these bytes of the text, which are known to be UTF-8.
  @inline(__always)
  func name(_ start: UnsafeRawPointer, _ count: Int, hash: UInt64) -> String {
    // Invariant: so many bits are below the size.
    let entry = unsafe entries + Int(truncatingIfNeeded: hash &>> (64 &- bits))
    if unsafe _fastPath(
      entry.pointee.count == count && haveSameBytes(entry.pointee.start, start, count))
    {
      return unsafe entry.pointee.name
    }
    let name = unsafe String(validated: start, count: count)
    unsafe entry.pointee = Entry(start: start, count: count, name: name)
    return name
  }

  /// Marks a name as one of `object`. Returns whether a name of nearly the same hash was so before.
  @inline(__always)
  func stamp(_ hash: UInt64, object: UInt32) -> Bool {
    // Invariant: as above.
    let stamp = unsafe stamps + Int(truncatingIfNeeded: hash &>> (64 &- stampBits))
    let isMarked = unsafe stamp.pointee == object
    unsafe stamp.pointee = object
    return isMarked
  }
}
