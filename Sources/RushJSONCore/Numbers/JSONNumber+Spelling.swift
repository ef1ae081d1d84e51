// How a number was written, beside its digits, in one word.
//
//   bit  39  37 36 35 34 33 32 31       16 15        0
//       ┌──────┬──┬──┬──┬──┬──┬───────────┬───────────┐
//       │zeros │+ │− │E │e │± │ exponent  │ fraction  │
//       └──────┴──┴──┴──┴──┴──┴───────────┴───────────┘
//
// JSON has no leading zeros before the point, so the digits as an integer and how many stand behind
// the point tell which digits were written. Of the exponent all of it is kept: that it is there, its
// letter, its sign, its leading zeros, and its magnitude.

extension JSONNumber {
  /// The sign, the point and the exponent of a number's text.
  struct Spelling: Sendable, Equatable {
    private let bits: UInt64

    /// The largest count of fraction digits, and the largest magnitude of an exponent.
    static let largest = 0xffff
    /// The most leading zeros of an exponent.
    static let mostZeros = 7

    private static let negative: UInt64 = 1 << 32
    private static let exponent: UInt64 = 1 << 33
    private static let capital: UInt64 = 1 << 34
    private static let minus: UInt64 = 1 << 35
    private static let plus: UInt64 = 1 << 36

    /// Without an exponent. `fractionDigits` is at most `largest`.
    @inline(__always)
    init(isNegative: Bool, fractionDigits: Int) {
      bits =
        (isNegative ? Spelling.negative : 0) | UInt64(truncatingIfNeeded: fractionDigits)
    }

    /// The same with an exponent that is written as `text` has it, from its letter on.
    ///
    /// `nil` if that is more than a word can tell.
    init?(_ spelling: Spelling, exponent text: Span<UInt8>) {
      guard text.count > 1 else { return nil }
      var bits = spelling.bits | Spelling.exponent
      if text[0] == UInt8(ascii: "E") { bits |= Spelling.capital }
      var index = 1
      switch text[1] {
      case .minus:
        bits |= Spelling.minus
        index = 2
      case .plus:
        bits |= Spelling.plus
        index = 2
      default: break
      }
      var zeros: UInt64 = 0
      // The last digit belongs to the magnitude, even if it is zero.
      while index < text.count &- 1, text[index] == .digit0 {
        zeros &+= 1
        index &+= 1
      }
      guard zeros <= Spelling.mostZeros, text.count &- index <= 5 else { return nil }
      var magnitude: UInt64 = 0
      while index < text.count {
        // At most five digits, so nothing overflows.
        magnitude = magnitude &* 10 &+ UInt64(text[index] &- UInt8.digit0)
        index &+= 1
      }
      guard magnitude <= Spelling.largest else { return nil }
      self.bits = bits | magnitude &<< 16 | zeros &<< 37
    }

    @inline(__always)
    var isNegative: Bool { bits & Spelling.negative != 0 }

    /// Neither a point nor an exponent.
    @inline(__always)
    var isInteger: Bool { bits & ~Spelling.negative == 0 }

    @inline(__always)
    var fractionDigits: Int { Int(truncatingIfNeeded: bits & 0xffff) }

    @inline(__always)
    private var magnitude: Int { Int(truncatingIfNeeded: bits &>> 16 & 0xffff) }

    /// The power of ten that the digits are to be multiplied with.
    @inline(__always)
    var decimalExponent: Int {
      (bits & Spelling.minus != 0 ? 0 &- magnitude : magnitude) &- fractionDigits
    }
  }
}

// MARK: - The text again

extension JSONNumber.Spelling {
  /// The room that `write` needs, in bytes, and no fewer than it writes.
  // Fraction digits, of which at most one more than the digits' 20 stands before the point; sign,
  // point, and letter, sign and digits of the exponent; and what a word stores too many.
  @inline(__always)
  var textCapacity: Int { fractionDigits &+ NumberText.maximumLength }

  /// Writes the text of `digits`, and returns how many bytes it has.
  ///
  /// - Parameter output: Room for `textCapacity` bytes.
  @inline(__always)
  func write(_ digits: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
    // Invariant of this file: what is stored lies in the capacity. A number has at most a sign, 20
    // digits before the point or one, the point, the fraction, and 14 bytes of an exponent. Words
    // are stored from the sign to 38 bytes at most where there are up to 16 fraction digits.
    if bits < Self.exponent {
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
  private func writeWithExponent(
    _ digits: UInt64, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let plain = JSONNumber.Spelling(isNegative: isNegative, fractionDigits: fractionDigits)
    var end = unsafe plain.write(digits, to: output)
    func put(_ byte: UInt8) {
      unsafe output[end] = byte
      end &+= 1
    }
    put(bits & Self.capital != 0 ? UInt8(ascii: "E") : UInt8(ascii: "e"))
    if bits & Self.minus != 0 { put(UInt8.minus) }
    if bits & Self.plus != 0 { put(UInt8.plus) }
    for _ in 0..<Int(truncatingIfNeeded: bits &>> 37) { put(UInt8.digit0) }
    // At most five digits. Byte by byte, because fewer than a word's bytes may be left.
    var divisor = 10_000
    while divisor > 1, magnitude < divisor { divisor /= 10 }
    while divisor > 0 {
      put(UInt8.digit0 &+ UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
    }
    return end
  }
}
