// Names while a tree is read: most of a text's names are the same few, again and again. The cache
// makes each of them once, so that equal names share their memory, and tells which were seen in the
// object that is being closed, so that duplicates are found for the price of one look each.
//
//   hash of the name ─→ entry    first eight bytes │ last eight │ length │ String
//                    └→ stamp    number of the last object that had a name of this hash

/// The names of one text.
@safe
struct NameCache {
  /// A name that was made before.
  private struct Entry {
    var first: UInt64
    var last: UInt64
    /// In UTF-8 bytes; negative if there is no name yet.
    var count: Int
    var name: String
  }

  // Invariant: both have 2 to the power of `bits` elements, and their owner frees them with `free`.
  private let entries: UnsafeMutablePointer<Entry>
  private let stamps: UnsafeMutablePointer<UInt32>
  private let bits: UInt64
  let seed: (UInt64, UInt64)

  /// A cache for a text of `textCount` bytes.
  init(textCount: Int) {
    // Half a thousand names are more than most texts have, and still lie near the processor.
    bits = textCount < 4096 ? 4 : 9
    let size = 1 &<< Int(bits)
    unsafe entries = .allocate(capacity: size)
    unsafe stamps = .allocate(capacity: size)
    unsafe entries.initialize(repeating: Entry(first: 0, last: 0, count: -1, name: ""), count: size)
    unsafe stamps.initialize(repeating: 0, count: size)
    seed = NameHash.seed
  }

  func free() {
    unsafe entries.deinitialize(count: 1 &<< Int(bits))
    unsafe entries.deallocate()
    unsafe stamps.deallocate()
  }

  @inline(__always)
  private func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> (64 &- bits))
  }

  /// The name of these bytes, which are known to be UTF-8, and its hash.
  @inline(__always)
  func name(_ start: UnsafeRawPointer, _ count: Int, _ words: (first: UInt64, last: UInt64))
    -> (name: String, hash: UInt64)
  {
    let hash = unsafe count <= 16
      ? NameHash.mix(words.first, words.last, count, seed) : NameHash.hash(start, count, seed)
    // Invariant: a slot is below the size.
    let entry = unsafe entries + slot(hash)
    if unsafe _fastPath(
      entry.pointee.first == words.first && entry.pointee.last == words.last
        && entry.pointee.count == count)
    {
      // Up to 16 bytes are all in the two words.
      if unsafe count <= 16 || NameCache.areEqual(entry.pointee.name, start, count) {
        return unsafe (entry.pointee.name, hash)
      }
    }
    let name = unsafe String(validated: start, count: count)
    unsafe entry.pointee = Entry(first: words.first, last: words.last, count: count, name: name)
    return (name, hash)
  }

  @inline(never)
  private static func areEqual(_ name: String, _ start: UnsafeRawPointer, _ count: Int) -> Bool {
    unsafe name.withBytes { bytes in
      unsafe bytes.elementsEqual(UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  /// Marks a name as one of `object`. Returns whether a name of nearly the same hash was so before.
  @inline(__always)
  func stamp(_ hash: UInt64, object: UInt32) -> Bool {
    // Invariant: as above.
    let stamp = unsafe stamps + slot(hash)
    let isMarked = unsafe stamp.pointee == object
    unsafe stamp.pointee = object
    return isMarked
  }
}
