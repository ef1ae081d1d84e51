// Numbers are equal if their values are, however they are written.

extension JSONNumber: Hashable, Comparable {
  /// The value without its spelling.
  var value: DecimalValue {
    switch storage {
    case .decimal(let digits, let spelling):
      return DecimalValue(
        digits: digits, exponent: spelling.decimalExponent, isNegative: spelling.isNegative)
    case .double(let value): return JSONNumber.value(of: value)
    case .text(let text): return DecimalValue(text.utf8.span)
    }
  }

  private static func value(of double: Double) -> DecimalValue {
    if double.isNaN { return .notANumber }
    if double.isInfinite { return .infinity(isNegative: double < 0) }
    // Below 2^53 neighbours are at most one apart, so an integer is its own shortest text.
    if double.magnitude < 0x1p53 {
      // Converted there and back, because rounding would need the C library.
      let integer = UInt64(double.magnitude)
      if Double(integer) == double.magnitude {
        return DecimalValue(digits: integer, exponent: 0, isNegative: double < 0)
      }
    }
    let decimal = ShortestDecimal(double)
    return DecimalValue(
      digits: decimal.digits, exponent: decimal.exponent, isNegative: double < 0)
  }

  /// Whether the values are equal: `3 == 3.0`, and `0 == -0`.
  ///
  /// NaN equals itself, unlike that of `Double`, so that equality is what `Hashable` asks for.
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
      // Numbers that differ have texts that differ in value, or they could not be read back.
      return a == b || a.isNaN && b.isNaN
    }
    return left.value == right.value
  }

  /// Feeds the value to a hasher: equal numbers do it alike.
  public func hash(into hasher: inout Hasher) {
    value.hash(into: &hasher)
  }

  /// Whether the value of the one is less than that of the other.
  ///
  /// A total order, in which NaN comes after everything else.
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
