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
    _ value: Double, layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int { unsafe writeFloat(value, layout, to: output) }

  /// Writes a finite number, and returns how many bytes its text has.
  /// The digits are the fewest that read back as the same `Float`, and of these the closest to it:
  /// fewer than the same value needs as a `Double`.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(
    _ value: Float, layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int { unsafe writeFloat(value, layout, to: output) }

  @inline(__always)
  private static func writeFloat<F: WrittenFloat>(
    _ value: F, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
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
        return unsafe write(
          wholeNumber: significand &>> (width &- exponent), isNegative: value.sign == .minus,
          layout, to: output)
      }
      // With 12 digits before the point and 3 after it, these are the number's exact digits. No other
      // number of up to 15 digits reads back as the same `Double`, so they are also the shortest.
      if F.self == Double.self, exponent < 39, significand &<< (exponent &+ 15) == 0 {
        return unsafe writeEighths(
          whole: significand &>> (width &- exponent), (significand &<< (exponent &+ 12)) &>> 61,
          isNegative: value.sign == .minus, to: output)
      }
    }
    return unsafe writeFraction(value, layout, to: output)
  }

  @inline(__always)
  private static func write(
    wholeNumber: UInt64, isNegative: Bool, _ layout: JSONNumber.Layout,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Invariant of this file: a text has at most 25 bytes, and stores exceed it by at most 16.
    unsafe output[0] = UInt8.minus
    let sign = isNegative ? 1 : 0
    let end = unsafe sign &+ write(wholeNumber, to: output + sign)
    return layout == .swift ? unsafe endWithPoint(at: end, in: output) : end
  }

  /// Writes a number with one to seven eighths, of up to three digits.
  @inline(never)
  private static func writeEighths(
    whole: UInt64, _ eighths: UInt64, isNegative: Bool, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe output[0] = UInt8.minus
    let sign = isNegative ? 1 : 0
    let end = unsafe sign &+ write(whole, to: output + sign)
    unsafe output[end] = UInt8.decimalPoint
    unsafe output.store(pair: eighths &* 25 / 2, at: end &+ 1)
    // Only if the number of eighths is odd.
    unsafe output[end &+ 3] = UInt8(ascii: "5")
    return end &+ 4 &- eighths.trailingZeroBitCount
  }

  /// Fractions, numbers of 2⁵³ (2²⁴) or more, and zero.
  @inline(never)
  private static func writeFraction<F: WrittenFloat>(
    _ value: F, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let decimal = ShortestDecimal.quick(value), value.doubledMagnitude != 0 else {
      return unsafe writeRare(value, layout, to: output)
    }
    return unsafe write(decimal, of: value, layout, to: output)
  }

  /// Out of line, so that the above need not save its registers.
  @inline(never)
  private static func writeRare<F: WrittenFloat>(
    _ value: F, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    if value.doubledMagnitude == 0 { return unsafe writeZero(value.sign, layout, to: output) }
    return unsafe write(ShortestDecimal.exact(value), of: value, layout, to: output)
  }

  @inline(__always)
  private static func write<F: WrittenFloat>(
    _ decimal: ShortestDecimal, of value: F, _ layout: JSONNumber.Layout,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let text = F.significantText(decimal)
    unsafe output[0] = UInt8.minus
    let sign = value.sign == .minus ? 1 : 0
    return unsafe sign
      &+ text.write(
        layout, isLarge: value.doubledMagnitude > F.largestBitsWithoutExponent &<< 1,
        to: output + sign)
  }

  private static func writeZero(
    _ sign: FloatingPointSign, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let isNegative = sign == .minus && layout != .ecmaScript
    return unsafe write(wholeNumber: 0, isNegative: isNegative, layout, to: output)
  }
}

/// Ends an integer in Swift's layout.
@inline(__always)
private func endWithPoint(at end: Int, in output: UnsafeMutablePointer<UInt8>) -> Int {
  unsafe output[end] = UInt8.decimalPoint
  unsafe output[end &+ 1] = UInt8.digit0
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
    // The head is not zero, so this ends.
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
    _ layout: JSONNumber.Layout, isLarge: Bool, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let text = digits.text
    let hasExponent = layout == .ecmaScript ? point < -5 || point > 21 : point < -3 || isLarge
    if hasExponent { return unsafe writeWithExponent(text, layout, to: output) }
    if point <= 0 {
      // "0.00000" and the digits: the point is no lower than -5.
      unsafe output.store(0x3030_3030_3030_2e30 as UInt64, at: 0)
      let start = 2 &- point
      unsafe output.store(text, at: start)
      unsafe output.store(digit: last, at: start &+ 16)
      return start &+ count
    }
    unsafe output.store(text, at: 0)
    if point < count {
      // The digits once more, after the point. For a point after sixteen digits the shift would be by
      // all bits, which is by none; the last digit then overwrites what that stored.
      unsafe output[point] = UInt8.decimalPoint
      unsafe output.store(text &>> (point &* 8), at: point &+ 1)
      unsafe output.store(digit: last, at: 17)
      return count &+ 1
    }
    // An integer: up to 21 digits in ECMAScript's layout; in the others, the largest without an
    // exponent.
    unsafe output.store(digit: last, at: 16)
    unsafe output.store(DigitWord.ascii, at: 17)
    if layout == .swift { return unsafe endWithPoint(at: point, in: output) }
    return point
  }

  @inline(__always)
  private func writeWithExponent(
    _ text: WordPair, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe output.store(text, at: 1)
    unsafe output.store(digit: last, at: 17)
    unsafe output[0] = UInt8(truncatingIfNeeded: text.low)
    unsafe output[1] = UInt8.decimalPoint
    var end = count == 1 ? 1 : count &+ 1

    let exponent = point &- 1
    unsafe output[end] = UInt8(ascii: "e")
    unsafe output[end &+ 1] = exponent < 0 ? UInt8.minus : UInt8.plus
    end &+= 2
    let magnitude = UInt64(truncatingIfNeeded: exponent.magnitude)
    if layout == .ecmaScript, magnitude < 10 {
      unsafe output.store(digit: magnitude, at: end)
      return end &+ 1
    }
    // At most 324. The tens overwrite a leading zero.
    let hundreds = magnitude / 100
    unsafe output.store(digit: hundreds, at: end)
    end &+= hundreds == 0 ? 0 : 1
    unsafe output.store(pair: magnitude &- hundreds &* 100, at: end)
    return end &+ 2
  }
}
