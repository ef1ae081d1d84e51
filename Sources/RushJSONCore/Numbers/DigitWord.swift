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

  /// The digits of `number`, which is below 10⁸, with zeros before them.
  ///
  /// Halves, then quarters, then digits: each step divides all lanes at once, by a multiplication
  /// with a rounded-up reciprocal. The shifts are exact for every value that a lane can have:
  /// 2⁴⁰/10⁴ for 8 digits, 2²⁰/10² for 4, 2¹⁰/10 for 2.
  @inline(__always)
  static func digits(_ number: UInt64) -> UInt64 {
    // No product leaves its lane: 10⁸ · 2²⁷, 10⁴ · 2¹⁴, 10² · 2⁷.
    let high = (number &* 109_951_163) &>> 40
    let fours = high | (number &- high &* 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007f_0000_007f
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
  }

  /// How many zeros the eight digits begin with.
  @inline(__always)
  static func leadingZeros(_ digits: UInt64) -> Int { digits.trailingZeroBitCount &>> 3 }

  /// How many zeros the eight digits end with.
  @inline(__always)
  static func trailingZeros(_ digits: UInt64) -> Int { digits.leadingZeroBitCount &>> 3 }
}

/// Sixteen digits: two words, or one of 128 bits where they are to be moved.
struct DigitPair {
  var first: UInt64
  var second: UInt64

  /// The digits of `number`, which is below 10¹⁶, with zeros before them, as values.
  @inline(__always)
  init(_ number: UInt64) {
    let high = number / 100_000_000
    first = DigitWord.digits(high)
    second = DigitWord.digits(number &- high &* 100_000_000)
  }

  @inline(__always)
  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// As text, the first digit in the lowest byte.
  @inline(__always)
  var text: UInt128 {
    UInt128(second | DigitWord.ascii) &<< 64 | UInt128(first | DigitWord.ascii)
  }

  /// How many zeros the digits begin with, at most 16.
  @inline(__always)
  var leadingZeros: Int {
    first != 0 ? DigitWord.leadingZeros(first) : 8 &+ DigitWord.leadingZeros(second)
  }

  /// How many digits are left without the zeros at the end.
  @inline(__always)
  var significant: Int {
    second != 0 ? 16 &- DigitWord.trailingZeros(second) : 8 &- DigitWord.trailingZeros(first)
  }
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
    unsafe self[offset] = UInt8(truncatingIfNeeded: digit) | UInt8(ascii: "0")
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
