/// What a reader accepts, and how much of it.
///
/// The default is strict RFC 8259, with limits that no ordinary text reaches. They keep the cost of any
/// input in proportion to its length. `Int.max` is no limit, and a negative limit becomes 0.
public struct JSONReadingOptions: Sendable, Hashable {
  /// Departures from RFC 8259 that are accepted. None by default.
  public var leniencies: JSONLeniencies = []

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
  /// Swift hashes and compares strings in steps that grow with the square of this number, so dictionaries
  /// and sets of what is decoded would take seconds for 100 KB of marks. Other readers accept any number,
  /// because they compare bytes. The error is ``JSONSyntaxError/Kind/stringTooLong``.
  public var maximumCombiningMarks = 64 {
    didSet { maximumCombiningMarks = max(maximumCombiningMarks, 0) }
  }

  /// The policy for two members of the same name in an object.
  public var duplicateNames = DuplicateNames.lastWins

  /// Creates options with the default limits; strict, and the last of duplicate names wins, by default.
  public init(leniencies: JSONLeniencies = [], duplicateNames: DuplicateNames = .lastWins) {
    self.leniencies = leniencies
    self.duplicateNames = duplicateNames
  }

  /// Strict reading.
  public static let strict = JSONReadingOptions()

  /// The grammar of Foundation's `JSONDecoder` with `allowsJSON5`.
  public static let json5 = JSONReadingOptions(leniencies: .json5)

  /// Strict reading, but for comments and trailing commas: the form of many configuration files.
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
    case lastWins
    /// A look-up finds the first one, as in `JSONDecoder`.
    case firstWins
    /// Reading fails with ``JSONSyntaxError/Kind/duplicateName`` at the second one.
    ///
    /// Reading then keeps the names of all open objects, and reads token by token.
    case refused
  }
}
