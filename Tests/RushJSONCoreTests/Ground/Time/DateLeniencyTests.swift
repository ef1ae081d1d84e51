import RushJSONCore
import Testing

/// Each leniency accepts its own texts, and no other option does.
@Suite struct DateLeniencyTests {
  typealias Option = JSONDateFormat.RFC3339Option

  private static let all: [Option] = [
    .allowSpaceSeparator, .allowMissingZone(), .allowZoneWithoutColon, .allowHourOnlyZone,
    .allowMissingSeconds, .allowCommaFraction, .allowHour24, .dateOnly,
  ]

  @Test(
    arguments: [
      (.allowSpaceSeparator, "2020-09-30 19:51:17Z", 1_601_495_477),
      (.allowMissingZone(), "2020-09-30T19:51:17", 1_601_495_477),
      (.allowZoneWithoutColon, "2020-09-30T21:51:17+0200", 1_601_495_477),
      (.allowHourOnlyZone, "2020-09-30T21:51:17+02", 1_601_495_477),
      (.allowMissingSeconds, "2020-09-30T19:51Z", 1_601_495_460),
      (.allowMissingSeconds, "2020-09-30T21:51+02:00", 1_601_495_460),
      (.allowCommaFraction, "2020-09-30T19:51:17,0Z", 1_601_495_477),
      (.allowHour24, "2020-09-30T24:00:00Z", 1_601_510_400),
      (.allowHour24, "2020-09-30T24:00:00.000+00:00", 1_601_510_400),
      (.dateOnly, "2020-09-30", 1_601_424_000),
    ] as [(Option, String, Int64)])
  func isNeededAndEnough(_ option: Option, _ text: String, _ seconds: Int64) throws {
    #expect(try JSONDateFormat.rfc3339(option).parse(text) == JSONTimestamp(seconds: seconds))
    #expect(
      try JSONDateFormat.rfc3339(Self.all).parse(text) == JSONTimestamp(seconds: seconds))
    let others = Self.all.filter { $0 != option }
    #expect(throws: JSONValueError.self) { try JSONDateFormat.rfc3339(others).parse(text) }
  }

  @Test(
    arguments: [
      ([.allowHour24], "2020-09-30T24:00:01Z", .outOfRange(.hour), 11),
      ([.allowHour24], "2020-09-30T24:00:00.1Z", .outOfRange(.hour), 11),
      ([.allowHour24], "2020-09-30T25:00:00Z", .outOfRange(.hour), 11),
      ([.allowSpaceSeparator], "2020-09-30_19:51:17Z", .expectedSeparator, 10),
      ([.allowSpaceSeparator], "2020-09-30  19:51:17Z", .expectedDigits(of: .hour), 11),
      ([.allowMissingZone()], "2020-09-30T19:51:17 ", .expectedOffset, 19),
      ([.allowZoneWithoutColon], "2020-09-30T19:51:17+02", .expectedDigits(of: .offset), 22),
      ([.allowHourOnlyZone], "2020-09-30T19:51:17+2", .expectedDigits(of: .offset), 21),
      ([.dateOnly], "2020-09-30Z", .expectedSeparator, 10),
      ([], "2020-09-30T19:51:17.Z", .expectedDigits(of: .fraction), 20),
      ([], "2020-09-30T19:51:17,5Z", .expectedOffset, 19),
      ([], "2020-09-30T19:51:17+24:00", .outOfRange(.offset), 20),
      ([], "2020-09-30T19:51:17+02:60", .outOfRange(.offset), 23),
      ([], "2020-02-30T19:51:17Z", .outOfRange(.day), 8),
      ([], "2021-02-29T19:51:17Z", .outOfRange(.day), 8),
      ([], "2021-00-29T19:51:17Z", .outOfRange(.month), 5),
      ([], "2021-01-00T19:51:17Z", .outOfRange(.day), 8),
      ([], "2021-01-32T19:51:17Z", .outOfRange(.day), 8),
      ([], "2021-01-01T19:60:17Z", .outOfRange(.minute), 14),
      ([], "2021-01-01T19:51:61Z", .outOfRange(.second), 17),
      ([], "2021-01-01T19:51:60Z", .unexpectedLeapSecond, 17),
      ([], "2016-12-30T23:59:60Z", .unexpectedLeapSecond, 17),
      ([], "2016-12-31T23:59:60+01:00", .unexpectedLeapSecond, 17),
      ([], "-001-01-01T00:00:00Z", .expectedDigits(of: .year), 0),
      ([], "２020-01-01T00:00:00Z", .expectedDigits(of: .year), 0),
    ] as [([Option], String, JSONValueError.DateFault, Int)])
  func refuses(
    _ options: [Option], _ text: String, _ kind: JSONValueError.DateFault, _ offset: Int
  ) {
    let error = #expect(throws: JSONValueError.self) {
      try JSONDateFormat.rfc3339(options).parse(text)
    }
    #expect(error?.dateFault == kind)
    #expect(error?.offset == offset)
  }

  @Test func leapSecondsElsewhere() throws {
    let format = JSONDateFormat.rfc3339
    #expect(try format.parse("1990-12-31T15:59:60-08:00").seconds == 662_688_000)
    #expect(
      try format.parse("2015-06-30T23:59:60.5Z")
        == JSONTimestamp(seconds: 1_435_708_800, nanoseconds: 500_000_000))
    #expect(
      try JSONDateFormat.rfc3339(.leapSecond(.clamp)).parse("2015-06-30T23:59:60.5Z")
        == JSONTimestamp(seconds: 1_435_708_799, nanoseconds: 500_000_000))
  }

  @Test(
    arguments: [
      ("59.9999999994", JSONDateFormat.Rounding.truncate, 0, 999_999_999),
      ("59.9999999999", .truncate, 0, 999_999_999),
      ("59.9999999994", .nearest, 0, 999_999_999),
      ("59.9999999995", .nearest, 1, 0),
      ("59.123456789012345678901234567890", .truncate, 0, 123_456_789),
      ("59.123456788499999999999", .nearest, 0, 123_456_788),
    ] as [(String, JSONDateFormat.Rounding, Int64, Int32)])
  func moreThanNineDigits(
    _ second: String, _ rounding: JSONDateFormat.Rounding, _ carry: Int64, _ nanoseconds: Int32
  ) throws {
    let format = JSONDateFormat.rfc3339(.rounding(rounding))
    let timestamp = try format.parse("2020-12-31T23:59:\(second)Z")
    #expect(
      timestamp == JSONTimestamp(seconds: 1_609_459_199 + carry, nanoseconds: nanoseconds))
  }

  @Test(
    arguments: [
      (.fraction(.none), "2024-06-24T21:00:33Z"),
      (.fraction(.fixed(1)), "2024-06-24T21:00:33.1Z"),
      (.fraction(.fixed(9)), "2024-06-24T21:00:33.167800000Z"),
      (.fraction(.fixed(99)), "2024-06-24T21:00:33.167800000Z"),
      (.fraction(.fixed(-1)), "2024-06-24T21:00:33Z"),
      (.fraction(.shortestExact()), "2024-06-24T21:00:33.1678Z"),
      (.fraction(.shortestExact(max: 3)), "2024-06-24T21:00:33.167Z"),
      (.fraction(.shortestExact(max: 0)), "2024-06-24T21:00:33Z"),
      (.numericUTC, "2024-06-24T21:00:33.1678+00:00"),
      (.offset(.behind(hours: 23, minutes: 59)), "2024-06-23T21:01:33.1678-23:59"),
    ] as [(Option, String)])
  func writes(_ option: Option, _ text: String) throws {
    let timestamp = JSONTimestamp(seconds: 1_719_262_833, nanoseconds: 167_800_000)
    #expect(try JSONDateFormat.rfc3339(option).format(timestamp) == text)
  }

  @Test func listsTryTheirFormatsInTurn() throws {
    let list = JSONDateFormat.anyOf(
      .rfc3339, try .pattern("dd/MM/yyyy"), try .pattern("MM/dd/yyyy"), .unix(.milliseconds))
    #expect(try list.parse("02/03/2020").seconds == 1_583_107_200)
    #expect(try list.parse("02/13/2020").seconds == 1_581_552_000)
    #expect(try list.parse("1500").nanoseconds == 500_000_000)
    #expect(list.form == .string)
    #expect(list.reads(.number) && list.reads(.string))
    #expect(!JSONDateFormat.rfc3339.reads(.number) && !JSONDateFormat.unix(.seconds).reads(.string))
    #expect(try list.format(JSONTimestamp(seconds: 0)) == "1970-01-01T00:00:00Z")
  }

  /// A string of digits is not a number to a format that reads strings.
  @Test func formsAreKeptApart() throws {
    let list = JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))
    let bytes = Array("1591690240".utf8)
    try unsafe bytes.withUnsafeBytes { buffer in
      let number = unsafe try list.parse(buffer, as: .number)
      #expect(number.seconds == 1_591_690_240)
      let error = #expect(throws: JSONValueError.self) {
        try unsafe list.parse(buffer, as: .string)
      }
      #expect(error?.dateFault == .expectedByte(0x2d))
      let wrong = #expect(throws: JSONValueError.self) {
        try unsafe JSONDateFormat.rfc3339.parse(buffer, as: .number)
      }
      #expect(wrong?.dateFault == .wrongForm)
    }
  }

  @Test func errorsAreSentences() {
    let error = #expect(throws: JSONValueError.self) {
      try JSONDateFormat.rfc3339.parse("2024-x1-24T21:00:33Z")
    }
    #expect(
      error?.description
        == "expected the digits of the month, found \"x1-24T21:00:33Z\" (byte 5)")
    let end = #expect(throws: JSONValueError.self) { try JSONDateFormat.rfc3339.parse("2024-06") }
    #expect(end?.description == "expected '-', found the end (byte 7)")
    let range = #expect(throws: JSONValueError.self) {
      try JSONDateFormat.rfc3339.parse("2021-02-29T00:00:00Z")
    }
    #expect(range?.description == "the day is out of range: found \"29T00:00:00Z\" (byte 8)")
  }
}
