/// Swift's numbers as decimal text.
///
/// Bytes are stored a word at a time, so a text needs room for `maximumLength` bytes, however short
/// it is. Nothing allocates.
package enum NumberText {
  /// The room that every `write` needs, in bytes, and no fewer than it writes.
  ///
  /// The longest text is an integer of 128 bits: a sign and 39 digits.
  package static let maximumLength = 40

  /// Writes a finite number, and returns how many bytes its text has.
  ///
  /// The digits are the fewest that read back as the same `Double`, and of these the closest to it.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(
    _ value: Double, layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Below 2⁵³ neighbours are at most one apart, so an integer is its own shortest text. It is one
    // if no bit stands behind the point.
    let bits = value.bitPattern
    let exponent = bits &>> 52 & 0x7ff &- 1023
    if exponent <= 52 {
      let significand = bits & (1 &<< 52 &- 1) | 1 &<< 52
      if significand & (1 &<< (52 &- exponent) &- 1) == 0 {
        return unsafe write(
          wholeNumber: significand &>> (52 &- exponent), isNegative: value.sign == .minus, layout,
          to: output)
      }
    }
    return unsafe writeFraction(value, layout, to: output)
  }

  /// Writes a finite number, and returns how many bytes its text has.
  ///
  /// The digits are the fewest that read back as the same `Float`, and of these the closest to it:
  /// fewer than the same value needs as a `Double`.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(
    _ value: Float, layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let bits = value.bitPattern
    let exponent = bits &>> 23 & 0xff &- 127
    if exponent <= 23 {
      let significand = bits & (1 &<< 23 &- 1) | 1 &<< 23
      if significand & (1 &<< (23 &- exponent) &- 1) == 0 {
        return unsafe write(
          wholeNumber: UInt64(significand &>> (23 &- exponent)), isNegative: value.sign == .minus,
          layout, to: output)
      }
    }
    return unsafe writeFraction(value, layout, to: output)
  }

  @inline(__always)
  private static func write(
    wholeNumber: UInt64, isNegative: Bool, _ layout: JSONNumber.Layout,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Invariant of this file: a text of at most 25 bytes, and at most 16 stored too many.
    unsafe output[0] = UInt8.minus
    let sign = isNegative ? 1 : 0
    let end = unsafe sign &+ write(wholeNumber, to: output + sign)
    return layout == .swift ? unsafe endWithPoint(at: end, in: output) : end
  }

  /// What is no integer, what is 2⁵³ or more, and zero.
  @inline(never)
  private static func writeFraction(
    _ value: Double, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let decimal = ShortestDecimal.quick(value), value.bitPattern &<< 1 != 0 else {
      return unsafe writeRare(value, layout, to: output)
    }
    return unsafe write(decimal, of: value, layout, to: output)
  }

  /// Out of line, so that the above need not save what it has in registers.
  @inline(never)
  private static func writeRare(
    _ value: Double, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    if value == 0 { return unsafe writeZero(value.sign, layout, to: output) }
    return unsafe write(ShortestDecimal.exact(value), of: value, layout, to: output)
  }

  @inline(__always)
  private static func write(
    _ decimal: ShortestDecimal, of value: Double, _ layout: JSONNumber.Layout,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // 16 digits and one more. The head of a normal number has 15 or 16, which cannot be predicted:
    // with 15 the last digit becomes a part of it.
    let isShort = UInt64.mask(decimal.head, isLessThan: 1_000_000_000_000_000)
    var head = decimal.head &+ (decimal.head &* 9 &+ decimal.last) & isShort
    let last = decimal.last & ~isShort
    var point = decimal.exponent &+ 17 &+ Int(truncatingIfNeeded: isShort)
    // That of a subnormal number may have any. It is not zero, so this ends.
    while head < 1_000_000_000_000_000 {
      head &*= 10
      point &-= 1
    }
    let digits = SixteenDigits(head)
    // 17 if the last digit is not zero.
    let fewer = digits.significant &- 17
    let count = 17 &+ fewer & ~Int(truncatingIfNeeded: UInt64.mask(0, isLessThan: last))
    let text = SignificantText(digits: digits, last: last, count: count, point: point)
    unsafe output[0] = UInt8.minus
    let bits = value.bitPattern
    let sign = Int(truncatingIfNeeded: bits &>> 63)
    return unsafe sign
      &+ text.write(
        layout, isLarge: bits &<< 1 > (0x1p53).bitPattern &<< 1, to: output + sign)
  }

  /// What is no integer, what is 2²⁴ or more, and zero.
  @inline(never)
  private static func writeFraction(
    _ value: Float, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let decimal = ShortestDecimal.quick(value), value.bitPattern &<< 1 != 0 else {
      return unsafe writeRare(value, layout, to: output)
    }
    return unsafe write(decimal, of: value, layout, to: output)
  }

  @inline(never)
  private static func writeRare(
    _ value: Float, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    if value == 0 { return unsafe writeZero(value.sign, layout, to: output) }
    return unsafe write(ShortestDecimal.exact(value), of: value, layout, to: output)
  }

  @inline(__always)
  private static func write(
    _ decimal: ShortestDecimal, of value: Float, _ layout: JSONNumber.Layout,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Up to nine digits, at the head of sixteen. Those of a normal number are seven to nine, which
    // cannot be predicted.
    var head = decimal.digits &* 10_000_000
    var point = decimal.exponent &+ 9
    for _ in 0..<2 {
      let isShort = UInt64.mask(head, isLessThan: 1_000_000_000_000_000)
      head &+= head &* 9 & isShort
      point &+= Int(truncatingIfNeeded: isShort)
    }
    // Those of a subnormal number may be any. They are not zero, so this ends.
    while head < 1_000_000_000_000_000 {
      head &*= 10
      point &-= 1
    }
    let digits = SixteenDigits(head)
    let text = SignificantText(digits: digits, last: 0, count: digits.significant, point: point)
    unsafe output[0] = UInt8.minus
    let bits = value.bitPattern
    let sign = Int(truncatingIfNeeded: bits &>> 31)
    return unsafe sign
      &+ text.write(
        layout, isLarge: bits &<< 1 > (0x1p24 as Float).bitPattern &<< 1, to: output + sign)
  }

  private static func writeZero(
    _ sign: FloatingPointSign, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let isNegative = sign == .minus && layout != .ecmaScript
    return unsafe write(wholeNumber: 0, isNegative: isNegative, layout, to: output)
  }
}

