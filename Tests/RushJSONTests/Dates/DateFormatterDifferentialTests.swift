import Foundation
import RushJSON
import Testing

/// Patterns compared with Foundation's `DateFormatter`, which uses the same letters.
///
/// Its calendar is Julian before October 1582, so only later dates are compared.
@Suite struct DateFormatterDifferentialTests {
  private static let instants: [TimeInterval] = [
    0, 1_717_513_507, 1_719_262_833.25, 951_782_399.5, 951_782_400, 4_102_444_799.875,
    -1_049_204_866.75, -12_200_000_000, 253_402_127_999, 1_583_020_800, 1_704_067_199.75,
  ]

  /// Whole minutes, because Foundation's time zones have no seconds.
  private static let offsets = [0, 120, -180, 330, -210, 840, -720]

  @Test(arguments: [
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "yyyy-MM-dd'T'HH:mm:ssXXXXX", "yyyy-MM-dd'T'HH:mm:ssZZZZZ",
    "yyyy-MM-dd HH:mm:ssX", "yyyy-MM-dd HH:mm:ssXX", "yyyy-MM-dd HH:mm:ssXXXX",
    "yyyy-MM-dd HH:mm:ssx", "yyyy-MM-dd HH:mm:ssxx", "yyyy-MM-dd HH:mm:ssxxx",
    "yyyy-MM-dd HH:mm:ssxxxx", "yyyy-MM-dd HH:mm:ssxxxxx", "yyyy-MM-dd HH:mm:ss Z",
    "yyyy-MM-dd HH:mm:ss ZZZ", "yyyy-MM-dd HH:mm:ss ZZZZ", "yyyy-MM-dd HH:mm:ss O",
    "yyyy-MM-dd HH:mm:ss OOOO", "yyyy-MM-dd HH:mm:ss z", "EEE, dd MMM yyyy HH:mm:ss zzz",
    "EEE, dd MMM yyyy HH:mm:ss Z", "EEEE, d MMMM y", "E d LLL uuuu", "EE MMMM dd yyyy h:mm:ss a",
    "yyyyMMddHHmmssSSS", "yyyy-DDD", "y D", "y/M/d H:m:s", "dd.MM.yyyy hh:mm aa", "KK:mm a, d.M.y",
    "kk:mm yyyy-MM-dd", "k:m d/L/y", "HH:mm:ss.S", "ss.SSSSSS mm HH", "'le' d 'à' HH 'o''clock' ''",
    "yyyy-MM-dd", "HH:mm", "dd MMM", "yyyy", "MMMM",
  ])
  func writesTheSame(_ pattern: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.dateFormat = pattern
    for minutes in Self.offsets {
      formatter.timeZone = TimeZone(secondsFromGMT: minutes * 60)
      let offset = try #require(JSONTimestamp.Offset(minutes: minutes))
      let ours = try JSONDateFormat.pattern(pattern, offset: offset)
      for seconds in Self.instants {
        let date = Date(timeIntervalSince1970: seconds)
        let text = ours.dateString(from: date)
        #expect(text == formatter.string(from: date), "\(seconds)")
        let theirs = try #require(formatter.date(from: text), "\(text)")
        #expect(abs(Date(try ours.parse(text)).timeIntervalSince(theirs)) < 0.001, "\(text)")
      }
    }
  }
}
