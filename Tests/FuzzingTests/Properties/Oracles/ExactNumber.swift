/// A number that is not negative, as an integer times powers of five and of two, compared exactly.
struct ExactNumber: Comparable {
  let integer: BigNatural
  let fives: Int
  let twos: Int

  /// `integer` · 10^`exponent`.
  init(_ integer: BigNatural, timesTenTo exponent: Int) {
    (self.integer, fives, twos) = (integer, exponent, exponent)
  }

  /// `integer` · 2^`exponent`.
  init(_ integer: UInt64, timesTwoTo exponent: Int) {
    (self.integer, fives, twos) = (BigNatural(integer), 0, exponent)
  }

  /// Both integers after what makes all exponents zero or positive.
  private static func integers(
    _ left: ExactNumber, _ right: ExactNumber
  ) -> (BigNatural, BigNatural) {
    let (fives, twos) = (min(left.fives, right.fives), min(left.twos, right.twos))
    func integer(_ number: ExactNumber) -> BigNatural {
      (number.integer * .powerOfFive(number.fives - fives)).shifted(by: number.twos - twos)
    }
    return (integer(left), integer(right))
  }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    let (first, second) = integers(left, right)
    return first < second
  }

  static func == (left: ExactNumber, right: ExactNumber) -> Bool {
    let (first, second) = integers(left, right)
    return first == second
  }
}

/// The text of a number in its parts.
struct DecimalParts {
  let isNegative: Bool
  /// Without zeros at either end; empty for zero.
  let digits: [UInt8]
  /// The power of ten of the last digit, at most a million from zero.
  let exponent: Int

  /// `text` is a number by RFC 8259.
  init(_ text: String) {
    var bytes = Array(text.utf8)[...]
    isNegative = bytes.first == 0x2d
    if isNegative { bytes.removeFirst() }
    let mantissa = bytes.prefix { $0 != 0x65 && $0 != 0x45 }
    var exponent = 0
    if mantissa.count < bytes.count {
      let text = String(decoding: bytes.dropFirst(mantissa.count + 1), as: UTF8.self)
      exponent = Int(text) ?? (text.hasPrefix("-") ? .min : .max)
      exponent = max(-900_000, min(900_000, exponent))
    }
    let point = mantissa.firstIndex(of: 0x2e)
    if let point { exponent -= mantissa.endIndex - point - 1 }
    var digits = mantissa.filter { $0 != 0x2e }.drop { $0 == 0x30 }
    while digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
    self.digits = Array(digits)
    self.exponent = digits.isEmpty ? 0 : exponent
  }

  /// The power of ten just above the number.
  var magnitude: Int { digits.count + exponent }

  var value: ExactNumber { ExactNumber(BigNatural(digits: digits), timesTenTo: exponent) }
}

/// The numbers that round to one binary floating-point number, and that number itself.
struct RoundingInterval {
  let value: ExactNumber
  let low: ExactNumber
  /// `nil` for infinity, to which all larger numbers round.
  let high: ExactNumber?
  /// Whether numbers at the ends round to this one, too: to even.
  let includesEnds: Bool

  /// For a number that is not NaN; its sign does not matter.
  init<Number: BinaryFloatingPoint>(_ number: Number) {
    let bits = Number.significandBitCount
    let hidden = UInt64(1) << UInt64(bits)
    let least = Int(Number.leastNonzeroMagnitude.exponent)
    if number.isInfinite {
      let exponent = Int(Number.greatestFiniteMagnitude.exponent) - bits
      low = ExactNumber(4 * hidden - 1, timesTwoTo: exponent - 1)
      (value, high, includesEnds) = (low, nil, true)
      return
    }
    let fraction = UInt64(number.significandBitPattern)
    let isNormal = number.magnitude >= .leastNormalMagnitude
    let integer = isNormal ? hidden + fraction : fraction
    let exponent = isNormal ? Int(number.exponent) - bits : least
    value = ExactNumber(integer, timesTwoTo: exponent)
    includesEnds = integer % 2 == 0
    high = ExactNumber(2 * integer + 1, timesTwoTo: exponent - 1)
    if integer == 0 {
      low = ExactNumber(0, timesTwoTo: 0)
    } else if isNormal, fraction == 0, exponent > least {
      // The numbers below a power of two are at half the distance.
      low = ExactNumber(4 * integer - 1, timesTwoTo: exponent - 2)
    } else {
      low = ExactNumber(2 * integer - 1, timesTwoTo: exponent - 1)
    }
  }

  func contains(_ number: ExactNumber) -> Bool {
    if includesEnds {
      return number >= low && high.map { number <= $0 } ?? true
    }
    return number > low && high.map { number < $0 } ?? true
  }
}
