/// The grammar that a reader accepts, and its limits.
///
/// The default is strict RFC 8259, with limits that no ordinary text reaches. They keep the cost of any
/// input in proportion to its length. `Int.max` is no limit, and a negative limit becomes 0.
public struct JSONReadingOptions: Sendable, Hashable {
  /// Departures from RFC 8259 that are accepted. None by default.
  public var leniencies: Leniencies = []

  /// The deepest nesting of arrays and objects that is accepted. 512 by default, as in Foundation.
  ///
  /// Reading never recurses, so this guards the code that walks the result.
  public var maximumDepth = 512 { didSet { maximumDepth = max(maximumDepth, 0) } }

  /// The largest number of bytes in a text. 8 GiB by default.
  public var maximumLength = Int(clamping: 8 << 30 as Int64) {
    didSet { maximumLength = max(maximumLength, 0) }
  }

  /// The most bytes between the quotes of a string or name, before unescaping. 2 GiB by default.
  public var maximumStringLength = Int(clamping: 2 << 30 as Int64) {
    didSet { maximumStringLength = max(maximumStringLength, 0) }
  }

  /// The largest number of bytes in a number. 65,536 by default.
  public var maximumNumberLength = 1 << 16 {
    didSet { maximumNumberLength = max(maximumNumberLength, 0) }
  }

  /// The most combining marks in a row that a decoder accepts in a text. 64 by default. Human languages have
  /// a few, and the Stream-Safe Text Format (UAX #15 §13) allows 30; people who decorate letters use some 40.
  ///
  /// Swift's time to hash and compare strings grows with the square of this number, so dictionaries and sets of
  /// decoded strings would take seconds for 100 KB of marks. Other readers accept any number,
  /// because they compare bytes. The error is ``JSONSyntaxError/Kind/stringTooLong``.
  public var maximumCombiningMarks = 64 {
    didSet { maximumCombiningMarks = max(maximumCombiningMarks, 0) }
  }

  /// The policy for two members of the same name in an object.
  public var duplicateNames = DuplicateNames.keepLast

  /// Creates options with the default limits; strict, and the last of duplicate names wins, by default.
  public init(leniencies: Leniencies = [], duplicateNames: DuplicateNames = .keepLast) {
    self.leniencies = leniencies
    self.duplicateNames = duplicateNames
  }

  /// Strict reading.
  public static let strict = JSONReadingOptions()

  /// JSON5, as [its specification](https://spec.json5.org) defines it.
  ///
  /// As in strict reading, an escaped surrogate without its other half is refused, unless
  /// ``Leniencies/loneSurrogates`` is added, and numbers have the limits of the options; hexadecimal ones have up
  /// to 128 bits. A decoder's `allowsJSON5` accepts what Foundation does, which differs in white space and escapes.
  public static let json5 = JSONReadingOptions(leniencies: .json5)

  /// Strict reading with comments and trailing commas: the form of many configuration files.
  public static let jsonc = JSONReadingOptions(leniencies: [.comments, .trailingCommas])

  /// The policy for two members of the same name in an object.
  ///
  /// A document keeps all members; the policy decides which one a look-up by name finds.
  ///
  /// Names are the same if their unescaped scalars are: `"é"` and `"e\u0301"` are two names, and so are `"K"` and
  /// `"\u212A"` (the Kelvin sign). `Codable` types compare names as Swift compares strings, as with `JSONDecoder`: the
  /// policy then decides among all names that are canonically equivalent. A ``JSONReader`` prefers the member with
  /// the scalars of the name; otherwise it finds a canonically equivalent one.
  public enum DuplicateNames: Sendable, Hashable {
    /// A look-up finds the last one, as in ECMAScript and `JSONSerialization`.
    case keepLast
    /// A look-up finds the first one, as in `JSONDecoder`.
    case keepFirst
    /// Reading fails with ``JSONSyntaxError/Kind/duplicateName`` at the second one.
    ///
    /// Reading then keeps the names of all open objects, and reads token by token.
    case refuse
  }
}

// MARK: - Leniencies

