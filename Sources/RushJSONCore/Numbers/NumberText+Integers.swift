extension NumberText {
  /// Writes an integer, and returns how many bytes its text has, at most 20.
  ///
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    // Invariant of this file: up to four digits and two words of eight, 40 bytes having been asked
    // for; what is longer counts its words.
    if value < 10 {
      unsafe output.store(digit: value, at: 0)
      return 1
    }
    return unsafe writeLong(value, to: output)
  }

  /// Writes an integer, and returns how many bytes its text has, at most 20.
  ///
  /// - Parameter output: Room for `maximumLength` bytes.
  @inline(__always)
  package static func write(_ value: Int64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe output[0] = UInt8(ascii: "-")
    let sign = value < 0 ? 1 : 0
    return unsafe sign &+ write(value.magnitude, to: output + sign)
  }

  /// Writes an integer of any width, and returns how many bytes its text has.
  ///
  /// - Parameter output: Room for `maximumLength(of: T.self)` bytes; for types of up to 128 bits that
  ///   is `maximumLength`.
  /// - Complexity: O(1) up to 128 bits; O(*n*²) in the bits of a wider type.
  @inline(__always)
  package static func write<T: FixedWidthInteger>(
    _ value: T, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe output[0] = UInt8(ascii: "-")
    let sign = value < 0 ? 1 : 0
    if T.bitWidth <= 64 {
      return unsafe sign
        &+ write(UInt64(truncatingIfNeeded: value.magnitude), to: output + sign)
    }
    if T.bitWidth <= 128 {
      return unsafe sign
        &+ write(wide: UInt128(truncatingIfNeeded: value.magnitude), to: output + sign)
    }
    return unsafe sign &+ write(wider: value.magnitude, to: output + sign)
  }

  /// The room that an integer of `type` needs, in bytes; `maximumLength` up to 128 bits.
  @inline(__always)
  package static func maximumLength<T: FixedWidthInteger>(of type: T.Type) -> Int {
    // log10(2) < 78/256. In groups of 19 digits, because these are written whole.
    T.bitWidth <= 128 ? maximumLength : (T.bitWidth &* 78 / 256 / 19 &+ 1) &* 19 &+ maximumLength
  }

  /// Two digits or more.
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
      unsafe output.store(
        DigitWord.digits(value &- high &* 100_000_000) | DigitWord.ascii, at: end)
      return end &+ 8
    }
    let high = value / 10_000_000_000_000_000
    let end = unsafe writeUpToEight(high, to: output)
    unsafe output.store(SixteenDigits(value &- high &* 10_000_000_000_000_000).text, at: end)
    return end &+ 16
  }

  /// A value in 1..<10⁸: all eight digits, without the zeros at the beginning.
  @inline(__always)
  private static func writeUpToEight(
    _ value: UInt64, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let digits = DigitWord.digits(value)
    let zeros = digits.trailingZeroBitCount &>> 3
    unsafe output.store(
      (digits | DigitWord.ascii) &>> UInt64(truncatingIfNeeded: zeros &* 8), at: 0)
    return 8 &- zeros
  }

  /// 19 digits, zeros at the beginning included.
  private static func write(all value: UInt64, to output: UnsafeMutablePointer<UInt8>) {
    let high = value / 10_000_000_000_000_000
    unsafe output.store(digit: high / 100, at: 0)
    unsafe output.store(pair: high % 100, at: 1)
    unsafe output.store(SixteenDigits(value &- high &* 10_000_000_000_000_000).text, at: 3)
  }

  /// The largest power of ten in 64 bits.
  private static let group: UInt64 = 10_000_000_000_000_000_000

  @inline(never)
  private static func write(wide value: UInt128, to output: UnsafeMutablePointer<UInt8>) -> Int {
    let high = UInt64(truncatingIfNeeded: value &>> 64)
    let low = UInt64(truncatingIfNeeded: value)
    if high == 0 { return unsafe write(low, to: output) }
    // Division a word at a time: each remainder is below the group, so every quotient fits.
    let top = high / group
    let (middle, last) = group.dividingFullWidth((high % group, low))
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

  @inline(never)
  private static func write<M: FixedWidthInteger>(
    wider value: M, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // The groups from the last to the first, each with its zeros, then the zeros at the beginning
    // are known and all moves there.
    let capacity = M.bitWidth &* 78 / 256 / 19 &* 19 &+ 19
    let divisor = M(group)
    var rest = value
    var start = capacity
    repeat {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: divisor)
      start &-= 19
      unsafe write(all: UInt64(truncatingIfNeeded: remainder), to: output + start)
      rest = quotient
    } while rest != 0
    while start < capacity &- 1, unsafe output[start] == UInt8(ascii: "0") { start &+= 1 }
    let count = capacity &- start
    // Invariant: both ranges are below the capacity, in the room that was asked for.
    unsafe output.update(from: output + start, count: count)
    return count
  }
}
