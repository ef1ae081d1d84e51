/// What a reader accepts, and how much of it.
///
/// The default is RFC 8259 to the letter, with limits that no honest text meets.
public struct JSONReadingOptions: Sendable, Hashable {
  /// Departures from RFC 8259 that are accepted. None by default.
  public var leniencies: JSONLeniencies = []

  /// The bounds that a text must keep.
  public var limits = JSONLimits()

  /// What happens when an object has two members of the same name.
  public var duplicateNames = DuplicateNames.lastWins

  /// Creates options: strict, with the default limits, the last of duplicate names winning.
  public init(
    leniencies: JSONLeniencies = [], limits: JSONLimits = JSONLimits(),
    duplicateNames: DuplicateNames = .lastWins
  ) {
    self.leniencies = leniencies
    self.limits = limits
    self.duplicateNames = duplicateNames
  }

  /// Strict reading.
  public static let strict = JSONReadingOptions()

  /// The grammar that Foundation's `JSONDecoder` reads when its `allowsJSON5` is set.
  public static let json5 = JSONReadingOptions(leniencies: .json5)

  /// What happens when an object has two members of the same name.
  ///
  /// A document keeps all members in any case; the policy says which one a look-up by name finds.
  public enum DuplicateNames: Sendable, Hashable {
    /// A look-up finds the last one, as in ECMAScript and `JSONSerialization`.
    case lastWins
    /// A look-up finds the first one, as in `JSONDecoder`.
    case firstWins
    /// Reading fails with ``JSONSyntaxError/Kind/duplicateName`` at the second one.
    ///
    /// This costs a set of names for every open object while reading.
    case refused
  }
}

/// Departures from RFC 8259, each on its own.
public struct JSONLeniencies: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One comma after the last element or member: `[1,]`.
  public static let trailingCommas = JSONLeniencies(rawValue: 1 << 0)
  /// `// …` to the end of the line and `/* … */`, wherever whitespace may stand.
  public static let comments = JSONLeniencies(rawValue: 1 << 1)
  /// A byte order mark (EF BB BF) before the text, which RFC 8259 §8.1 lets a reader ignore.
  public static let byteOrderMark = JSONLeniencies(rawValue: 1 << 2)
  /// An escaped surrogate without its other half becomes U+FFFD.
  public static let loneSurrogates = JSONLeniencies(rawValue: 1 << 3)
  /// `NaN`, `Infinity` and `-Infinity` as numbers.
  public static let nonFiniteNumbers = JSONLeniencies(rawValue: 1 << 4)
  /// `'text'` as a string.
  public static let singleQuotes = JSONLeniencies(rawValue: 1 << 5)
  /// Member names without quotes: ECMAScript 5.1 identifiers. A `\\uXXXX` in one is kept as it
  /// stands.
  public static let unquotedNames = JSONLeniencies(rawValue: 1 << 6)
  /// `+1`, `.5`, `5.` and `0x1F`.
  public static let extendedNumbers = JSONLeniencies(rawValue: 1 << 7)
  /// `\'`, `\xHH`, and an escaped line break, which stands for itself; `\u0000` is refused.
  public static let extendedEscapes = JSONLeniencies(rawValue: 1 << 8)
  /// Line tabulation (0x0B) and form feed (0x0C) as whitespace.
  public static let extendedWhitespace = JSONLeniencies(rawValue: 1 << 9)

  /// All that the JSON5 grammar of Foundation accepts.
  public static let json5: JSONLeniencies = [
    .trailingCommas, .comments, .byteOrderMark, .nonFiniteNumbers, .singleQuotes, .unquotedNames,
    .extendedNumbers, .extendedEscapes, .extendedWhitespace,
  ]
}

/// The bounds that a text must keep, so that no input takes memory or time out of proportion.
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may nest. 512 by default, as in Foundation.
  ///
  /// Reading never recurses, so this guards the code that walks the result.
  public var depth = 512

  /// How many bytes a text may have. 8 GiB by default.
  public var textBytes = Int(clamping: 8 << 30 as Int64)

  /// How many bytes a string may have between its quotes, before unescaping. 2 GiB by default.
  public var stringBytes = Int(clamping: 2 << 30 as Int64)

  /// How many bytes a number may have. 65,536 by default.
  public var numberBytes = 1 << 16

  /// The default limits.
  public init() {}
}
