// Numbers are equal if their values are, whatever their spelling.

extension JSONNumber: Hashable, Comparable {
  /// The value without its spelling.
  var value: DecimalValue {
    switch storage {
    case .decimal(let digits, let spelling):
      return DecimalValue(
        digits: digits, exponent: Int64(spelling.decimalExponent), isNegative: spelling.isNegative)
    case .double(let value): return JSONNumber.value(of: value)
    case .text(let text): return text.withUTF8Span { DecimalValue($0) }
    }
  }

  private static func value(of double: Double) -> DecimalValue {
    if double.isNaN { return .notANumber }
    if double.isInfinite { return .infinity(isNegative: double < 0) }
    // Below 2^53 neighbours are at most one apart, so an integer is its own shortest text.
    if double.magnitude < 0x1p53 {
      // Converted there and back, because a rounding function would need the C library.
      let integer = UInt64(double.magnitude)
      if Double(integer) == double.magnitude {
        return DecimalValue(digits: integer, exponent: 0, isNegative: double < 0)
      }
    }
    let decimal = ShortestDecimal(double)
    return DecimalValue(
      digits: decimal.digits, exponent: Int64(decimal.exponent), isNegative: double < 0)
  }

  /// Whether the values are equal: `3 == 3.0`, and `0 == -0`.
  ///
  /// Unlike in `Double`, NaN equals itself, as `Hashable` requires.
  /// - Complexity: O(1) without allocation for numbers of up to 64 bits of digits; else O(*n*) in the
  ///   bytes of their texts, whatever their exponents.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if case .decimal(let a, let leftSpelling) = left.storage,
      case .decimal(let b, let rightSpelling) = right.storage
    {
      if leftSpelling == rightSpelling { return a == b }
      // Integers of different sign.
      if leftSpelling.isInteger, rightSpelling.isInteger { return a | b == 0 }
    }
    if case .double(let a) = left.storage, case .double(let b) = right.storage {
      // Different numbers have shortest texts of different values, or they could not be read back.
      return a == b || a.isNaN && b.isNaN
    }
    return left.value == right.value
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

  /// Whether the left value is less than the right one. This is a total order with NaN at its end.
  /// - Complexity: O(*n*) in the bytes of the texts, whatever the exponents.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if case .decimal(let a, let leftSpelling) = left.storage,
      case .decimal(let b, let rightSpelling) = right.storage,
      leftSpelling == rightSpelling
    {
      return leftSpelling.isNegative ? b < a : a < b
    }
    return left.value < right.value
  }
}
