import CorpusGenerator

/// The value of a number text, found by string arithmetic that shares nothing with the library.
///
/// Digits as a string without zeros at either end, and the power of ten of the last one.
struct NumberOracle: Hashable {
  let isNegative: Bool
  let digits: String
  let exponent: Int128

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].drop { $0 == "-" }.split(
      separator: ".", omittingEmptySubsequences: false)
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var exponent = (parts.count > 1 ? Int128(parts[1]) ?? 0 : 0) - Int128(fraction.utf8.count)
    var digits = String((mantissa[0] + fraction).drop { $0 == "0" })
    while digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent
    isNegative = !digits.isEmpty && text.hasPrefix("-")
  }

  /// The integer written out, if it is one and has at most 60 digits.
  var integerText: String? {
    if digits.isEmpty { return "0" }
    guard exponent >= 0, exponent < 60 else { return nil }
    return (isNegative ? "-" : "") + digits + String(repeating: "0", count: Int(exponent))
  }

  /// The same value in another spelling.
  func respelled(using random: inout some RandomNumberGenerator) -> String {
    let zeros = Int.random(in: 0...12, using: &random)
    let all = (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: zeros)
    let last = exponent - Int128(zeros)
    let sign = isNegative || digits.isEmpty && Bool.random(using: &random) ? "-" : ""
    let letter = Bool.random(using: &random) ? "e" : "E"
    let leading = all.hasPrefix("0") ? "0" : String(all.prefix(1))
    let places = all.utf8.count - 1
    switch Int.random(in: 0...2, using: &random) {
    case 0 where digits.isEmpty: return sign + "0.0"
    case 0: return sign + all + letter + String(last)
    case 1 where places > 0:
      return sign + leading + "." + all.dropFirst() + letter + String(last + Int128(places))
    default:
      return sign + "0." + all + letter + "+0".dropLast(2) + String(last + Int128(places + 1))
    }
  }
}

extension NumberOracle: Comparable {
  static func < (left: NumberOracle, right: NumberOracle) -> Bool {
    left.sign != right.sign
      ? left.sign < right.sign
      : left.sign < 0 ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private func isSmaller(than other: NumberOracle) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return !other.digits.isEmpty }
    let ends = (
      exponent + Int128(digits.utf8.count), other.exponent + Int128(other.digits.utf8.count)
    )
    return ends.0 == ends.1 ? digits < other.digits : ends.0 < ends.1
  }
}
