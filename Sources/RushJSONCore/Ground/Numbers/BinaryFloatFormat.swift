internal import _RushJSONShims

/// An IEEE 754 binary interchange format, and the powers of ten that matter to it.
///
/// ```
/// bit  63 62          52 51                       0      binary64
///      31 30       23 22                          0      binary32
///      ┌──┬────────────┬──────────────────────────┐
///      │± │  exponent  │ fraction                 │
///      └──┴────────────┴──────────────────────────┘
/// ```
///
/// "Bits" below are those of a magnitude, without the sign. They order as the values do, and adding
/// one gives the next value up: from the last subnormal to the first normal number, and from the
/// largest finite number to infinity. Rounding relies on that.
// The properties fold into constants where the call names a case. Where it does not, out of line, the
// format travels in one register.
package enum BinaryFloatFormat {
  case binary64, binary32

  @inline(__always) var fractionBits: Int { self == .binary64 ? 52 : 23 }
  @inline(__always) var bias: Int { self == .binary64 ? 1023 : 127 }

  /// The exponent field of infinity.
  @inline(__always) var infiniteExponent: Int { self == .binary64 ? 2047 : 255 }

  @inline(__always) var infinity: UInt64 {
    UInt64(truncatingIfNeeded: infiniteExponent) &<< UInt64(truncatingIfNeeded: fractionBits)
  }

  /// Below this power of ten, 64-bit digits are less than half of the smallest subnormal number.
  @inline(__always) var smallestPower: Int { self == .binary64 ? -342 : -64 }

  /// Above this power of ten, any digits but 0 are beyond the largest finite number.
  @inline(__always) var largestPower: Int { self == .binary64 ? 308 : 38 }

  /// The first power of ten where 64-bit digits can lie exactly half-way between two numbers.
  /// The digits must hold the power of five as a factor, besides the significand and its half
  /// (Lemire 2021, on ties).
  @inline(__always) var smallestTiePower: Int { self == .binary64 ? -4 : -17 }

  /// The last power of ten where 64-bit digits can lie exactly half-way between two numbers.
  /// The power of five itself must fit into the significand and its half.
  @inline(__always) var largestTiePower: Int { self == .binary64 ? 23 : 10 }

  /// One more than the largest number of significant digits half-way between two numbers.
  @inline(__always) var midpointDigits: Int { self == .binary64 ? 769 : 114 }

  /// The largest power of ten that is exact: 5^22 < 2^53, and 5^10 < 2^24.
  @inline(__always) var largestExactPower: Int { self == .binary64 ? 22 : 10 }

  /// The magnitude of finite `bits` as an integer times a power of two, and whether the next number down
  /// is only half as far away as the next one up.
  @inline(__always)
  func parts(_ bits: UInt64) -> (integer: UInt64, exponent: Int, isPowerOfTwo: Bool) {
    let width = UInt64(truncatingIfNeeded: fractionBits)
    let fraction = bits & ((1 &<< width) &- 1)
    // Masked, so that the bits may have a sign.
    let field = Int(truncatingIfNeeded: bits &>> width) & infiniteExponent
    // A subnormal number has the exponent of field 1, without the implied top bit.
    return (
      field == 0 ? fraction : fraction | 1 &<< width, max(field, 1) &- bias &- fractionBits,
      fraction == 0 && field > 1
    )
  }
}

/// `Double` or `Float`, for code that is specialised for each.
package protocol InterchangeFloat: BinaryFloatingPoint {
  static var format: BinaryFloatFormat { get }
  init(_ value: Int64)
  /// 10^`exponent` for 0 ... `largestExactPower`.
  static func exactPowerOfTen(_ exponent: Int) -> Self
  /// The number with a sign and the bits of a magnitude.
  init(magnitudeBits: UInt64, isNegative: Bool)
  /// The bits with the sign.
  var bits: UInt64 { get }
  /// The bits shifted left by one, which drops the sign. A mask would cost more instructions.
  var doubledMagnitude: UInt64 { get }
}

extension Double: InterchangeFloat {
  @inline(__always) package static var format: BinaryFloatFormat { .binary64 }
  @inline(__always)
  package static func exactPowerOfTen(_ exponent: Int) -> Double {
    assert(exponent >= 0 && exponent <= format.largestExactPower)
    return rush_exact_double_power_of_ten(exponent)
  }
  @inline(__always)
  package init(magnitudeBits: UInt64, isNegative: Bool) {
    self.init(bitPattern: magnitudeBits | (isNegative ? 1 : 0) &<< 63)
  }
  @inline(__always) package var bits: UInt64 { bitPattern }
  @inline(__always) package var doubledMagnitude: UInt64 { bitPattern &<< 1 }
}

extension Float: InterchangeFloat {
  @inline(__always) package static var format: BinaryFloatFormat { .binary32 }
  @inline(__always)
  package static func exactPowerOfTen(_ exponent: Int) -> Float {
    assert(exponent >= 0 && exponent <= format.largestExactPower)
    return rush_exact_float_power_of_ten(exponent)
  }
  @inline(__always)
  package init(magnitudeBits: UInt64, isNegative: Bool) {
    self.init(bitPattern: UInt32(truncatingIfNeeded: magnitudeBits) | (isNegative ? 1 : 0) &<< 31)
  }
  @inline(__always) package var bits: UInt64 { UInt64(bitPattern) }
  @inline(__always) package var doubledMagnitude: UInt64 { UInt64(bitPattern &<< 1) }
}
