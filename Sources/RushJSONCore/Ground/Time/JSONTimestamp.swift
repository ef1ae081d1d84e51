/// An instant to the nanosecond, which `Date` cannot hold.
///
/// The instant is in seconds and nanoseconds since 1970-01-01T00:00:00Z as POSIX counts them, without
/// leap seconds: every day has 86,400 seconds. The nanoseconds always count forwards, so half a second
/// before 1970 is `seconds: -1, nanoseconds: 500_000_000`.
public struct JSONTimestamp: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded towards the past.
  public let seconds: Int64

  /// Nanoseconds after `seconds`, 0 ... 999,999,999.
  public let nanoseconds: Int32

  /// Creates the instant `nanoseconds` after (before, if negative) `seconds` since 1970.
  ///
  /// A second or more of nanoseconds is carried into the seconds. An instant beyond the range of
  /// `Int64` becomes the nearest one inside.
  // Inlinable, because it is the last step of each conversion of a date in another module.
  @inlinable
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    if UInt32(bitPattern: nanoseconds) < 1_000_000_000 {
      self.init(normalizedSeconds: seconds, nanoseconds: nanoseconds)
    } else {
      self.init(carrying: nanoseconds, into: seconds)
    }
  }

  /// Invariant: `nanoseconds` is in 0 ..< 1,000,000,000.
  @inlinable
  init(normalizedSeconds seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  @inline(never)
  @usableFromInline
  init(carrying nanoseconds: Int32, into seconds: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let carry = Int64(remainder < 0 ? quotient - 1 : quotient)
    let rest = remainder < 0 ? remainder + 1_000_000_000 : remainder
    let (sum, overflows) = seconds.addingReportingOverflow(carry)
    if overflows {
      self = carry < 0 ? .earliest : .latest
    } else {
      self.init(normalizedSeconds: sum, nanoseconds: rest)
    }
  }

  private static var earliest: JSONTimestamp {
    JSONTimestamp(normalizedSeconds: .min, nanoseconds: 0)
  }

  private static var latest: JSONTimestamp {
    JSONTimestamp(normalizedSeconds: .max, nanoseconds: 999_999_999)
  }
}

extension JSONTimestamp: Comparable {
  /// Whether the first instant is before the second.
  public static func < (first: JSONTimestamp, second: JSONTimestamp) -> Bool {
    if first.seconds != second.seconds { return first.seconds < second.seconds }
    return first.nanoseconds < second.nanoseconds
  }
}

extension JSONTimestamp: CustomStringConvertible {
  /// The instant in UTC with as many digits as needed: `2024-09-18T13:49:11.324282561Z`.
  ///
  /// The form is that of RFC 3339 for the years 0 to 9999. Other years have a sign and at least five
  /// digits, as in the expanded form of ISO 8601, which no format reads: `+10000-01-01T00:00:00Z`.
  public var description: String {
    // The day is rounded towards the past, so the remainder is the time of that day.
    let day = floorDivision(seconds, by: 86_400)
    let midnight = floorDivision(day.quotient &+ 719_528, by: 146_097)
    // Invariant: the remainder is a day of 400 years, so its year is 0 ... 399.
    let civil = CivilDate(daysSinceYearZero: UInt32(truncatingIfNeeded: midnight.remainder))
    let year = midnight.quotient * 400 + Int64(civil.year)
    let time = Int(day.remainder)
    var text = padded(year.magnitude, to: year < 0 || year > 9999 ? 5 : 4)
    if year < 0 { text = "-" + text }
    if year > 9999 { text = "+" + text }
    text += "-\(padded(UInt64(civil.month), to: 2))-\(padded(UInt64(civil.day), to: 2))"
    text += "T\(padded(UInt64(time / 3_600), to: 2)):\(padded(UInt64(time / 60 % 60), to: 2))"
    text += ":\(padded(UInt64(time % 60), to: 2))"
    if nanoseconds != 0 {
      var fraction = padded(UInt64(nanoseconds), to: 9)
      while fraction.last == "0" { fraction.removeLast() }
      text += ".\(fraction)"
    }
    return text + "Z"
  }
}

/// The quotient rounded towards −∞, and the remainder, which is never negative.
private func floorDivision(
  _ value: Int64, by divisor: Int64
) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

/// The decimal digits of `value`, with leading zeros up to `width`.
private func padded(_ value: UInt64, to width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

// MARK: - Offset

extension JSONTimestamp {
  /// How far a clock is ahead of UTC: whole minutes, −23:59 to +23:59, as in RFC 3339 §5.6.
  public struct Offset: Sendable, Hashable {
    private let storage: Int16

    /// Minutes ahead of UTC, negative in the west.
    public var minutes: Int { Int(storage) }

    /// The offset of UTC, 0.
    public static var utc: JSONTimestamp.Offset { JSONTimestamp.Offset(storage: 0) }

    /// Creates an offset, or `nil` if `minutes` is not in −1439 ... 1439.
    public init?(minutes: Int) {
      guard (-1439...1439).contains(minutes) else { return nil }
      storage = Int16(minutes)
    }

    private init(storage: Int16) { self.storage = storage }

    /// An offset of hours and minutes ahead of UTC: `.ahead(hours: 5, minutes: 30)`. More than 23:59 becomes
    /// 23:59, and less than −23:59 becomes −23:59.
    public static func ahead(hours: Int, minutes: Int = 0) -> JSONTimestamp.Offset {
      JSONTimestamp.Offset(storage: clamped(hours: hours, minutes: minutes))
    }

    /// An offset of hours and minutes behind UTC: `.behind(hours: 3)`. It is limited as in
    /// ``ahead(hours:minutes:)``.
    public static func behind(hours: Int, minutes: Int = 0) -> JSONTimestamp.Offset {
      JSONTimestamp.Offset(storage: -clamped(hours: hours, minutes: minutes))
    }

    private static func clamped(hours: Int, minutes: Int) -> Int16 {
      // Far beyond the limit, and far from an overflow.
      let far = 10_000
      let sum = min(max(hours, -far), far) * 60 + min(max(minutes, -far), far)
      return Int16(min(max(sum, -1439), 1439))
    }

    /// Seconds ahead of UTC.
    @inline(__always) var seconds: Int32 { Int32(storage) &* 60 }
  }
}

extension JSONTimestamp.Offset: CustomStringConvertible {
  /// The offset as RFC 3339 writes it: `+05:30`, or `Z` for UTC.
  public var description: String {
    if storage == 0 { return "Z" }
    let magnitude = Int(storage.magnitude)
    let (hours, minutes) = (magnitude / 60, magnitude % 60)
    return "\(storage < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):"
      + "\(minutes < 10 ? "0" : "")\(minutes)"
  }
}
