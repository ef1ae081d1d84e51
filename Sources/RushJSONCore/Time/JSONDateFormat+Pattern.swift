extension JSONDateFormat {
  /// A format of your own, in the letters of Unicode Technical Standard 35, part 4, that
  /// `DateFormatter` uses: `yyyy-MM-dd'T'HH:mm:ss.SSSXXX`, `EEE, dd MMM yyyy HH:mm:ss Z`.
  ///
  /// This is a fixed subset of the letters: always English, always the proleptic Gregorian calendar,
  /// the same on every platform and in both directions.
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
  /// | `S` … `SSSSSSSSS` | fraction of a second, one digit per letter | `123` |
  /// | `Z` … `ZZZ`, `xx`, `xxxx` | offset | `+0200` |
  /// | `x` | offset, with minutes unless they are 0 | `+02` |
  /// | `xxx`, `xxxxx` | offset | `+02:00` |
  /// | `X` … `XXXXX`, `ZZZZZ` (as `XXX`) | as `x`, but `Z` for UTC | `Z` |
  /// | `O`, `z` … `zzz` | offset | `GMT+2`, `GMT` |
  /// | `OOOO`, `ZZZZ` | offset | `GMT+02:00`, `GMT` |
  ///
  /// Text between apostrophes is literal, `''` is an apostrophe, and any byte that is not an ASCII
  /// letter is itself. Any other letter is an error.
  ///
  /// A number has one digit per letter; a single letter reads as many digits as the field can have.
  /// Names are read in any case. Every offset letter reads every kind of offset: `Z`, `UT`, `UTC`,
  /// `GMT`, each with or without hours and minutes after it. A weekday has to match the date. Fields
  /// that the pattern lacks are those of midnight on 2000-01-01, as in `DateFormatter`; without an
  /// hour, `PM` is noon. There are no leap seconds.
  ///
  /// Digits that do not fit are dropped, unless `rounding` says otherwise. With a two-digit year,
  /// years that would be read back as another year cannot be written.
  /// - Parameter offset: The offset that dates are written with, and that of a text without one.
  /// - Throws: ``JSONValueError/Kind/invalidDatePattern(_:)`` with the byte offset in the pattern.
  /// - Complexity: O(*n*) in the length of the pattern, once. Using the format allocates no more.
  public static func pattern(
    _ pattern: String, offset: JSONTimestamp.Offset = .utc, rounding: Rounding = .truncate
  ) throws(JSONValueError) -> JSONDateFormat {
    JSONDateFormat(
      .pattern(
        try DatePattern(
          compiling: pattern, offset: offset, roundsToNearest: rounding == .nearest)))
  }
}
