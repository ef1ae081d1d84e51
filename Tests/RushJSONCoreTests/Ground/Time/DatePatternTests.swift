import RushJSONCore
import Testing

/// Patterns: what they read and write, and the errors with their offsets.
@Suite struct DatePatternTests {
  /// 2024-06-04T15:05:07.123456789Z, a Tuesday.
  private static let sample = JSONTimestamp(seconds: 1_717_513_507, nanoseconds: 123_456_789)

  struct Case: Sendable, CustomTestStringConvertible {
    var pattern: String
    var text: String
    var offset: JSONTimestamp.Offset

    init(_ pattern: String, _ text: String, _ offset: JSONTimestamp.Offset = .utc) {
      (self.pattern, self.text, self.offset) = (pattern, text, offset)
    }

    var testDescription: String { pattern }
  }

  @Test(arguments: [
    Case("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSXXX", "2024-06-04T15:05:07.123456789Z"),
    Case(
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2024-06-04T20:35:07.123+05:30", .ahead(hours: 5, minutes: 30)
    ),
    Case("EEE, dd MMM yyyy HH:mm:ss Z", "Tue, 04 Jun 2024 15:05:07 +0000"),
    Case("EEE, dd MMM yyyy HH:mm:ss zzz", "Tue, 04 Jun 2024 15:05:07 GMT"),
    Case("EEEE, d MMMM y h:mm:ss a", "Tuesday, 4 June 2024 3:05:07 PM"),
    Case("yyyyMMddHHmmssSSS", "20240604150507123"),
    Case("yy/M/d H:m:s", "24/6/4 15:5:7"),
    Case("uuuu-DDD'T'kk:mm:ss", "2024-156T15:05:07"),
    Case("y-D KK:mm:ss aaa", "2024-156 03:05:07 PM"),
    Case("yyyy-LL-dd HH:mm:ssx", "2024-06-04 12:05:07-03", .behind(hours: 3)),
    Case("yyyy-MM-dd HH:mm:ssx", "2024-06-04 11:35:07-0330", .behind(hours: 3, minutes: 30)),
    Case("yyyy-MM-dd HH:mm:ssX", "2024-06-04 15:05:07Z"),
    Case("yyyy-MM-dd HH:mm:ssxx", "2024-06-04 15:05:07+0000"),
    Case("yyyy-MM-dd HH:mm:ssXX", "2024-06-04 17:05:07+0200", .ahead(hours: 2)),
    Case("yyyy-MM-dd HH:mm:ssxxx", "2024-06-04 15:05:07+00:00"),
    Case("yyyy-MM-dd HH:mm:ssZZZZ", "2024-06-04 17:05:07GMT+02:00", .ahead(hours: 2)),
    Case("yyyy-MM-dd HH:mm:ssZZZZZ", "2024-06-04 17:05:07+02:00", .ahead(hours: 2)),
    Case("yyyy-MM-dd HH:mm:ss O", "2024-06-04 17:05:07 GMT+2", .ahead(hours: 2)),
    Case("yyyy-MM-dd HH:mm:ss O", "2024-06-04 11:35:07 GMT-3:30", .behind(hours: 3, minutes: 30)),
    Case("yyyy-MM-dd HH:mm:ss OOOO", "2024-06-04 15:05:07 GMT"),
    Case("'le' d.M.yyyy 'à' HH 'h' mm:ss, 'o''clock' ''", "le 4.6.2024 à 15 h 05:07, o'clock '"),
  ])
  func writesAndReads(_ test: Case) throws {
    let format = try JSONDateFormat.pattern(test.pattern, offset: test.offset)
    #expect(try format.format(Self.sample) == test.text)
    let read = try format.parse(test.text)
    #expect(read.seconds == Self.sample.seconds)
    #expect(try format.format(read) == test.text)
  }

  @Test(arguments: ["a", "yyyy-MM-dd a", "a dd.MM.yyyy", "yyyy-MM-dd a mm:ss", "dd a X"])
  func aHalfOfTheDayWithoutAnHourIsReadAsItIsWritten(pattern: String) throws {
    let format = try JSONDateFormat.pattern(pattern, offset: .behind(hours: 3))
    for hour in 0..<24 {
      let text = try format.format(JSONTimestamp(seconds: 1_717_459_200 + Int64(hour) * 3600))
      #expect(try format.format(format.parse(text)) == text)
    }
    let day = try JSONDateFormat.pattern("yyyy-MM-dd a")
    #expect(try day.parse("1970-01-02 AM").seconds == 86_400)
    #expect(try day.parse("1970-01-02 PM").seconds == 129_600)
  }

