// The hash of member names: two multiplications for most. Each process draws a new seed, so nobody can
// craft a text whose names all share one slot.

/// The hash of a name's UTF-8 bytes.
enum NameHash {
  /// Drawn once per process.
  static let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  @inline(__always)
  static func hash(_ name: String) -> UInt64 {
    name.withBytes { hash($0) }
  }

  @inline(__always)
  static func hash(_ bytes: CheckedBytes) -> UInt64 {
    guard let start = unsafe bytes.baseAddress else { return mix(0, 0, 0, seed) }
    return unsafe hash(start, bytes.count, seed)
  }

  @inline(__always)
  static func hash(_ start: UnsafeRawPointer, _ count: Int, _ seed: (UInt64, UInt64)) -> UInt64 {
    if count <= 16 {
      let (first, last) = unsafe words(start, count)
      return mix(first, last, count, seed)
    }
    return unsafe longHash(start, count, seed)
  }

  /// The hash of up to 16 bytes, given as the two words of `words` and their count.
  @inline(__always)
  static func mix(_ first: UInt64, _ last: UInt64, _ count: Int, _ seed: (UInt64, UInt64))
    -> UInt64
  {
    let length = UInt64(truncatingIfNeeded: count)
    return fold(fold(first ^ seed.0, last ^ seed.1), 0x9e37_79b9_7f4a_7c15 ^ length)
  }

  /// Folds the product to 64 bits. Each depends on many bits of both factors.
  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  @inline(never)
  private static func longHash(
    _ start: UnsafeRawPointer, _ count: Int, _ seed: (UInt64, UInt64)
  ) -> UInt64 {
    assert(count > 16)
    var state = seed.0
    var at = 0
    // Invariant: at + 16 ≤ count at every load. The last 16 bytes may overlap the ones before.
    while at &+ 16 < count {
      let first = unsafe word(start + at)
      let second = unsafe word(start + (at &+ 8))
      state = fold(first ^ state, second ^ seed.1)
      at &+= 16
    }
    let end = count &- 16
    let first = unsafe word(start + end)
    let second = unsafe word(start + (end &+ 8))
    return mix(first ^ state, second, count, seed)
  }

  /// Eight bytes as a word, with the first byte in the lowest bits.
  @inline(__always)
  static func word(_ start: UnsafeRawPointer) -> UInt64 {
    // Invariant: the caller has checked that eight bytes can be read.
    unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
  }

  /// Up to 16 bytes as two words, which together with the count identify them. From eight bytes on,
  /// these are the first and the last eight; fewer bytes are all in the first word.
  @inline(__always)
  static func words(_ start: UnsafeRawPointer, _ count: Int) -> (first: UInt64, last: UInt64) {
    assert(count >= 0)
    // Invariant: every load lies in the first `count` bytes. Loads may overlap.
    if count >= 8 { return unsafe (word(start), word(start + (count &- 8))) }
    if count >= 4 {
      let low = unsafe UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
      let high = unsafe UInt32(
        littleEndian: start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return (UInt64(low) | UInt64(high) &<< UInt64(8 &* (count &- 4)), 0)
    }
    if count == 0 { return (0, 0) }
    let first = unsafe UInt64(start.load(as: UInt8.self))
    let middle = unsafe UInt64(start.load(fromByteOffset: count / 2, as: UInt8.self))
    let last = unsafe UInt64(start.load(fromByteOffset: count &- 1, as: UInt8.self))
    return (first | middle &<< UInt64(8 &* (count / 2)) | last &<< UInt64(8 &* (count &- 1)), 0)
  }
}
