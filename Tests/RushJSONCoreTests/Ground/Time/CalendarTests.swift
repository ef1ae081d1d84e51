import RushJSONCore
import Testing

/// Every day of the calendar, and every offset: text to instant and back.
///
/// The expected days are counted one by one, so no formula is trusted.
@Suite struct CalendarTests {
  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  private static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Whether the text of a day is written and read, too: of all days if there is time for it.
  ///
  /// Without optimisation it is the days around the ends of months, and of one whole period of the
  /// calendar all of them. The counting goes through every day in any case.
  private static func isChecked(_ year: Int, _ day: Int, of length: Int) -> Bool {
    #if DEBUG
      (1800..<2200).contains(year) || (day == 1 || day == length) && year % 7 == 0
    #else
      true
    #endif
  }

  @Test func everyDayOfTheYears0To9999() throws {
    let format = JSONDateFormat.rfc3339
    // 0001-01-01 is known; year 0 is a leap year.
    var seconds: Int64 = -62_135_596_800 - 366 * 86_400
    var text = Array("0000-00-00T00:00:00Z".utf8)
    var buffer = [UInt8](repeating: 0, count: format.maximumLength)
    var wrong: [String] = []

    func put(_ value: Int, at end: Int, count: Int) {
      var rest = value
      for index in (end - count..<end).reversed() {
        text[index] = UInt8(48 + rest % 10)
        rest /= 10
      }
    }
    for year in 0...9999 {
      put(year, at: 4, count: 4)
      for month in 1...12 {
        put(month, at: 7, count: 2)
        let length = month == 2 && Self.isLeapYear(year) ? 29 : Self.lengths[month - 1]
        for day in 1...length {
          defer { seconds += 86_400 }
          guard Self.isChecked(year, day, of: length) else { continue }
          put(day, at: 10, count: 2)
          let timestamp = JSONTimestamp(seconds: seconds, nanoseconds: 0)
          let parsed = try format.parse(text.span)
          let count = unsafe try buffer.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe try format.write(timestamp, to: base)
          }
          if parsed != timestamp || count != text.count || !buffer.starts(with: text) {
            wrong.append(String(decoding: text, as: UTF8.self))
          }
        }
        // There is no day after the last.
        guard Self.isChecked(year, length, of: length) else { continue }
        put(length + 1, at: 10, count: 2)
        if (try? format.parse(text.span)) != nil {
          wrong.append(String(decoding: text, as: UTF8.self))
        }
      }
    }
    #expect(wrong.count == 0, "\(wrong.count) days, first \(wrong.prefix(3))")
    #expect(seconds == 253_402_300_800)
  }

  @Test func everySecondOfADay() throws {
    for second in 0..<86_400 {
      let timestamp = JSONTimestamp(seconds: 1_719_187_200 + Int64(second))
      let text = try JSONDateFormat.rfc3339.format(timestamp)
      let read = try JSONDateFormat.rfc3339.parse(text)
      if read != timestamp { Issue.record("\(text) is \(second) seconds of the day") }
    }
  }

  @Test func everyOffset() throws {
    for minutes in -1439...1439 {
      let offset = try #require(JSONTimestamp.Offset(minutes: minutes))
      let format = JSONDateFormat.rfc3339(.offset(offset))
      let timestamp = JSONTimestamp(seconds: 1_719_262_833, nanoseconds: 167_806_000)
      let text = try format.format(timestamp)
      let magnitude = minutes.magnitude
      let (hours, rest) = (magnitude / 60, magnitude % 60)
      let zone =
        minutes == 0
        ? "Z" : "\(minutes < 0 ? "-" : "+")\(hours / 10)\(hours % 10):\(rest / 10)\(rest % 10)"
      #expect(text.hasSuffix(".167806" + zone))
      #expect(try format.parse(text) == timestamp)
      #expect(try JSONDateFormat.rfc3339.parse(text) == timestamp)
      // The clock shows local time: read as UTC it is ahead by the offset.
      let clock = text.dropLast(zone.utf8.count) + "Z"
      let shown = try JSONDateFormat.rfc3339.parse(String(clock))
      #expect(shown.seconds - timestamp.seconds == Int64(minutes * 60))
    }
    #expect(JSONTimestamp.Offset(minutes: 1440) == nil)
    #expect(JSONTimestamp.Offset(minutes: -1440) == nil)
  }

  @Test func everyNumberOfFractionDigits() throws {
    for count in 1...9 {
      let digits = "123456789".prefix(count)
      let text = "2024-06-24T21:00:33.\(digits)"
      let padded = String(digits) + String(repeating: "0", count: 9 - count)
      let nanoseconds = try #require(Int32(padded))
      for zone in ["Z", "+05:30"] {
        let timestamp = try JSONDateFormat.rfc3339.parse(text + zone)
        #expect(timestamp.nanoseconds == nanoseconds)
      }
      let format = JSONDateFormat.rfc3339(.fraction(.fixed(count)))
      let timestamp = JSONTimestamp(seconds: 1_719_262_833, nanoseconds: 123_456_789)
      #expect(try format.format(timestamp) == text + "Z")
    }
  }
}
