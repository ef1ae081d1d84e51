// Digits of a date, eight bytes at a time: the two halves of a date and time have one shape.
//
//     2024-06-24T21:00:33.167806Z
//       └──┬───┘ └──┬───┘
//       24-06-24 21:00:33            three pairs of digits with a separator between
//
// As a word in memory order the pairs begin at bytes 0, 3 and 6. Reading and writing are the same
// steps in opposite order.

/// Three pairs of digits in a word, with separators between them.
enum DigitPairs {
  static let dateSeparators: UInt64 = 0x3030_2d30_302d_3030
  static let timeSeparators: UInt64 = 0x3030_3a30_303a_3030
  /// The lowest byte of each pair, where its value stands.
  static let values: UInt64 = 0x00ff_0000_ff00_00ff

  /// The digits' values, and 0 for separators, if the text is as it should be.
  @inline(__always)
  static func digits(_ text: UInt64, separators: UInt64) -> UInt64 { text ^ separators }

  /// Not 0 if a byte that should be a digit is none, or a separator is another byte.
  @inline(__always)
  static func faults(_ digits: UInt64) -> UInt64 {
    // Adding 6 carries a value above 9 into the high nibble. A carry out of a byte makes that byte a
    // fault itself, so that the one above it does not matter.
    ((digits &+ 0x0606_0006_0600_0606) | digits) & 0xf0f0_fff0_f0ff_f0f0
  }

  /// The value of each pair in the byte of its first digit; the other bytes are of no use.
  @inline(__always)
  static func values(_ digits: UInt64) -> UInt64 {
    // At most 99, so nothing is carried from byte to byte.
    (digits &* 10 &+ (digits &>> 8)) & values
  }

  /// The text of three values, each at most 99: the opposite of all of the above.
  @inline(__always)
  static func text(_ first: UInt32, _ second: UInt32, _ third: UInt32, separators: UInt64) -> UInt64
  {
    let values = UInt64(first) | UInt64(second) &<< 24 | UInt64(third) &<< 48
    // 103 / 1024 is a tenth, exactly enough for values up to 99; the products have 14 bits, and 16
    // is the least there is between two pairs and above the last.
    let tens = ((values &* 103) &>> 10) & 0x000f_0000_0f00_000f
    let ones = values &- tens &* 10
    return (tens | ones &<< 8) ^ separators
  }
}

/// Eight digits in a word.
///
/// The formulas are Lemire's ("Number parsing at a gigabyte per second", 2021, §3), and their
/// opposites.
enum EightDigits {
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// Not 0 if one of eight bytes, `zeros` taken away, is no digit.
  @inline(__always)
  static func faults(_ digits: UInt64) -> UInt64 {
    ((digits &+ 0x0606_0606_0606_0606) | digits) & 0xf0f0_f0f0_f0f0_f0f0
  }

  /// Eight digits, the first in the lowest byte, as a number.
  @inline(__always)
  static func value(_ digits: UInt64) -> UInt32 {
    let pairs = digits &* 10 &+ (digits &>> 8)
    let mask: UInt64 = 0x0000_00ff_0000_00ff
    return UInt32(
      truncatingIfNeeded: ((pairs & mask) &* 0x000f_4240_0000_0064
        &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32)
  }

  /// The digits of a number below 10⁸, the first in the lowest byte.
  @inline(__always)
  static func digits(_ value: UInt32) -> UInt64 {
    let fours = UInt64(value / 10_000) | UInt64(value % 10_000) &<< 32
    // 10486 / 2²⁰ is a hundredth, exactly enough for values up to 9,999; 103 / 2¹⁰ a tenth.
    let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007f_0000_007f
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
  }
}

/// Eight bytes of the text, the first of them lowest.
///
/// Invariant: eight bytes from `bytes` on may be read.
@inline(__always)
func loadWord(_ bytes: UnsafeRawPointer) -> UInt64 {
  unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
}

/// Writes eight bytes, the lowest first.
///
/// Invariant: eight bytes from `bytes` on may be written.
@inline(__always)
func storeWord(_ word: UInt64, to bytes: UnsafeMutableRawPointer) {
  unsafe bytes.storeBytes(of: word.littleEndian, as: UInt64.self)
}
