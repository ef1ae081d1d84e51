/// An integer times a power of two, written out in decimal without rounding.
///
/// For tests: slow and obvious, without any code of what it checks.
struct ExactDecimal {
  /// Groups of nine digits, the least significant first.
  private var groups: [UInt64] = [0]
  /// The power of ten of the last digit.
  private(set) var exponent = 0

  private static let base: UInt64 = 1_000_000_000

  init(_ integer: UInt64, timesTwoTo power: Int) {
    groups = [
      integer % Self.base, integer / Self.base % Self.base, integer / Self.base / Self.base,
    ]
    // 2^-n = 5^n × 10^-n.
    exponent = min(power, 0)
    for _ in 0..<abs(power) { multiply(by: power < 0 ? 5 : 2) }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in groups.indices {
      let product = groups[index] * factor + carry
      groups[index] = product % Self.base
      carry = product / Self.base
    }
    if carry > 0 { groups.append(carry) }
  }

  /// One more in the last digit.
  var plusOne: ExactDecimal {
    var result = self
    for index in groups.indices {
      if groups[index] < Self.base - 1 {
        result.groups[index] += 1
        return result
      }
      result.groups[index] = 0
    }
    result.groups.append(1)
    return result
  }

  /// One less in the last digit. Not for 0.
  var minusOne: ExactDecimal {
    var result = self
    for index in groups.indices {
      if groups[index] > 0 {
        result.groups[index] -= 1
        return result
      }
      result.groups[index] = Self.base - 1
    }
    return result
  }

  /// All digits, without leading zeros.
  var digits: String {
    let all = groups.reversed().map { String(String($0 + Self.base).dropFirst()) }.joined()
    return String(all.drop { $0 == "0" })
  }

  /// The same number as JSON texts of different forms, with `suffix` as further digits.
  func texts(appending suffix: String = "") -> [String] {
    let digits = self.digits + suffix
    let exponent = self.exponent - suffix.count
    let head = digits.prefix(1)
    let tail = digits.dropFirst()
    var texts = ["\(digits)e\(exponent)", "0.000\(digits)E\(exponent + digits.count + 3)"]
    if !tail.isEmpty { texts.append("\(head).\(tail)e\(exponent + tail.count)") }
    if exponent >= 0 {
      texts.append(digits + String(repeating: "0", count: exponent))
    } else if -exponent < digits.count {
      texts.append("\(digits.dropLast(-exponent)).\(digits.suffix(-exponent))")
    } else {
      texts.append("0." + String(repeating: "0", count: -exponent - digits.count) + digits)
    }
    return texts
  }
}
