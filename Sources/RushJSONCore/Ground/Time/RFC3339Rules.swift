/// The options of RFC 3339, in a form that is quick to test.
struct RFC3339Rules: Sendable, Hashable {
  /// Departures from RFC 3339 that are read, and the treatment of leap seconds.
  struct Allowances: OptionSet, Sendable, Hashable {
    var rawValue: UInt16
    static let spaceSeparator = Allowances(rawValue: 1)
    static let missingZone = Allowances(rawValue: 2)
    static let zoneWithoutColon = Allowances(rawValue: 4)
    static let hourOnlyZone = Allowances(rawValue: 8)
    static let missingSeconds = Allowances(rawValue: 16)
    static let commaFraction = Allowances(rawValue: 32)
    static let hour24 = Allowances(rawValue: 64)
    static let dateOnly = Allowances(rawValue: 128)
    static let leapSecond = Allowances(rawValue: 256)
    /// Second 60 is read as 59, not as the next second.
    static let clampedLeapSecond = Allowances(rawValue: 512)
  }

  var allowances: Allowances = [.leapSecond]
  var digits = WrittenDigits()
  var writesNumericUTC = false
  /// The offset of a text without one, where that is allowed.
  var assumedOffset = JSONTimestamp.Offset.utc
  /// The offset of written dates.
  var offset = JSONTimestamp.Offset.utc
  /// Whether every date is written with three digits, none of them rounded, and `Z`. Set by
  /// `noteForm` after each change of the rules.
  private(set) var writesMilliseconds = false

  mutating func noteForm() {
    writesMilliseconds =
      digits.isMilliseconds && !digits.isRounding && offset == .utc && !writesNumericUTC
  }
}

// MARK: - RFC3339+Fast

// The usual form of a date, without a branch per byte: all loads come first, one word collects the
// faults, and one test comes at the end. Any other text goes to the careful reader.
//
//     2024-06-24T21:00:33.167806+02:00
//     ├┘└──┬───┘ └──┬───┘└──┬───┘└─┬──┘
//     │    │        │       │      the last 6 bytes, or the last one if it is Z
//     │    │        │       the 8 bytes before that; what precedes the fraction is shifted out
//     │    8 bytes  8 bytes
//     2 bytes

extension RFC3339Rules {
  /// Reads `YYYY-MM-DDThh:mm:ss`, a fraction of at most nine digits, and an offset. Returns `nil` for
  /// any other text, well-formed or not.
  @inline(__always)
  static func fast(_ bytes: CheckedBytes) -> JSONTimestamp? {
    let count = bytes.count
    guard count >= 20 else { return nil }
    // Invariant: 20 ≤ count. Each load below is in the first 20 bytes, or is of 8 bytes that end
    // with the last byte or with the one before the offset, at least 19 bytes after the first.
    let isUTC =
      bytes[count &- 1] | 0x20 == UInt8(ascii: "z")
    let end = isUTC ? count &- 1 : count &- 6
    guard end >= 19 else { return nil }

    let century = UInt64(UInt16(littleEndian: bytes.load(at: 0, as: UInt16.self)) ^ 0x3030)
    let date = DigitPairs.digits(bytes.word(at: 2), separators: DigitPairs.dateSeparators)
    let time = DigitPairs.digits(bytes.word(at: 11), separators: DigitPairs.timeSeparators)
    let separator = bytes[10] | 0x20
    var faults = ((century &+ 0x0606) | century) & 0xf0f0
    faults |= DigitPairs.faults(date) | DigitPairs.faults(time) | UInt64(separator ^ 0x74)

    // 127 minus the greatest value: the sum's highest bit shows a value above it.
    let clock = DigitPairs.values(time)
    faults |= (clock &+ 0x0044_0000_4400_0068) & 0x0080_0000_8000_0080
    let second =
      Int32(truncatingIfNeeded: clock & 0xff) &* 3_600
      &+ Int32(truncatingIfNeeded: clock &>> 24 & 0xff) &* 60
      &+ Int32(truncatingIfNeeded: clock &>> 48)

    var nanoseconds: UInt32 = 0
    if end > 19 {
      let digits = end &- 20
      // One comparison for 1...9.
      guard UInt(bitPattern: digits &- 1) < 9 else { return nil }
      let word = bytes.word(at: end &- 8) ^ DigitWord.ascii
      let point = bytes[19]
      faults |= UInt64(point ^ .decimalPoint)
      if digits == 9 {
        let first = UInt64(bytes[20] ^ 0x30)
        faults |= DigitWord.nonDigits(word) | (((first &+ 6) | first) & 0xf0)
        nanoseconds = UInt32(truncatingIfNeeded: first &* 100_000_000 &+ DigitWord.number(word))
      } else {
        let fraction = word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* digits)
        faults |= DigitWord.nonDigits(fraction)
        nanoseconds = UInt32(truncatingIfNeeded: DigitWord.number(fraction)) &* 10
      }
    }

