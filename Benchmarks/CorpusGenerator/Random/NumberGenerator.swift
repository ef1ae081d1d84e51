/// Random texts of JSON numbers, most of them at the edges where conversions go wrong.
///
/// Every text is valid by RFC 8259 §6, but its value may overflow a Double: `Kind` says which kinds
/// do.
public struct NumberGenerator: Sendable {
  /// A family of number texts.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// An integer of one to six digits, perhaps negative.
    case smallInteger
    /// An integer within two of a power of two or of a power of ten: where Int8 to UInt64, and the
    /// integers that a Double holds exactly, end.
    case integerBoundary
    /// An integer of 20 to 40 digits, beyond 64 bits.
    case bigInteger
    /// An integer of 41 to 300 digits, still a finite Double.
    case digitRun
    /// Zero in any spelling, with a fraction or an exponent of up to twenty digits.
    case zero
    /// A few digits on each side of the point.
    case decimal
    /// 17 to 25 significant digits: more than a Double tells apart.
    case significantDigits
    /// A fraction after up to 340 zeros.
    case smallFraction
    /// A mantissa with an exponent from −300 to 290, with `e` or `E`, sign and zeros varied.
    case exponent
    /// Exactly halfway between two neighbouring doubles, or just beside it, in 769 digits or more:
    /// only the last digit decides how to round.
    case halfway
    /// An exponent at an edge: ±308, ±324, ±342, ±400, ±65535 and the ends of integer types.
    /// Sometimes overflows Double, or underflows to zero.
    case exponentEdge
    /// An integer of 301 to 1,200 digits. Mostly overflows Double.
    case hugeInteger

