// The whole of RFC 3339, its leniencies and its errors, a byte at a time.

extension RFC3339Rules {
  /// The instant that all of the text stands for.
  @inline(never)
  func parse(_ bytes: UnsafeRawBufferPointer) throws(DateFailure) -> JSONTimestamp {
    var reader = unsafe DateReader(bytes)
    var fields = DateFields()
    fields.date = try date(&reader)
    if reader.current == nil, allowances.contains(.dateOnly) {
      fields.offset = assumedOffset.seconds
      return fields.timestamp
    }
    try separator(&reader)
    let timeStart = reader.offset
    try time(&reader, into: &fields)
    fields.offset = try zone(&reader)
    try reader.expectEnd()
    if fields.second == 60 { try readLeapSecond(in: &fields, at: timeStart + 6) }
    return fields.timestamp
  }

  private func date(_ reader: inout DateReader) throws(DateFailure) -> CivilDate {
    let year = try reader.digits(4, 4, of: .year)
    try reader.expect(0x2d)
    let monthStart = reader.offset
    let month = try reader.pair(of: .month, upTo: 12)
    if month == 0 { throw DateFailure(.outOfRange(.month), at: monthStart) }
    try reader.expect(0x2d)
    let dayStart = reader.offset
    let day = try reader.pair(of: .day, upTo: 31)
    let date = CivilDate(year: Int32(year), month: Int32(month), day: Int32(day))
    if !date.isValid { throw DateFailure(.outOfRange(.day), at: dayStart) }
    return date
  }

  private func separator(_ reader: inout DateReader) throws(DateFailure) {
    if let byte = reader.current {
      let isAllowed =
        byte | 0x20 == 0x74 || byte == 0x20 && allowances.contains(.spaceSeparator)
      if isAllowed {
        reader.offset += 1
        return
      }
    }
    throw DateFailure(.expectedSeparator, at: reader.offset)
  }

  private func time(
    _ reader: inout DateReader, into fields: inout DateFields
  ) throws(DateFailure) {
    let start = reader.offset
    fields.hour = try reader.pair(of: .hour, upTo: allowances.contains(.hour24) ? 24 : 23)
    try reader.expect(0x3a)
    fields.minute = try reader.pair(of: .minute, upTo: 59)
    if reader.current == 0x3a || !allowances.contains(.missingSeconds) {
      try reader.expect(0x3a)
      // RFC 3339 §5.7: 60 is a leap second, which the caller looks at when it knows the offset.
      fields.second = try reader.pair(of: .second, upTo: 60)
      if reader.skip(0x2e) || allowances.contains(.commaFraction) && reader.skip(0x2c) {
        fields.nanoseconds = try reader.fraction(digits.rounding)
      }
    }
    let isBeyondMidnight =
      fields.hour == 24 && (fields.minute > 0 || fields.second > 0 || fields.nanoseconds > 0)
    if isBeyondMidnight { throw DateFailure(.outOfRange(.hour), at: start) }
  }

  /// The offset in seconds.
  private func zone(_ reader: inout DateReader) throws(DateFailure) -> Int32 {
    let start = reader.offset
    guard let sign = reader.current else {
      if allowances.contains(.missingZone) { return assumedOffset.seconds }
      throw DateFailure(.expectedOffset, at: start)
    }
    if sign | 0x20 == 0x7a {
      reader.offset += 1
      return 0
    }
    guard sign == 0x2b || sign == .minus else { throw DateFailure(.expectedOffset, at: start) }
    reader.offset += 1
    let hours = try reader.pair(of: .offset, upTo: 23)
    var minutes = 0
    if reader.current != nil || !allowances.contains(.hourOnlyZone) {
      if !allowances.contains(.zoneWithoutColon) {
        try reader.expect(0x3a)
      } else {
        _ = reader.skip(0x3a)
      }
      minutes = try reader.pair(of: .offset, upTo: 59)
    }
    let seconds = Int32(hours * 3_600 + minutes * 60)
    return sign == .minus ? -seconds : seconds
  }

  /// Reads second 60, which RFC 3339 §5.7 allows at the end of a month in UTC.
  private func readLeapSecond(
    in fields: inout DateFields, at offset: Int
  ) throws(DateFailure) {
    guard leapSecond != .reject, isEndOfMonth(fields.seconds) else {
      throw DateFailure(.unexpectedLeapSecond, at: offset)
    }
    if leapSecond == .clamp {
      fields.second = 59
      // A fraction that was rounded up to a whole second would be the next one.
      fields.nanoseconds = min(fields.nanoseconds, 999_999_999)
    }
  }

  /// Whether a month begins at the instant. One that UTC shows in another year than 0 ... 9999 is
  /// not known here, so it is none.
  private func isEndOfMonth(_ seconds: Int64) -> Bool {
    guard let civil = CivilTime(secondsSince1970: seconds, offset: 0) else { return false }
    return civil.secondOfDay == 0 && civil.date.day == 1
  }
}