    var offset: Int32 = 0
    if !isUTC {
      // "+hh:mm" in the upper six bytes.
      let word = bytes.word(at: count &- 8) &>> 16
      let sign = word & 0xff
      let digits = (word &>> 8) ^ 0x30_303a_3030
      faults |= (sign &- 0x2b) & ~2
      faults |= ((digits &+ 0x06_0600_0606) | digits) & 0xf0_f0ff_f0f0
      let pairs = (digits &* 10 &+ (digits &>> 8)) & 0xff00_00ff
      faults |= (pairs &+ 0x4400_0068) & 0x8000_0080
      offset =
        Int32(truncatingIfNeeded: pairs & 0xff) &* 3_600
        &+ Int32(truncatingIfNeeded: pairs &>> 24) &* 60
      if sign == 0x2d { offset = 0 &- offset }
    }

    let days = DigitPairs.values(date)
    let leading = Int32(truncatingIfNeeded: (century &* 10 &+ (century &>> 8)) & 0xff)
    let civil = CivilDate(
      year: leading &* 100 &+ Int32(truncatingIfNeeded: days & 0xff),
      month: Int32(truncatingIfNeeded: days &>> 24 & 0xff),
      day: Int32(truncatingIfNeeded: days &>> 48))
    // For an invalid month the length is meaningless but defined, because the shift is masked.
    let isDay =
      UInt32(bitPattern: civil.month &- 1) < 12
      && UInt32(bitPattern: civil.day &- 1)
        < UInt32(bitPattern: CivilDate.length(ofMonth: civil.month, year: civil.year))
    guard faults == 0, isDay else { return nil }
    return JSONTimestamp(
      normalizedSeconds: Int64(civil.daysSince1970) &* 86_400 &+ Int64(second &- offset),
      nanoseconds: Int32(bitPattern: nanoseconds))
  }
}

// MARK: - RFC3339+Careful

// All of RFC 3339 with its leniencies and errors, one byte at a time.

