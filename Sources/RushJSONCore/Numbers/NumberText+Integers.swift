extension NumberText {
  /// Writes an integer, and returns how many bytes its text has, at most 20.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    // Invariant of this file: the room is 40 bytes, and at most two words of eight bytes are stored
    // after up to 24 digits.
    if value < 10 {
      unsafe output.store(digit: value, at: 0)
      return 1
    }
    return unsafe writeLong(value, to: output)
  }

  /// Writes an integer, and returns how many bytes its text has, at most 20.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(_ value: Int64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe output[0] = UInt8.minus
    let sign = value < 0 ? 1 : 0
    return unsafe sign &+ write(value.magnitude, to: output + sign)
  }

  /// Writes an integer of up to 128 bits, and returns how many bytes its text has, at most 40.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write<T: FixedWidthInteger>(
    _ value: T, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    precondition(T.bitWidth <= 128, "NumberText writes integers of up to 128 bits")
    unsafe output[0] = UInt8.minus
    let sign = value < 0 ? 1 : 0
    if T.bitWidth <= 64 {
      return unsafe sign
        &+ write(UInt64(truncatingIfNeeded: value.magnitude), to: output + sign)
    }
    let pair = WordPair(
      high: UInt64(truncatingIfNeeded: value.magnitude >> 64),
      low: UInt64(truncatingIfNeeded: value.magnitude))
    return unsafe sign &+ write(pair, to: output + sign)
  }

  /// Writes two digits or more.
  @inline(never)
  private static func writeLong(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 100 {
      unsafe output.store(pair: value, at: 0)
      return 2
    }
    if value < 100_000_000 { return unsafe writeUpToEight(value, to: output) }
    if value < 10_000_000_000_000_000 {
      let high = value / 100_000_000
      let end = unsafe writeUpToEight(high, to: output)
      unsafe output.store(DigitWord.values(value &- high &* 100_000_000) | DigitWord.ascii, at: end)
      return end &+ 8
    }
    let high = value / 10_000_000_000_000_000
    let end = unsafe writeUpToEight(high, to: output)
    unsafe output.store(SixteenDigits(value &- high &* 10_000_000_000_000_000).text, at: end)
    return end &+ 16
  }

  /// Writes a value in 1..<10⁸ without leading zeros.
  @inline(__always)
  private static func writeUpToEight(
    _ value: UInt64, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let digits = DigitWord.values(value)
    let zeros = digits.trailingZeroBitCount &>> 3
    unsafe output.store(
      (digits | DigitWord.ascii) &>> UInt64(truncatingIfNeeded: zeros &* 8), at: 0)
    return 8 &- zeros
  }

  /// Writes 19 digits, with leading zeros.
  private static func write(all value: UInt64, to output: UnsafeMutablePointer<UInt8>) {
    let high = value / 10_000_000_000_000_000
    unsafe output.store(digit: high / 100, at: 0)
    unsafe output.store(pair: high % 100, at: 1)
    unsafe output.store(SixteenDigits(value &- high &* 10_000_000_000_000_000).text, at: 3)
  }

  /// The largest power of ten in 64 bits.
  private static let group: UInt64 = 10_000_000_000_000_000_000

  /// Writes an integer of two words, and returns how many bytes its text has, at most 39.
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(never)
  static func write(_ value: WordPair, to output: UnsafeMutablePointer<UInt8>) -> Int {
    if value.high == 0 { return unsafe write(value.low, to: output) }
    // Division one word at a time: each remainder is below the group, so every quotient fits.
    let top = value.high / group
    let (middle, last) = group.dividingFullWidth((value.high % group, value.low))
    let (first, second) = group.dividingFullWidth((top, middle))
    // At most 3, because 2^128 < 4 · 10^38.
    var end = 0
    if first > 0 {
      end = unsafe write(first, to: output)
      unsafe write(all: second, to: output + end)
      end &+= 19
    } else {
      end = unsafe write(second, to: output)
    }
    unsafe write(all: last, to: output + end)
    return end &+ 19
  }
}
