// Strings of up to 15 bytes, made from two words.
//
// Swift holds such a string in the string itself:
//
//   byte    0  1  2  …                        13 14 15
//          │ h │ e │ l │ l │ o │ 0 │ 0 │ … │ 0 │ 0 │ tag │      tag: 0xE0, or 0xA0 if not all are
//                                                             ASCII, plus the count
//
// Its initialisers write it byte by byte, which is half of the time that a text of short strings
// takes. This writes the same two words at once (3 ns instead of 8 to 20). The layout is part of the
// ABI where Swift has a stable one. Elsewhere it could change with the compiler, so `isKnown` tries
// strings of every length, once in a process, and if one of them differs nothing here is used.

/// How Swift holds strings of up to 15 bytes.
enum SmallString {
  /// The longest such string, in UTF-8 bytes.
  static let capacity = 15

  /// Whether strings are laid out as above.
  static let isKnown: Bool = {
    #if _pointerBitWidth(_64) && _endian(little) && !os(Android)
      for count in 0...capacity {
        // Plain letters, and a two-byte sequence in front of them.
        var bytes = (0..<count).map { UInt8(0x61 + $0) }
        if !isAsSwiftMakesIt(bytes) { return false }
        if count < 2 { continue }
        bytes[0] = 0xc3
        bytes[1] = 0xa9
        if !isAsSwiftMakesIt(bytes) { return false }
      }
      return true
    #else
      return false
    #endif
  }()

  private static func isAsSwiftMakesIt(_ bytes: [UInt8]) -> Bool {
    var words: (low: UInt64, high: UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.low |= UInt64(byte) &<< UInt64(8 &* index)
      } else {
        words.high |= UInt64(byte) &<< UInt64(8 &* (index &- 8))
      }
    }
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
    let made = String(decoding: bytes, as: UTF8.self)
    // Invariant: the sizes are equal, and any bits are a pair of words.
    let asMade = unsafe unsafeBitCast(made, to: (UInt64, UInt64).self)
    let asHere = tagged(words, bytes.count)
    return asMade.0 == asHere.low && asMade.1 == asHere.high
  }

  @inline(__always)
  private static func tagged(_ words: (low: UInt64, high: UInt64), _ count: Int)
    -> (low: UInt64, high: UInt64)
  {
    let isASCII = (words.low | words.high) & 0x8080_8080_8080_8080 == 0
    let tag = (isASCII ? 0xe0 : 0xa0) | UInt64(truncatingIfNeeded: count)
    return (words.low, words.high | tag &<< 56)
  }

  /// The string of `count` bytes, at most 15, that are known to be UTF-8, in little-endian words
  /// whose other bytes are zero. Only if the layout is known.
  @inline(__always)
  static func make(_ words: (low: UInt64, high: UInt64), count: Int) -> String {
    #if _pointerBitWidth(_64)
      // Invariant: the layout is known, so this is a string that owns nothing.
      return unsafe unsafeBitCast(tagged(words, count), to: String.self)
    #else
      return ""
    #endif
  }

  /// Whether a string is held in place. Only if the layout is known.
  @inline(__always)
  static func isInPlace(_ string: String) -> Bool {
    #if _pointerBitWidth(_64)
      // Invariant: the layout is known, in which the bit of 0x20 in the tag says so.
      return unsafe unsafeBitCast(string, to: (UInt64, UInt64).self).1 &>> 61 & 1 != 0
    #else
      return false
    #endif
  }

  /// A string that is held in place if it can be, as strings with room to grow are not.
  static func inPlace(_ string: String) -> String {
    if !isKnown || string.utf8.count > capacity || isInPlace(string) { return string }
    return String(decoding: Array(string.utf8), as: UTF8.self)
  }

  /// The words for `make`: `count` bytes from `start` on, before which eight more can be read.
  @inline(__always)
  static func words(_ start: UnsafeRawPointer, _ count: Int) -> (low: UInt64, high: UInt64) {
    // Invariant: up to eight bytes before `start` are read, and none from `start` + `count` on.
    let end = unsafe UInt64(
      littleEndian: start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    if count >= 8 {
      let low = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
      // The last `count` - 8 of the last eight bytes. A shift by 64 gives zero.
      return (low, end >> UInt64(truncatingIfNeeded: 8 &* (16 &- count)))
    }
    return (end >> UInt64(truncatingIfNeeded: 8 &* (8 &- count)), 0)
  }
}