extension RFC3339Rules {
  @inline(never)
  func parse(_ bytes: CheckedBytes) throws(DateFailure) -> JSONTimestamp {
    var reader = DateReader(bytes)
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

// MARK: - RFC3339+Writing

// Each pair of digits is one load from a table and one store.

extension RFC3339Rules {
  /// `YYYY-MM-DDThh:mm:ss.nnnnnnnnn+hh:mm` is 35 bytes; the digits of a fraction are written whole.
  static let maximumLength = 40

  /// Writes the text and returns its length, or `nil` if the year is not in 0 ... 9999.
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  @inline(__always)
  func write(_ exact: JSONTimestamp, to bytes: CheckedPointer<UInt8>) -> Int? {
    // The form of most servers depends on no other option.
    if writesMilliseconds { return writeMilliseconds(exact, to: bytes) }
    // A function of its own, so that no value has to be kept across a call.
    if _slowPath(digits.isRounding) { return writeRounded(exact, to: bytes) }
    return writeUnrounded(exact, to: bytes)
  }

  @inline(__always)
  private func writeMilliseconds(_ exact: JSONTimestamp, to bytes: CheckedPointer<UInt8>) -> Int? {
    guard let civil = CivilTime(secondsSince1970: exact.seconds, offset: 0) else { return nil }
    // Invariant: 24 bytes are below `maximumLength`.
    writeSeconds(civil, to: bytes)
    _ = WrittenDigits.writeMilliseconds(exact.nanoseconds, to: bytes + 19)
    bytes.store(UInt8(ascii: "Z"), at: 23, as: UInt8.self)
    return 24
  }

  @inline(never)
  private func writeRounded(_ exact: JSONTimestamp, to bytes: CheckedPointer<UInt8>) -> Int? {
    writeUnrounded(digits.cut(exact), to: bytes)
  }

  @inline(__always)
  private func writeUnrounded(_ timestamp: JSONTimestamp, to bytes: CheckedPointer<UInt8>) -> Int? {
    guard let civil = CivilTime(secondsSince1970: timestamp.seconds, offset: offset.seconds)
    else { return nil }
    // Invariant: offsets up to 29 + 8 are below `maximumLength`.
    writeSeconds(civil, to: bytes)
    let end = writeFraction(timestamp.nanoseconds, to: bytes + 19) &+ 19
    assert(end &+ 6 <= RFC3339Rules.maximumLength)
    return end &+ writeZone(to: bytes + end)
  }

  /// Writes the 19 bytes up to the seconds.
  @inline(__always)
  private func writeSeconds(_ civil: CivilTime, to bytes: CheckedPointer<UInt8>) {
    let year = UInt32(bitPattern: civil.date.year)
    let hour = civil.secondOfDay / 3_600
    let secondOfHour = civil.secondOfDay % 3_600
    // Invariant: the caller has room for them. The separators come first, with zeros between them.
    bytes.store((0x2d30_302d as UInt32).littleEndian, at: 4, as: UInt32.self)
    bytes.store((0x303a_3030_3a30_3054 as UInt64).littleEndian, at: 10, as: UInt64.self)
    DigitPairs.write(year / 100, to: bytes)
    DigitPairs.write(year % 100, to: bytes + 2)
    DigitPairs.write(UInt32(bitPattern: civil.date.month), to: bytes + 5)
    DigitPairs.write(UInt32(bitPattern: civil.date.day), to: bytes + 8)
    DigitPairs.write(hour, to: bytes + 11)
    DigitPairs.write(secondOfHour / 60, to: bytes + 14)
    DigitPairs.write(secondOfHour % 60, to: bytes + 17)
  }

  /// Writes the point and the digits, and returns their number of bytes.
  @inline(__always)
  private func writeFraction(_ nanoseconds: Int32, to bytes: CheckedPointer<UInt8>) -> Int {
    if nanoseconds == 0, digits.fewest == 0 { return 0 }
    if digits.isMilliseconds {
      return WrittenDigits.writeMilliseconds(nanoseconds, to: bytes)
    }
    return digits.write(nanoseconds, to: bytes)
  }

  @inline(__always)
  private func writeZone(to bytes: CheckedPointer<UInt8>) -> Int {
    if offset == .utc, !writesNumericUTC {
      bytes.store(UInt8(ascii: "Z"), as: UInt8.self)
      return 1
    }
    let minutes = UInt32(offset.minutes.magnitude)
    bytes.store(offset.minutes < 0 ? UInt8.minus : UInt8.plus, as: UInt8.self)
    DigitPairs.write(minutes / 60, to: bytes + 1)
    bytes.store(UInt8.colon, at: 3, as: UInt8.self)
    DigitPairs.write(minutes % 60, to: bytes + 4)
    return 6
  }
}
