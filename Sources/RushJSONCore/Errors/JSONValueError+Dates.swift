// What is wrong with a date or a date pattern, as text.

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
