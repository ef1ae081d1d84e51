// What can be wrong with the text of a date, and with a date pattern.

extension JSONValueError {
  /// Why a text is not a date of the format, or why an instant has no text in it.
  public enum DateFault: Sendable, Hashable {
    /// Expected the digits of a field, as many as the format requires.
    case expectedDigits(of: DateField)
    /// Expected the English name of a month, a weekday, or a half of the day.
    case expectedName(of: DateField)
    /// The field is out of its range, like the 30th of February or a year after 9999.
    case outOfRange(DateField)
    /// Expected this byte, which is a separator or part of the format's own text.
    case expectedByte(UInt8)
    /// Expected `T` between date and time, or what the format allows in its place.
    case expectedSeparator
    /// Expected `Z` or an offset from UTC.
    case expectedOffset
    /// Expected the end of the text.
    case expectedEnd
    /// Expected a number as JSON writes it.
    case expectedNumber
    /// The second is 60, but the format refuses leap seconds, or none is possible at this time.
    case unexpectedLeapSecond
    /// The weekday is not that of the date.
    case wrongWeekday
    /// The format reads numbers and this is a string, or the reverse.
    case wrongForm
  }

  /// A part of a date.
  public enum DateField: UInt8, Sendable, Hashable {
    case year, month, day, dayOfYear, weekday
    case hour, minute, second, fraction, dayPeriod
    case offset
    /// The number of seconds since 1970, which must fit in 64 bits.
    case secondsSince1970
  }

  /// What is wrong with a date pattern.
  public enum DatePatternFault: Sendable, Hashable {
    /// The letter has no meaning. Literal text must be between apostrophes.
    case unknownLetter(Unicode.Scalar)
    /// The letter has no meaning when it is repeated this many times.
    case unsupportedCount(Unicode.Scalar, count: Int)
    /// The closing apostrophe is missing.
    case unterminatedQuote
    /// The pattern already has this field, perhaps by another letter.
    case repeatedField(DateField)
    /// A 12-hour field needs `a`, the half of the day.
    case missingDayPeriod
    /// A field without a fixed number of digits is followed by another digit.
    case ambiguousDigits
    /// The pattern is empty.
    case empty
  }
}

extension JSONValueError.DateFault: CustomStringConvertible {
  /// What was expected, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .expectedDigits(let field): "expected the digits of the \(field)"
    case .expectedName(let field): "expected the name of the \(field)"
    case .outOfRange(let field): "the \(field) is out of range"
    case .expectedByte(let byte): "expected \(Unicode.Scalar(byte).quoted)"
    case .expectedSeparator: "expected 'T' between date and time"
    case .expectedOffset: "expected 'Z' or an offset from UTC"
    case .expectedEnd: "expected the end of the date"
    case .expectedNumber: "expected a number"
    case .unexpectedLeapSecond: "there is no leap second at this time, or none is allowed"
    case .wrongWeekday: "the weekday is not that of the date"
    case .wrongForm: "the format does not read this form of value"
    }
  }

  /// What was expected, and what was found instead.
  func description(found: String) -> String {
    let quoted = "\"\(found.shortened(to: 16))\""
    switch self {
    case .outOfRange, .unexpectedLeapSecond, .wrongWeekday, .wrongForm:
      return found.isEmpty ? "\(self)" : "\(self): found \(quoted)"
    default:
      return "\(self), found \(found.isEmpty ? "the end" : quoted)"
    }
  }
}

extension JSONValueError.DateField: CustomStringConvertible {
  /// The field in plain words.
  public var description: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .dayOfYear: "day of the year"
    case .weekday: "weekday"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .fraction: "fraction of a second"
    case .dayPeriod: "half of the day"
    case .offset: "offset from UTC"
    case .secondsSince1970: "number of seconds since 1970"
    }
  }
}

extension JSONValueError.DatePatternFault: CustomStringConvertible {
  /// What is wrong, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .unknownLetter("Y"):
      "'Y' is the year of a week, which is not supported; use 'y' for the year"
    case .unknownLetter(let letter):
      "\(letter.quoted) has no meaning in a date pattern; put literal text between apostrophes"
    case .unsupportedCount(let letter, let count):
      "\(letter.quoted) cannot be repeated \(count) times in a date pattern"
    case .unterminatedQuote: "the closing apostrophe is missing"
    case .repeatedField(let field): "the \(field) is in the pattern already"
    case .missingDayPeriod: "a 12-hour field needs 'a', the half of the day"
    case .ambiguousDigits: "digits follow a field without a fixed number of them"
    case .empty: "the pattern is empty"
    }
  }
}
