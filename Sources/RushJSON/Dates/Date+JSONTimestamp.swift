public import RushJSONCore
public import _RushJSONFoundation

// A date is a Double that counts seconds from 2001. Its resolution today is 119 ns, or twice that if it
// was made from seconds since 1970. Three rules hold for dates and texts:
//
//  1. A text of whole microseconds is read as `Date(timeIntervalSince1970:)` of the same digits.
//  2. A later text is never read as an earlier date.
//  3. A date is written with digits that read back as the same date, if there are any.
//
// (Docs/Decisions/0005-dates.md.) Mostly, a step of a date from 2001 is half a step from 1970, and rule 1
// skips some. These are read from texts beside the microsecond, so every date can be read from some text
// if a step is at least half as long: before June 1992, and from 2018-01-05 on.
//
//     microseconds     |                              |
//     from 1970        x       x       x       x       x     every other one of these:
//     from 2001        x   x   x   x   x   x   x   x   x

extension Date {
  /// The date nearest to an instant.
  ///
  /// Whole microseconds give the same date as `Date(timeIntervalSince1970:)` for the same digits, so
  /// `2020-08-24T17:28:04.123Z` equals `Date(timeIntervalSince1970: 1598290084.123)`. Other instants give
  /// the nearest date between the neighbouring microseconds'. The error is less than 1.2 · 10⁻⁷ s up to
  /// the year 2038.
  @inline(__always)
  public init(_ timestamp: JSONTimestamp) {
    // Unsigned, because nanoseconds are never negative.
    if _fastPath(UInt32(bitPattern: timestamp.nanoseconds) % 1000 == 0) {
      self.init(timeIntervalSince1970: timestamp.secondsSince1970)
    } else {
      self.init(betweenMicroseconds: timestamp)
    }
  }

  @inline(never)
  private init(betweenMicroseconds timestamp: JSONTimestamp) {
    let excess = timestamp.nanoseconds % 1000
    let before = JSONTimestamp(
      seconds: timestamp.seconds, nanoseconds: timestamp.nanoseconds - excess)
    let first = Date(timeIntervalSince1970: before.secondsSince1970)
    let after = JSONTimestamp(seconds: before.seconds, nanoseconds: before.nanoseconds + 1000)
    let last = Date(timeIntervalSince1970: after.secondsSince1970)
    self = max(first, min(last, Date(nearestTo: timestamp)))
  }

  /// The date nearest to an instant, without the rule for microseconds.
  fileprivate init(nearestTo timestamp: JSONTimestamp) {
    // 2001-01-01. Saturates at the limits of `Int64`, where dates are centuries apart.
    let (seconds, overflows) = timestamp.seconds.subtractingReportingOverflow(978_307_200)
    let shifted = JSONTimestamp(
      seconds: overflows ? .min : seconds, nanoseconds: timestamp.nanoseconds)
    self.init(timeIntervalSinceReferenceDate: shifted.secondsSince1970)
  }
}

