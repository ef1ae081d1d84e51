internal import _RushJSONShims

/// Decimal to binary64 and binary32, correctly rounded: to nearest, ties to even.
///
/// ```
/// digits w, exponent q ─┬ w and 10^|q| exact ──────→ one multiplication or division   (Clinger)
///                       ├ otherwise ───────────────→ w × 128-bit 10^q, cut and round  (Lemire)
///                       └ zero, subnormal, overflow → the same, out of line
/// text with more than 19 digits ─→ both neighbours above; if they differ, big integers
/// ```
///
/// Sources: W. Clinger, "How to read floating point numbers accurately" (1990); D. Lemire, "Number
/// parsing at a gigabyte per second" (2021); N. Mushtak and D. Lemire, "Fast number parsing without
/// fallback" (2022), which proves that no 64-bit `w` needs more than the 128-bit product.
package enum DecimalConversion {
  /// The number nearest to `w` × 10^`q`, ties to even. Rounded once, directly to the format's bits.
  /// Any digits and any exponent are allowed: a value too large gives infinity, one too small gives
  /// zero, both with the sign.
  /// - Complexity: O(1), without allocation.
  @inline(__always)
  package static func nearest<F: InterchangeFloat>(_ w: UInt64, _ q: Int, isNegative: Bool) -> F {
    let format = F.format
    let most = format.largestExactPower
    // Clinger's case: both operands are exact, so the single operation rounds once.
    if w <= 1 &<< UInt64(truncatingIfNeeded: format.fractionBits &+ 1),
      UInt(bitPattern: q &+ most) <= UInt(bitPattern: 2 &* most)
    {
      let exact = F(Int64(truncatingIfNeeded: w))
      // The argument is in 0 ... `most` by the condition above.
      let value = q < 0 ? exact / F.exactPowerOfTen(0 &- q) : exact * F.exactPowerOfTen(q)
      return F(magnitudeBits: value.bits, isNegative: isNegative)
    }
    return F(magnitudeBits: magnitude(w, q, format), isNegative: isNegative)
  }

  /// As `nearest`, but always by the product. Which numbers are exact is not predictable in texts whose
  /// numbers have 14 to 17 digits, and the product takes no longer than a division.
  @inline(__always)
  static func nearestByProduct<F: InterchangeFloat>(_ w: UInt64, _ q: Int, isNegative: Bool) -> F {
    F(magnitudeBits: magnitude(w, q, F.format), isNegative: isNegative)
  }

  /// The bits of the number nearest to `w` × 10^`q`.
  @inline(__always)
  static func magnitude(_ w: UInt64, _ q: Int, _ format: BinaryFloatFormat) -> UInt64 {
    let powers = UInt(bitPattern: format.largestPower &- format.smallestPower)
    if w != 0, UInt(bitPattern: q &- format.smallestPower) <= powers {
      let (significand, exponent) = product(w, q, format)
      // Rounding may carry into the exponent, so the last finite exponent is left out here.
      let normal = UInt(bitPattern: format.infiniteExponent &- 2)
      if _fastPath(UInt(bitPattern: exponent &- 1) < normal) {
        return rounded(significand, exponent, format)
      }
    }
    return magnitudeAtEdge(w, q, format)
  }

  /// `w` × 10^`q` as the leading bits of its significand and the biased exponent.
  /// The significand has the format's bits, with the implied one, and below them one bit to round by.
  /// Rounding half up is right, because a tie that has to go down arrives with its bits changed.
  /// The exponent is not limited to the format's range.
  /// `w` must not be 0, and `q` must be one of the format's powers, which are all in the table.
  @inline(__always)
  private static func product(
    _ w: UInt64, _ q: Int, _ format: BinaryFloatFormat
  ) -> (significand: UInt64, exponent: Int) {
    let leadingZeros = w.leadingZeroBitCount
    let normalized = w &<< UInt64(truncatingIfNeeded: leadingZeros)
    let power = rush_power_of_ten_at(q)

    // The high half of 10^q is enough unless all bits below the rounding bit are ones: only then
    // can the low half carry into the bits that are kept.
    var (high, low) = normalized.multipliedFullWidth(by: power.hi)
    let below: UInt64 = UInt64.max &>> UInt64(truncatingIfNeeded: format.fractionBits &+ 3)
    if _slowPath(high & below == below) {
      let rest = normalized.multipliedFullWidth(by: power.lo).high
      low = low &+ rest
      // Cannot overflow: the sum is less than 2^64 × 2^128 / 2^64, a 128-bit number.
      if low < rest { high = high &+ 1 }
    }

    // The product of two numbers with the top bit set has its own in bit 127 or 126.
    let upper = high &>> 63
    let shift = upper &+ UInt64(truncatingIfNeeded: 61 &- format.fractionBits)
    var significand = high &>> shift
    // floor(log2 10^q) = 217706 q / 2^16 rounded down, exact for |q| ≤ 342 (the table's generator
    // checks it). All terms are small, so nothing overflows.
    let exponent =
      ((217706 &* q) &>> 16) &+ 63 &+ format.bias &+ Int(truncatingIfNeeded: upper)
      &- leadingZeros

    // A tie, exactly half-way above an even number (…01), rounds down: drop its rounding bit.
    if _slowPath(low <= 1), q >= format.smallestTiePower, q <= format.largestTiePower,
      significand & 3 == 1, significand &<< shift == high
    {
      significand &= ~1
    }
    return (significand, exponent)
  }

  /// Rounds off the last bit. `exponent` is at least 1.
  @inline(__always)
  private static func rounded(
    _ significand: UInt64, _ exponent: Int, _ format: BinaryFloatFormat
  ) -> UInt64 {
    let field = UInt64(truncatingIfNeeded: exponent &- 1)
    // The implied top bit adds the 1 that was taken from the exponent. If rounding carries to the
    // next power of two, the carry adds one more, and the fraction is zero, as it should be.
    return field &<< UInt64(truncatingIfNeeded: format.fractionBits)
      &+ ((significand &+ (significand & 1)) &>> 1)
  }

  /// The same for zero, and near or beyond either end of the format's range.
  // Cold: kept out of line so that the path above stays short wherever it is inlined.
  @inline(never)
  private static func magnitudeAtEdge(
    _ w: UInt64, _ q: Int, _ format: BinaryFloatFormat
  ) -> UInt64 {
    // Zero first: 0e99999 is 0.
    if w == 0 || q < format.smallestPower { return 0 }
    if q > format.largestPower { return format.infinity }
    let (significand, exponent) = product(w, q, format)
    if exponent >= 1 { return min(rounded(significand, exponent, format), format.infinity) }
    // Subnormal. There are no ties here: they would need digits that 64 bits cannot hold.
    let shift = UInt64(truncatingIfNeeded: 1 &- exponent)
    if shift >= 64 { return 0 }
    let shifted = significand &>> shift
    // If rounding carries to 2^fractionBits, these are the bits of the smallest normal number.
    return (shifted &+ (shifted & 1)) &>> 1
  }
}
