/// The parts of a JSON text, counted byte by byte.
///
/// Two texts of one size can differ tenfold in reading time; these counts say why.
public struct CorpusStatistics: Sendable, Hashable {
  /// The size of the text in bytes.
  public internal(set) var byteCount = 0
  /// Values of every kind, containers included, names excluded.
  public internal(set) var values = 0
  /// Objects.
  public internal(set) var objects = 0
  /// Arrays.
  public internal(set) var arrays = 0
  /// Strings that are values.
  public internal(set) var strings = 0
  /// Names of members: strings as well, but not values.
  public internal(set) var names = 0
  /// Distinct names, compared by their spelling.
  public internal(set) var distinctNames = 0
  /// Bytes of strings and names, their quotation marks included.
  public internal(set) var stringBytes = 0
  /// Escapes in strings and names; a surrogate pair counts as two.
  public internal(set) var escapes = 0
  /// Bytes of 0x80 or more.
  public internal(set) var nonASCIIBytes = 0
  /// Numbers.
  public internal(set) var numbers = 0
  /// Bytes of numbers.
  public internal(set) var numberBytes = 0
  /// The literals `true`, `false` and `null`.
  public internal(set) var literals = 0
  /// Space, tab, line feed and carriage return outside strings.
  public internal(set) var whitespaceBytes = 0
  /// Brackets, braces, colons and commas.
  public internal(set) var structurals = 0
  /// The greatest number of containers open at the same time; a scalar by itself has depth 0.
  public internal(set) var maximumDepth = 0

  /// The share of strings and names in the bytes, quotation marks included, in percent, rounded
  /// to the nearest.
  public var stringPercent: Int { percent(stringBytes) }

  /// The share of white space outside strings in the bytes, in percent, rounded to the nearest.
  public var whitespacePercent: Int { percent(whitespaceBytes) }

  /// The share of numbers in the bytes, in percent, rounded to the nearest.
  public var numberPercent: Int { percent(numberBytes) }

  private func percent(_ count: Int) -> Int {
    byteCount == 0 ? 0 : (count * 100 + byteCount / 2) / byteCount
  }
}
