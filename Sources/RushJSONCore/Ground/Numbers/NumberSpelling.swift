// How a number was written, besides its digits, in one word.
//
//   bit  39  37 36 35 34 33 32 31       16 15        0
//       ┌──────┬──┬──┬──┬──┬──┬───────────┬───────────┐
//       │zeros │+ │− │E │e │± │ exponent  │ fraction  │
//       └──────┴──┴──┴──┴──┴──┴───────────┴───────────┘
//
// JSON has no leading zeros before the point, so the digits as an integer and the number of fraction
// digits determine which digits were written. Everything about the exponent is kept: its presence,
// letter, sign, leading zeros and magnitude.

/// The sign, the point and the exponent of a number's text.
package struct NumberSpelling: Sendable, Equatable {
  package let bits: UInt64

  /// The largest number of fraction digits, and the largest magnitude of an exponent.
  static let largest = 0xffff
  /// The largest number of leading zeros of an exponent.
  static let mostZeros = 7

  private static let negative: UInt64 = 1 << 32
  static let exponent: UInt64 = 1 << 33
  static let capital: UInt64 = 1 << 34
  static let minus: UInt64 = 1 << 35
  static let plus: UInt64 = 1 << 36

  /// A spelling without an exponent. `fractionDigits` is at most `largest`.
  @inline(__always)
  init(isNegative: Bool, fractionDigits: Int) {
    assert(fractionDigits >= 0 && fractionDigits <= NumberSpelling.largest)
    bits = (isNegative ? NumberSpelling.negative : 0) | UInt64(truncatingIfNeeded: fractionDigits)
  }

  /// The same with the exponent in `text`, which begins with its letter and has a digit at least.
  /// Returns `nil` if the exponent does not fit into the word.
  init?(_ spelling: NumberSpelling, exponent text: Span<UInt8>) {
    var bits = spelling.bits | NumberSpelling.exponent
    if text[0] == UInt8(ascii: "E") { bits |= NumberSpelling.capital }
    var index = 1
    switch text[1] {
    case .minus:
      bits |= NumberSpelling.minus
      index = 2
    case .plus:
      bits |= NumberSpelling.plus
      index = 2
    default: break
    }
    var zeros: UInt64 = 0
    // The last digit belongs to the magnitude, even if it is zero.
    while index < text.count &- 1, text[index] == .digit0 {
      zeros &+= 1
      index &+= 1
    }
    guard zeros <= NumberSpelling.mostZeros, text.count &- index <= 5 else { return nil }
    var magnitude: UInt64 = 0
    while index < text.count {
      // At most five digits, so nothing overflows.
      magnitude = magnitude &* 10 &+ UInt64(text[index] &- UInt8.digit0)
      index &+= 1
    }
    guard magnitude <= NumberSpelling.largest else { return nil }
    self.bits = bits | magnitude &<< 16 | zeros &<< 37
  }

  @inline(__always) var isNegative: Bool { bits & NumberSpelling.negative != 0 }

  /// Whether there is neither a point nor an exponent.
  @inline(__always) var isInteger: Bool { plainFraction == 0 }
  /// The number of fraction digits without an exponent, and more than `largest` with one.
  @inline(__always) var plainFraction: UInt64 { bits & ~NumberSpelling.negative }
  @inline(__always) var fractionDigits: Int { Int(truncatingIfNeeded: bits & 0xffff) }
  @inline(__always) var magnitude: Int { Int(truncatingIfNeeded: bits &>> 16 & 0xffff) }

  /// The power of ten that the digits must be multiplied by.
  @inline(__always)
  var decimalExponent: Int {
    (bits & NumberSpelling.minus != 0 ? 0 &- magnitude : magnitude) &- fractionDigits
  }
}
