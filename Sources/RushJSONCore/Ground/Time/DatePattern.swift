// A pattern is compiled to a list of elements, which both directions walk:
//
//     dd.MM.yyyy 'at' H:mm
//     day(2) '.' month(2) '.' year(4) ' ' 'a' 't' ' ' hour(1) ':' minute(2)

struct DatePattern: Sendable, Hashable {
  enum Element: Sendable, Hashable {
    /// A literal byte.
    case literal(UInt8)
    /// A number with one digit per letter; with a single letter, with as many as needed.
    case number(Number, letters: Int)
    case monthName(isShort: Bool)
    case weekdayName(isShort: Bool)
    case dayPeriod
    case fraction(digits: Int)
    /// - Parameter readsZones: Whether the names of zones are read that RFC 2822 §4.3 lists.
    case offset(OffsetStyle, readsZones: Bool)
  }

  /// The field of a number.
  enum Number: Sendable, Hashable {
    case year, yearOfCentury, month, day, dayOfYear
    /// 0 to 23.
    case hour
    /// 1 to 24.
    case hourFrom1
    /// 1 to 12.
    case halfDayHour
    /// 0 to 11.
    case halfDayHourFrom0
    case minute, second

    var field: JSONValueError.DateField {
      switch self {
      case .year, .yearOfCentury: .year
      case .month: .month
      case .day: .day
      case .dayOfYear: .dayOfYear
      case .hour, .hourFrom1, .halfDayHour, .halfDayHourFrom0: .hour
      case .minute: .minute
      case .second: .second
      }
    }

    var range: ClosedRange<Int> {
      switch self {
      case .year: 0...9999
      case .yearOfCentury: 0...99
      case .month: 1...12
      case .day: 1...31
      case .dayOfYear: 1...366
      case .hour: 0...23
      case .hourFrom1: 1...24
      case .halfDayHour: 1...12
      case .halfDayHourFrom0: 0...11
      case .minute, .second: 0...59
      }
    }

    /// The number of digits in the greatest value.
    var mostDigits: Int {
      switch self {
      case .year: 4
      case .dayOfYear: 3
      default: 2
      }
    }
  }

  enum OffsetStyle: Sendable, Hashable {
    /// `+02`, `+0530`.
    case hours(usesZ: Bool)
    /// `+0200`.
    case basic(usesZ: Bool)
    /// `+02:00`.
    case extended(usesZ: Bool)
    /// `GMT+2`, `GMT+5:30`.
    case shortGMT
    /// `GMT+02:00`.
    case longGMT
  }

  let pattern: String
  /// The offset that dates are written with, and that of a text without one.
  let offset: JSONTimestamp.Offset
  let elements: [Element]
  let digits: WrittenDigits
  /// The length of the longest text, in bytes.
  let maximumLength: Int
  /// Whether year, month and day are read, so that the weekday can be checked.
  let hasWholeDate: Bool

  init(
    pattern: String, offset: JSONTimestamp.Offset, elements: [Element], digits: WrittenDigits,
    hasWholeDate: Bool
  ) {
    self.pattern = pattern
    self.offset = offset
    self.elements = elements
    self.digits = digits
    maximumLength = elements.reduce(0) { $0 + $1.maximumLength }
    self.hasWholeDate = hasWholeDate
  }
}

extension DatePattern.Element {
  var maximumLength: Int {
    switch self {
    case .literal: 1
    case .number(let number, _): number.mostDigits
    case .monthName, .weekdayName: 9
    case .dayPeriod: 2
    case .fraction(let digits): digits
    case .offset: 9
    }
  }

  /// Whether the first byte of `next` could be read as a part of this element.
  func couldTakeStart(of next: DatePattern.Element) -> Bool {
    switch self {
    case .number(let number, let letters):
      letters == 1 && number.mostDigits > 1 && next.beginsWithDigit
    case .offset: next.beginsWithDigit || next.beginsWithSign
    case .literal, .monthName, .weekdayName, .dayPeriod, .fraction: false
    }
  }

  private var beginsWithDigit: Bool {
    switch self {
    case .literal(let byte): byte ^ .digit0 < 10
    case .number, .fraction: true
    case .monthName, .weekdayName, .dayPeriod, .offset: false
    }
  }

  /// Whether it begins with a sign or a colon, which are parts of offsets.
  private var beginsWithSign: Bool {
    switch self {
    case .literal(let byte): byte == UInt8.plus || byte == .minus || byte == .colon
    case .offset: true
    case .number, .monthName, .weekdayName, .dayPeriod, .fraction: false
    }
  }
}

/// The English names.
enum DateNames {
  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays: [StaticString] = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  static let dayPeriods: [StaticString] = ["AM", "PM"]
  /// The zones of North America, and their hours behind UTC (RFC 2822 §4.3).
  static let zones: [(name: StaticString, hours: Int32)] = [
    ("EST", 5), ("EDT", 4), ("CST", 6), ("CDT", 5), ("MST", 7), ("MDT", 6), ("PST", 8), ("PDT", 7),
  ]

  /// The length of the short names of months and weekdays, in bytes.
  static let shortLength = 3

  static func bytes(_ name: StaticString, isShort: Bool) -> CheckedBytes {
    // Invariant: every name is ASCII text at a constant address.
    assert(!isShort || name.utf8CodeUnitCount >= shortLength)
    return unsafe CheckedBytes(
      start: name.utf8Start, count: isShort ? shortLength : name.utf8CodeUnitCount)
  }
}
