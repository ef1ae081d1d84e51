extension DecimalConversion {
  /// Of `lower` and the number after it, the one nearer to a text that lies between them.
  /// Compares all digits with the value exactly half-way, both as integers. `lower` is finite and the
  /// number after it is not zero, so the value lies between half of the smallest subnormal number and
  /// the end of the range, whatever the text's exponent is.
  @inline(never)
  static func exactMagnitude(
    _ number: DecimalText, _ bytes: Span<UInt8>, above lower: UInt64, _ format: BinaryFloatFormat
  ) -> UInt64 {
    unsafe withUnsafeTemporaryAllocation(
      of: UInt64.self, capacity: 2 * BigNatural.capacity
    ) { memory in
      // Invariant: two parts of that size, which do not overlap.
      let first = unsafe CheckedPointer(memory).unsafelyUnwrapped
      return exactMagnitude(
        number, bytes, above: lower, format, BigNatural(first),
        BigNatural(first + BigNatural.capacity))
    }
  }

  private static func exactMagnitude(
    _ number: DecimalText, _ bytes: Span<UInt8>, above lower: UInt64, _ format: BinaryFloatFormat,
    _ decimal: consuming BigNatural, _ midpoint: consuming BigNatural
  ) -> UInt64 {
    let (count, isExact) = decimal.readDigits(
      bytes, from: number.first, limit: format.midpointDigits)
    let powerOfTen = number.exponent &+ DecimalText.capacity &- count

    // Half-way is an odd number of halves of the last bit.
    let (integer, exponent, _) = format.parts(lower)
    midpoint.append(integer &* 2 &+ 1)
    var shift = exponent &- 1

    // Compares decimal × 10^p with midpoint × 2^shift. With 10^p = 5^p × 2^p, the fives go to the
    // side where their power is not negative, and so do the remaining twos.
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
    // Digits beyond the limit make the value larger. Without them it is a tie, which goes to even.
    case .equal: return isExact ? lower &+ (lower & 1) : lower &+ 1
    }
  }
}

/// A natural number of at most 2816 bits, without allocation.
/// The largest that `exactMagnitude` makes are a text's 769 digits (2555 bits), against the half-way
/// value with 2^1075 in its denominator, which is 54 bits × 5^1092 (2590 bits). Both sides are nearly
/// equal, so the other one has at most two bits more.
@safe
struct BigNatural: ~Copyable {
  enum Order { case less, equal, greater }

  /// How many words of memory a number takes.
  static let capacity = 44

  // Invariant: memory of `capacity` words, which nothing else uses. The words below `count` are set, the
  // least significant first. The last of them is not 0.
  private let memory: CheckedPointer<UInt64>
  private var count = 0

  /// 0, in `memory` that the caller keeps. It must have `capacity` words.
  init(_ memory: CheckedPointer<UInt64>) { self.memory = memory }

  /// The word at an index, which may be the first unset one.
  private subscript(index: Int) -> UInt64 {
    get {
      precondition(index >= 0 && index < BigNatural.capacity)
      return memory[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < BigNatural.capacity)
      memory[index] = newValue
    }
  }

  /// Appends up to `limit` decimal digits, and skips a decimal point.
  /// - Returns: How many digits were appended, and whether all others are 0.
  mutating func readDigits(
    _ bytes: Span<UInt8>, from start: Int, limit: Int
  ) -> (count: Int, isExact: Bool) {
    var read = 0
    var chunk: UInt64 = 0
    var scale: UInt64 = 1
    var isExact = true
    var index = start
    while index < bytes.count {
      // Wraps for bytes below "0", which are then above 9.
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
    assert(power >= 0)
    // 5^27 is the largest power of five in 64 bits.
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
    assert(power >= 0)
    let bits = UInt64(truncatingIfNeeded: power & 63)
    multiply(by: 1 &<< bits, adding: 0)
    let moved = power &>> 6
    if moved == 0 || count == 0 { return }
    var index = count
    while index > 0 {
      index &-= 1
      self[index &+ moved] = self[index]
    }
    while index < moved {
      self[index] = 0
      index &+= 1
    }
    count &+= moved
  }

  private mutating func multiply(by factor: UInt64, adding addend: UInt64) {
    var carry = addend
    var index = 0
    while index < count {
      let (high, low) = self[index].multipliedFullWidth(by: factor)
      let sum = low &+ carry
      self[index] = sum
      // Cannot overflow: (2^64 − 1)² + 2^64 − 1 < 2^128.
      carry = sum < low ? high &+ 1 : high
      index &+= 1
    }
    append(carry)
  }

  mutating func append(_ word: UInt64) {
    if word == 0 { return }
    self[count] = word
    count &+= 1
  }

  func compared(to other: borrowing BigNatural) -> Order {
    assert(count == 0 || self[count &- 1] != 0)
    if count != other.count { return count < other.count ? .less : .greater }
    var index = count
    while index > 0 {
      index &-= 1
      if self[index] != other[index] { return self[index] < other[index] ? .less : .greater }
    }
    return .equal
  }
}
