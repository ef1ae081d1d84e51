internal import _RushJSONShims

/// Decimal to binary64 and binary32, correctly rounded: to nearest, ties to even. A `Float` is rounded from the digits,
/// never from a `Double`.
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
    assert(w != 0)
    assert(q >= format.smallestPower && q <= format.largestPower)
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
    assert(exponent >= 1)
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

// MARK: - Text

extension DecimalConversion {
  /// The number nearest to a JSON number text of any length, ties to even, rounded once.
  /// - Parameter text: A number as in RFC 8259 §6, or with a plus before it, and nothing after it. The
  ///   grammar is not checked again: other bytes give some number, and nothing outside the buffer is read.
  /// - Complexity: O(*n*) for *n* bytes, without allocation.
  package static func nearest<F: InterchangeFloat>(_ text: CheckedBytes) -> F {
    // Invariant: the caller keeps the bytes alive and unchanged. They may be read as UInt8.
    let bytes = unsafe text.buffer.span
    let number = DecimalText(bytes)
    if number.isExact {
      return nearest(number.digits, number.exponent, isNegative: number.isNegative)
    }
    return F(magnitudeBits: magnitude(number, bytes, F.format), isNegative: number.isNegative)
  }

  /// The bits of the number nearest to a text of more than 19 significant digits.
  /// The value lies between the first 19 digits and these plus one. Nearly always both round to the
  /// same number, which is the answer.
  @inline(never)
  private static func magnitude(
    _ number: DecimalText, _ bytes: Span<UInt8>, _ format: BinaryFloatFormat
  ) -> UInt64 {
    let lower = magnitude(number.digits, number.exponent, format)
    // 19 digits plus one are at most 10^19, which fits.
    let upper = magnitude(number.digits &+ 1, number.exponent, format)
    return lower == upper ? lower : exactMagnitude(number, bytes, above: lower, format)
  }
}

/// A JSON number as its first 19 significant digits, and whether further digits follow.
///
/// ```
/// 0.0012345678901234567895e2
///  ↑  └────── digits ──┘│     19 of them, from the first that is not 0; exponent −21 + 2
///  │  ↑ first           └ dropped: not 0, so the digits are not exact
///  └ point
/// ```
struct DecimalText {
  let isNegative: Bool
  private(set) var digits: UInt64 = 0
  /// The power of ten of the last of `digits`.
  let exponent: Int
  /// The offset of the first digit that is not 0.
  let first: Int
  /// False if a digit other than 0 follows those in `digits`.
  let isExact: Bool

  static let capacity = 19

  init(_ bytes: Span<UInt8>) {
    isNegative = !bytes.isEmpty && bytes[0] == .minus
    // JSON5 allows a plus.
    var index = isNegative || !bytes.isEmpty && bytes[0] == .plus ? 1 : 0
    var point: Int?

    // Leading zeros do not count as digits; they only move the point.
    while index < bytes.count {
      if bytes[index] == .decimalPoint {
        point = index
      } else if bytes[index] != .digit0 {
        break
      }
      index &+= 1
    }
    first = index

    var room = DecimalText.capacity
    while index < bytes.count, room > 0 {
      // Wraps for bytes below "0", which are then above 9.
      let digit = bytes[index] &- UInt8.digit0
      if digit <= 9 {
        // At most 19 digits: less than 10^19, no overflow.
        digits = digits &* 10 &+ UInt64(digit)
        room &-= 1
      } else if bytes[index] == .decimalPoint {
        point = index
      } else {
        break
      }
      index &+= 1
    }
    let end = index

    var dropped: UInt8 = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8.digit0
      if digit <= 9 {
        dropped |= digit
      } else if bytes[index] == .decimalPoint {
        point = index
      } else {
        break
      }
      index &+= 1
    }
    isExact = dropped == 0

    // Without a point in the text, it is after the last digit. One among the digits is not a digit.
    let place = point ?? index
    var power = Int64(place < end ? place &+ 1 &- end : place &- end)
    // The byte that ended the digits is "e" or "E".
    if index < bytes.count { power &+= DecimalText.explicitExponent(bytes, from: index &+ 1) }
    // Clamped far beyond any format's range, so that sums with it cannot overflow.
    exponent = Int(truncatingIfNeeded: max(-1_000_000, min(1_000_000, power)))
  }

  /// The signed integer after "e", at most 10^17 in magnitude. No text can move the point that far,
  /// so the sum has the right sign however many digits the exponent has.
  private static func explicitExponent(_ bytes: Span<UInt8>, from start: Int) -> Int64 {
    var index = start
    var isNegative = false
    if index < bytes.count, bytes[index] == UInt8.minus || bytes[index] == .plus {
      isNegative = bytes[index] == .minus
      index &+= 1
    }
    var value: Int64 = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8.digit0
      if digit > 9 { break }
      // Less than 10^16 before means less than 10^17 after.
      if value < 10_000_000_000_000_000 { value = value &* 10 &+ Int64(digit) }
      index &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
