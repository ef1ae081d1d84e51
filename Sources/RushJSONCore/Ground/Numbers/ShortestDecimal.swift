internal import _RushJSONShims

/// The shortest decimal that reads back as a binary number, and of several the closest to it.
///
/// Every value nearer to v = c·2^q than to its neighbours reads back as v: from v − ½·2^q to
/// v + ½·2^q, and these two as well if c is even. Let 10^k be the largest power of ten not above the
/// width 2^q. In units of it, v is x and half the width is h, ½ ≤ h < 5:
///
/// ```
///          10m                x             10m + 10
/// ──┬───┬───┼───┬───┬───┬───┬─┼─┬───┬───┬───┬───┼───┬──     ┬ integers, ┼ multiples of ten
///                     └───────┼───────┘
///                    x − h          x + h
/// ```
///
/// At most one multiple of ten is in the interval. If there is one, it is the answer, because it has
/// one digit less than anything else there. If not, the answer is the integer nearest to x.
/// (R. Giulietti, "The Schubfach way to render doubles", 2021.)
///
/// x is 64 bits before the point and 64 after it, from the product of c and a 128-bit 10^-k; all
/// three questions are comparisons of its last digit and its fraction, as in Y. Guo's yy (2021) and
/// V. Zverovich's żmij (2025). Where the product's error could change an answer, and where the
/// interval is not symmetric, `exact` decides.
struct ShortestDecimal {
  /// All digits but the last.
  var head: UInt64
  /// The last digit; 0 if the head is enough.
  var last: UInt64
  /// The value is (10 · `head` + `last`) · 10^`exponent`.
  var exponent: Int

  /// The value is `digits` · 10^`exponent`.
  var digits: UInt64 { head &* 10 &+ last }

  @inline(__always)
  private init(head: UInt64, last: UInt64, exponent: Int) {
    self.head = head
    self.last = last
    self.exponent = exponent
  }

  /// The shortest decimal of the magnitude of a finite number other than zero.
  @inline(__always)
  init(_ value: some InterchangeFloat) {
    self = ShortestDecimal.quick(value) ?? ShortestDecimal.exact(value)
  }

  /// The same, or `nil` if only `exact` can tell.
  /// A `Float` may take fewer digits than the same value as a `Double`, which takes up to 17.
  @inline(__always)
  static func quick<F: InterchangeFloat>(_ value: F) -> ShortestDecimal? {
    let (c, q, isPowerOfTwo) = F.format.parts(value.bits)
    // A power of two has its lower neighbour at half the distance.
    if isPowerOfTwo { return nil }
    let scale = Scale(q)
    // c · 2^q · 10^-k = c · 2^shift · power / 2^128: 57 bits before the point, 28 for a `Float`.
    let scaled = c &<< scale.shift
    let (high, low) = scaled.multipliedFullWidth(by: scale.power.hi)
    if F.format == .binary32 {
      // Half of the power is enough: it is off by less than one, so the product is off by less than
      // 2²⁸ of its 2⁶⁴.
      return nearest(integer: high, fraction: low, scale: scale, error: 1 &<< 29)
    }
    let (rest, carry) = low.addingReportingOverflow(
      scaled.multipliedFullWidth(by: scale.power.lo).high)
    // The power is off by less than one, so x is off by less than 2⁵⁷⁻¹²⁸, and the cut is less than
    // the last bit: 2 of `rest`, 1 of a fraction of 59 bits.
    return nearest(integer: high &+ (carry ? 1 : 0), fraction: rest, scale: scale, error: 4)
  }

  /// Chooses among the multiples of ten and the integers around x.
  /// - Parameter error: More than `fraction` can be off by, in units of 2⁻⁶⁴.
  @inline(__always)
  private static func nearest(
    integer: UInt64, fraction: UInt64, scale: Scale, error: UInt64
  ) -> ShortestDecimal? {
    let head = integer / 10
    let digit = integer &- head &* 10
    // Distances with 59 bits after the point, so that all are positive as signed numbers.
    let below = digit &<< 59 | fraction &>> 5
    let above = 10 &<< 59 &- below
    let half = scale.halfWidth
    // Each distance minus its limit, shifted up by the error: small if they could be equal.
    let doubt =
      below &- half &+ error <= 2 &* error || above &- half &+ error <= 2 &* error
      || fraction &- 1 &<< 63 &+ error <= 2 &* error
    if doubt { return nil }
    // At most one of the two, because the interval is less than ten wide. No digit is rounded up to
    // 10: the multiple of ten would then be at most ½ away. Masks, because the choice cannot be
    // predicted (branches cost a third of the time of random numbers).
    let takesBelow = UInt64.mask(below, isLessThan: half)
    let takesAbove = UInt64.mask(above, isLessThan: half)
    return ShortestDecimal(
      head: head &- takesAbove, last: (digit &+ fraction &>> 63) & ~(takesBelow | takesAbove),
      exponent: scale.exponent)
  }
}

extension UInt64 {
  /// All ones if `a` < `b`, else 0. Both are below 2⁶³.
  @inline(__always)
  static func mask(_ a: UInt64, isLessThan b: UInt64) -> UInt64 {
    UInt64(bitPattern: Int64(bitPattern: a &- b) &>> 63)
  }
}

/// The power of ten that brings c·2^q to where its last digit is found.
private struct Scale {
  /// k: the largest with 10^k ≤ 2^q.
  var exponent: Int
  /// 10^-k = `power` · 2^e, in [2^127, 2^128) · 2^e.
  var power: rush_power_of_ten
  /// The shift of c before the product, 1...4, because 2^q · 10^-k is in [1, 10).
  var shift: Int