extension JSONReadingOptions {
  /// Departures from RFC 8259 that a reader accepts, one by one.
  public struct Leniencies: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// One comma after the last element or member: `[1,]`.
    public static let trailingCommas = Leniencies(rawValue: 1 << 0)
    /// `// …` to the end of the line and `/* … */`, wherever whitespace is allowed.
    public static let comments = Leniencies(rawValue: 1 << 1)
    /// A byte order mark (EF BB BF) before the text. RFC 8259 §8.1 allows readers to ignore it.
    public static let byteOrderMark = Leniencies(rawValue: 1 << 2)
    /// An escaped surrogate without its other half becomes U+FFFD.
    public static let loneSurrogates = Leniencies(rawValue: 1 << 3)
    /// `NaN`, `Infinity` and `-Infinity` as numbers.
    public static let nonFiniteNumbers = Leniencies(rawValue: 1 << 4)
    /// `'text'` as a string.
    public static let singleQuotes = Leniencies(rawValue: 1 << 5)
    /// Member names without quotes: ECMAScript 5.1 identifiers. Inside one, `\uXXXX` means a character.
    public static let unquotedNames = Leniencies(rawValue: 1 << 6)
    /// `+1`, `.5`, `5.` and `0x1F`.
    public static let extendedNumbers = Leniencies(rawValue: 1 << 7)
    /// The strings of JSON5: `\'`, `\v`, `\0` and `\xHH`. A backslash before a line break is left out together with it;
    /// before any other character but a digit, it is left out alone. Control characters other than line breaks need
    /// no escape.
    public static let extendedEscapes = Leniencies(rawValue: 1 << 8)
    /// The white space of JSON5: line tabulation, form feed, U+00A0, U+FEFF, U+2028, U+2029, and the other space
    /// separators of Unicode (category Zs). U+2028 and U+2029 also end a comment that begins with `//`.
    public static let extendedWhitespace = Leniencies(rawValue: 1 << 9)
    /// Control characters in strings that are not escaped, such as line breaks and tabs: the most frequent fault of
    /// language models. They are kept, and escaped when the value is written. A line feed still ends a line of
    /// JSON Lines. Not part of ``json5``.
    public static let controlCharacters = Leniencies(rawValue: 1 << 10)

    /// A backslash before a character that begins no escape, such as `\H`, `\d`, `\_` or `\e`, as language models
    /// write regular expressions, LaTeX and Markdown. It is left out, so `"\d"` is the string `d`, as in JSON5.
    /// `\u` without four digits, and a backslash before a control character, are refused. Not part of ``json5``.
    public static let unknownEscapes = Leniencies(rawValue: 1 << 11)

    /// Everything that JSON5 accepts beyond RFC 8259.
    public static let json5: Leniencies = [
      .trailingCommas, .comments, .byteOrderMark, .nonFiniteNumbers, .singleQuotes, .unquotedNames,
      .extendedNumbers, .extendedEscapes, .extendedWhitespace,
    ]

    /// Changes three of the others to what Foundation's `JSONDecoder` accepts with `allowsJSON5`: `extendedEscapes` to
    /// `\'`, `\xHH` and an escaped line break, which means itself, without U+0000; `extendedWhitespace` to line tabulation
    /// and form feed; `unquotedNames` to names that keep their escapes, also `\xHH`.
    package static let foundation = Leniencies(rawValue: 1 << 15)
    /// The grammar of Foundation's `allowsJSON5`.
    package static let foundationJSON5: Leniencies = [.json5, .foundation]
  }
}

extension JSONReadingOptions.Leniencies {
  /// Whether strings are those of JSON5, not only its escapes as Foundation reads them.
  var hasJSON5Strings: Bool { intersection([.extendedEscapes, .foundation]) == .extendedEscapes }

  /// Whether a control character needs no escape in a string.
  func acceptsControl(_ byte: UInt8) -> Bool {
    let isLineBreak = byte == 0x0a || byte == 0x0d  // LF and CR
    return contains(.controlCharacters) || hasJSON5Strings && !isLineBreak
  }

  /// Whether an escaped U+0000 is refused.
  var refusesEscapedNull: Bool { isSuperset(of: [.extendedEscapes, .foundation]) }

  /// Whether white space beyond ASCII is accepted.
  package var hasWideSpace: Bool {
    intersection([.extendedWhitespace, .foundation]) == .extendedWhitespace
  }

  /// The names of the departures, in code.
  package var names: String {
    let all: [(JSONReadingOptions.Leniencies, String)] = [
      (.trailingCommas, "trailingCommas"), (.comments, "comments"),
      (.byteOrderMark, "byteOrderMark"), (.loneSurrogates, "loneSurrogates"),
      (.nonFiniteNumbers, "nonFiniteNumbers"), (.singleQuotes, "singleQuotes"),
      (.unquotedNames, "unquotedNames"), (.extendedNumbers, "extendedNumbers"),
      (.extendedEscapes, "extendedEscapes"), (.extendedWhitespace, "extendedWhitespace"),
      (.controlCharacters, "controlCharacters"), (.unknownEscapes, "unknownEscapes"),
    ]
    return all.filter { contains($0.0) }.map { "JSONReadingOptions.Leniencies.\($0.1)" }.joined(
      separator: " and ")
  }
}
