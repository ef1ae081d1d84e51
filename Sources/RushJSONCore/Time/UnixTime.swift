extension JSONDateFormat {
  /// A number of seconds, or of parts of a second, since 1970-01-01T00:00:00Z.
  ///
  /// Exact in both directions: the digits are read as they stand, never as a `Double`. Written with
  /// as many fraction digits as it takes (`1591690240.800912`) and without an exponent; read with
  /// one, too. What is smaller than a nanosecond is dropped.
  public static func unix(_ unit: UnixUnit) -> JSONDateFormat {
    JSONDateFormat(.unix(UnixRules(unit: unit)))
  }

  /// As `unix(_:)`, with the number of fraction digits that are written, and what becomes of those
  /// that do not fit.
  ///
  /// Digits below the nanosecond are never written. They would all be 0.
  public static func unix(
    _ unit: UnixUnit, fraction: FractionDigits, rounding: Rounding = .truncate
  ) -> JSONDateFormat {
    JSONDateFormat(.unix(UnixRules(unit: unit, fraction: fraction, rounding: rounding)))
  }

  /// What is counted since 1970.
  public enum UnixUnit: UInt8, Sendable, Hashable {
    case seconds
    case milliseconds
    case microseconds
    case nanoseconds
  }
}

/// Numbers since 1970, both ways.
///
///     1591690240800.912      milliseconds
///     └───┬────┘└─┬─┘└┬┘
///      seconds    nanoseconds: the digits are one sequence, the point only says where it stands
struct UnixRules: Sendable, Hashable {
  var unit: JSONDateFormat.UnixUnit
  var digits = WrittenDigits()

  init(
    unit: JSONDateFormat.UnixUnit,
    fraction: JSONDateFormat.FractionDigits = .shortestExact(max: 9),
    rounding: JSONDateFormat.Rounding = .truncate
  ) {
    self.unit = unit
    digits.rounding = rounding
    digits.set(fraction)
    // What is cut is counted from the second: a digit of a millisecond is three further right.
    digits.fewest = min(digits.fewest + UInt8(shift), 9)
    digits.most = min(digits.most + UInt8(shift), 9)
  }

  /// Digits of a second that stand before the point.
  private var shift: Int { Int(unit.rawValue) * 3 }

  // MARK: - Reading

  /// The instant that all of the text, a number of JSON, stands for.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(DateFailure) -> JSONTimestamp {
    let number = unsafe try NumberParts(bytes)
    // Digits before the point, if seconds were counted.
    let point = number.wholeDigits + number.exponent - shift
    var seconds: UInt64 = 0
    var nanoseconds: Int32 = 0
    for index in 0..<number.digitCount {
      let digit = unsafe number.digit(index, of: bytes)
      // Cannot overflow: both are bounded by the text's length and the saturated exponent.
      let place = index - point
      if place < 0 {
        try append(digit, to: &seconds)
      } else if place < 9 {
        nanoseconds += Int32(digit) * powerOfTen(8 - place)
      } else {
        if place == 9, digits.rounding == .nearest, digit >= 5 { nanoseconds += 1 }
        break
      }
    }
    // Zeros that an exponent stands for. A number that is not 0 overflows before long.
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
    // 2⁶³ has 19 digits, and ten times that does not fit.
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 10)
    let (sum, overflowsAgain) = product.addingReportingOverflow(UInt64(digit))
    if overflows || overflowsAgain || sum > 1 << 63 {
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
    // Nanoseconds count forwards: −0.25 is a second before, and 0.75 after that.
    if isNegative, seconds <= 1 << 63 {
      let whole = Int64(truncatingIfNeeded: 0 &- seconds)
      if nanoseconds == 0 { return JSONTimestamp(normalizedSeconds: whole, nanoseconds: 0) }
      if whole > .min {
        return JSONTimestamp(
          normalizedSeconds: whole - 1, nanoseconds: 1_000_000_000 - nanoseconds)
      }
    }
    throw DateFailure(.outOfRange(.secondsSince1970), at: 0)
  }

  // MARK: - Writing

  /// A sign, 19 digits, a point and nine digits.
  static let maximumLength = 40

  /// Writes the number and returns its length.
  ///
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  func write(_ timestamp: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int {
    // The magnitude, so that digits are cut towards 0 on both sides.
    var seconds = timestamp.seconds.magnitude
    var nanoseconds = timestamp.nanoseconds
    let isNegative = timestamp.seconds < 0
    if isNegative, nanoseconds > 0 {
      seconds -= 1
      nanoseconds = 1_000_000_000 - nanoseconds
    }
    if digits.most < 9 {
      let cut = digits.cut(JSONTimestamp(normalizedSeconds: 0, nanoseconds: nanoseconds))
      seconds += UInt64(cut.seconds)
      nanoseconds = cut.nanoseconds
    }

    var length = 0
    if isNegative, seconds > 0 || nanoseconds > 0 {
      unsafe bytes.storeBytes(of: 0x2d, as: UInt8.self)
      length = 1
    }
    // The first digits of the fraction stand before the point.
    let nanosecondsOfUnit = powerOfTen(9 - shift)
    let units = UInt64(nanoseconds / nanosecondsOfUnit)
    if seconds > 0 {
      unsafe length += writeInteger(seconds, digits: decimalLength(seconds), to: bytes + length)
      unsafe length += writeInteger(units, digits: shift, to: bytes + length)
    } else {
      unsafe length += writeInteger(units, digits: decimalLength(units), to: bytes + length)
    }
    var rest = digits
    rest.fewest -= min(rest.fewest, UInt8(shift))
    rest.most = 9
    return unsafe length
      + rest.write(nanoseconds % nanosecondsOfUnit * powerOfTen(shift), to: bytes + length)
  }
}

