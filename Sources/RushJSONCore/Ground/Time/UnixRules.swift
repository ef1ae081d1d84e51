/// Numbers since 1970, in both directions.
///
///     1591690240800.912      milliseconds
///     └───┬────┘└─┬─┘└┬┘
///      seconds    nanoseconds: one sequence of digits; the point only marks the unit
struct UnixRules: Sendable, Hashable {
  /// How many digits of the fraction of a second come before the point: 0, 3, 6 or 9.
  let shift: Int
  let digits: WrittenDigits

  /// - Parameter digits: Counted in the unit of the number.
  init(shift: Int, digits: WrittenDigits) {
    assert(shift >= 0 && shift <= 9 && shift % 3 == 0)
    self.shift = shift
    // Here they are counted in seconds: the first digit after milliseconds is the fourth.
    var digits = digits
    digits.fewest = min(digits.fewest + UInt8(shift), 9)
    digits.most = min(digits.most + UInt8(shift), 9)
    self.digits = digits
  }

  // MARK: - Reading

  /// The instant that the whole text, a JSON number, denotes.
  func parse(_ bytes: CheckedBytes) throws(DateFailure) -> JSONTimestamp {
    let number = try NumberParts(bytes)
    // The digits before the point if the unit were seconds.
    let point = number.wholeDigits + number.exponent - shift
    var seconds: UInt64 = 0
    var nanoseconds: Int32 = 0
    for index in 0..<number.digitCount {
      let digit = number.digit(index, of: bytes)
      // Cannot overflow: both are bounded by the text's length and the saturated exponent.
      let place = index - point
      if place < 0 {
        try append(digit, to: &seconds)
      } else if place < 9 {
        nanoseconds += Int32(digit) * powerOfTen(8 - place)
      } else {
        if place == 9, digits.roundsToNearest, digit >= 5 { nanoseconds += 1 }
        break
      }
    }
    // The zeros that an exponent implies. A number other than 0 soon overflows.
    var zeros = point - number.digitCount
    while zeros > 0, seconds > 0 {
      try append(0, to: &seconds)
      zeros -= 1
    }
    if nanoseconds == 1_000_000_000 {
      nanoseconds = 0
      seconds += 1
    }
    return try timestamp(seconds, nanoseconds, isNegative: number.isNegative)
  }

