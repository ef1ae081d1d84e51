// Which characters of a string are written as escapes.

/// What a writer escapes besides what it must.
///
/// Quotation marks, backslashes and control characters below U+0020 are always escaped (RFC 8259 §7):
/// `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`, else `\u00` and two lower-case hexadecimal digits.
public struct JSONEscaping: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `/` becomes `\/`, as `JSONEncoder` writes it by default.
  public static let slashes = JSONEscaping(rawValue: 1)
  /// Everything from U+0080 on becomes `\u` and four digits, or a pair of such, so that the text is
  /// ASCII.
  public static let nonASCII = JSONEscaping(rawValue: 2)
  /// `<`, `>`, `&` and `'` become `\u003c`, `\u003e`, `\u0026` and `\u0027`, so that a text can stand
  /// in HTML.
  public static let html = JSONEscaping(rawValue: 4)
  /// U+2028 and U+2029 become `\u2028` and `\u2029`, which JavaScript before 2019 asks for.
  public static let lineSeparators = JSONEscaping(rawValue: 8)

  /// What the copying of sixteen bytes at a time knows.
  static let fast: JSONEscaping = [.slashes]

  /// One more byte at which fast copying stops: the slash, or the quotation mark once more.
  var stop: UInt8 { contains(.slashes) ? UInt8.slash : UInt8.quote }
}