extension JSONTimestamp {
  /// The instant to write for a date, or `nil` if the date is not finite or exceeds 64 bits of seconds.
  ///
  /// The instant has the fewest digits, at most nine, that are read as the same date:
  /// `Date(timeIntervalSince1970: 0.1)` is a tenth of a second, although no `Double` is exactly that.
  /// There are such digits for every date before June 1992 and from 2018-01-05 on. Between these, a date
  /// that was not read from a text may have none. It is then written as a date less than 1.2 · 10⁻⁷ s
  /// away.
  public init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    if let microsecond = JSONTimestamp(nearMicrosecond: interval) {
      self = microsecond
    } else if let instant = JSONTimestamp(any: date) {
      self = instant
    } else {
      return nil
    }
  }

  /// Finds the microsecond that is read as the date `interval` seconds after 2001. Returns `nil` if no microsecond is,
  /// or if the date is far from 2001 or near 1970.
  @inline(__always)
  private init?(nearMicrosecond interval: Double) {
    // Up to 136 years from 2001, a microsecond is more than two steps, so at most one is read as a date.
    guard abs(interval) < 4_294_967_296 else { return nil }
    var seconds = Int64(interval)
    var second = Double(seconds)
    if second > interval {
      seconds &-= 1
      second -= 1
    }
    // The last bit of 2⁵² counts 1, so the sum is rounded to a whole number, which its low bits hold. Two
    // numbers at the same distance are both too far away.
    let sum = (interval - second) * 1_000_000 + 4_503_599_627_370_496
    let microseconds = sum - 4_503_599_627_370_496
    // As `secondsSince1970`, without its case for the days around 1970.
    let sinceReference = second + 978_307_200 + microseconds / 1_000_000 - 978_307_200
    seconds &+= 978_307_200
    // Equal intervals also mean less than a whole second of microseconds.
    guard sinceReference == interval, !seconds.isNear1970 else { return nil }
    let count = Int32(truncatingIfNeeded: sum.bitPattern)
    self.init(seconds: seconds, nanoseconds: count &* 1000)
  }

  @inline(never)
  private init?(any date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    // 2⁶³ minus the seconds that are added below. The comparison is false for NaN.
    guard abs(interval) < 9.2e18 else { return nil }
    // Rounded down by hand, because a call of `floor` costs as much as the rest.
    var seconds = Int64(interval)
    if Double(seconds) > interval { seconds -= 1 }
    // Exact: both are multiples of the interval's last bit, and the difference is smaller.
    let fraction = interval - Double(seconds)
    seconds += 978_307_200

    // Further than 136 years from 2001, fewer digits are significant.
    let isNear = abs(interval) < 4_294_967_296
    if isNear {
      let microsecond = JSONTimestamp(seconds, fraction, digits: 6)
      if Date(timeIntervalSince1970: microsecond.secondsSince1970) == date {
        self = microsecond
        return
      }
    }
    self = JSONTimestamp(date, seconds, fraction, fewestDigits: isNear ? 7 : 0)
  }

  /// The instant with the fewest digits, at least `fewestDigits`, that is read as `date`, or the nearest
  /// one.
  @inline(never)
  private init(_ date: Date, _ seconds: Int64, _ fraction: Double, fewestDigits: Int) {
    for digits in fewestDigits...9 {
      let candidate = JSONTimestamp(seconds, fraction, digits: digits)
      if Date(candidate) == date {
        self = candidate
        return
      }
    }
    let microsecond = JSONTimestamp(seconds, fraction, digits: 6)
    let nearest = JSONTimestamp(seconds, fraction, digits: 9)
    let around = [microsecond.shifted(by: 1), microsecond.shifted(by: -1)]
    // A date that is a microsecond when counted from 2001 is read from a neighbouring nanosecond, or
    // from no text. Then the microsecond represents it.
    if let neighbour = around.first(where: { Date($0) == date }) {
      self = neighbour
    } else {
      self = Date(nearestTo: microsecond) == date ? microsecond : nearest
    }
  }

  /// The instant a nanosecond later or earlier.
  private func shifted(by step: Int32) -> JSONTimestamp {
    JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds + step)
  }

  /// Seconds and a fraction, rounded to the nearest of `digits` digits.
  @inline(__always)
  private init(_ seconds: Int64, _ fraction: Double, digits: Int) {
    var unit: Int32 = 1
    for _ in digits..<9 { unit *= 10 }
    // Not negative, so adding half a unit and truncating rounds to the nearest.
    let units = fraction * Double(1_000_000_000 / unit) + 0.5
    // At most one second, which the initialiser carries.
    self.init(seconds: seconds, nanoseconds: Int32(units) * unit)
  }

  /// Seconds since 1970, rounded once.
  @inline(__always)
  var secondsSince1970: Double {
    // The nanoseconds fit in 53 bits, so both operands are exact and only the division rounds.
    if seconds.isNear1970 {
      return Double(seconds * 1_000_000_000 + Int64(nanoseconds)) / 1_000_000_000
    }
    // Otherwise the error of the fraction, at most 2⁻⁵⁴, cannot matter: a fraction of nine digits is a
    // multiple of 2⁻³⁰, where rounding happens, or at least 2⁻⁵¹ away, as 1 / (5⁹ · 2³⁰) divides it.
    return Double(seconds) + Double(nanoseconds) / 1_000_000_000
  }
}

extension Int64 {
  /// Whether this is a second of the first or last 9 million around 1970, found with one comparison.
  @inline(__always)
  fileprivate var isNear1970: Bool {
    UInt64(bitPattern: self &+ 8_999_999) <= 17_999_998
  }
}
