internal import _RushJSONShims

/// Eight decimal digits in the bytes of a word, the first in the lowest.
///
/// ```
/// 1234567  ⇄  0 1 2 3 4 5 6 7   as values 0...9; XOR `ascii` makes them text, and text values
///   byte      0 1 2 3 4 5 6 7
/// ```
///
/// The formulas are Lemire's ("Number parsing at a gigabyte per second", 2021, §3) and aqrit's.
enum DigitWord {
  /// "00000000": the difference between the text of eight digits and their values.
  static let ascii: UInt64 = 0x3030_3030_3030_3030

  /// Zero if all eight bytes are values of digits.
  @inline(__always)
  static func nonDigits(_ values: UInt64) -> UInt64 {
    // Adding 6 carries a value above 9 into the high nibble. A carry out of a byte makes that byte
    // a hit itself, so the result is right even if the byte above is disturbed.
    ((values &+ 0x0606_0606_0606_0606) | values) & 0xf0f0_f0f0_f0f0_f0f0
  }

  /// The integer that the values of eight digits make up.
  @inline(__always)
  static func number(_ values: UInt64) -> UInt64 {
    let pairs = values &* 10 &+ (values &>> 8)
    let mask: UInt64 = 0x0000_00ff_0000_00ff
    return
      ((pairs & mask) &* 0x000f_4240_0000_0064
      &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
  }

  /// The values of the eight digits of `number`, which is below 10⁸, with leading zeros.
  @inline(__always) static func values(_ number: UInt64) -> UInt64 { rush_eight_digits(number) }
}

/// Reads eight bytes, the first into the lowest byte of the word.
/// Invariant: eight bytes from `bytes` on may be read.
@inline(__always)
func loadWord(_ bytes: UnsafeRawPointer) -> UInt64 {
  unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
}

/// Writes eight bytes, the lowest first. Invariant: eight bytes from `bytes` on may be written.
@inline(__always)
func storeWord(_ word: UInt64, to bytes: UnsafeMutableRawPointer) {
  unsafe bytes.storeBytes(of: word.littleEndian, as: UInt64.self)
}
