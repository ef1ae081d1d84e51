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
