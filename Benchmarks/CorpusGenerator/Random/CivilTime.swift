/// RFC 3339 text composed from integers, so that the bytes do not depend on a platform's calendar.
enum CivilTime {
  /// `seconds` since 1970 as `2025-03-01T12:34:56`, without a fraction or an offset.
  static func text(secondsSince1970 seconds: Int) -> String {
    let days = seconds / 86_400
    let second = seconds % 86_400
    // Days to year, month and day after Hinnant's `civil_from_days`: years begin in March, so the
    // leap day is the last of its year. The corpus has no date before 1970: nothing is negative.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    let clock =
      "\(padded(second / 3_600, to: 2)):\(padded(second / 60 % 60, to: 2)):"
      + padded(second % 60, to: 2)
    return "\(date)T\(clock)"
  }

  /// The decimal digits of `value`, which is not negative, with zeros before them up to `width`.
  static func padded(_ value: Int, to width: Int) -> String {
    padded(String(value), to: width)
  }

  static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
