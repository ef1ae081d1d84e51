internal import _RushJSONShims

/// Eight decimal digits in the bytes of a word, the first in the lowest.
///
/// ```
/// 1234567  →  0 1 2 3 4 5 6 7   as values 0...9; with `ascii` added, as text
///   byte      0 1 2 3 4 5 6 7
/// ```
///
/// A word is stored as little-endian, whatever the processor, so that its first digit comes first.
enum DigitWord {
  /// What makes text of the values of eight digits.
  static let ascii: UInt64 = 0x3030_3030_3030_3030

  /// The digits of `number`, which is below 10⁸, with zeros before them, as values.
  @inline(__always)
  static func digits(_ number: UInt64) -> UInt64 { rush_eight_digits(number) }
}

/// Sixteen decimal digits.
struct SixteenDigits {
  private var digits: rush_sixteen

  /// The digits of `number`, which is below 10¹⁶, with zeros before them.
  @inline(__always)
  init(_ number: UInt64) { digits = rush_sixteen_digits(number) }

  /// As text, the first digit in the lowest byte.
  @inline(__always)
  var text: UInt128 {
    UInt128(digits.second | DigitWord.ascii) &<< 64 | UInt128(digits.first | DigitWord.ascii)
  }

  /// How many zeros they begin with; 31 if all are zeros.
  @inline(__always)
  var leadingZeros: Int { (digits.others | 1 &<< 31).trailingZeroBitCount }

  /// How many are left without the zeros at the end; 1 if all are zeros.
  @inline(__always)
  var significant: Int { 32 &- (digits.others | 1).leadingZeroBitCount }
}

extension UnsafeMutablePointer<UInt8> {
  // Invariant of all: the caller has room for the whole word behind `offset`.

  @inline(__always)
  func store(_ word: UInt64, at offset: Int) {
    unsafe UnsafeMutableRawPointer(self + offset).storeBytes(
      of: word.littleEndian, as: UInt64.self)
  }

  @inline(__always)
  func store(_ word: UInt128, at offset: Int) {
    unsafe store(UInt64(truncatingIfNeeded: word), at: offset)
    unsafe store(UInt64(truncatingIfNeeded: word &>> 64), at: offset &+ 8)
  }

  /// The digit of a value below 10.
  @inline(__always)
  func store(digit: UInt64, at offset: Int) {
    unsafe self[offset] = UInt8(truncatingIfNeeded: digit) | UInt8.digit0
  }

  /// The two digits of a value below 100.
  @inline(__always)
  func store(pair: UInt64, at offset: Int) {
    let tens = (pair &* 103) &>> 10
    let digits = tens | (pair &- tens &* 10) &<< 8 | 0x3030
    unsafe UnsafeMutableRawPointer(self + offset).storeBytes(
      of: UInt16(truncatingIfNeeded: digits).littleEndian, as: UInt16.self)
  }
}
