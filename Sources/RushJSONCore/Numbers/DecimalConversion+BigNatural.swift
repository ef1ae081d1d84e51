extension DecimalConversion {
  /// The nearer of `lower` and the number after it to a text that lies between them.
  ///
  /// Compares all the digits with the value exactly half-way, both as integers. `lower` is finite
  /// and the number after it is not zero, so the value is between half of the smallest subnormal
  /// number and the end of the range, whatever the text's exponent is.
  @inline(never)
  static func exactMagnitude(
    _ number: DecimalText, _ bytes: Span<UInt8>, above lower: UInt64, _ format: BinaryFloatFormat
  ) -> UInt64 {
    var decimal = BigNatural()
    let (count, isExact) = decimal.readDigits(
      bytes, from: number.first, limit: format.midpointDigits)
    let powerOfTen = number.exponent &+ DecimalText.capacity &- count

    // Half-way is an odd number of halves of the last bit.
    let (integer, exponent) = format.integerAndExponent(of: lower)
    var midpoint = BigNatural(integer &* 2 &+ 1)
    var shift = exponent &- 1

    // decimal × 10^p ? midpoint × 2^shift. With 10^p = 5^p × 2^p, the fives go where they are a
    // whole number, and so do the twos that are left.
    shift &-= powerOfTen
    if powerOfTen >= 0 {
      decimal.multiplyByPowerOfFive(powerOfTen)
    } else {
      midpoint.multiplyByPowerOfFive(0 &- powerOfTen)
    }
    if shift >= 0 {
      midpoint.multiplyByPowerOfTwo(shift)
    } else {
      decimal.multiplyByPowerOfTwo(0 &- shift)
    }

    switch decimal.compared(to: midpoint) {
    case .less: return lower
    case .greater: return lower &+ 1
    // Digits beyond the limit make it more. Nothing beyond it is a tie, which goes to even.
    case .equal: return isExact ? lower &+ (lower & 1) : lower &+ 1
    }
  }
}

/// A natural number of at most 2816 bits, kept in place: no allocation.
///
/// The most that `exactMagnitude` makes is a text's 769 digits (2555 bits) against the half-way
/// value with 2^1075 in its denominator, which is 54 bits × 5^1092 (2590 bits). Both sides are
/// nearly equal, so the other is as large at most, give or take two bits.
struct BigNatural {
  enum Order { case less, equal, greater }

  /// The words below `count`, the least significant first. Those above are 0, and so is no
  /// number's last word.
  private var words = InlineArray<44, UInt64>(repeating: 0)
  private var count = 0

  init() {}

  init(_ value: UInt64) {
    append(value)
  }

  /// Appends decimal digits, passing over a decimal point, up to `limit` of them.
  ///
  /// - Returns: How many digits were appended, and whether all that follow are 0.
  mutating func readDigits(
    _ bytes: Span<UInt8>, from start: Int, limit: Int
  ) -> (count: Int, isExact: Bool) {
    var read = 0
    var chunk: UInt64 = 0
    var scale: UInt64 = 1
    var isExact = true
    var index = start
    while index < bytes.count {
      // Wraps for bytes below "0", which are then no digit.
      let digit = bytes[index] &- UInt8.digit0
      if digit <= 9 {
        if read == limit {
          if digit != 0 {
            isExact = false
            break
          }
        } else {
          read &+= 1
          // At most 19 digits, so both stay within 64 bits.
          chunk = chunk &* 10 &+ UInt64(digit)
          scale = scale &* 10
          if scale == 10_000_000_000_000_000_000 {
            multiply(by: scale, adding: chunk)
            chunk = 0
            scale = 1
          }
        }
      } else if bytes[index] != .decimalPoint {
        break
      }
      index &+= 1
    }
    if scale > 1 { multiply(by: scale, adding: chunk) }
    return (read, isExact)
  }

  mutating func multiplyByPowerOfFive(_ power: Int) {
    // 5^27 is the largest in 64 bits.
    var rest = power
    while rest >= 27 {
      multiply(by: 7_450_580_596_923_828_125, adding: 0)
      rest &-= 27
    }
    var factor: UInt64 = 1
    while rest > 0 {
      factor = factor &* 5
      rest &-= 1
    }
    multiply(by: factor, adding: 0)
  }

  mutating func multiplyByPowerOfTwo(_ power: Int) {
    let bits = UInt64(truncatingIfNeeded: power & 63)
    multiply(by: 1 &<< bits, adding: 0)
    let moved = power &>> 6
    if moved == 0 || count == 0 { return }
    var index = count
    while index > 0 {
      index &-= 1
      words[index &+ moved] = words[index]
    }
    while index < moved {
      words[index] = 0
      index &+= 1
    }
    count &+= moved
  }

  private mutating func multiply(by factor: UInt64, adding addend: UInt64) {
    var carry = addend
    var index = 0
    while index < count {
      let (high, low) = words[index].multipliedFullWidth(by: factor)
      let sum = low &+ carry
      words[index] = sum
      // Cannot overflow: (2^64 − 1)² + 2^64 − 1 < 2^128.
      carry = sum < low ? high &+ 1 : high
      index &+= 1
    }
    append(carry)
  }

  private mutating func append(_ word: UInt64) {
    if word == 0 { return }
    words[count] = word
    count &+= 1
  }

  func compared(to other: BigNatural) -> Order {
    if count != other.count { return count < other.count ? .less : .greater }
    var index = count
    while index > 0 {
      index &-= 1
      if words[index] != other.words[index] {
        return words[index] < other.words[index] ? .less : .greater
      }
    }
    return .equal
  }
}