/// How many decimal digits a number has.
func decimalLength(_ value: UInt64) -> Int {
  var length = 1
  var rest = value / 10
  while rest > 0 {
    rest /= 10
    length += 1
  }
  return length
}

/// Writes the last `count` digits of a number, zeros before it, and returns their count.
///
/// Invariant: `count` bytes from `bytes` on may be written.
@discardableResult
func writeInteger(_ value: UInt64, digits count: Int, to bytes: UnsafeMutableRawPointer) -> Int {
  var rest = value
  var index = count
  while index > 0 {
    index -= 1
    unsafe bytes.storeBytes(
      of: UInt8(truncatingIfNeeded: rest % 10) | 0x30, toByteOffset: index, as: UInt8.self)
    rest /= 10
  }
  return count
}

/// Where the parts of a JSON number (RFC 8259 §6) are in its text.
private struct NumberParts {
  var isNegative = false
  /// Where the first digit is.
  private var start = 0
  /// Digits before the point.
  private(set) var wholeDigits = 0
  /// Digits before and after the point.
  private(set) var digitCount = 0
  /// Saturated far outside of what matters.
  private(set) var exponent = 0

  init(_ bytes: UnsafeRawBufferPointer) throws(DateFailure) {
    var reader = unsafe DateReader(bytes)
    isNegative = reader.skip(0x2d)
    start = reader.offset
    wholeDigits = try NumberParts.skipDigits(&reader)
    // A leading zero stands alone.
    if wholeDigits > 1, reader.digit(at: start) == 0 {
      throw DateFailure(.expectedNumber, at: start)
    }
    digitCount = wholeDigits
    if reader.skip(0x2e) { digitCount += try NumberParts.skipDigits(&reader) }
    if reader.skip(0x65) || reader.skip(0x45) {
      let isBackwards = reader.skip(0x2d)
      if !isBackwards { _ = reader.skip(0x2b) }
      let exponentStart = reader.offset
      _ = try NumberParts.skipDigits(&reader)
      for offset in exponentStart..<reader.offset where exponent < 1 << 40 {
        exponent = exponent * 10 + (reader.digit(at: offset) ?? 0)
      }
      if isBackwards { exponent = -exponent }
    }
    try reader.expectEnd()
  }

  /// Goes past one digit or more, and returns how many.
  private static func skipDigits(_ reader: inout DateReader) throws(DateFailure) -> Int {
    let start = reader.offset
    while reader.digit(at: reader.offset) != nil { reader.offset += 1 }
    if reader.offset == start { throw DateFailure(.expectedNumber, at: start) }
    return reader.offset - start
  }

  /// The value of a digit, the point not counted.
  func digit(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt8 {
    // Invariant: index < digitCount, and the digits were counted in these bytes.
    unsafe bytes[start + index + (index < wholeDigits ? 0 : 1)] ^ 0x30
  }
}
