/// Departures from RFC 8259 that a reader accepts, one by one.
public struct JSONLeniencies: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One comma after the last element or member: `[1,]`.
  public static let trailingCommas = JSONLeniencies(rawValue: 1 << 0)
  /// `// …` to the end of the line and `/* … */`, wherever whitespace is allowed.
  public static let comments = JSONLeniencies(rawValue: 1 << 1)
  /// A byte order mark (EF BB BF) before the text. RFC 8259 §8.1 allows readers to ignore it.
  public static let byteOrderMark = JSONLeniencies(rawValue: 1 << 2)
  /// An escaped surrogate without its other half becomes U+FFFD.
  public static let loneSurrogates = JSONLeniencies(rawValue: 1 << 3)
  /// `NaN`, `Infinity` and `-Infinity` as numbers.
  public static let nonFiniteNumbers = JSONLeniencies(rawValue: 1 << 4)
  /// `'text'` as a string.
  public static let singleQuotes = JSONLeniencies(rawValue: 1 << 5)
  /// Member names without quotes: ECMAScript 5.1 identifiers. A `\uXXXX` in one is kept unchanged.
  public static let unquotedNames = JSONLeniencies(rawValue: 1 << 6)
  /// `+1`, `.5`, `5.` and `0x1F`.
  public static let extendedNumbers = JSONLeniencies(rawValue: 1 << 7)
  /// `\'`, `\xHH`, and an escaped line break, which means itself. `\u0000` is refused.
  public static let extendedEscapes = JSONLeniencies(rawValue: 1 << 8)
  /// Line tabulation (0x0B) and form feed (0x0C) as whitespace.
  public static let extendedWhitespace = JSONLeniencies(rawValue: 1 << 9)

  /// Everything that Foundation's JSON5 grammar accepts.
  public static let json5: JSONLeniencies = [
    .trailingCommas, .comments, .byteOrderMark, .nonFiniteNumbers, .singleQuotes, .unquotedNames,
    .extendedNumbers, .extendedEscapes, .extendedWhitespace,
  ]
}

extension JSONLeniencies {
  /// The names of the departures, in code.
  package var names: String {
    let all: [(JSONLeniencies, String)] = [
      (.trailingCommas, "trailingCommas"), (.comments, "comments"),
      (.byteOrderMark, "byteOrderMark"), (.loneSurrogates, "loneSurrogates"),
      (.nonFiniteNumbers, "nonFiniteNumbers"), (.singleQuotes, "singleQuotes"),
      (.unquotedNames, "unquotedNames"), (.extendedNumbers, "extendedNumbers"),
      (.extendedEscapes, "extendedEscapes"), (.extendedWhitespace, "extendedWhitespace"),
    ]
    return all.filter { contains($0.0) }.map { "JSONLeniencies.\($0.1)" }.joined(separator: " and ")
  }
}
