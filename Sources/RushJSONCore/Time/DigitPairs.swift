// The digits of a date, eight bytes at a time. Both halves of a date and time have the same shape.
//
//     2024-06-24T21:00:33.167806Z
//       └──┬───┘ └──┬───┘
//       24-06-24 21:00:33            three pairs of digits with a separator between them
//
// In memory order the pairs begin at bytes 0, 3 and 6. They are written one by one, from a table.

internal import _RushJSONShims

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

  /// Writes the two digits of a value, which is at most 99.
  /// Invariant: two bytes from `bytes` on may be written.
  @inline(__always)
  static func write(_ value: UInt32, to bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: rush_digit_pair(value), as: UInt16.self)
  }
}
