// The digits of a date, eight bytes at a time. Both halves of a date and time have the same shape.
//
//     2024-06-24T21:00:33.167806Z
//       └──┬───┘ └──┬───┘
//       24-06-24 21:00:33            three pairs of digits with a separator between them
//
// In memory order the pairs begin at bytes 0, 3 and 6. Writing is reading in reverse.

/// Three pairs of digits in a word, with separators between them.
enum DigitPairs {
  static let dateSeparators: UInt64 = 0x3030_2d30_302d_3030
  static let timeSeparators: UInt64 = 0x3030_3a30_303a_3030
  /// The lowest byte of each pair, which receives its value.
  static let values: UInt64 = 0x00ff_0000_ff00_00ff

  /// The values of the digits, and 0 for each separator, if the text is well-formed.
  @inline(__always)
  static func digits(_ text: UInt64, separators: UInt64) -> UInt64 { text ^ separators }

  /// Zero if every byte is a digit, or a separator where one is expected.
  @inline(__always)
  static func faults(_ digits: UInt64) -> UInt64 {
    // As in `DigitWord.nonDigits`.
    ((digits &+ 0x0606_0006_0600_0606) | digits) & 0xf0f0_fff0_f0ff_f0f0
  }

  /// The value of each pair in the byte of its first digit; the other bytes are meaningless.
  @inline(__always)
  static func values(_ digits: UInt64) -> UInt64 {
    // At most 99, so no byte carries into the next.
    (digits &* 10 &+ (digits &>> 8)) & values
  }

  /// The text of three values, each at most 99.
  @inline(__always)
  static func text(_ first: UInt32, _ second: UInt32, _ third: UInt32, separators: UInt64) -> UInt64
  {
    let values = UInt64(first) | UInt64(second) &<< 24 | UInt64(third) &<< 48
    // 103 / 1024 is a tenth, exact for values up to 99. The products have 14 bits, and the pairs
    // are at least 16 bits apart.
    let tens = ((values &* 103) &>> 10) & 0x000f_0000_0f00_000f
    let ones = values &- tens &* 10
    return (tens | ones &<< 8) ^ separators
  }
}
