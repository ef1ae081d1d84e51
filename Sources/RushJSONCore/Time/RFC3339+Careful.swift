// All of RFC 3339 with its leniencies and errors, one byte at a time.

extension RFC3339Rules {
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
    try reader.expect(.minus)
    let monthStart = reader.offset
    let month = try reader.pair(of: .month, upTo: 12)
    if month == 0 { throw DateFailure(.outOfRange(.month), at: monthStart) }
    try reader.expect(.minus)
    let dayStart = reader.offset
    let day = try reader.pair(of: .day, upTo: 31)
    let date = CivilDate(year: Int32(year), month: Int32(month), day: Int32(day))
    if !date.isValid { throw DateFailure(.outOfRange(.day), at: dayStart) }
    return date
  }

  private func separator(_ reader: inout DateReader) throws(DateFailure) {
    if let byte = reader.current {
      let isAllowed =
        byte | 0x20 == UInt8(ascii: "t") || byte == .space && allowances.contains(.spaceSeparator)
      if isAllowed {
        reader.offset += 1
        return
      }
    }
    throw DateFailure(.expectedSeparator, at: reader.offset)
  }

  private func time(_ reader: inout DateReader, into fields: inout DateFields) throws(DateFailure) {
    let start = reader.offset
    fields.hour = try reader.pair(of: .hour, upTo: allowances.contains(.hour24) ? 24 : 23)
    try reader.expect(.colon)
    fields.minute = try reader.pair(of: .minute, upTo: 59)
    if reader.current == .colon || !allowances.contains(.missingSeconds) {
      try reader.expect(.colon)
      // RFC 3339 §5.7: 60 is a leap second, which the caller checks once it knows the offset.
      fields.second = try reader.pair(of: .second, upTo: 60)
      if reader.skip(.decimalPoint) || allowances.contains(.commaFraction) && reader.skip(.comma) {
        fields.nanoseconds = try reader.fraction(roundsToNearest: digits.roundsToNearest)
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
    if sign | 0x20 == UInt8(ascii: "z") {
      reader.offset += 1
      return 0
    }
    guard sign == .plus || sign == .minus else { throw DateFailure(.expectedOffset, at: start) }
    reader.offset += 1
    let hours = try reader.pair(of: .offset, upTo: 23)
    var minutes = 0
    if reader.current != nil || !allowances.contains(.hourOnlyZone) {
      if !allowances.contains(.zoneWithoutColon) {
        try reader.expect(.colon)
      } else {
        _ = reader.skip(.colon)
      }
      minutes = try reader.pair(of: .offset, upTo: 59)
    }
    let seconds = Int32(hours * 3_600 + minutes * 60)
    return sign == .minus ? -seconds : seconds
  }

  /// Handles second 60, which RFC 3339 §5.7 allows at the end of a month in UTC.
  private func readLeapSecond(in fields: inout DateFields, at offset: Int) throws(DateFailure) {
    guard allowances.contains(.leapSecond), isEndOfMonth(fields.seconds) else {
      throw DateFailure(.unexpectedLeapSecond, at: offset)
    }
    if allowances.contains(.clampedLeapSecond) {
      fields.second = 59
      // A fraction that was rounded up to a whole second would lead into the next.
      fields.nanoseconds = min(fields.nanoseconds, 999_999_999)
    }
  }

  /// Whether a month begins at the instant. `false` for instants outside the years 0 to 9999 UTC.
  private func isEndOfMonth(_ seconds: Int64) -> Bool {
    guard let civil = CivilTime(secondsSince1970: seconds, offset: 0) else { return false }
    return civil.secondOfDay == 0 && civil.date.day == 1
  }
}
