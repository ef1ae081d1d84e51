extension DatePattern {
  /// Writes the text and returns its length. Invariant: `maximumLength` bytes from `bytes` on may
  /// be written, which is the sum of the elements' lengths.
  func write(
    _ exact: JSONTimestamp, to bytes: CheckedPointer<UInt8>
  ) throws(JSONValueError) -> Int {
    let timestamp = digits.cut(exact)
    guard let civil = CivilTime(secondsSince1970: timestamp.seconds, offset: offset.seconds)
    else { throw JSONValueError(.invalidDate(.outOfRange(.year))) }
    var length = 0
    for element in elements {
      assert(length &+ element.maximumLength <= maximumLength)
      let place = bytes + length
      switch element {
      case .literal(let byte):
        place.store(byte, as: UInt8.self)
        length += 1
      case .number(let number, let letters):
        let value = try number.value(in: civil)
        let count = letters == 1 ? decimalLength(value) : letters
        length += writeInteger(value, digits: count, to: place)
      case .monthName(let isShort):
        length += DatePattern.write(
          DateNames.months, Int(civil.date.month) - 1, isShort: isShort, to: place)
      case .weekdayName(let isShort):
        length += DatePattern.write(
          DateNames.weekdays, civil.date.weekday, isShort: isShort, to: place)
      case .dayPeriod:
        length += DatePattern.write(
          DateNames.dayPeriods, civil.secondOfDay < 43_200 ? 0 : 1, isShort: false, to: place)
      case .fraction(let digits):
        let value = UInt64(timestamp.nanoseconds / powerOfTen(9 - digits))
        length += writeInteger(value, digits: digits, to: place)
      case .offset(let style, _):
        length += style.write(offset, to: place)
      }
    }
    assert(length <= maximumLength)
    return length
  }

  private static func write(
    _ names: [StaticString], _ index: Int, isShort: Bool, to bytes: CheckedPointer<UInt8>
  ) -> Int {
    let name = DateNames.bytes(names[index], isShort: isShort)
    bytes.copy(name)
    return name.count
  }
}

extension DatePattern.Number {
  fileprivate func value(in civil: CivilTime) throws(JSONValueError) -> UInt64 {
    let hour = civil.secondOfDay / 3_600
    let value =
      switch self {
      case .year: UInt32(bitPattern: civil.date.year)
      case .yearOfCentury: try civil.date.yearOfCentury()
      case .month: UInt32(bitPattern: civil.date.month)
      case .day: UInt32(bitPattern: civil.date.day)
      case .dayOfYear: UInt32(bitPattern: civil.date.dayOfYear)
      case .hour: hour
      case .hourFrom1: hour == 0 ? 24 : hour
      case .halfDayHour: hour % 12 == 0 ? 12 : hour % 12
      case .halfDayHourFrom0: hour % 12
      case .minute: civil.secondOfDay / 60 % 60
      case .second: civil.secondOfDay % 60
      }
    return UInt64(value)
  }
}

extension CivilDate {
  /// The last two digits of the year, which must be read back as the same year.
  fileprivate func yearOfCentury() throws(JSONValueError) -> UInt32 {
    guard (1969...2068).contains(year) else {
      throw JSONValueError(.invalidDate(.outOfRange(.year)))
    }
    return UInt32(bitPattern: year % 100)
  }

  /// 1 ... 366.
  fileprivate var dayOfYear: Int32 {
    daysSince1970 - CivilDate(year: year, month: 1, day: 1).daysSince1970 + 1
  }

  /// 0 ... 6; Sunday is 0.
  fileprivate var weekday: Int {
    let days = Int64(daysSince1970 + CivilDate.daysFromYearZeroTo1970)
    return Int(days + DatePattern.weekdayOfYearZero) % 7
  }
}

extension DatePattern.OffsetStyle {
  /// Writes the offset and returns its length, at most 9.
  fileprivate func write(_ offset: JSONTimestamp.Offset, to bytes: CheckedPointer<UInt8>) -> Int {
    var writer = OffsetWriter(bytes: bytes)
    let magnitude = offset.minutes.magnitude
    let (hours, minutes) = (UInt64(magnitude / 60), UInt64(magnitude % 60))
    let sign: UInt8 = offset.minutes < 0 ? .minus : .plus
    switch self {
    case .hours(true), .basic(true), .extended(true):
      if magnitude == 0 { return writer.write(UInt8(ascii: "Z")) }
    case .shortGMT, .longGMT:
      for letter in "GMT".utf8 { writer.write(letter) }
      if magnitude == 0 { return writer.length }
    case .hours, .basic, .extended: break
    }
    writer.write(sign)
    switch self {
    case .hours:
      writer.write(hours, digits: 2)
      if minutes > 0 { writer.write(minutes, digits: 2) }
    case .basic:
      writer.write(hours, digits: 2)
      writer.write(minutes, digits: 2)
    case .extended, .longGMT:
      writer.write(hours, digits: 2)
      writer.write(.colon)
      writer.write(minutes, digits: 2)
    case .shortGMT:
      writer.write(hours, digits: decimalLength(hours))
      if minutes > 0 {
        writer.write(.colon)
        writer.write(minutes, digits: 2)
      }
    }
    return writer.length
  }
}

/// Appends to the bytes of an offset.
/// Invariant: an offset has at most 9 bytes (`GMT+hh:mm`), and these may be written.
@safe private struct OffsetWriter {
  let bytes: CheckedPointer<UInt8>
  private(set) var length = 0

  init(bytes: CheckedPointer<UInt8>) { self.bytes = bytes }

  @discardableResult
  mutating func write(_ byte: UInt8) -> Int {
    assert(length < 9)
    bytes.store(byte, at: length, as: UInt8.self)
    length += 1
    return length
  }

  mutating func write(_ value: UInt64, digits: Int) {
    assert(length &+ digits <= 9)
    length += writeInteger(value, digits: digits, to: bytes + length)
  }
}