  @inline(__always)
  init(_ q: Int) {
    // floor(q · log10(2)), exact for |q| below 1,650.
    let exponent = (q &* 315_653) &>> 20
    // The table has all of them.
    assert(exponent >= -324 && exponent <= 292)
    self.exponent = exponent
    power = rush_power_of_ten_at(0 &- exponent)
    // floor(log2(10^-k)) + 1, as in the table's generator.
    shift = q &+ (exponent &* -217_706) &>> 16 &+ 1
    assert(shift >= 1 && shift <= 4)
  }

  /// Half of 2^q in units of 10^k, with 59 bits after the point; cut, so it is up to 1 too small.
  @inline(__always) var halfWidth: UInt64 { power.hi &>> (6 &- shift) }
}

extension ShortestDecimal {
  /// The same as `init`, by exact comparisons alone.
  static func exact<F: InterchangeFloat>(_ value: F) -> ShortestDecimal {
    let (c, q, isPowerOfTwo) = F.format.parts(value.bits)
    return exact(c, q, isPowerOfTwo: isPowerOfTwo)
  }

  /// The shortest decimal for any c and q, as in Schubfach.
  /// Products rounded *to odd* (the last bit is set if anything was cut off) compare with integers as
  /// the exact ones would, if the power has 126 bits and is rounded up.
  @inline(never)
  private static func exact(_ c: UInt64, _ q: Int, isPowerOfTwo: Bool) -> ShortestDecimal {
    // For a power of two the width is ¾ · 2^q: floor(q · log10(2) + log10(¾)).
    let exponent = (q &* 315_653 &- (isPowerOfTwo ? 131_008 : 0)) &>> 20
    let inverse = 0 &- exponent
    assert(inverse >= -292 && inverse <= 324)
    let entry = rush_power_of_ten_at(inverse)
    var power = WordPair(high: entry.hi, low: entry.lo)
    // The table has these rounded up already. None of its low words is 0 there, or all ones after the
    // shift, so the high word stays as it is.
    if inverse < 0, inverse >= -27 { power.low &-= 1 }
    power = power &>> 2
    power.low &+= 1
    let shift = q &+ (inverse &* 217_706) &>> 16 &+ 2

    // Four times the value and the ends of its interval. 4c has 55 bits.
    assert(shift >= 0 && shift <= 6)
    let value = roundedToOdd(power, (4 &* c) &<< shift)
    let low = roundedToOdd(power, (4 &* c &- (isPowerOfTwo ? 1 : 2)) &<< shift)
    let high = roundedToOdd(power, (4 &* c &+ 2) &<< shift)
    // The ends of the interval read back as the number if it is even.
    let open = c & 1

    let integer = value &>> 2
    let head = integer / 10
    let below = head &* 40
    if low &+ open <= below { return ShortestDecimal(head: head, last: 0, exponent: exponent) }
    if below &+ 40 &+ open <= high {
      return ShortestDecimal(head: head &+ 1, last: 0, exponent: exponent)
    }
    let holdsThis = low &+ open <= integer &* 4
    let holdsNext = integer &* 4 &+ 4 &+ open <= high
    let takesNext: Bool
    if holdsThis != holdsNext {
      takesNext = holdsNext
    } else {
      let middle = integer &* 4 &+ 2
      takesNext = value > middle || value == middle && integer & 1 == 1
    }
    let digits = integer &+ (takesNext ? 1 : 0)
    return ShortestDecimal(head: digits / 10, last: digits % 10, exponent: exponent)
  }

  /// `power` · `factor` / 2^127, its last bit set if the result is not exact.
  private static func roundedToOdd(_ power: WordPair, _ factor: UInt64) -> UInt64 {
    let low = power.low.multipliedFullWidth(by: factor).high
    let (top, middle) = power.high.multipliedFullWidth(by: factor)
    let (sum, carry) = middle.addingReportingOverflow(low)
    let result = (top &+ (carry ? 1 : 0)) &<< 1 | sum &>> 63
    // The power's own rounding leaves less than 2⁻⁶³ of an exact result.
    return result | (sum &<< 1 != 0 ? 1 : 0)
  }
}

// MARK: - WordPair

/// 128 bits in two words, because `UInt128` needs macOS 15 and its siblings.
struct WordPair: Equatable {
  var high: UInt64
  var low: UInt64

  /// The lower bits after a shift by `bits` modulo 128.
  @inline(__always)
  static func &>> (pair: WordPair, bits: Int) -> WordPair {
    let shift = UInt64(truncatingIfNeeded: bits)
    let high = pair.high &>> shift
    // In two steps, because a shift by 64 is a shift by 0.
    let low = pair.low &>> shift | (pair.high &<< 1) &<< ~shift
    return bits & 64 == 0 ? WordPair(high: high, low: low) : WordPair(high: 0, low: high)
  }

  /// The number nearest to the value, which is even if there are two.
  var double: Double {
    if high == 0 { return Double(low) }
    // The 64 highest bits. The last is set if any bit after it is. So they round as the whole
    // value does, because a Double has 53 bits.
    let zeros = high.leadingZeroBitCount
    let top = (self &>> (64 &- zeros)).low
    let rest = low &<< UInt64(truncatingIfNeeded: zeros)
    return Double(top | (rest != 0 ? 1 : 0))
      * Double(sign: .plus, exponent: 64 &- zeros, significand: 1)
  }
}
