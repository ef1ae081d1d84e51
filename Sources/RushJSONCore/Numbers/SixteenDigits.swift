internal import _RushJSONShims

/// Sixteen decimal digits in two words (see `DigitWord`).
struct SixteenDigits {
  private var digits: rush_sixteen

  /// The digits of `number`, which is below 10¹⁶, with leading zeros.
  @inline(__always) init(_ number: UInt64) { digits = rush_sixteen_digits(number) }

  /// The digits as text, the first in the lowest byte.
  @inline(__always)
  var text: WordPair {
    WordPair(high: digits.second | DigitWord.ascii, low: digits.first | DigitWord.ascii)
  }

  /// The number of leading zeros; 31 if all are zeros.
  @inline(__always) var leadingZeros: Int { (digits.others | 1 &<< 31).trailingZeroBitCount }

  /// The number of digits without trailing zeros; 1 if all are zeros.
  @inline(__always) var significant: Int { 32 &- (digits.others | 1).leadingZeroBitCount }
}

extension UnsafeMutablePointer<UInt8> {
  // Invariant of all: the caller has room for the whole word from `offset` on.

  @inline(__always)
  func store(_ word: UInt64, at offset: Int) {
    unsafe storeWord(word, to: UnsafeMutableRawPointer(self + offset))
  }

  @inline(__always)
  func store(_ pair: WordPair, at offset: Int) {
    unsafe store(pair.low, at: offset)
    unsafe store(pair.high, at: offset &+ 8)
  }

  /// Stores the digit of a value below 10.
  @inline(__always)
  func store(digit: UInt64, at offset: Int) {
    unsafe self[offset] = UInt8(truncatingIfNeeded: digit) | UInt8.digit0
  }

  /// Stores the two digits of a value below 100.
  @inline(__always)
  func store(pair: UInt64, at offset: Int) {
    let tens = (pair &* 103) &>> 10
    let digits = tens | (pair &- tens &* 10) &<< 8 | 0x3030
    unsafe UnsafeMutableRawPointer(self + offset).storeBytes(
      of: UInt16(truncatingIfNeeded: digits).littleEndian, as: UInt16.self)
  }
}
