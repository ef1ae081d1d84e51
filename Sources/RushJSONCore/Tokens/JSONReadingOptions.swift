/// What a reader accepts, and how much of it.
///
/// The default is RFC 8259 to the letter, with limits that no honest text meets.
public struct JSONReadingOptions: Sendable, Hashable {
  /// Departures from RFC 8259 that are accepted. None by default.
  public var leniencies: JSONLeniencies = []

  /// The deepest nesting of arrays and objects that is accepted. 512 by default, as in Foundation.
  ///
  /// Reading never recurses, so this guards the code that walks the result.
  public var maximumDepth = 512

  /// The largest number of bytes in a text. 8 GiB by default.
  public var maximumLength = Int(clamping: 8 << 30 as Int64)

  /// The largest number of bytes between the quotes of a string or name, before unescaping.
  /// 2 GiB by default.
  public var maximumStringLength = Int(clamping: 2 << 30 as Int64)

  /// The largest number of bytes in a number. 65,536 by default.
  public var maximumNumberLength = 1 << 16

  /// What happens when an object has two members of the same name.
  public var duplicateNames = DuplicateNames.lastWins

  /// Creates options: strict, with the default limits, the last of duplicate names winning.
  public init(
    leniencies: JSONLeniencies = [],
    duplicateNames: DuplicateNames = .lastWins
  ) {
    self.leniencies = leniencies
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
