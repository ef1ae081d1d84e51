public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// A date is a Double that counts seconds from 2001, so it has steps: 119 ns these days, and up to
// twice that if someone made it from seconds since 1970. Text has all digits. What is read as which
// step, and which digits a step is written with, is decided here so that three things hold:
//
//  1. A text of whole microseconds is read as `Date(timeIntervalSince1970:)` of the same digits.
//  2. A later text is never read as an earlier date.
//  3. A date is written with digits that are read as the very same date, if any are.
//
// Docs/Decisions/0005-dates.md has the reasons. A step from 2001 is half of one from 1970 most of
// the time. Those that 1. leaves out are read from texts beside the microsecond, so all are read
// from some text as long as it is no less than half: before June 1992, and from 2018-01-05 on.
//
//     microseconds     |                              |
//     from 1970        x       x       x       x       x     every other one of these:
//     from 2001        x   x   x   x   x   x   x   x   x

extension Date {
  /// The date nearest to an instant.
  ///
  /// Whole microseconds give the date that `Date(timeIntervalSince1970:)` gives for the same digits,
  /// so `2020-08-24T17:28:04.123Z` equals `Date(timeIntervalSince1970: 1598290084.123)`. Other
  /// instants give the nearest date there is, but never one beyond those of the microseconds
  /// around, so that order is kept. Either is off by less than 1.2 · 10⁻⁷ s up to the year 2038.
  public init(_ timestamp: JSONTimestamp) {
    let excess = timestamp.nanoseconds % 1000
    let before = JSONTimestamp(
      seconds: timestamp.seconds, nanoseconds: timestamp.nanoseconds - excess)
    let first = Date(timeIntervalSince1970: before.secondsSince1970)
    if excess == 0 {
      self = first
    } else {
      let after = JSONTimestamp(seconds: before.seconds, nanoseconds: before.nanoseconds + 1000)
      let last = Date(timeIntervalSince1970: after.secondsSince1970)
      self = max(first, min(last, Date(nearestTo: timestamp)))
    }
  }

  /// The date nearest to an instant, without regard to microseconds.
  fileprivate init(nearestTo timestamp: JSONTimestamp) {
    // 2001-01-01 in seconds since 1970. Saturates at the limits of `Int64`, where a date's steps are
    // centuries.
    let (seconds, overflows) = timestamp.seconds.subtractingReportingOverflow(978_307_200)
    let shifted = JSONTimestamp(
      seconds: overflows ? .min : seconds, nanoseconds: timestamp.nanoseconds)
    self.init(timeIntervalSinceReferenceDate: shifted.secondsSince1970)
  }
}

extension JSONTimestamp {
  /// The instant that a date is written as, or `nil` if it is not finite or beyond 64 bits of
  /// seconds.
  ///
  /// The fewest digits that are read as the same date: `Date(timeIntervalSince1970: 0.1)` is a tenth
  /// of a second, although no `Double` is. Nine at most. There are such digits for every date before
  /// June 1992 and from 2018-01-05 on; between, a date that was not read from a text may have none,
  /// and is written as one that is less than 1.2 · 10⁻⁷ s away.
  public init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    // 2⁶³ less what is added below. The comparison is false for a NaN.
    guard abs(interval) < 9.2e18 else { return nil }
    // Rounded down by hand: a call of `floor` costs as much as the rest.
    var seconds = Int64(interval)
    if Double(seconds) > interval { seconds -= 1 }
    // Exact: both are multiples of the interval's last bit, and the difference is smaller.
    let fraction = interval - Double(seconds)
    seconds += 978_307_200

    // Up to 136 years from 2001 a microsecond is more than two steps, so there is one at most that
    // is read as this date. Further away there are fewer digits to be told apart.
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

  /// The fewest digits from `fewestDigits` on that are read as `date`, or what comes nearest.
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
    // The date of a microsecond reckoned from 2001 is read from a nanosecond beside that, or from
    // nothing, and then it is as good as that microsecond.
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

  /// Seconds and a fraction of so many digits, rounded to the nearest.
  @inline(__always)
  private init(_ seconds: Int64, _ fraction: Double, digits: Int) {
    var unit: Int32 = 1
    for _ in digits..<9 { unit *= 10 }
    // Not negative, so half a unit more and the whole part of it is the nearest.
    let units = fraction * Double(1_000_000_000 / unit) + 0.5
    // At most one second, which is carried: invariant of `floor`.
    self.init(seconds: seconds, nanoseconds: Int32(units) * unit)
  }

  /// Seconds since 1970, rounded once.
  @inline(__always)
  var secondsSince1970: Double {
    // Nanoseconds that fit 53 bits: both operands are exact, and the division rounds once.
    if seconds.magnitude < 9_000_000 {
      return Double(seconds * 1_000_000_000 + Int64(nanoseconds)) / 1_000_000_000
    }
    // Else the fraction's own error, 2⁻⁵⁴ at most, cannot matter. The sum is rounded at multiples of
    // 2⁻³⁰ or more, and no fraction of nine digits that is none comes nearer to one than 2⁻⁵¹:
    // their difference is a multiple of 1 / (5⁹ · 2³⁰).
    return Double(seconds) + Double(nanoseconds) / 1_000_000_000
  }
}
