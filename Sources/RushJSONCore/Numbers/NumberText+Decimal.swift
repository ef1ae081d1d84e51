internal import _RushJSONShims

// Digits with a known point, as they were read: 110 with two fraction digits is "1.10".

extension NumberText {
  /// Writes *digits* · 10^-*fractionDigits* with all its digits, at least one of them before the point,
  /// and returns how many bytes that takes.
  /// - Parameters:
  ///   - fractionDigits: 1 or more.
  ///   - output: Room for `maximumLength` + `fractionDigits` − 1 bytes; the one is for a sign.
  @inline(never)
  static func write(
    _ digits: UInt64, fractionDigits: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Invariant of this file: at most 4 digits, two words, the point and two words, 37 bytes. A longer
    // text has at most 21 bytes besides its fraction.
    if digits < 10_000_000_000_000_000, fractionDigits <= 15 {
      // Stores the digits from the number's first, and again from the fraction's first. The sixteen
      // include a zero for a missing integer part.
      let sixteen = SixteenDigits(digits)
      let zeros = min(sixteen.leadingZeros, 15 &- fractionDigits)
      let whole = 16 &- fractionDigits &- zeros
      let text = sixteen.text
      unsafe output.store(text &>> (zeros &* 8), at: 0)
      unsafe output[whole] = UInt8.decimalPoint
      unsafe output.store(
        text &>> ((16 &- fractionDigits) &* 8), at: whole &+ 1)
      return whole &+ 1 &+ fractionDigits
    }
    if fractionDigits <= 16 {
      // The point is among the last sixteen digits. Up to four digits precede these.
      let head = digits / 10_000_000_000_000_000
      let text = SixteenDigits(digits &- head &* 10_000_000_000_000_000).text
      let start = unsafe write(head, to: output)
      let point = start &+ 16 &- fractionDigits
      unsafe output.store(text, at: start)
      unsafe output[point] = UInt8.decimalPoint
      // With 16 fraction digits the shift is by 0, as it should be.
      unsafe output.store(
        text &>> ((16 &- fractionDigits) &* 8), at: point &+ 1)
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
    // Leading zeros of the fraction.
    var count = 1
    while count < 20, fraction >= rush_integer_power_of_ten(count) { count &+= 1 }
    let zeros = fractionDigits &- count
    unsafe (output + start).update(repeating: UInt8.digit0, count: zeros)
    return unsafe start &+ zeros &+ write(fraction, to: output + start + zeros)
  }
}
