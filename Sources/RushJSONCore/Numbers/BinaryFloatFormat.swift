/// The shape of an IEEE 754 binary interchange format, and the powers of ten that matter to it.
///
/// ```
/// bit  63 62          52 51                       0      binary64
///      31 30       23 22                          0      binary32
///      ┌──┬────────────┬──────────────────────────┐
///      │± │  exponent  │ fraction                 │
///      └──┴────────────┴──────────────────────────┘
/// ```
///
/// "Bits" below are those of a magnitude, the sign left out. They order as the values do, and one
/// more is the next value up, from the last subnormal to the first normal number and from the
/// largest finite number to infinity. Rounding relies on that.
struct BinaryFloatFormat {
  /// The number of fraction bits: 52 or 23.
  let fractionBits: Int
  /// The bias of the exponent field: 1023 or 127.
  let bias: Int
  /// The exponent field of infinity: 2047 or 255.
  let infiniteExponent: Int
  /// Below this power of ten, 64-bit digits are less than half of the smallest subnormal number.
  let smallestPower: Int
  /// Above this power of ten, any digits but 0 are beyond the largest finite number.
  let largestPower: Int
  /// The powers of ten with which 64-bit digits can lie exactly half-way between two numbers.
  ///
  /// Upwards the product has to end within the fraction's bits, downwards the digits must hold a
  /// multiple of the power of five (Lemire 2021, section 9.1).
  let smallestTiePower: Int, largestTiePower: Int
  /// The most significant digits that a number half-way between two numbers has, and one more.
  let digitsOfMidpoint: Int

  // Computed, not stored: they fold into the code at the call, where a stored global might need
  // an initialisation check.
  @inline(__always) static var binary64: BinaryFloatFormat {
    BinaryFloatFormat(
      fractionBits: 52, bias: 1023, infiniteExponent: 2047,
      smallestPower: -342, largestPower: 308, smallestTiePower: -4, largestTiePower: 23,
      digitsOfMidpoint: 769)
  }

  @inline(__always) static var binary32: BinaryFloatFormat {
    BinaryFloatFormat(
      fractionBits: 23, bias: 127, infiniteExponent: 255,
      smallestPower: -65, largestPower: 38, smallestTiePower: -17, largestTiePower: 10,
      digitsOfMidpoint: 114)
  }

  @inline(__always) var infinity: UInt64 {
    UInt64(truncatingIfNeeded: infiniteExponent) &<< UInt64(truncatingIfNeeded: fractionBits)
  }

  /// The value of finite `bits` as an integer times a power of two.
  func integerAndExponent(of bits: UInt64) -> (integer: UInt64, exponent: Int) {
    let width = UInt64(truncatingIfNeeded: fractionBits)
    let fraction = bits & ((1 &<< width) &- 1)
    let field = Int(truncatingIfNeeded: bits &>> width)
    // A subnormal number has the exponent of field 1, without the implied top bit.
    let unit = 1 &- bias &- fractionBits
    return field == 0 ? (fraction, unit) : (fraction | (1 &<< width), unit &+ field &- 1)
  }
}
