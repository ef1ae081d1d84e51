// A pattern is compiled to a row of elements, and both directions go through the same row:
//
//     dd.MM.yyyy 'at' H:mm
//     day(2) '.' month(2) '.' year(4) ' ' 'a' 't' ' ' hour(1) ':' minute(2)

/// A compiled pattern.
struct DatePattern: Sendable, Hashable {
  /// One part of the text.
  enum Element: Sendable, Hashable {
    /// A byte that stands for itself.
    case literal(UInt8)
    /// A number of so many digits; of one letter, of as many as it takes.
    case number(Number, letters: Int)
    case monthName(isShort: Bool)
    case weekdayName(isShort: Bool)
    case dayPeriod
    case fraction(digits: Int)
    case offset(OffsetStyle)
  }

  /// What a number counts.
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

    var field: JSONDateError.Field {
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

    /// What it may be.
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

    /// Digits of the greatest value.
    var mostDigits: Int {
      switch self {
      case .year: 4
      case .dayOfYear: 3
      default: 2
      }
    }
  }

  /// How an offset is written.
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
  /// The offset of what is written, and of a text without one.
  let offset: JSONTimestamp.Offset
  let elements: [Element]
  /// The digits of the fraction.
  let digits: WrittenDigits
  /// Bytes that the longest text has.
  let maximumLength: Int
  /// Year, month and day are read, so the weekday can be compared.
  let hasWholeDate: Bool

  init(
    compiling pattern: String, offset: JSONTimestamp.Offset, rounding: JSONDateFormat.Rounding
  ) throws(JSONDatePatternError) {
    var compiler = DatePatternCompiler(pattern)
    try compiler.compile()
    self.pattern = pattern
    self.offset = offset
    elements = compiler.elements
    hasWholeDate = compiler.hasWholeDate
    var digits = WrittenDigits()
    digits.rounding = rounding
    digits.set(.fixed(compiler.fractionDigits))
    self.digits = digits
    maximumLength = compiler.elements.reduce(0) { $0 + $1.maximumLength }
  }
}

extension DatePattern.Element {
  /// Bytes that it has at most.
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

  /// Whether what `next` begins with could be taken for a part of this one.
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
    case .literal(let byte): byte ^ 0x30 < 10
    case .number, .fraction: true
    case .monthName, .weekdayName, .dayPeriod, .offset: false
    }
  }

  /// Whether it is a sign or a colon, which stand in offsets.
  private var beginsWithSign: Bool {
    switch self {
    case .literal(let byte): byte == 0x2b || byte == 0x2d || byte == .colon
    case .offset: true
    case .number, .monthName, .weekdayName, .dayPeriod, .fraction: false
    }
  }
}

/// English names, as fixed as the calendar.
enum DateNames {
  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays: [StaticString] = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  static let dayPeriods: [StaticString] = ["AM", "PM"]

  /// Bytes of the short forms of months and weekdays.
  static let shortLength = 3

  /// The bytes of a name, or the first of them.
  static func bytes(_ name: StaticString, isShort: Bool) -> UnsafeRawBufferPointer {
    // Invariant: all names are ASCII text of constant address, and have at least three letters
    // where a short form is asked for.
    unsafe UnsafeRawBufferPointer(
      start: name.utf8Start, count: isShort ? shortLength : name.utf8CodeUnitCount)
  }
}