    /// Whether each number of this kind rounds to a finite Double, zero included.
    public var isFinite: Bool {
      self != .exponentEdge && self != .hugeInteger
    }
  }

  /// The kinds whose numbers are mostly shorter than 60 bytes.
  private static let shortKinds = Kind.allCases.filter {
    ![.digitRun, .smallFraction, .halfway, .hugeInteger].contains($0)
  }
  private static let finiteShortKinds = shortKinds.filter(\.isFinite)

  private var random: SeededGenerator

  /// A generator whose texts are determined by `seed`.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A number text of any kind; with `finite`, of a kind that rounds to a finite Double.
  public mutating func text(finite: Bool = false) -> String {
    let kinds = finite ? Kind.allCases.filter(\.isFinite) : Kind.allCases
    return text(of: random.element(of: kinds))
  }

  /// A number text of a kind whose numbers are mostly shorter than 60 bytes; with `finite`, of one that
  /// rounds to a finite Double.
  public mutating func shortText(finite: Bool = false) -> String {
    text(of: random.element(of: finite ? Self.finiteShortKinds : Self.shortKinds))
  }

  /// A number text of `kind`.
  public mutating func text(of kind: Kind) -> String {
    switch kind {
    case .smallInteger: sign() + random.digits(random.integer(in: 1...6))
    case .integerBoundary: boundary()
    case .bigInteger: sign() + random.digits(random.integer(in: 20...40))
    case .digitRun: sign() + random.digits(random.integer(in: 41...300))
    case .zero: zero()
    case .decimal: sign() + whole(upTo: 6) + "." + random.digits(random.integer(in: 1...9))
    case .significantDigits: significantDigits()
    case .smallFraction:
      sign() + "0." + zeros(upTo: 340) + random.digits(random.integer(in: 1...25))
    case .exponent: mantissa() + exponentMark() + exponentDigits(random.integer(in: -300...290))
    case .halfway: halfway()
    case .exponentEdge: exponentEdge()
    case .hugeInteger: sign() + random.digits(random.integer(in: 301...1_200))
    }
  }

  private mutating func boundary() -> String {
    let bits = random.element(of: [7, 8, 15, 16, 31, 32, 52, 53, 54, 62, 63, 64, 65, 127, 128])
    var power =
      random.chance(2, in: 3)
      ? BigDecimal(1).multiplied(by: 2, times: bits)
      : BigDecimal(1).multiplied(by: 10, times: random.integer(in: 1...20))
    // Every power here is at least 10, so the sum is above zero.
    let step = random.integer(in: 0...4)
    power.add(step < 2 ? -1 - step : step - 2)
    return sign() + power.text
  }

  private mutating func zero() -> String {
    var text = sign() + "0"
    if random.chance(1, in: 2) { text += "." + zeros(upTo: 24) + "0" }
    if random.chance(1, in: 2) {
      text += exponentMark() + random.element(of: ["", "+", "-"])
      text += random.digits(random.integer(in: 1...20), leadingZero: true)
    }
    return text
  }

  private mutating func significantDigits() -> String {
    let digits = random.digits(random.integer(in: 17...25))
    switch random.integer(in: 0...2) {
    case 0: return sign() + digits
    case 1: return sign() + digits.prefix(3) + "." + digits.dropFirst(3)
    default:
      let exponent = exponentDigits(random.integer(in: -330...270))
      return sign() + digits.prefix(1) + "." + digits.dropFirst(1) + exponentMark() + exponent
    }
  }

  /// The powers from 900 to 1,075, each made of the one before.
  private static let powersOfFive = (901...1_075).reduce(
    into: [BigDecimal(1).multiplied(by: 5, times: 900)]
  ) { powers, _ in powers.append(powers[powers.count - 1].multiplied(by: 5)) }

  private mutating func halfway() -> String {
    // An odd number of 54 bits at most is halfway between two doubles at the scale where a unit is
    // half of their distance: m · 2⁻ᵠ, with m · 5ᵠ as its digits and q places after the point. From
    // q = 1075 the doubles are subnormal, and any shorter m is halfway too.
    let isSubnormal = random.chance(1, in: 2)
    let scale = isSubnormal ? 1_075 : random.integer(in: 900...1_074)
    let mantissa =
      isSubnormal
      ? random.integer(in: 0...((1 << random.integer(in: 1...53)) - 1)) << 1 | 1
      : random.integer(in: (1 << 53)...((1 << 54) - 1)) | 1
    var digits = Self.powersOfFive[scale - 900].multiplied(by: mantissa).text
    var places = scale
    func append(_ text: String) {
      digits += text
      places += text.utf8.count
    }
    let padding = max(1, 769 - digits.utf8.count) + random.integer(in: 0...40)
    switch random.integer(in: 0...2) {
    case 0: append(String(repeating: "0", count: padding))
    case 1: append(String(repeating: "0", count: padding) + "1")
    default:
      // An odd multiple of a power of five ends in 5: one less in that place, then nines.
      digits.removeLast()
      digits += "4"
      append(String(repeating: "9", count: padding))
    }
    if random.chance(1, in: 2) { return sign() + digits + "e-\(places)" }
    guard digits.utf8.count > places else {
      let zeros = String(repeating: "0", count: places - digits.utf8.count)
      return sign() + "0." + zeros + digits
    }
    return sign() + digits.dropLast(places) + "." + digits.suffix(places)
  }

  private mutating func exponentEdge() -> String {
    let edge = random.element(of: [
      "22", "23", "291", "292", "307", "308", "309", "323", "324", "325", "341", "342", "343",
      "400", "65535", "65536", "2147483647", "2147483648", "9223372036854775807",
      "18446744073709551616",
    ])
    return mantissa() + exponentMark() + random.element(of: ["", "+", "-", "-"]) + edge
  }

  private mutating func sign() -> String {
    random.chance(1, in: 3) ? "-" : ""
  }

  private mutating func whole(upTo count: Int) -> String {
    random.chance(1, in: 4) ? "0" : random.digits(random.integer(in: 1...count))
  }

  private mutating func zeros(upTo count: Int) -> String {
    String(repeating: "0", count: random.integer(in: 0...count))
  }

  private mutating func mantissa() -> String {
    let text = sign() + whole(upTo: 3)
    return random.chance(1, in: 3) ? text : text + "." + random.digits(random.integer(in: 1...20))
  }

  private mutating func exponentMark() -> String {
    random.chance(1, in: 2) ? "e" : "E"
  }

  private mutating func exponentDigits(_ exponent: Int) -> String {
    let sign = exponent < 0 ? "-" : random.element(of: ["", "+"])
    let zeros = random.chance(1, in: 6) ? "00" : ""
    return sign + zeros + String(abs(exponent))
  }
}

/// A whole number of any length, with just the operations that write powers and halves digit for
/// digit.
package struct BigDecimal {
  /// The decimal digits, the lowest first; at least one.
  private var digits: [Int]

  /// The number `value`, which is not negative.
  package init(_ value: Int) { digits = String(value).utf8.reversed().map { Int($0) - 48 } }

  /// The decimal digits, without leading zeros.
  package var text: String { digits.reversed().map(String.init).joined() }

  /// This number times `factor` to the power `exponent`; the factor is from 1 to 10¹⁷.
  package func multiplied(by factor: Int, times exponent: Int = 1) -> BigDecimal {
    var result = self
    for _ in 0..<exponent {
      // Below 10¹⁸.
      var carry = 0
      for index in result.digits.indices {
        carry += result.digits[index] * factor
        result.digits[index] = carry % 10
        carry /= 10
      }
      if carry > 0 { result.digits += BigDecimal(carry).digits }
    }
    return result
  }

  /// Adds `value`. The sum is at least 1.
  mutating func add(_ value: Int) {
    var carry = value
    var index = 0
    while carry != 0 {
      if index == digits.count { digits.append(0) }
      let sum = digits[index] + carry
      digits[index] = (sum % 10 + 10) % 10
      carry = (sum - digits[index]) / 10
      index += 1
    }
    while digits.last == 0 { digits.removeLast() }
  }
}
