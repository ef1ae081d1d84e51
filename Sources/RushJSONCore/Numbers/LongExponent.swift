/// An exact exponent of any size: an integer of 64 bits, and the digits above it in the rare case of more.
///
/// ```
/// -12345678901234567890123456789
///  └── high ──┘└──── low ─────┘   18 digits
/// ```
struct LongExponent: Hashable {
  /// The values of the digits above the last 18, without leading zeros; nearly always empty.
  private let high: [UInt8]
  /// The last 18 digits, with the sign of the exponent.
  private let low: Int64
  /// The sign again, because `low` may be zero below the other digits.
  let isNegative: Bool

  /// 10^18. The sum of two numbers below it fits.
  private static let base: Int64 = 1_000_000_000_000_000_000
  private static let lowDigits = 18

  static let zero = LongExponent(0)

  /// The exponent, if it is below 10^18 either way.
  var value: Int64? { high.isEmpty ? low : nil }

  /// An exponent of at most 2 × 10^18.
  init(_ value: Int64) {
    // No sum made here has more than a 1 above the last 18 digits.
    self.init(
      high: abs(value) >= LongExponent.base ? [1] : [], low: value % LongExponent.base,
      isNegative: value < 0)
  }

  /// The sum of an exponent's text, which may be empty, and `places`, less than 10^17 either way.
  /// - Complexity: O(*n*) in the bytes of the text.
  init(_ text: Span<UInt8>, adding places: Int64) {
    var index = 0
    var isNegative = false
    if !text.isEmpty, text[0] == UInt8.minus || text[0] == .plus {
      isNegative = text[0] == .minus
      index = 1
    }
    while index < text.count, text[index] == .digit0 { index &+= 1 }

    let split = max(index, text.count &- LongExponent.lowDigits)
    var low: Int64 = 0
    for at in split..<text.count {
      // At most 18 digits, so nothing overflows.
      low = low &* 10 &+ Int64(text[at] &- UInt8.digit0)
    }
    guard split > index else {
      self.init((isNegative ? 0 &- low : low) &+ places)
      return
    }

    // The magnitude is at least 10^18, so `places` cannot change the sign.
    var high = (index..<split).map { text[$0] &- UInt8.digit0 }
    low = low &+ (isNegative ? 0 &- places : places)
    if low < 0 {
      low = low &+ LongExponent.base
      LongExponent.subtractOne(from: &high)
    } else if low >= LongExponent.base {
      low = low &- LongExponent.base
      LongExponent.addOne(to: &high)
    }
    self.init(high: high, low: isNegative ? 0 &- low : low, isNegative: isNegative)
  }

  private init(high: [UInt8], low: Int64, isNegative: Bool) {
    self.high = high
    self.low = low
    self.isNegative = isNegative
  }

  private static func addOne(to digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] &+= 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }

  /// Subtracts one. The first digit must not be zero.
  private static func subtractOne(from digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      if digits[index] > 0 {
        digits[index] &-= 1
        break
      }
      digits[index] = 9
    }
    if digits.first == 0 { digits.removeFirst() }
  }
}

extension LongExponent: Comparable {
  static func < (left: LongExponent, right: LongExponent) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    // Without leading zeros, more digits make a greater magnitude.
    if left.high.count != right.high.count {
      return (left.high.count < right.high.count) != left.isNegative
    }
    if left.high != right.high {
      return left.high.lexicographicallyPrecedes(right.high) != left.isNegative
    }
    return left.low < right.low
  }
}
