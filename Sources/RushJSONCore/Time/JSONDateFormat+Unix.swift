extension JSONDateFormat {
  /// A number of seconds, or of parts of a second, since 1970-01-01T00:00:00Z.
  ///
  /// Exact in both directions: the digits are read as written, never as a `Double`. Numbers are
  /// written with as many fraction digits as needed (`1591690240.800912`) and without an exponent;
  /// an exponent is read. Parts of a nanosecond are dropped. Digits below the nanosecond, which would
  /// all be 0, are never written.
  /// - Parameters:
  ///   - fraction: How many fraction digits are written.
  ///   - rounding: What happens to digits that do not fit.
  public static func unix(
    _ unit: UnixUnit, fraction: FractionDigits = .shortestExact(max: 9),
    rounding: Rounding = .truncate
  ) -> JSONDateFormat {
    var digits = WrittenDigits()
    digits.roundsToNearest = rounding == .nearest
    digits.set(fraction)
    return JSONDateFormat(.unix(UnixRules(shift: Int(unit.rawValue) * 3, digits: digits)))
  }

  /// The unit of a number since 1970.
  public enum UnixUnit: UInt8, Sendable, Hashable {
    /// Seconds.
    case seconds
    /// Thousandths of a second, as in JavaScript.
    case milliseconds
    /// Millionths of a second.
    case microseconds
    /// Billionths of a second.
    case nanoseconds
  }
}
