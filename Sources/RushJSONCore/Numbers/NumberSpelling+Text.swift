extension NumberSpelling {
  /// The room that `write` needs, in bytes: at least the length of the text.
  // The fraction digits, and room for 20 digits before the point, the sign, the point, the letter, sign
  // and digits of the exponent, and the excess of a word's store.
  @inline(__always) var textCapacity: Int { fractionDigits &+ NumberText.maximumLength }

  /// Writes the text of `digits`, and returns how many bytes it has.
  /// - Parameter output: Room for `textCapacity` bytes.
  @inline(__always)
  func write(_ digits: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    // Invariant of this file: all stores are inside the capacity. A number has at most a sign, 20
    // digits before the point, the point, the fraction, and 14 bytes of an exponent. Whole words are
    // stored only with up to 16 fraction digits, and end at most 38 bytes after the sign.
    if bits < NumberSpelling.exponent {
      unsafe output[0] = UInt8.minus
      let sign = isNegative ? 1 : 0
      let fraction = fractionDigits
      if fraction == 0 { return unsafe sign &+ NumberText.write(digits, to: output + sign) }
      return unsafe sign
        &+ NumberText.write(digits, fractionDigits: fraction, to: output + sign)
    }
    return unsafe writeWithExponent(digits, to: output)
  }

  @inline(never)
  private func writeWithExponent(_ digits: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    let plain = NumberSpelling(isNegative: isNegative, fractionDigits: fractionDigits)
    var end = unsafe plain.write(digits, to: output)
    func put(_ byte: UInt8) {
      unsafe output[end] = byte
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
    return end
  }
}