/// What ends an integer in Swift's layout.
@inline(__always)
private func endWithPoint(at end: Int, in output: UnsafeMutablePointer<UInt8>) -> Int {
  unsafe output[end] = UInt8.decimalPoint
  unsafe output[end &+ 1] = UInt8.digit0
  return end &+ 2
}

/// The digits of a number, and where its point is.
private struct SignificantText {
  /// The first sixteen, zeros at the end included; the first is not zero.
  var digits: SixteenDigits
  /// The seventeenth.
  var last: UInt64
  /// How many there are without the zeros at the end.
  var count: Int
  /// How many stand before the point; 0 or less for what is below 0.1 or so.
  var point: Int

  /// Writes the number without its sign, and returns how many bytes that takes.
  ///
  /// - Parameter isLarge: Whether it is above what Swift's layout writes without an exponent.
  @inline(__always)
  func write(
    _ layout: JSONNumber.Layout, isLarge: Bool, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let text = digits.text
    let hasExponent =
      layout == .ecmaScript ? point < -5 || point > 21 : point < -3 || isLarge
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
      // The digits once more, behind the point. If that is all but one of them, the shift is by
      // nothing instead of everything, and the last one takes the place of what it stored.
      unsafe output[point] = UInt8.decimalPoint
      unsafe output.store(text &>> UInt128(truncatingIfNeeded: point &* 8), at: point &+ 1)
      unsafe output.store(digit: last, at: 17)
      return count &+ 1
    }
    // An integer: of up to 21 digits in ECMAScript's layout, in the others the largest that they
    // write without an exponent.
    unsafe output.store(digit: last, at: 16)
    unsafe output.store(DigitWord.ascii, at: 17)
    if layout == .swift { return unsafe endWithPoint(at: point, in: output) }
    return point
  }

  @inline(__always)
  private func writeWithExponent(
    _ text: UInt128, _ layout: JSONNumber.Layout, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe output.store(text, at: 1)
    unsafe output.store(digit: last, at: 17)
    unsafe output[0] = UInt8(truncatingIfNeeded: text)
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
    // At most 324. A leading zero is overwritten.
    let hundreds = magnitude / 100
    unsafe output.store(digit: hundreds, at: end)
    end &+= hundreds == 0 ? 0 : 1
    unsafe output.store(pair: magnitude &- hundreds &* 100, at: end)
    return end &+ 2
  }
}
