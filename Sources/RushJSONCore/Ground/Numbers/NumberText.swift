internal import _RushJSONShims

/// Swift's numbers as decimal text.
///
/// Stores are of whole words, so even a short text needs room for `maximumLength` bytes. Nothing
/// allocates.
package enum NumberText {
  /// The room that every `write` needs, in bytes: at least the longest text.
  /// That is an integer of 128 bits: a sign and 39 digits.
  package static let maximumLength = 40

  /// Writes a finite number, and returns how many bytes its text has.
  /// The digits are the fewest that read back as the same `Double`, and of these the closest to it.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(
    _ value: Double, layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int { writeFloat(value, layout, to: output) }

  /// Writes a finite number, and returns how many bytes its text has.
  /// The digits are the fewest that read back as the same `Float`, and of these the closest to it:
  /// fewer than the same value needs as a `Double`.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(
    _ value: Float, layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int { writeFloat(value, layout, to: output) }

  @inline(__always)
  private static func writeFloat<F: WrittenFloat>(
    _ value: F, _ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int {
    // Below 2⁵³ (2²⁴) neighbours are at most one apart, so an integer is its own shortest text. The
    // value is an integer if no bit is below the point.
    let bits = value.bits
    let width = UInt64(truncatingIfNeeded: F.format.fractionBits)
    let exponent =
      bits &>> width & UInt64(truncatingIfNeeded: F.format.infiniteExponent)
      &- UInt64(truncatingIfNeeded: F.format.bias)
    if exponent <= width {
      let significand = bits & (1 &<< width &- 1) | 1 &<< width
      if significand & (1 &<< (width &- exponent) &- 1) == 0 {
        return write(
          wholeNumber: significand &>> (width &- exponent), isNegative: value.sign == .minus,
          layout, to: output)
      }
      // With 12 digits before the point and 3 after it, these are the number's exact digits. No other
      // number of up to 15 digits reads back as the same `Double`, so they are also the shortest.
      // For a `Float`, that holds for 6 digits, three of them before the point.
      let isDouble = F.self == Double.self
      let unused: UInt64 = isDouble ? 12 : 41
      if exponent < (isDouble ? 39 : 9), significand &<< (exponent &+ unused &+ 3) == 0 {
        return writeEighths(
          whole: significand &>> (width &- exponent), (significand &<< (exponent &+ unused)) &>> 61,
          isNegative: value.sign == .minus, to: output)
      }
    }
    return writeFraction(value, layout, to: output)
  }

  @inline(__always)
  private static func write(
    wholeNumber: UInt64, isNegative: Bool, _ layout: JSONNumber.Layout,
    to output: CheckedPointer<UInt8>
  ) -> Int {
    // Invariant of this file: a text has at most 25 bytes, and stores exceed it by at most 16.
    output[0] = UInt8.minus
    let sign = isNegative ? 1 : 0
    let end = sign &+ write(wholeNumber, to: output + sign)
    return layout == .swift ? endWithPoint(at: end, in: output) : end
  }

  /// Writes a number with one to seven eighths, of up to three digits.
  @inline(never)
  private static func writeEighths(
    whole: UInt64, _ eighths: UInt64, isNegative: Bool, to output: CheckedPointer<UInt8>
  ) -> Int {
    output[0] = UInt8.minus
    let sign = isNegative ? 1 : 0
    let end = sign &+ write(whole, to: output + sign)
    output[end] = UInt8.decimalPoint
    output.store(pair: eighths &* 25 / 2, at: end &+ 1)
    // Only if the number of eighths is odd.
    output[end &+ 3] = UInt8(ascii: "5")
    return end &+ 4 &- eighths.trailingZeroBitCount
  }

  /// Fractions, numbers of 2⁵³ (2²⁴) or more, and zero.
  @inline(never)
  private static func writeFraction<F: WrittenFloat>(
    _ value: F, _ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int {
    guard let decimal = ShortestDecimal.quick(value), value.doubledMagnitude != 0 else {
      return writeRare(value, layout, to: output)
    }
    return write(decimal, of: value, layout, to: output)
  }

  /// Out of line, so that the above need not save its registers.
  @inline(never)
  private static func writeRare<F: WrittenFloat>(
    _ value: F, _ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int {
    if value.doubledMagnitude == 0 { return writeZero(value.sign, layout, to: output) }
    return write(ShortestDecimal.exact(value), of: value, layout, to: output)
  }

  @inline(__always)
  private static func write<F: WrittenFloat>(
    _ decimal: ShortestDecimal, of value: F, _ layout: JSONNumber.Layout,
    to output: CheckedPointer<UInt8>
  ) -> Int {
    let text = F.significantText(decimal)
    output[0] = UInt8.minus
    let sign = value.sign == .minus ? 1 : 0
    return sign
      &+ text.write(
        layout, isLarge: value.doubledMagnitude > F.largestBitsWithoutExponent &<< 1,
        to: output + sign)
  }

  private static func writeZero(
    _ sign: FloatingPointSign, _ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int {
    let isNegative = sign == .minus && layout != .ecmaScript
    return write(wholeNumber: 0, isNegative: isNegative, layout, to: output)
  }
}

/// Ends an integer in Swift's layout.
@inline(__always)
private func endWithPoint(at end: Int, in output: CheckedPointer<UInt8>) -> Int {
  output[end] = UInt8.decimalPoint
  output[end &+ 1] = UInt8.digit0
  return end &+ 2
}

/// What differs between `Double` and `Float` in the text of their digits.
private protocol WrittenFloat: InterchangeFloat {
  /// The bits of the largest number that Swift's layout writes without an exponent.
  static var largestBitsWithoutExponent: UInt64 { get }
  static func significantText(_ decimal: ShortestDecimal) -> SignificantText
}

extension Double: WrittenFloat {
  @inline(__always)
  fileprivate static var largestBitsWithoutExponent: UInt64 { (0x1p53).bitPattern }

  @inline(__always)
  fileprivate static func significantText(_ decimal: ShortestDecimal) -> SignificantText {
    // 16 digits and a last one. The head of a normal number has 15 or 16, which cannot be predicted:
    // with 15 it takes in the last digit.
    let isShort = UInt64.mask(decimal.head, isLessThan: 1_000_000_000_000_000)
    let head = decimal.head &+ (decimal.head &* 9 &+ decimal.last) & isShort
    let last = decimal.last & ~isShort
    let point = decimal.exponent &+ 17 &+ Int(truncatingIfNeeded: isShort)
    return SignificantText(head: head, last: last, point: point)
  }
}

extension Float: WrittenFloat {
  @inline(__always)
  fileprivate static var largestBitsWithoutExponent: UInt64 { UInt64((0x1p24 as Float).bitPattern) }

  @inline(__always)
  fileprivate static func significantText(_ decimal: ShortestDecimal) -> SignificantText {
    // Up to nine digits, at the head of sixteen. Which of seven to nine cannot be predicted.
    var head = decimal.digits &* 10_000_000
    var point = decimal.exponent &+ 9
    for _ in 0..<2 {
      let isShort = UInt64.mask(head, isLessThan: 1_000_000_000_000_000)
      head &+= head &* 9 & isShort
      point &+= Int(truncatingIfNeeded: isShort)
    }
    return SignificantText(head: head, last: 0, point: point)
  }
}

/// The digits of a number and the position of its point.
private struct SignificantText {
  /// The first sixteen digits, trailing zeros included; the first is not zero.
  let digits: SixteenDigits
  /// The seventeenth digit.
  let last: UInt64
  /// The number of digits without trailing zeros.
  let count: Int
  /// The number of digits before the point; 0 or less below 0.1 or so.
  let point: Int

  /// - Parameter head: The first sixteen digits, or fewer for a subnormal number.
  @inline(__always)
  init(head: UInt64, last: UInt64, point: Int) {
    var (head, point) = (head, point)
    // So the loop ends.
    assert(head > 0 && head < 10_000_000_000_000_000)
    while head < 1_000_000_000_000_000 {
      head &*= 10
      point &-= 1
    }
    digits = SixteenDigits(head)
    self.last = last
    self.point = point
    // 17 if the last digit is not zero.
    let fewer = digits.significant &- 17
    count = 17 &+ fewer & ~Int(truncatingIfNeeded: UInt64.mask(0, isLessThan: last))
  }

  /// Writes the number without its sign, and returns how many bytes that takes.
  /// - Parameter isLarge: Whether Swift's layout writes an exponent because the number is large.
  @inline(__always)
  func write(
    _ layout: JSONNumber.Layout, isLarge: Bool, to output: CheckedPointer<UInt8>
  ) -> Int {
    let text = digits.text
    let hasExponent = layout == .ecmaScript ? point < -5 || point > 21 : point < -3 || isLarge
    if hasExponent { return writeWithExponent(text, layout, to: output) }
    if point <= 0 {
      // "0.00000" and the digits.
      assert(point >= -5)
      output.store(0x3030_3030_3030_2e30 as UInt64, at: 0)
      let start = 2 &- point
      output.store(text, at: start)
      output.store(digit: last, at: start &+ 16)
      return start &+ count
    }
    if point < count {
      output.store(text, pointAt: point)
      output.store(digit: last, at: 17)
      return count &+ 1
    }
    output.store(text, at: 0)
    // An integer: up to 21 digits in ECMAScript's layout; in the others, the largest without an
    // exponent.
    assert(point <= 21)
    output.store(digit: last, at: 16)
    output.store(DigitWord.ascii, at: 17)
    if layout == .swift { return endWithPoint(at: point, in: output) }
    return point
  }

  @inline(__always)
  private func writeWithExponent(
    _ text: WordPair, _ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>
  ) -> Int {
    output.store(text, at: 1)
    output.store(digit: last, at: 17)
    output[0] = UInt8(truncatingIfNeeded: text.low)
    output[1] = UInt8.decimalPoint
    var end = count == 1 ? 1 : count &+ 1

    let exponent = point &- 1
    output[end] = UInt8(ascii: "e")
    output[end &+ 1] = exponent < 0 ? UInt8.minus : UInt8.plus
    end &+= 2
    let magnitude = UInt64(truncatingIfNeeded: exponent.magnitude)
    if layout == .ecmaScript, magnitude < 10 {
      output.store(digit: magnitude, at: end)
      return end &+ 1
    }
    // The tens overwrite a leading zero.
    assert(magnitude <= 324)
    let hundreds = magnitude / 100
    output.store(digit: hundreds, at: end)
    end &+= hundreds == 0 ? 0 : 1
    output.store(pair: magnitude &- hundreds &* 100, at: end)
    return end &+ 2
  }
}

// MARK: - Decimal

// Digits with a known point, as they were read: 110 with two fraction digits is "1.10".

extension NumberText {
  /// Writes *digits* · 10^-*fractionDigits* with all its digits, at least one of them before the point,
  /// and returns how many bytes that takes.
  /// - Parameters:
  ///   - fractionDigits: 1 or more.
  ///   - output: Room for `maximumLength` + `fractionDigits` − 1 bytes; the one is for a sign.
  @inline(never)
  static func write(
    _ digits: UInt64, fractionDigits: Int, to output: CheckedPointer<UInt8>
  ) -> Int {
    // Invariant of this file: a digit, sixteen and the point, 18 bytes. A longer text has at most 21
    // bytes besides its fraction.
    assert(fractionDigits > 0)
    guard digits < 100_000_000_000_000_000, fractionDigits <= 16 else {
      return writeLong(digits, fractionDigits: fractionDigits, to: output)
    }
    let high = digits / 100_000_000
    let head = high / 100_000_000
    let sixteen = SixteenDigits(
      high &- head &* 100_000_000, digits &- high &* 100_000_000)
    if head == 0, fractionDigits < 16 {
      // The sixteen include a zero for a missing integer part.
      let zeros = min(sixteen.leadingZeros, 15 &- fractionDigits)
      let whole = 16 &- fractionDigits &- zeros
      output.store(sixteen.text &>> (zeros &* 8), pointAt: whole)
      return whole &+ 1 &+ fractionDigits
    }
    output.store(digit: head, at: 0)
    (output + 1).store(sixteen.text, pointAt: 16 &- fractionDigits)
    return 18
  }

  @inline(never)
  private static func writeLong(
    _ digits: UInt64, fractionDigits: Int, to output: CheckedPointer<UInt8>
  ) -> Int {
    // 10^19 is the largest power of ten in 64 bits.
    let divisor = rush_integer_power_of_ten(min(fractionDigits, 19))
    let isBelowOne = fractionDigits > 19 || digits < divisor
    let whole = isBelowOne ? 0 : digits / divisor
    let fraction = isBelowOne ? digits : digits % divisor
    let start = write(whole, to: output) &+ 1
    output[start &- 1] = UInt8.decimalPoint
    // Leading zeros of the fraction.
    var count = 1
    while count < 20, fraction >= rush_integer_power_of_ten(count) { count &+= 1 }
    let zeros = fractionDigits &- count
    assert(zeros >= 0)
    (output + start).update(repeating: UInt8.digit0, count: zeros)
    return start &+ zeros &+ write(fraction, to: output + start + zeros)
  }
}

// MARK: - Integers

extension NumberText {
  /// Writes an integer, and returns how many bytes its text has, at most 20.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(_ value: UInt64, to output: CheckedPointer<UInt8>) -> Int {
    // Invariant of this file: the room is 40 bytes, and at most two words of eight bytes are stored
    // after up to 24 digits.
    if value < 10 {
      output.store(digit: value, at: 0)
      return 1
    }
    return writeLong(value, to: output)
  }

  /// Writes an integer, and returns how many bytes its text has, at most 20.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(_ value: Int64, to output: CheckedPointer<UInt8>) -> Int {
    output[0] = UInt8.minus
    let sign = value < 0 ? 1 : 0
    return sign &+ write(value.magnitude, to: output + sign)
  }

  /// Writes an integer of up to 128 bits, and returns how many bytes its text has, at most 40.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write<T: FixedWidthInteger>(
    _ value: T, to output: CheckedPointer<UInt8>
  ) -> Int {
    precondition(T.bitWidth <= 128, "NumberText writes integers of up to 128 bits")
    output[0] = UInt8.minus
    let sign = value < 0 ? 1 : 0
    if T.bitWidth <= 64 {
      return sign
        &+ write(UInt64(truncatingIfNeeded: value.magnitude), to: output + sign)
    }
    let pair = WordPair(
      high: UInt64(truncatingIfNeeded: value.magnitude >> 64),
      low: UInt64(truncatingIfNeeded: value.magnitude))
    return sign &+ write(pair, to: output + sign)
  }

  /// Writes two digits or more.
  @inline(never)
  private static func writeLong(_ value: UInt64, to output: CheckedPointer<UInt8>) -> Int {
    if value < 100 {
      output.store(pair: value, at: 0)
      return 2
    }
    if value < 100_000_000 { return writeUpToEight(value, to: output) }
    // Identifiers and times in seconds have nine or ten digits.
    if value < 10_000_000_000 {
      let high = value / 100_000_000
      let end: Int
      if high < 10 {
        output.store(digit: high, at: 0)
        end = 1
      } else {
        output.store(pair: high, at: 0)
        end = 2
      }
      output.store(DigitWord.values(value &- high &* 100_000_000) | DigitWord.ascii, at: end)
      return end &+ 8
    }
    return writeVeryLong(value, to: output)
  }

  /// Writes eleven digits or more. Out of line, so that the above need not save registers.
  @inline(never)
  private static func writeVeryLong(
    _ value: UInt64, to output: CheckedPointer<UInt8>
  ) -> Int {
    if value < 10_000_000_000_000_000 {
      let high = value / 100_000_000
      let end = writeUpToEight(high, to: output)
      output.store(DigitWord.values(value &- high &* 100_000_000) | DigitWord.ascii, at: end)
      return end &+ 8
    }
    let high = value / 10_000_000_000_000_000
    let end = writeUpToEight(high, to: output)
    output.store(SixteenDigits(value &- high &* 10_000_000_000_000_000).text, at: end)
    return end &+ 16
  }

  /// Writes a value in 1..<10⁸ without leading zeros.
  @inline(__always)
  private static func writeUpToEight(
    _ value: UInt64, to output: CheckedPointer<UInt8>
  ) -> Int {
    assert(value > 0)
    let digits = DigitWord.values(value)
    let zeros = digits.trailingZeroBitCount &>> 3
    output.store(
      (digits | DigitWord.ascii) &>> UInt64(truncatingIfNeeded: zeros &* 8), at: 0)
    return 8 &- zeros
  }

  /// Writes 19 digits, with leading zeros.
  private static func write(all value: UInt64, to output: CheckedPointer<UInt8>) {
    let high = value / 10_000_000_000_000_000
    output.store(digit: high / 100, at: 0)
    output.store(pair: high % 100, at: 1)
    output.store(SixteenDigits(value &- high &* 10_000_000_000_000_000).text, at: 3)
  }

  /// The largest power of ten in 64 bits.
  private static let group: UInt64 = 10_000_000_000_000_000_000

  /// Writes an integer of two words, and returns how many bytes its text has, at most 39.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(never)
  static func write(_ value: WordPair, to output: CheckedPointer<UInt8>) -> Int {
    if value.high == 0 { return write(value.low, to: output) }
    // Division one word at a time: each remainder is below the group, so every quotient fits.
    let top = value.high / group
    let (middle, last) = group.dividingFullWidth((value.high % group, value.low))
    let (first, second) = group.dividingFullWidth((top, middle))
    // 2^128 < 4 · 10^38.
    assert(first <= 3)
    var end = 0
    if first > 0 {
      end = write(first, to: output)
      write(all: second, to: output + end)
      end &+= 19
    } else {
      end = write(second, to: output)
    }
    write(all: last, to: output + end)
    return end &+ 19
  }
}

// MARK: - SixteenDigits

/// Sixteen decimal digits in two words (see `DigitWord`).
struct SixteenDigits {
  private var digits: rush_sixteen

  /// The digits of `number`, which is below 10¹⁶, with leading zeros.
  @inline(__always)
  init(_ number: UInt64) {
    let first = number / 100_000_000
    self.init(first, number &- first &* 100_000_000)
  }

  /// The digits of two halves below 10⁸.
  @inline(__always)
  init(_ first: UInt64, _ second: UInt64) {
    assert(first < 100_000_000 && second < 100_000_000)
    digits = rush_sixteen_digits(first, second)
  }

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

extension CheckedPointer<UInt8> {
  @inline(__always)
  func store(_ word: UInt64, at offset: Int) {
    store(word.littleEndian, at: offset, as: UInt64.self)
  }

  @inline(__always)
  func store(_ pair: WordPair, at offset: Int) {
    store(pair.low, at: offset)
    store(pair.high, at: offset &+ 8)
  }

  /// Stores seventeen bytes: sixteen of text, and a point before byte `point`, which is in 0...16.
  @inline(__always)
  func store(_ text: WordPair, pointAt point: Int) {
    assert(point >= 0 && point <= 16)
    unsafe rush_store_with_point(text.low, text.high, point, checked(17))
  }

  /// Stores the digit of a value below 10.
  @inline(__always)
  func store(digit: UInt64, at offset: Int) {
    assert(digit < 10)
    self[offset] = UInt8(truncatingIfNeeded: digit) | UInt8.digit0
  }

  /// Stores the two digits of a value below 100.
  @inline(__always)
  func store(pair: UInt64, at offset: Int) {
    assert(pair < 100)
    store(rush_digit_pair(UInt32(truncatingIfNeeded: pair)), at: offset, as: UInt16.self)
  }
}

// MARK: - NumberSpelling+Text

extension NumberSpelling {
  /// The room that `write` needs, in bytes: at least the length of the text.
  // The fraction digits, and room for 20 digits before the point, the sign, the point, the letter, sign
  // and digits of the exponent, and the excess of a word's store.
  @inline(__always) var textCapacity: Int { fractionDigits &+ NumberText.maximumLength }

  /// Writes the text of `digits`, and returns how many bytes it has.
  /// - Parameter output: Room for `textCapacity` bytes.
  @inline(__always)
  func write(_ digits: UInt64, to output: CheckedPointer<UInt8>) -> Int {
    // Invariant of this file: all stores are inside the capacity. A number has at most a sign, 20
    // digits before the point, the point, the fraction, and 14 bytes of an exponent. Whole words are
    // stored only with up to 16 fraction digits, and end at most 38 bytes after the sign.
    if bits < NumberSpelling.exponent {
      output[0] = UInt8.minus
      let sign = isNegative ? 1 : 0
      let fraction = fractionDigits
      if fraction == 0 { return sign &+ NumberText.write(digits, to: output + sign) }
      return sign
        &+ NumberText.write(digits, fractionDigits: fraction, to: output + sign)
    }
    return writeWithExponent(digits, to: output)
  }

  @inline(never)
  private func writeWithExponent(_ digits: UInt64, to output: CheckedPointer<UInt8>) -> Int {
    let plain = NumberSpelling(isNegative: isNegative, fractionDigits: fractionDigits)
    var end = plain.write(digits, to: output)
    func put(_ byte: UInt8) {
      output[end] = byte
      end &+= 1
    }
    put(bits & NumberSpelling.capital != 0 ? UInt8(ascii: "E") : UInt8(ascii: "e"))
    if bits & NumberSpelling.minus != 0 { put(UInt8.minus) }
    if bits & NumberSpelling.plus != 0 { put(UInt8.plus) }
    for _ in 0..<Int(truncatingIfNeeded: bits &>> 37) { put(UInt8.digit0) }
    // At most five digits, byte by byte, because there may be no room for a whole word.
    var divisor = 10_000
    while divisor > 1, magnitude < divisor { divisor /= 10 }
    while divisor > 0 {
      put(UInt8.digit0 &+ UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
    }
    assert(end <= textCapacity)
    return end
  }
}