  /// Texts that a pattern reads but does not write, and the defaults of fields that it lacks.
  @Test(arguments: [
    ("yyyy-MM-dd'T'HH:mm:ssZZZ", "2020-09-30T19:51:17Z", 1_601_495_477),
    ("yyyy-MM-dd'T'HH:mm:ssX", "2020-09-30T21:51:17+02:00", 1_601_495_477),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "wed, 30 SEP 2020 19:51:17 GMT", 1_601_495_477),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "Wed, 30 Sep 2020 22:51:17 UTC+3", 1_601_495_477),
    ("yyyy-MM-dd", "2020-09-30", 1_601_424_000),
    ("HH:mm", "00:01", 946_684_860),
    ("dd.MM.", "29.02.", 951_782_400),
    ("yy", "69", -31_536_000),
    ("yy", "68", 3_092_601_600),
    ("hh a yyyy", "12 AM 1970", 0),
    ("hh a yyyy", "12 PM 1970", 43_200),
    ("kk yyyy", "24 1970", 0),
    ("DDD yyyy", "366 1972", 94_608_000),
    // Without a whole date, a weekday is not checked.
    ("EEE HH:mm", "Mon 00:00", 946_684_800),
  ])
  func reads(_ pattern: String, _ text: String, _ seconds: Int64) throws {
    let format = try JSONDateFormat.pattern(pattern)
    #expect(try format.parse(text) == JSONTimestamp(seconds: seconds))
  }

  @Test(
    arguments: [
      ("yyyy-MM-dd", "2020-9-30", JSONValueError.DateFault.expectedDigits(of: .month), 6),
      ("yyyy-MM-dd", "2020-09-31", .outOfRange(.day), 8),
      ("yyyy-MM-dd", "2020-13-01", .outOfRange(.month), 5),
      ("yyyy-MM-dd", "2020-00-01", .outOfRange(.month), 5),
      ("yyyy-MM-dd", "10000-01-01", .expectedByte(0x2d), 4),
      ("yyyy-MM-dd", "2020-09-30Z", .expectedEnd, 10),
      ("yyyy-DDD", "2021-366", .outOfRange(.dayOfYear), 5),
      ("yyyy MMM", "2020 Okt", .expectedName(of: .month), 5),
      ("EEE yyyy-MM-dd", "Tue 2020-09-30", .wrongWeekday, 0),
      ("HH:mm a", "13:00 AM", .outOfRange(.dayPeriod), 6),
      ("hh a", "13 PM", .outOfRange(.hour), 0),
      ("hh a", "12 XM", .expectedName(of: .dayPeriod), 3),
      ("HH:mm:ss", "23:59:60", .outOfRange(.second), 6),
      ("HH:mm.SSS", "23:59.1", .expectedDigits(of: .fraction), 7),
      ("HH X", "23 ", .expectedOffset, 3),
      ("HH X", "23 +24", .outOfRange(.offset), 4),
    ] as [(String, String, JSONValueError.DateFault, Int)])
  func refuses(_ pattern: String, _ text: String, _ kind: JSONValueError.DateFault, _ offset: Int)
    throws
  {
    let format = try JSONDateFormat.pattern(pattern)
    let error = #expect(throws: JSONValueError.self) { try format.parse(text) }
    #expect(error?.dateFault == kind)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      ("", JSONValueError.DatePatternFault.empty, 0),
      ("YYYY-MM-dd", .unknownLetter("Y"), 0),
      ("yyyy-MM-ddTHH:mm", .unknownLetter("T"), 10),
      ("yyy", .unsupportedCount("y", count: 3), 0),
      ("dd MMMMM", .unsupportedCount("M", count: 5), 3),
      ("SSSSSSSSSS", .unsupportedCount("S", count: 10), 0),
      ("HH 'h", .unterminatedQuote, 3),
      ("yyyy uuuu", .repeatedField(.year), 5),
      ("MM DDD", .repeatedField(.dayOfYear), 3),
      ("DDD dd", .repeatedField(.day), 4),
      ("HH h a", .repeatedField(.hour), 3),
      ("mm hh", .missingDayPeriod, 3),
      ("yyyy dMM", .ambiguousDigits, 5),
      ("H'0'", .ambiguousDigits, 0),
      ("Xyyyy", .ambiguousDigits, 0),
      ("X-yyyy", .ambiguousDigits, 0),
    ] as [(String, JSONValueError.DatePatternFault, Int)])
  func refusesPatterns(_ pattern: String, _ kind: JSONValueError.DatePatternFault, _ offset: Int) {
    let error = #expect(throws: JSONValueError.self) {
      try JSONDateFormat.pattern(pattern)
    }
    #expect(error?.kind == .invalidDatePattern(kind))
    #expect(error?.offset == offset)
  }

  @Test func aYearThatWouldBeReadAsAnotherIsNotWritten() throws {
    let format = try JSONDateFormat.pattern("yy-MM-dd")
    let error = #expect(throws: JSONValueError.self) {
      try format.format(JSONTimestamp(seconds: -62_135_596_800))
    }
    #expect(error?.dateFault == .outOfRange(.year))
  }

  @Test func digitsThatDoNotFit() throws {
    let timestamp = JSONTimestamp(seconds: 1_719_791_999, nanoseconds: 999_600_000)
    let cut = try JSONDateFormat.pattern("yyyy-MM-dd HH:mm:ss.SSS")
    #expect(try cut.format(timestamp) == "2024-06-30 23:59:59.999")
    let rounded = try JSONDateFormat.pattern("yyyy-MM-dd HH:mm:ss.SSS", rounding: .nearest)
    #expect(try rounded.format(timestamp) == "2024-07-01 00:00:00.000")
    let seconds = try JSONDateFormat.pattern("HH:mm:ss", rounding: .nearest)
    #expect(try seconds.format(timestamp) == "00:00:00")
  }

  /// Each day of a leap year and the one after, by names, numbers and days of the year.
  @Test func everyDayOfTwoYears() throws {
    let formats = [
      try JSONDateFormat.pattern("EEEE, MMMM d, yyyy"), try JSONDateFormat.pattern("yyyy-DDD"),
      try JSONDateFormat.pattern("EEE yyMMdd"),
    ]
    for day in 0..<731 {
      let timestamp = JSONTimestamp(seconds: 1_704_067_200 + Int64(day) * 86_400)
      for format in formats {
        let text = try format.format(timestamp)
        #expect(try format.parse(text) == timestamp, "\(text)")
      }
    }
  }
}

extension DatePatternTests {
  @Test func aPatternHasOneWeekday() {
    let error = #expect(throws: JSONValueError.self) { try JSONDateFormat.pattern("EEE EEEE") }
    guard case .invalidDatePattern(let fault)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault == .repeatedField(.weekday))
  }
}
