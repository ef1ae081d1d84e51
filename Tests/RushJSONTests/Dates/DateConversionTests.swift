import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// `Date` ⇄ `JSONTimestamp`: the three rules, on random instants of all years.
@Suite struct DateConversionTests {
  private static let seed: UInt64 = 0x64_61_74_65

  /// Seconds since 1970 near today, near the limits of a date's precision, and anywhere.
  private static let ranges: [ClosedRange<Int>] = [
    1_577_836_800...1_893_456_000, 0...4_102_444_800, -2_000_000_000...0,
    1_000_000_000...1_146_000_000, -62_135_596_800...253_402_300_799,
    5_260_000_000...5_300_000_000, 8_500_000_000...9_700_000_000,
  ]

  @Test func wholeMicrosecondsAreReadAsFromSecondsSince1970AndWrittenAsTheyWere() throws {
    var random = SeededGenerator(seed: Self.seed)
    for range in Self.ranges {
      for _ in 0..<3000 {
        let seconds = random.integer(in: range)
        let microseconds = random.integer(in: 0...999_999)
        let timestamp = JSONTimestamp(
          seconds: Int64(seconds), nanoseconds: Int32(microseconds * 1000))
        let date = Date(timestamp)
        // The digits of a literal.
        let value = Self.secondsText(seconds, microseconds)
        let expected = Date(timeIntervalSince1970: try #require(Double(value)))
        if date != expected { Issue.record("\(timestamp) is not \(value), seed \(Self.seed)") }
        // Further than 136 years from 2001 a date's steps are nearly a microsecond, or more.
        let isNear = abs(seconds - 978_307_200) < 4_294_967_296
        if isNear, JSONTimestamp(date) != timestamp {
          Issue.record("\(timestamp) does not come back, seed \(Self.seed)")
        }
      }
    }
  }

  private static func secondsText(_ seconds: Int, _ microseconds: Int) -> String {
    let total = seconds * 1_000_000 + microseconds
    let digits = String(total.magnitude % 1_000_000)
    let padding = String(repeating: "0", count: 6 - digits.utf8.count)
    return "\(total < 0 ? "-" : "")\(total.magnitude / 1_000_000).\(padding)\(digits)"
  }

  @Test func millisecondsOfAllYearsComeBack() {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<20_000 {
      let timestamp = JSONTimestamp(
        seconds: Int64(random.integer(in: -62_135_596_800...253_402_300_799)),
        nanoseconds: Int32(random.integer(in: 0...999) * 1_000_000))
      if JSONTimestamp(Date(timestamp)) != timestamp {
        Issue.record("\(timestamp) does not come back, seed \(Self.seed)")
      }
    }
  }

  @Test func everyDateIsReadFromItsText() throws {
    var random = SeededGenerator(seed: Self.seed)
    let formatter = JSONDateFormat.rfc3339
    var seconds: [Double] = []
    for range in Self.ranges {
      for _ in 0..<3000 {
        let interval = Double(random.integer(in: range) - 978_307_200)
        // Not in the years when a date's steps are a quarter of those from 1970, or less.
        guard !(-268_435_457...536_870_912).contains(interval) else { continue }
        let fraction = Double(random.integer(in: 0...(1 << 30))) / Double(1 << 30)
        seconds.append(interval + fraction)
        // What microseconds are, reckoned from 2001: the case that needs another text.
        let microseconds = Double(random.integer(in: 0...999_999))
        seconds.append(interval + microseconds / 1_000_000)
      }
    }
    for interval in seconds {
      for neighbour in [interval.nextDown, interval, interval.nextUp] {
        let date = Date(timeIntervalSinceReferenceDate: neighbour)
        let text = formatter.dateString(from: date)
        if formatter.date(from: text) != date {
          Issue.record("\(text) is not \(neighbour) since 2001, seed \(Self.seed)")
        }
      }
    }
  }

  @Test func orderIsKept() {
    var random = SeededGenerator(seed: Self.seed)
    for range in Self.ranges {
      for _ in 0..<3000 {
        let seconds = Int64(random.integer(in: range))
        let start = random.integer(in: 0...999_998_000)
        var last = Date(JSONTimestamp(seconds: seconds, nanoseconds: Int32(start)))
        for step in 1...8 {
          let nanoseconds = Int32(start + step * random.integer(in: 1...250))
          let next = Date(JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds))
          guard nanoseconds > Int32(start) else { continue }
          // Only pairs whose order is known are compared.
          let first = Date(JSONTimestamp(seconds: seconds, nanoseconds: Int32(start)))
          if next < first {
            Issue.record("\(seconds) s + \(nanoseconds) ns is before \(start), \(Self.seed)")
          }
          last = max(last, next)
        }
        #expect(last >= Date(JSONTimestamp(seconds: seconds, nanoseconds: Int32(start))))
      }
    }
  }

  /// Where a date's steps are much smaller than those from 1970: what was read comes back, and what
  /// was not is written as something near.
  @Test func datesOfYearsWithSmallSteps() throws {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<5000 {
      let timestamp = JSONTimestamp(
        seconds: Int64(random.integer(in: 720_000_000...1_500_000_000)),
        nanoseconds: Int32(random.integer(in: 0...999_999_999)))
      let date = Date(timestamp)
      let written = try #require(JSONTimestamp(date))
      if Date(written) != date { Issue.record("\(timestamp), seed \(Self.seed)") }
      let other = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)
      let near = try #require(JSONTimestamp(other))
      if abs(Date(near).timeIntervalSince(other)) > 1.2e-7 {
        Issue.record("\(near) is not near \(timestamp), seed \(Self.seed)")
      }
    }
    for (interval, text) in [(0.1, "2001-01-01T00:00:00.1Z"), (-1e-20, "2001-01-01T00:00:00Z")] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      #expect(JSONTimestamp(date)?.description == text)
    }
  }

  @Test func extremes() {
    for seconds in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
      for nanoseconds in [0, 1, 999_999_999] as [Int32] {
        let timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
        let date = Date(timestamp)
        #expect(date.timeIntervalSince1970.isFinite)
        if seconds.magnitude > 1 << 62 { continue }
        #expect(JSONTimestamp(date) != nil)
      }
    }
    for interval in [Double.infinity, -.infinity, .nan, 1e19, -1e19, 9.3e18, -9.3e18] {
      #expect(JSONTimestamp(Date(timeIntervalSinceReferenceDate: interval)) == nil)
    }
  }
}