  private func append(_ digit: UInt8, to seconds: inout UInt64) throws(DateFailure) {
    // Up to 2⁶³, the magnitude of the earliest instant.
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 10)
    let (sum, overflowsAgain) = product.addingReportingOverflow(UInt64(digit))
    if overflows || overflowsAgain || sum > Int64.min.magnitude {
      throw DateFailure(.outOfRange(.secondsSince1970), at: 0)
    }
    seconds = sum
  }

  private func timestamp(
    _ seconds: UInt64, _ nanoseconds: Int32, isNegative: Bool
  ) throws(DateFailure) -> JSONTimestamp {
    if !isNegative, let seconds = Int64(exactly: seconds) {
      return JSONTimestamp(normalizedSeconds: seconds, nanoseconds: nanoseconds)
    }
    // Nanoseconds count forwards: −0.25 is −1 second and 0.75 after that.
    if isNegative, seconds <= Int64.min.magnitude {
      let whole = Int64(truncatingIfNeeded: 0 &- seconds)
      if nanoseconds == 0 { return JSONTimestamp(normalizedSeconds: whole, nanoseconds: 0) }
      if whole > .min {
        return JSONTimestamp(normalizedSeconds: whole - 1, nanoseconds: 1_000_000_000 - nanoseconds)
      }
    }
    throw DateFailure(.outOfRange(.secondsSince1970), at: 0)
  }

  // MARK: - Writing

  /// A sign, 19 digits, a point and nine digits.
  static let maximumLength = 40

  /// Writes the number and returns its length.
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  func write(_ timestamp: JSONTimestamp, to bytes: CheckedPointer<UInt8>) -> Int {
    // The magnitude, so that digits are cut towards 0 for both signs.
    var seconds = timestamp.seconds.magnitude
    var nanoseconds = timestamp.nanoseconds
    let isNegative = timestamp.seconds < 0
    if isNegative, nanoseconds > 0 {
      seconds -= 1
      nanoseconds = 1_000_000_000 - nanoseconds
    }
    if digits.most < 9 {
      let cut = digits.cut(JSONTimestamp(normalizedSeconds: 0, nanoseconds: nanoseconds))
      if cut.seconds > 0, !isNegative, seconds == UInt64(Int64.max) {
        // No `Int64` follows, so the last second rounds down to what can be read.
        nanoseconds = 1_000_000_000 - powerOfTen(9 - Int(digits.most))
      } else {
        seconds += UInt64(cut.seconds)
        nanoseconds = cut.nanoseconds
      }
    }

    var length = 0
    if isNegative, seconds > 0 || nanoseconds > 0 {
      bytes.store(UInt8.minus, as: UInt8.self)
      length = 1
    }
    // The first digits of the fraction come before the point.
    let nanosecondsOfUnit = powerOfTen(9 - shift)
    let units = UInt64(nanoseconds / nanosecondsOfUnit)
    if seconds > 0 {
      length += writeInteger(seconds, digits: decimalLength(seconds), to: bytes + length)
      length += writeInteger(units, digits: shift, to: bytes + length)
    } else {
      length += writeInteger(units, digits: decimalLength(units), to: bytes + length)
    }
    assert(length &+ 10 <= UnixRules.maximumLength)
    var rest = digits
    rest.fewest -= min(rest.fewest, UInt8(shift))
    rest.most = 9
    return length
      + rest.write(nanoseconds % nanosecondsOfUnit * powerOfTen(shift), to: bytes + length)
  }
}

/// The parts of a JSON number (RFC 8259 §6) in its text.
private struct NumberParts {
  var isNegative = false
  /// The offset of the first digit.
  private var start = 0
  /// Digits before the point.
  private(set) var wholeDigits = 0
  /// Digits before and after the point.
  private(set) var digitCount = 0
  /// Saturated far beyond any instant.
  private(set) var exponent = 0

  init(_ bytes: CheckedBytes) throws(DateFailure) {
    var reader = DateReader(bytes)
    isNegative = reader.skip(.minus)
    start = reader.offset
    wholeDigits = try NumberParts.skipDigits(&reader)
    // RFC 8259 §6: no digit follows a leading zero.
    if wholeDigits > 1, reader.digit(at: start) == 0 {
      throw DateFailure(.expectedNumber, at: start)
    }
    digitCount = wholeDigits
    if reader.skip(.decimalPoint) { digitCount += try NumberParts.skipDigits(&reader) }
    if reader.skip(UInt8(ascii: "e")) || reader.skip(UInt8(ascii: "E")) {
      let isBackwards = reader.skip(.minus)
      if !isBackwards { _ = reader.skip(.plus) }
      let exponentStart = reader.offset
      _ = try NumberParts.skipDigits(&reader)
      for offset in exponentStart..<reader.offset where exponent < Int.max / 32 {
        exponent = exponent * 10 + (reader.digit(at: offset) ?? 0)
      }
      if isBackwards { exponent = -exponent }
    }
    try reader.expectEnd()
  }

  /// Skips one digit or more, and returns how many.
  private static func skipDigits(_ reader: inout DateReader) throws(DateFailure) -> Int {
    let start = reader.offset
    while reader.digit(at: reader.offset) != nil { reader.offset += 1 }
    if reader.offset == start { throw DateFailure(.expectedNumber, at: start) }
    return reader.offset - start
  }

  /// The value of the digit at an index that does not count the point.
  func digit(_ index: Int, of bytes: CheckedBytes) -> UInt8 {
    assert(index >= 0 && index < digitCount)
    // Invariant: the digits were counted in these bytes.
    return bytes[start + index + (index < wholeDigits ? 0 : 1)] ^ .digit0
  }
}
