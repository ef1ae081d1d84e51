/// The characters that a writer escapes in addition to those that it must escape.
///
/// Quotation marks, backslashes and control characters below U+0020 are always escaped (RFC 8259 §7):
/// `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`, else `\u00` and two lower-case hexadecimal digits.
public struct JSONEscaping: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `/` becomes `\/`, as `JSONEncoder` writes it by default.
  public static let slashes = JSONEscaping(rawValue: 1)
  /// Everything from U+0080 on becomes `\u` and four digits, or a pair of these. The text is ASCII.
  public static let nonASCII = JSONEscaping(rawValue: 2)
  /// `<`, `>`, `&` and `'` become `\u003c`, `\u003e`, `\u0026` and `\u0027`, for a text inside HTML.
  public static let html = JSONEscaping(rawValue: 4)
  /// U+2028 and U+2029 become `\u2028` and `\u2029`, as JavaScript before 2019 requires.
  public static let lineSeparators = JSONEscaping(rawValue: 8)

  /// The options that `rush_copy_unescaped` supports.
  static let fast: JSONEscaping = [.slashes]

  /// The byte at which `rush_copy_unescaped` also stops: the slash, or the quotation mark again.
  var stop: UInt8 { contains(.slashes) ? UInt8.slash : UInt8.quote }
}
