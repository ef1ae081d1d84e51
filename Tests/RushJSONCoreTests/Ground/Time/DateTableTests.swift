import RushJSONCore
import Testing

/// The acceptance table of dates, row by row: texts and instants.
@Suite struct DateTableTests {
  /// A text, its format, and the result: seconds and nanoseconds, or the error and its offset.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var format: JSONDateFormat
    var timestamp: JSONTimestamp?
    var error: JSONValueError.DateFault?
    var offset = 0

    init(
      _ name: String, _ text: String, _ seconds: Int64, _ nanoseconds: Int32 = 0,
      by format: JSONDateFormat = .rfc3339
    ) {
      (self.name, self.text, self.format) = (name, text, format)
      timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
    }

    init(
      _ name: String, _ text: String, fails error: JSONValueError.DateFault, at offset: Int,
      by format: JSONDateFormat = .rfc3339
    ) {
      (self.name, self.text, self.format) = (name, text, format)
      (self.error, self.offset) = (error, offset)
    }

    var testDescription: String { "\(name): \(text)" }
  }

  @Test(arguments: [
    Row("D1", "2020-08-24T17:28:04.123Z", 1_598_290_084, 123_000_000),
    Row("D2", "2024-06-24T21:00:33.167806Z", 1_719_262_833, 167_806_000),
    Row("D3", "2024-06-14T16:24:37.63784Z", 1_718_382_277, 637_840_000),
    Row("D3", "2024-06-14T16:24:37.637840Z", 1_718_382_277, 637_840_000),
    Row("D4", "2024-09-18T13:49:11.324282561Z", 1_726_667_351, 324_282_561),
    Row("D6", "2002-12-02T15:11:12Z", 1_038_841_872),
    Row("D7", "2002-10-02T07:12:13-03:00", 1_033_553_533),
    Row("D8", "2002-10-02T10:12:13+02:00", 1_033_546_333),
    Row("D9", "2002-10-02T10:12:13+00:00", 1_033_553_533),
    Row("D9", "2002-10-02T10:12:13-00:00", 1_033_553_533),
    Row("D11", "1936-10-02T10:12:13.250Z", -1_049_204_867, 250_000_000),
    Row("D13", "2024-06-24T21:00:33.167806+02:00", 1_719_255_633, 167_806_000),
    Row(
      "D14", "1934-01-01T12:00:27.87+0020", -1_136_031_573,
      870_000_000, by: .rfc3339(.allowZoneWithoutColon)),
    Row("D14", "1934-01-01T12:00:27.87+0020", fails: .expectedByte(0x3a), at: 25),
    Row("D16", "2020-09-30T19:51:17", fails: .expectedOffset, at: 19),
    Row("D16", "2020-09-30T19:51:17", 1_601_495_477, by: .rfc3339(.allowMissingZone())),
    Row(
      "D16", "2020-09-30T19:51:17",
      1_601_488_277, by: .rfc3339(.allowMissingZone(assume: .ahead(hours: 2)))),
    Row("D17", "2020-09-30t19:51:17z", 1_601_495_477),
    Row("D18", "", fails: .expectedDigits(of: .year), at: 0),
    Row("D18", "123456", fails: .expectedByte(0x2d), at: 4),
    Row("D18", "2020-09-30", fails: .expectedSeparator, at: 10),
    Row("D18", "2020-09-30", 1_601_424_000, by: .rfc3339(.dateOnly)),
    Row("D18", "20210101T000000Z", fails: .expectedByte(0x2d), at: 4),
    Row("D18", "2021-W01-1", fails: .expectedDigits(of: .month), at: 5),
    Row("D19", "2020-09-30 19:51:17Z", fails: .expectedSeparator, at: 10),
    Row("D19", "2020-09-30 19:51:17Z", 1_601_495_477, by: .rfc3339(.allowSpaceSeparator)),
    Row("D21", "2016-12-31T23:59:60Z", 1_483_228_800),
    Row("D21", "2016-12-31T23:59:60Z", 1_483_228_800, by: .rfc3339(.leapSecond(.next))),
    Row("D21", "2016-12-31T23:59:60Z", 1_483_228_799, by: .rfc3339(.leapSecond(.clamp))),
    Row(
      "D21", "2016-12-31T23:59:60Z", fails: .unexpectedLeapSecond, at: 17,
      by: .rfc3339(.leapSecond(.reject))),
    Row("D22", "0001-01-01T00:00:00Z", -62_135_596_800),
    Row("D23", "9999-12-31T23:59:59.999Z", 253_402_300_799, 999_000_000),
    Row("D23", "10000-01-01T00:00:00Z", fails: .expectedByte(0x2d), at: 4),
  ])
  func reading(_ row: Row) throws {
    if let timestamp = row.timestamp {
      #expect(try row.format.parse(row.text) == timestamp)
    } else {
      let error = #expect(throws: JSONValueError.self) { try row.format.parse(row.text) }
      #expect(error?.dateFault == row.error)
      #expect(error?.offset == row.offset)
    }
  }

  /// An instant, its format, and its text.
  struct WrittenRow: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var format: JSONDateFormat
    var timestamp: JSONTimestamp

    init(
      _ name: String, _ seconds: Int64, _ nanoseconds: Int32, _ text: String,
      by format: JSONDateFormat = .rfc3339
    ) {
      (self.name, self.text, self.format) = (name, text, format)
      timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
    }

    var testDescription: String { "\(name): \(text)" }
  }

  @Test(arguments: [
    WrittenRow("D26", 1_601_633_533, 123_000_000, "2020-10-02T10:12:13.123Z"),
    WrittenRow(
      "D26", 1_601_633_533, 123_000_000, "2020-10-02T10:12:13.123Z",
      by: .rfc3339(.fraction(.shortestExact(max: 6)))),
    WrittenRow("D27", 1_604_401_976, 0, "2020-11-03T11:12:56Z"),
    WrittenRow("D28", 1_565_864_022, 0, "2019-08-15T10:13:42Z"),
    WrittenRow("D28", 1_532_767_662, 0, "2018-07-28T08:47:42Z"),
    WrittenRow(
      "D28", 1_565_864_022, 0, "2019-08-15T12:13:42+02:00", by: .rfc3339(.offset(.ahead(hours: 2)))),
    WrittenRow(
      "D28", 1_532_767_662, 0, "2018-07-28T05:47:42-03:00", by: .rfc3339(.offset(.behind(hours: 3)))
    ),
    WrittenRow("D29", 0, 500_000, "1970-01-01T00:00:00.0005Z"),
    WrittenRow("D29", 1_601_633_533, 999_600_000, "2020-10-02T10:12:13.9996Z"),
    WrittenRow(
      "D29", 1_601_633_533, 999_600_000, "2020-10-02T10:12:13.999Z",
      by: .rfc3339(.fraction(.fixed(3)))),
    WrittenRow(
      "D29", 1_601_633_533, 999_600_000, "2020-10-02T10:12:14.000Z",
      by: .rfc3339(.fraction(.fixed(3)), .rounding(.nearest))),
  ])
  func writing(_ row: WrittenRow) throws {
    #expect(try row.format.format(row.timestamp) == row.text)
  }

  @Test(
    "D30: read, written and read again",
    arguments: [
      "2024-06-24T21:00:33.167806Z", "2024-09-18T13:49:11.324282561Z", "2002-12-02T15:11:12Z",
    ])
  func roundTrip(_ text: String) throws {
    let timestamp = try JSONDateFormat.rfc3339.parse(text)
    let written = try JSONDateFormat.rfc3339.format(timestamp)
    #expect(written == text)
    #expect(try JSONDateFormat.rfc3339.parse(written) == timestamp)
  }
}
