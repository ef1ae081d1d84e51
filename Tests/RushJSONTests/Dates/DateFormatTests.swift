import Foundation
import RushJSON
import Testing

/// The acceptance table of dates, as far as it is about `Date`, and formats without a coder.
@Suite struct DateFormatTests {
  /// The rows that are read, with the seconds since 1970 of the table, to the last bit.
  @Test(arguments: [
    ("D1", "2020-08-24T17:28:04.123Z", 1598290084.123),
    ("D2", "2024-06-24T21:00:33.167806Z", 1719262833.167806),
    ("D3", "2024-06-14T16:24:37.63784Z", 1718382277.63784),
    ("D3", "2024-06-14T16:24:37.637840Z", 1718382277.63784),
    ("D6", "2002-12-02T15:11:12Z", 1038841872),
    ("D7", "2002-10-02T07:12:13-03:00", 1033553533),
    ("D8", "2002-10-02T10:12:13+02:00", 1033546333),
    ("D9", "2002-10-02T10:12:13+00:00", 1033553533),
    ("D9", "2002-10-02T10:12:13-00:00", 1033553533),
    ("D11", "1936-10-02T10:12:13.250Z", -1049204866.75),
    ("D13", "2024-06-24T21:00:33.167806+02:00", 1719255633.167806),
    ("D17", "2020-09-30t19:51:17z", 1601495477),
    ("D21", "2016-12-31T23:59:60Z", 1483228800),
    ("D22", "0001-01-01T00:00:00Z", -62135596800),
    ("D23", "9999-12-31T23:59:59.999Z", 253402300799.999),
  ])
  func reads(_ row: String, _ text: String, _ seconds: Double) throws {
    let date = Date(try JSONDateFormat.rfc3339.parse(text))
    #expect(date == Date(timeIntervalSince1970: seconds))
    #expect(date.timeIntervalSince1970 == seconds)
    #expect(JSONDateFormat.rfc3339.date(from: text) == date)
  }

  @Test("D4: nine digits") func nineDigits() throws {
    let date = Date(try JSONDateFormat.rfc3339.parse("2024-09-18T13:49:11.324282561Z"))
    // Differences of seconds of the day, which have digits to spare.
    let midnight = Date(timeIntervalSince1970: 1_726_617_600)
    #expect(abs(date.timeIntervalSince(midnight) - 49751.324282561) <= 1.2e-7)
  }

  @Test("D14: offset without a colon") func offsetWithoutColon() {
    let text = "1934-01-01T12:00:27.87+0020"
    #expect(JSONDateFormat.rfc3339.date(from: text) == nil)
    let date = JSONDateFormat.rfc3339(.allowZoneWithoutColon).date(from: text)
    #expect(date == Date(timeIntervalSince1970: -1136031572.13))
  }

  @Test(
    "D18, D19, D23: no dates",
    arguments: [
      "", "123456", "2020-09-30", "20210101T000000Z", "2021-W01-1", "2020-09-30 19:51:17Z",
      "10000-01-01T00:00:00Z",
    ])
  func refuses(_ text: String) {
    #expect(JSONDateFormat.rfc3339.date(from: text) == nil)
    #expect(throws: JSONValueError.self) { try JSONDateFormat.rfc3339.parse(text) }
  }

  /// The rows that are written, from dates made as programs make them.
  @Test(arguments: [
    ("D26", 1601633533.123, "2020-10-02T10:12:13.123Z"),
    ("D27", 1604401976, "2020-11-03T11:12:56Z"),
    ("D28", 1565864022, "2019-08-15T10:13:42Z"),
    ("D28", 1532767662, "2018-07-28T08:47:42Z"),
    ("D29", 0.0005, "1970-01-01T00:00:00.0005Z"),
    ("D29", 1601633533.9996, "2020-10-02T10:12:13.9996Z"),
  ])
  func writes(_ row: String, _ seconds: Double, _ text: String) {
    let format = JSONDateFormat.rfc3339
    #expect(format.dateString(from: Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test("D28: in the offset that was given") func writesWithOffset() {
    let date = Date(timeIntervalSince1970: 1_565_864_022)
    let format = JSONDateFormat.rfc3339(.offset(.ahead(hours: 2)))
    #expect(format.dateString(from: date) == "2019-08-15T12:13:42+02:00")
  }

  @Test("D29: fixed digits are cut") func fixedDigits() {
    let date = Date(timeIntervalSince1970: 1601633533.9996)
    #expect(
      JSONDateFormat.rfc3339(.fraction(.fixed(3))).dateString(from: date)
        == "2020-10-02T10:12:13.999Z")
    #expect(
      JSONDateFormat.rfc3339(.fraction(.fixed(3)), .rounding(.nearest)).dateString(from: date)
        == "2020-10-02T10:12:14.000Z")
  }

  @Test("D30: read, written, read") func roundTrip() throws {
    let format = JSONDateFormat.rfc3339
    let text = "2024-06-24T21:00:33.167806Z"
    let date = Date(try format.parse(text))
    #expect(format.dateString(from: date) == text)
    #expect(Date(try format.parse(format.dateString(from: date))) == date)
  }

  @Test func readsAnyOfAList() throws {
    let format = JSONDateFormat.anyOf([
      .rfc3339, try .pattern("dd.MM.yyyy"), .unix(.seconds),
    ])
    let date = Date(timeIntervalSince1970: 1_601_424_000)
    for text in ["2020-09-30T00:00:00Z", "30.09.2020", "1601424000", "1.601424e9"] {
      #expect(format.date(from: text) == date)
    }
    #expect(format.dateString(from: date) == "2020-09-30T00:00:00Z")
    // The error of the format that came furthest.
    let error = #expect(throws: JSONValueError.self) { _ = try format.parse("30.09.20x0") }
    #expect(error?.offset == 8)
    #expect(error?.dateFault == .expectedDigits(of: .year))
  }

  @Test func datesThatCannotBeWritten() throws {
    let format = JSONDateFormat.rfc3339
    let texts: [(Double, String)] = [
      (253_402_300_800, "+10000-01-01T00:00:00Z"), (-62_167_219_201, "-00001-12-31T23:59:59Z"),
      (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (1e300, "1e+300"),
    ]
    for (seconds, text) in texts {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(format.dateString(from: date) == text)
      #expect(format.date(from: text) == nil)
      let error = #expect(throws: JSONValueError.self) { try format.format(date) }
      #expect(error?.dateFault == .outOfRange(.year))
    }
  }

  @Test func patterns() throws {
    let format = try JSONDateFormat.pattern(
      "EEE, dd MMM yyyy HH:mm:ss Z", offset: .ahead(hours: 2))
    let text = "Wed, 30 Sep 2020 21:51:17 +0200"
    #expect(format.date(from: text) == Date(timeIntervalSince1970: 1_601_495_477))
    #expect(format.dateString(from: Date(timeIntervalSince1970: 1_601_495_477)) == text)
    #expect(throws: JSONValueError.self) { try JSONDateFormat.pattern("YYYY") }
  }
}
