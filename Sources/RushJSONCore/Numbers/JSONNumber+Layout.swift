extension JSONNumber {
  /// The layout of the digits of a floating-point number.
  ///
  /// All layouts have the same digits: the fewest that read back as the same number, and of those the
  /// closest to it. They differ in the position of the point, and in when and how an exponent is
  /// written.
  ///
  /// | value | `foundation` | `ecmaScript` | `swift` |
  /// | --- | --- | --- | --- |
  /// | 1 | `1` | `1` | `1.0` |
  /// | −0 | `-0` | `0` | `-0.0` |
  /// | 0.00001 | `1e-05` | `0.00001` | `1e-05` |
  /// | 0.0000001 | `1e-07` | `1e-7` | `1e-07` |
  /// | 2⁵³ + 2 | `9.007199254740994e+15` | `9007199254740994` | `9.007199254740994e+15` |
  /// | 10²¹ | `1e+21` | `1e+21` | `1e+21` |
  public enum Layout: Sendable, Hashable {
    /// The layout of Foundation's `JSONEncoder`: like `swift`, without `.0` at the end.
    case foundation
    /// The layout of ECMAScript's `Number::toString`, which RFC 8785 §3.2.2.3 requires.
    ///
    /// Numbers below 10⁻⁶ and from 10²¹ on have an exponent, without leading zeros; −0 is `0`.
    case ecmaScript
    /// The layout of Swift's `description`.
    ///
    /// Numbers below 10⁻⁴, and above 2⁵³ for `Double` or 2²⁴ for `Float`, have an exponent of at least
    /// two digits. An integer ends in `.0`.
    case swift
  }
}
