extension JSONDateFormat {
  /// A format of one's own, in the letters of Unicode Technical Standard 35, part 4, that
  /// `DateFormatter` has: `yyyy-MM-dd'T'HH:mm:ss.SSSXXX`, `EEE, dd MMM yyyy HH:mm:ss Z`.
  ///
  /// A fixed part of them, always English, always the proleptic Gregorian calendar, the same on
  /// every platform and the same in both directions:
  ///
  /// | Letters | Meaning | Text |
  /// | --- | --- | --- |
  /// | `y`, `yyyy`, `u`, `uuuu` | year, 0 to 9999 | `2024` |
  /// | `yy` | year 1969 to 2068, two digits | `24` |
  /// | `M`, `MM`, `MMM`, `MMMM`, or `L` | month | `6`, `06`, `Jun`, `June` |
  /// | `d`, `dd` | day of the month | `4`, `04` |
  /// | `D`, `DDD` | day of the year | `9`, `009` |
  /// | `E` … `EEE`, `EEEE` | weekday | `Mon`, `Monday` |
  /// | `a` … `aaa` | half of the day | `AM`, `PM` |
  /// | `H`, `HH` | hour, 0 to 23 | `9`, `09` |
  /// | `h`, `hh` | hour, 1 to 12, only together with `a` | `9`, `09` |
  /// | `k`, `kk` | hour, 1 to 24 | `24` |
  /// | `K`, `KK` | hour, 0 to 11, only together with `a` | `0` |
  /// | `m`, `mm` | minute | `5`, `05` |
  /// | `s`, `ss` | second | `7`, `07` |
  /// | `S` … `SSSSSSSSS` | fraction of a second, so many digits | `123` |
  /// | `Z` … `ZZZ`, `xx`, `xxxx` | offset | `+0200` |
  /// | `x` | offset, minutes if there are some | `+02` |
  /// | `xxx`, `xxxxx` | offset | `+02:00` |
  /// | `X` … `XXXXX`, `ZZZZZ` (as `XXX`) | as `x`, but `Z` for UTC | `Z` |
  /// | `O`, `z` … `zzz` | offset | `GMT+2`, `GMT` |
  /// | `OOOO`, `ZZZZ` | offset | `GMT+02:00`, `GMT` |
  ///
  /// Text between apostrophes stands for itself, `''` for an apostrophe, and whatever is no ASCII
  /// letter for itself without them. Any other letter is an error.
  ///
  /// Numbers are read with as many digits as the pattern has letters; a single letter takes as many
  /// as there may be. Names are read in any case. Every offset letter reads every kind of offset:
  /// `Z`, `UT`, `UTC`, `GMT`, with or without hours and minutes behind it. A weekday has to be that
  /// of the date. What is not in the pattern is midnight of 2000-01-01, as in `DateFormatter`; without an
  /// hour, `PM` is noon. There are no leap seconds.
  ///
  /// Digits that do not fit are dropped, unless `rounding` says otherwise. If the pattern shows a
  /// two-digit year, one that would be read as another cannot be written.
  ///
  /// - Parameter offset: The offset in which dates are written, and which a text has that says none.
  /// - Complexity: O(*n*) in the length of the pattern, once. The format allocates no more.
  public static func pattern(
    _ pattern: String, offset: JSONTimestamp.Offset = .utc, rounding: Rounding = .truncate
  ) throws(JSONDatePatternError) -> JSONDateFormat {
    JSONDateFormat(
      .pattern(try DatePattern(compiling: pattern, offset: offset, rounding: rounding)))
  }
}

/// The pattern of a date format has something that it cannot have: what and where.
public struct JSONDatePatternError: Error, Sendable, Hashable {
  /// What is wrong.
  public var kind: Kind

  /// Where it begins, as a byte offset from the start of the pattern.
  public var offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// What is wrong with a pattern.
  public enum Kind: Sendable, Hashable {
    /// The letter means nothing here. Text has to stand between apostrophes.
    case unknownLetter(Unicode.Scalar)
    /// The letter stands for nothing as many times in a row.
    case unsupportedCount(Unicode.Scalar, count: Int)
    /// The apostrophe has no second one.
    case unterminatedQuote
    /// The field is in the pattern already, perhaps by another letter.
    case repeatedField(JSONDateError.Field)
    /// An hour of 12 does not say which half of the day it belongs to: there is no `a`.
    case missingDayPeriod
    /// How many digits belong to this field cannot be told, because others follow it.
    case ambiguousDigits
    /// There is nothing in the pattern.
    case empty
  }
}

extension JSONDatePatternError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    let what =
      switch kind {
      case .unknownLetter("Y"):
        "'Y' is the year of a week, which is not supported; the year is 'y'"
      case .unknownLetter(let letter):
        "\(letter.quoted) has no meaning in a date pattern; text stands between apostrophes"
      case .unsupportedCount(let letter, let count):
        "\(letter.quoted) cannot stand \(count) times in a row in a date pattern"
      case .unterminatedQuote: "the apostrophe has no second one"
      case .repeatedField(let field): "the \(field) is in the pattern already"
      case .missingDayPeriod: "an hour of 12 needs 'a', the half of the day"
      case .ambiguousDigits: "digits follow a field that has no fixed number of them"
      case .empty: "the pattern is empty"
      }
    return "\(what) (byte \(offset))"
  }
}
