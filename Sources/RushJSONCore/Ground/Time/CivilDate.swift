// Days ⇄ year, month and day of the proleptic Gregorian calendar, whose rules also hold before 1582,
// as in RFC 3339 and ISO 8601.
//
// The arithmetic is that of Neri and Schneider, "Euclidean affine functions and their application to
// calendar algorithms" (Software: Practice and Experience 53, 2023). It divides by constants, which
// become multiplications and shifts, and needs no tables. Its years begin in March, so that the leap
// day is the last of its year. One period of 400 years is added, so that January and February of year
// 0, which belong to the year before, are not negative.

/// A day of the years 0 to 9999.
struct CivilDate: Equatable {
  /// 0 ... 9999; year 0 is the one that historians call 1 BC.
  var year: Int32
  /// 1 ... 12.
  var month: Int32
  /// 1 ... 31.
  var day: Int32

  /// The days in one whole period of the calendar.
  static let daysOf400Years: Int32 = 146_097
  /// From 0000-01-01 to 1970-01-01.
  static let daysFromYearZeroTo1970: Int32 = 719_528
  /// From 0000-01-01 to 0000-03-01.
  private static let daysBeforeMarch: Int32 = 60

  @inline(__always)
  init(year: Int32, month: Int32, day: Int32) {
    self.year = year
    self.month = month
    self.day = day
  }

  var isValid: Bool {
    (0...9999).contains(year) && (1...12).contains(month) && day >= 1
      && day <= CivilDate.length(ofMonth: month, year: year)
  }

  /// The days in a month (1 ... 12).
  @inline(__always)
  static func length(ofMonth month: Int32, year: Int32) -> Int32 {
    // Two bits per month: its length minus 28.
    let lengths: UInt32 = 0x3bb_eecc
    let length = 28 &+ Int32(truncatingIfNeeded: lengths &>> UInt32(2 &* month) & 3)
    return length &+ (month == 2 && isLeapYear(year) ? 1 : 0)
  }

  @inline(__always)
  static func isLeapYear(_ year: Int32) -> Bool {
    // A multiple of 100 is one of 400 if it is one of 16.
    year & 3 == 0 && (year % 25 != 0 || year & 15 == 0)
  }

  /// Days from 1970-01-01 to this day, which must be valid.
  @inline(__always)
  var daysSince1970: Int32 {
    // So no product exceeds 2³².
    assert(isValid)
    let isBeforeMarch: Int32 = month <= 2 ? 1 : 0
    let shiftedYear = UInt32(bitPattern: year &+ 400 &- isBeforeMarch)
    let shiftedMonth = UInt32(bitPattern: month &+ 12 &* isBeforeMarch)
    let century = shiftedYear / 100
    let daysOfYears = 1461 &* shiftedYear / 4 &- century &+ century / 4
    let daysOfMonths = (979 &* shiftedMonth &- 2919) / 32
    let sinceMarch = Int32(bitPattern: daysOfYears &+ daysOfMonths) &+ day &- 1
    return sinceMarch &- CivilDate.daysOf400Years &+ CivilDate.daysBeforeMarch
      &- CivilDate.daysFromYearZeroTo1970
  }

  /// The day that is `days` days after 0000-01-01.
  /// Invariant: `days` is in 0 ..< 3,652,425, which ends with year 9999.
  @inline(__always)
  init(daysSinceYearZero days: UInt32) {
    assert(days < 3_652_425)
    let sinceMarch = days &+ UInt32(CivilDate.daysOf400Years) &- UInt32(CivilDate.daysBeforeMarch)
    let first = 4 &* sinceMarch &+ 3
    let century = first / 146_097
    let second = (first % 146_097) | 3
    let product = 2_939_745 &* UInt64(second)
    let yearOfCentury = UInt32(truncatingIfNeeded: product &>> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let third = 2141 &* dayOfYear &+ 197_913
    let isBeforeMarch: Int32 = dayOfYear >= 306 ? 1 : 0
    year = Int32(bitPattern: 100 &* century &+ yearOfCentury) &+ isBeforeMarch &- 400
    month = Int32(bitPattern: third &>> 16) &- 12 &* isBeforeMarch
    day = Int32(bitPattern: (third & 0xffff) / 2141) &+ 1
    assert(isValid)
  }
}

/// The fields that a text shows: a calendar day and the time on a clock.
struct CivilTime {
  /// Seconds from 0000-01-01T00:00:00 to 1970.
  static let secondsFromYearZeroTo1970: Int64 = 62_167_219_200
  /// The seconds in the years 0 to 9999.
  static let secondsOfAllYears: UInt64 = 315_569_520_000

  var date: CivilDate
  /// Seconds since midnight, 0 ..< 86,400.
  var secondOfDay: UInt32

  /// The fields on a clock `offset` seconds ahead of UTC, or `nil` outside the years 0 ... 9999.
  @inline(__always)
  init?(secondsSince1970 seconds: Int64, offset: Int32) {
    // Wraps for the last seconds that Int64 holds, which remain out of range.
    let shifted = UInt64(
      bitPattern: seconds &+ (CivilTime.secondsFromYearZeroTo1970 &+ Int64(offset)))
    guard shifted < CivilTime.secondsOfAllYears else { return nil }
    let days = UInt32(truncatingIfNeeded: shifted / 86_400)
    secondOfDay = UInt32(truncatingIfNeeded: shifted &- UInt64(days) &* 86_400)
    date = CivilDate(daysSinceYearZero: days)
  }
}
