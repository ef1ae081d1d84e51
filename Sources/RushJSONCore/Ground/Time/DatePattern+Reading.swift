extension DatePattern {
  func parse(_ bytes: CheckedBytes) throws(DateFailure) -> JSONTimestamp {
    var reader = DateReader(bytes)
    var fields = PatternFields(offset: offset.seconds)
    for element in elements { try fields.read(element, from: &reader) }
    try reader.expectEnd()
    return try fields.timestamp(hasWholeDate: hasWholeDate)
  }
}

/// The fields read so far, with the offsets of those that are checked against others at the end.
private struct PatternFields {
  private var year = 2000
  private var month = 1
  private var day = 1
  private var dayOfYear: Int?
  private var weekday: Int?
  private var hour = 0
  /// Whether the hour is one of 12, or missing: then AM is midnight and PM is noon.
  private var isHalfDayHour = true
  private var isAfternoon: Bool?
  private var minute = 0
  private var second = 0
  private var nanoseconds: Int32 = 0
  private var offset: Int32
  private var dayStart = 0
  private var weekdayStart = 0
  private var dayPeriodStart = 0

  init(offset: Int32) { self.offset = offset }

  mutating func read(
    _ element: DatePattern.Element, from reader: inout DateReader
  ) throws(DateFailure) {
    switch element {
    case .literal(let byte): try reader.expect(byte)
    case .number(let number, let letters): try read(number, letters, from: &reader)
    case .monthName(let isShort):
      month = try reader.name(of: DateNames.months, isShort: isShort, field: .month) + 1
    case .weekdayName(let isShort):
      weekdayStart = reader.offset
      weekday = try reader.name(of: DateNames.weekdays, isShort: isShort, field: .weekday)
    case .dayPeriod:
      dayPeriodStart = reader.offset
      isAfternoon =
        try reader.name(of: DateNames.dayPeriods, isShort: false, field: .dayPeriod) == 1
    case .fraction(let digits):
      let value = try reader.digits(digits, digits, of: .fraction)
      nanoseconds = Int32(value) * powerOfTen(9 - digits)
    case .offset(_, let readsZones):
      if readsZones, let zone = reader.zone() {
        offset = zone
      } else {
        offset = try reader.offsetFromUTC()
      }
    }
  }

  private mutating func read(
    _ number: DatePattern.Number, _ letters: Int, from reader: inout DateReader
  ) throws(DateFailure) {
    let start = reader.offset
    let most = letters == 1 ? number.mostDigits : letters
    let value = try reader.digits(letters, most, of: number.field)
    guard number.range.contains(value) else {
      throw DateFailure(.outOfRange(number.field), at: start)
    }
    switch number {
    case .year: year = value
    // As in POSIX: the window of years does not move with the present.
    case .yearOfCentury: year = value < 69 ? 2000 + value : 1900 + value
    case .month: month = value
    case .day:
      day = value
      dayStart = start
    case .dayOfYear:
      dayOfYear = value
      dayStart = start
    case .hour, .hourFrom1:
      hour = value % 24
      isHalfDayHour = false
    case .halfDayHour, .halfDayHourFrom0: hour = value % 12
    case .minute: minute = value
    case .second: second = value
    }
  }

  func timestamp(hasWholeDate: Bool) throws(DateFailure) -> JSONTimestamp {
    let date = CivilDate(year: Int32(year), month: Int32(month), day: Int32(day))
    guard date.isValid else { throw DateFailure(.outOfRange(.day), at: dayStart) }
    var fields = DateFields()
    fields.date = date
    fields.hour = try hourOfDay()
    fields.minute = minute
    fields.second = second
    fields.offset = offset
    var seconds = fields.seconds
    if let dayOfYear {
      if dayOfYear == 366, !CivilDate.isLeapYear(date.year) {
        throw DateFailure(.outOfRange(.dayOfYear), at: dayStart)
      }
      seconds += Int64(dayOfYear - 1) * 86_400
    }
    if let weekday, hasWholeDate {
      // Counted from 0000-01-01, so that no day is negative.
      let days = (seconds + Int64(offset) + CivilTime.secondsFromYearZeroTo1970) / 86_400
      if Int(days + DatePattern.weekdayOfYearZero) % 7 != weekday {
        throw DateFailure(.wrongWeekday, at: weekdayStart)
      }
    }
    return JSONTimestamp(normalizedSeconds: seconds, nanoseconds: nanoseconds)
  }

