/// The value of a number, in one form for all its spellings.
///
/// ```
/// 1200, 1.2e3, 12.00E+2  →  short: digits 12, exponent 2     12 × 10²
/// 0, -0, 0e99            →  short: digits 0, exponent 0, not negative
/// 1e99999999999999999999 →  long:  digits [1], exponent 10²⁰  0.1 × 10^(10²⁰)
/// ```
///
/// No power of ten is ever written out, so an exponent costs only the length of its text. A finite
/// value is `short` exactly if it can be, so values are equal exactly if their forms are.
enum DecimalValue: Hashable {
  /// ±digits × 10^exponent. The last digit is not zero; the exponent is within ±`shortExponents`.
  case short(isNegative: Bool, digits: UInt64, exponent: Int64)
  case long(LongDecimal)
  case infinity(isNegative: Bool)
  case notANumber

  /// The bound of the exponents of short values.
  // Larger than any text, and so than the distance of its point. A text whose own exponent is ten
  // times as large is certainly long, and below that the sum cannot overflow.
  static let shortExponents: Int64 = 10_000_000_000_000_000

  static let zero = DecimalValue.short(isNegative: false, digits: 0, exponent: 0)

  /// ±`digits` × 10^`exponent`. The exponent must not be near an end of its type.
  init(digits: UInt64, exponent: Int64, isNegative: Bool) {
    guard digits != 0 else {
      self = .zero
      return
    }
    var digits = digits
    var exponent = exponent
    while true {
      let (quotient, last) = digits.quotientAndRemainder(dividingBy: 10)
      if last != 0 { break }
      digits = quotient
      exponent &+= 1
    }
    self = .short(isNegative: isNegative, digits: digits, exponent: exponent)
  }

  /// The value of a number text (RFC 8259 §6).
  /// - Complexity: O(*n*) in the bytes of the text.
  init(_ text: Span<UInt8>) {
    let long = LongDecimal(text)
    guard let last = long.lastExponent, abs(last) < DecimalValue.shortExponents,
      let digits = long.integerOfDigits
    else {
      self = .long(long)
      return
    }
    self = DecimalValue(digits: digits, exponent: last, isNegative: long.isNegative)
  }

  /// The value in the long form; `nil` if it is not finite.
  var lengthened: LongDecimal? {
    switch self {
    case .short(let isNegative, let digits, let exponent):
      LongDecimal(digits: digits, exponent: exponent, isNegative: isNegative)
    case .long(let value): value
    case .infinity, .notANumber: nil
    }
  }
}

extension DecimalValue: Comparable {
  /// The numerical order, from −∞ to ∞, then NaN.
  static func < (left: DecimalValue, right: DecimalValue) -> Bool {
    if let left = left.lengthened, let right = right.lengthened { return left < right }
    return left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .infinity(let isNegative): isNegative ? -1 : 1
    case .short, .long: 0
    case .notANumber: 2
    }
  }
}

// MARK: - LongDecimal

/// ±0.*digits* × 10^*exponent*, of any length and size.
///
/// ```
/// -00.01230e5   →  negative, digits [1, 2, 3], exponent −1 + 5
///      └┬┘
/// ```
///
/// The digits have no zeros at either end, so a value has only one form, and of two magnitudes the one
/// with the greater exponent is greater. Zero has no digits.
struct LongDecimal: Hashable {
  let isNegative: Bool
  /// The values of the digits, not their characters.
  let digits: [UInt8]
  let exponent: LongExponent

  /// ±`digits` × 10^`exponent`. The exponent must not be near an end of its type.
  init(digits: UInt64, exponent: Int64, isNegative: Bool) {
    var text = String(digits).utf8.map { $0 &- UInt8.digit0 }
    let count = text.count
    while text.last == 0 { text.removeLast() }
    self.digits = text
    self.isNegative = isNegative && !text.isEmpty
    self.exponent = text.isEmpty ? .zero : LongExponent(exponent &+ Int64(count))
  }

  /// The value of a number text (RFC 8259 §6).
  /// - Complexity: O(*n*) in the bytes of the text.
  init(_ text: Span<UInt8>) {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count)
    // The power of ten that moves the point before the first digit that is not zero.
    var place: Int64 = 0
    var hasPoint = false
    var index = 0
    scan: while index < text.count {
      let byte = text[index]
      switch byte {
      case .minus: break
      case .decimalPoint: hasPoint = true
      case UInt8.digit0...UInt8.digit9:
        let digit = byte &- UInt8.digit0
        if digits.isEmpty, digit == 0 {
          if hasPoint { place &-= 1 }
        } else {
          digits.append(digit)
          if !hasPoint { place &+= 1 }
        }
      default: break scan
      }
      index &+= 1
    }
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    isNegative = !digits.isEmpty && !text.isEmpty && text[0] == .minus
    // The letter of the exponent ended the digits.
    let written = text.extracting(min(index &+ 1, text.count)..<text.count)
    exponent = digits.isEmpty ? .zero : LongExponent(written, adding: place)
  }

  /// The power of ten of the last digit; `nil` if it does not fit.
  var lastExponent: Int64? { exponent.value.map { $0 &- Int64(digits.count) } }

  /// Whether no digit is after the point.
  var isInteger: Bool { lastExponent.map { $0 >= 0 } ?? !exponent.isNegative }

  /// The digits as one integer, if they fit.
  var integerOfDigits: UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }
}

extension LongDecimal: Comparable {
  static func < (left: LongDecimal, right: LongDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Whether the magnitude is smaller.
  private func isSmaller(than other: LongDecimal) -> Bool {
    // Zero has no digits, and its exponent is meaningless.
    if digits.isEmpty || other.digits.isEmpty { return !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

// MARK: - LongExponent

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
    assert(abs(value) <= 2 * LongExponent.base)
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
    assert(!digits.isEmpty && digits[0] != 0)
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
