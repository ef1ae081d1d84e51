// The value as one of Swift's numbers: exact for integers, rounded for binary fractions.

extension JSONNumber {
  /// The value as an `Int`, or `nil` if it is not an integer or is out of range.
  ///
  /// The spelling does not matter: `1.0` and `1e2` are integers.
  /// - Complexity: As ``exactly(_:)``.
  public var int: Int? { exactly(Int.self) }

  /// The value as an `Int64`, or `nil` if it is not an integer or is out of range.
  /// - Complexity: As ``exactly(_:)``.
  public var int64: Int64? { exactly(Int64.self) }

  /// The value as a `UInt64`, or `nil` if it is not an integer or is out of range.
  /// - Complexity: As ``exactly(_:)``.
  public var uint64: UInt64? { exactly(UInt64.self) }

  /// The value as an integer of any type, or `nil` if it is not an integer or is out of range.
  ///
  /// The spelling does not matter: `1.0` and `1e2` are integers, and `9007199254740993.0` is exactly
  /// 9007199254740993.
  /// - Complexity: O(1) for numbers of up to 64 bits of digits; else O(*n*) in the bytes of the text,
  ///   whatever the exponent.
  public func exactly<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    if case .decimal(let digits, let spelling) = storage, spelling.isInteger {
      if !spelling.isNegative { return T(exactly: digits) }
      // −2⁶³ is its own negative.
      if digits <= Int64.min.magnitude {
        return T(exactly: Int64(truncatingIfNeeded: 0 &- digits))
      }
    }
    return integer()
  }

  private func integer<T: FixedWidthInteger>() -> T? {
    let value = value
    switch value {
    case .short(let isNegative, let digits, let exponent):
      if exponent < 0 { return nil }
      let magnitude = T.Magnitude(exactly: digits)
      return magnitude.flatMap { Self.scaled($0, exponent: exponent, isNegative: isNegative) }
    case .long(let long):
      guard let exponent = long.lastExponent, exponent >= 0 else { return nil }
      var magnitude: T.Magnitude = 0
      for digit in long.digits {
        guard let next = Self.appending(T.Magnitude(digit), to: magnitude) else { return nil }
        magnitude = next
      }
      return Self.scaled(magnitude, exponent: exponent, isNegative: long.isNegative)
    case .infinity, .notANumber: return nil
    }
  }

  private static func scaled<T: FixedWidthInteger>(
    _ magnitude: T.Magnitude, exponent: Int64, isNegative: Bool
  ) -> T? {
    var magnitude = magnitude
    // Ends soon: a magnitude other than zero overflows after one digit per three bits of the type.
    if magnitude != 0 {
      for _ in 0..<exponent {
        guard let next = appending(0, to: magnitude) else { return nil }
        magnitude = next
      }
    }
    if !isNegative { return T(exactly: magnitude) }
    // The type cannot represent the magnitude of its smallest number.
    if magnitude == T.min.magnitude { return T.min }
    guard let positive = T(exactly: magnitude) else { return nil }
    let (negative, overflow) = T.zero.subtractingReportingOverflow(positive)
    return overflow ? nil : negative
  }

  private static func appending<M: FixedWidthInteger>(_ digit: M, to magnitude: M) -> M? {
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(digit)
    return overflow || carry ? nil : sum
  }

  /// The nearest `Double`, ties to even, or `nil` if the value is beyond the largest finite one.
  ///
  /// A value too small for any other `Double` gives zero. NaN and the infinities are given back.
  /// - Complexity: O(1) for numbers of up to 64 bits of digits; else O(*n*) in the bytes of the text.
  public var double: Double? {
    let nearest = nearestDouble
    return nearest.isFinite || !isFinite ? nearest : nil
  }

  /// The nearest `Double`, ties to even; an infinity if the value is beyond the largest finite one.
  /// - Complexity: As ``double``.
  public var nearestDouble: Double {
    if case .double(let value) = storage { return value }
    return nearest()
  }

  /// The nearest `Float`, ties to even, or `nil` if the value is beyond the largest finite one.
  ///
  /// Rounded once, from the decimal value; a `Double` in between would round twice.
  /// - Complexity: As ``double``.
  public var float: Float? {
    let nearest: Float = nearest()
    return nearest.isFinite || !isFinite ? nearest : nil
  }

  @inline(__always)
  private func nearest<F: InterchangeFloat>() -> F {
    switch storage {
    case .decimal(let digits, let spelling):
      return DecimalConversion.nearest(
        digits, spelling.decimalExponent, isNegative: spelling.isNegative)
    case .double(let value):
      // The value is that of the shortest decimal, not that of the bits.
      guard value.isFinite, value != 0 else { return F(value) }
      let decimal = ShortestDecimal(value)
      return DecimalConversion.nearest(decimal.digits, decimal.exponent, isNegative: value < 0)
    case .text(let text):
      // Invariant: the bytes do not leave the closure.
      return unsafe text.withBytes { unsafe DecimalConversion.nearest($0) }
    }
  }

  /// Whether the value is an integer, of any size and spelling.
  /// - Complexity: As ``exactly(_:)``.
  public var isInteger: Bool {
    if case .decimal(_, let spelling) = storage, spelling.isInteger { return true }
    switch value {
    case .short(_, _, let exponent): return exponent >= 0
    case .long(let long): return long.isInteger
    case .infinity, .notANumber: return false
    }
  }

  /// Whether the number is neither NaN nor an infinity. Every number read from JSON text is finite.
  public var isFinite: Bool {
    if case .double(let value) = storage { return value.isFinite }
    return true
  }
}

extension FixedWidthInteger {
  /// Creates an integer of the value of a number, or `nil` if it is not an integer or is out of range.
  ///
  /// The spelling does not matter: `Int(exactly:)` of `1.0` and `1e2` are 1 and 100.
  /// - Complexity: As ``JSONNumber/exactly(_:)``.
  // Disfavoured, so that literals are Swift's numbers.
  @_disfavoredOverload
  public init?(exactly number: JSONNumber) {
    guard let value = number.exactly(Self.self) else { return nil }
    self = value
  }
}