  private func hourOfDay() throws(DateFailure) -> Int {
    guard let isAfternoon else { return hour }
    if isHalfDayHour { return isAfternoon ? hour + 12 : hour }
    if isAfternoon != (hour >= 12) {
      throw DateFailure(.outOfRange(.dayPeriod), at: dayPeriodStart)
    }
    return hour
  }
}

extension DatePattern {
  /// 0000-01-01 was a Saturday; Sunday is 0.
  static let weekdayOfYearZero: Int64 = 6
}

extension DateReader {
  /// Reads one of the names, in any case, and returns its index.
  fileprivate mutating func name(
    of names: [StaticString], isShort: Bool, field: JSONValueError.DateField
  ) throws(DateFailure) -> Int {
    for (index, name) in names.enumerated() {
      let letters = DateNames.bytes(name, isShort: isShort)
      if skip(letters) { return index }
    }
    throw DateFailure(.expectedName(of: field), at: offset)
  }

  /// Skips these ASCII letters, in any case, if they come next.
  fileprivate mutating func skip(_ letters: CheckedBytes) -> Bool {
    for (index, letter) in letters.enumerated() {
      guard let byte = byte(at: offset + index), byte | 0x20 == letter | 0x20 else { return false }
    }
    offset += letters.count
    return true
  }

  /// Reads a zone of RFC 2822 §4.3 but for those that every pattern reads, and returns its offset in seconds, or `nil`
  /// for any other text.
  ///
  /// The letters of the military are UTC: RFC 822 had their signs wrong, so nothing is known of them (RFC 2822 §4.3).
  fileprivate mutating func zone() -> Int32? {
    guard isLetter(at: offset) else { return nil }
    if !isLetter(at: offset + 1) {
      let letter = (current ?? 0) | 0x20
      // J is the time where somebody is. Z is an offset everywhere.
      if letter == UInt8(ascii: "j") || letter == UInt8(ascii: "z") { return nil }
      offset += 1
      return 0
    }
    for zone in DateNames.zones where !isLetter(at: offset + 3) {
      if skip(DateNames.bytes(zone.name, isShort: false)) { return zone.hours * -3_600 }
    }
    return nil
  }

  private func isLetter(at offset: Int) -> Bool {
    guard let byte = byte(at: offset) else { return false }
    return (0x61...0x7a).contains(byte | 0x20)
  }

  /// Reads an offset of any kind, in seconds: `Z`, `UT`, `UTC`, `GMT`, `+2`, `+02`, `+0200`,
  /// `+02:00`, and the numbers after `GMT`.
  fileprivate mutating func offsetFromUTC() throws(DateFailure) -> Int32 {
    let start = offset
    for name in ["GMT", "UTC", "UT", "Z"] as [StaticString] {
      guard skip(DateNames.bytes(name, isShort: false)) else { continue }
      // A sign without a digit after it belongs to the next element, and so does one after Z or UT.
      let hasNumbers =
        offset - start == 3 && (current == .plus || current == .minus)
        && digit(at: offset + 1) != nil
      return hasNumbers ? try signedOffset() : 0
    }
    return try signedOffset()
  }

  private mutating func signedOffset() throws(DateFailure) -> Int32 {
    guard let sign = current, sign == .plus || sign == .minus else {
      throw DateFailure(.expectedOffset, at: offset)
    }
    offset += 1
    let start = offset
    let hours = try digits(1, 2, of: .offset)
    var minutes = 0
    let hasColon = current == .colon
    let minuteStart = hasColon ? offset + 1 : offset
    // After a single digit of hours, minutes need a colon.
    if hasColon || offset - start == 2, digit(at: minuteStart) != nil {
      offset = minuteStart
      minutes = try digits(2, 2, of: .offset)
    }
    if hours > 23 || minutes > 59 { throw DateFailure(.outOfRange(.offset), at: start) }
    let seconds = Int32(hours * 3_600 + minutes * 60)
    return sign == .minus ? -seconds : seconds
  }
}
