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
