internal import _RushJSONShims

// Digits whose point is known, as they were read: 110 with two of them after the point is "1.10".

extension NumberText {
  /// Writes *digits* · 10^-*fractionDigits* with all its digits, one at least before the point, and
  /// returns how many bytes that takes.
  ///
  /// - Parameters:
  ///   - fractionDigits: 1 or more.
  ///   - output: Room for `fractionDigits` more bytes than `maximumLength`, less one for a sign.
  @inline(never)
  static func write(
    _ digits: UInt64, fractionDigits: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Invariant of this file: up to 4 digits, two words, the point and two words, 37 bytes. What is
    // longer has at most 21 bytes besides its fraction.
    if digits < 10_000_000_000_000_000, fractionDigits <= 15 {
      // The digits from where the number begins, and once more from where its fraction does. The
      // sixteen hold a zero for what is missing before the point.
      let sixteen = SixteenDigits(digits)
      let zeros = min(sixteen.leadingZeros, 15 &- fractionDigits)
      let whole = 16 &- fractionDigits &- zeros
      let text = sixteen.text
      unsafe output.store(text &>> UInt128(truncatingIfNeeded: zeros &* 8), at: 0)
      unsafe output[whole] = UInt8.decimalPoint
      unsafe output.store(
        text &>> UInt128(truncatingIfNeeded: (16 &- fractionDigits) &* 8), at: whole &+ 1)
      return whole &+ 1 &+ fractionDigits
    }
    if fractionDigits <= 16 {
      // The point is among the last sixteen digits. What stands before these has up to four.
      let head = digits / 10_000_000_000_000_000
      let text = SixteenDigits(digits &- head &* 10_000_000_000_000_000).text
      let start = unsafe write(head, to: output)
      let point = start &+ 16 &- fractionDigits
      unsafe output.store(text, at: start)
      unsafe output[point] = UInt8.decimalPoint
      // With 16 the shift is by nothing, and that is right.
      unsafe output.store(
        text &>> UInt128(truncatingIfNeeded: (16 &- fractionDigits) &* 8), at: point &+ 1)
      return start &+ 17
    }
    return unsafe writeLong(digits, fractionDigits: fractionDigits, to: output)
  }

  @inline(never)
  private static func writeLong(
    _ digits: UInt64, fractionDigits: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // 10^19 is the largest power of ten in 64 bits.
    let divisor = rush_integer_power_of_ten(min(fractionDigits, 19))
    let isBelowOne = fractionDigits > 19 || digits < divisor
    let whole = isBelowOne ? 0 : digits / divisor
    let fraction = isBelowOne ? digits : digits % divisor
    let start = unsafe write(whole, to: output) &+ 1
    unsafe output[start &- 1] = UInt8.decimalPoint
    // Zeros up to where the digits begin, as many as are missing to their number.
    var count = 1
    while count < 20, fraction >= rush_integer_power_of_ten(count) { count &+= 1 }
    let zeros = fractionDigits &- count
    unsafe (output + start).update(repeating: UInt8.digit0, count: zeros)
    return unsafe start &+ zeros &+ write(fraction, to: output + start + zeros)
  }
}
