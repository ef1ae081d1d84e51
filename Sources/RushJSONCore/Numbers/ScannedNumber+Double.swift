extension ScannedNumber {
  /// The nearest `Double`; `text` is where the number's text begins.
  @inline(__always)
  func double(in text: UnsafeRawPointer) -> Double {
    if isExact, form == .decimal {
      return DecimalConversion.double(
        digits: digits, exponent: decimalExponent, isNegative: isNegative)
    }
    return unsafe rareDouble(in: text)
  }

  @inline(never)
  private func rareDouble(in text: UnsafeRawPointer) -> Double {
    switch form {
    case .decimal:
      return unsafe DecimalConversion.double(
        text: UnsafeRawBufferPointer(start: text, count: length))
    case .hexadecimal: return isNegative ? -Double(digits) : Double(digits)
    case .notANumber: return isNegative ? -Double.nan : .nan
    case .infinity: return isNegative ? -.infinity : .infinity
    }
  }
}
