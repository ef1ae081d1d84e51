extension JSONNumber {
  /// How the digits of a floating-point number are laid out as text.
  ///
  /// The digits are the same in all: the fewest that read back as the same number, and of those the
  /// closest to it. What differs is where the point stands, when an exponent is written, and how.
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
    /// As Foundation's `JSONEncoder` writes numbers: like `swift`, without `.0` at the end.
    case foundation
    /// As ECMAScript's `Number::toString` does, which RFC 8785 §3.2.2.3 asks for.
    ///
    /// An exponent stands below 10⁻⁶ and from 10²¹ on, without leading zeros; −0 is `0`.
    case ecmaScript
    /// As Swift's `description` writes numbers.
    ///
    /// An exponent, of two digits at least, stands below 10⁻⁴, and above the numbers up to which all
    /// integers can be told apart: 2⁵³ for `Double`, 2²⁴ for `Float`. An integer ends in `.0`.
    case swift
  }
}
