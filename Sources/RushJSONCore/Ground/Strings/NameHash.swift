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
    hash(bytes, seed)
  }

  @inline(__always)
  static func hash(_ bytes: CheckedBytes, _ seed: (UInt64, UInt64)) -> UInt64 {
    if bytes.count <= 16 {
      let (first, last) = words(bytes)
      return mix(first, last, bytes.count, seed)
    }
    return longHash(bytes, seed)
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
  private static func longHash(_ bytes: CheckedBytes, _ seed: (UInt64, UInt64)) -> UInt64 {
    let count = bytes.count
    assert(count > 16)
    var state = seed.0
    var at = 0
    // The last 16 bytes may overlap the bytes before them.
    while at &+ 16 < count {
      let (first, second) = (bytes.word(at: at), bytes.word(at: at &+ 8))
      state = fold(first ^ state, second ^ seed.1)
      at &+= 16
    }
    let end = count &- 16
    let (first, second) = (bytes.word(at: end), bytes.word(at: end &+ 8))
    return mix(first ^ state, second, count, seed)
  }

  /// Up to 16 bytes as two words, which together with the count identify them. From eight bytes on,
  /// these are the first and the last eight; fewer bytes are all in the first word.
  @inline(__always)
  static func words(_ bytes: CheckedBytes) -> (first: UInt64, last: UInt64) {
    let count = bytes.count
    // Loads may overlap.
    if count >= 8 { return (bytes.word(at: 0), bytes.word(at: count &- 8)) }
    if count >= 4 {
      let low = UInt32(littleEndian: bytes.load(at: 0, as: UInt32.self))
      let high = UInt32(littleEndian: bytes.load(at: count &- 4, as: UInt32.self))
      return (UInt64(low) | UInt64(high) &<< UInt64(8 &* (count &- 4)), 0)
    }
    if count == 0 { return (0, 0) }
    let (first, middle) = (UInt64(bytes[0]), UInt64(bytes[count / 2]))
    let last = UInt64(bytes[count &- 1])
    return (first | middle &<< UInt64(8 &* (count / 2)) | last &<< UInt64(8 &* (count &- 1)), 0)
  }
}
