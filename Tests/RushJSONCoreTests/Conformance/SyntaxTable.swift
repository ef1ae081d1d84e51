import RushJSONCore

/// The texts that every reader must judge alike, as rows: the text, how it is read, and the
/// verdict.
///
/// ```swift
/// rejects("[1 ▸2]", .expectedCommaOrArrayEnd)       // the mark is where the error is reported
/// accepts("[1,]", .trailingCommas)                  // a leniency that makes the text acceptable
/// ```
///
/// `EveryReaderTests` runs each row through each reader of `Readers.all`. To add a row, put it into
/// the section it belongs to.
enum SyntaxTable {
  /// All rows.
  static let all = json + strict + lenient + limits + duplicateNames

  /// Rows that are read without options, except JSON itself.
  static let strict = structure + literals + numbers + strings + utf8

  /// Rows that are read with one leniency, or with those of JSON5.
  static let lenient =
    trailingCommas + comments + byteOrderMark + loneSurrogates + nonFiniteNumbers + singleQuotes
    + unquotedNames + extendedNumbers + extendedEscapes + extendedWhitespace
    + controlCharacters + unknownEscapes + json5 + foundationJSON5

  static func limited(
    _ set: (inout JSONReadingOptions) -> Void, _ leniencies: JSONReadingOptions.Leniencies = []
  ) -> JSONReadingOptions {
    var options = JSONReadingOptions(leniencies: leniencies)
    set(&options)
    return options
  }

  static func withoutDuplicates(_ leniencies: JSONReadingOptions.Leniencies = [])
    -> JSONReadingOptions
  {
    JSONReadingOptions(leniencies: leniencies, duplicateNames: .refuse)
  }
}
