import RushJSONCore
import Testing

/// Dates of ASP.NET and WCF: `/Date(0)/`.
@Suite struct SlashDateTests {
  private typealias Fault = JSONValueError.DateFault

  @Test(
    arguments: [
      ("/Date(1234567890123)/", 1_234_567_890, 123_000_000), ("/Date(0)/", 0, 0),
      ("/Date(-0)/", 0, 0),
      ("/Date(1)/", 0, 1_000_000), ("/Date(-1)/", -1, 999_000_000), ("/Date(-1000)/", -1, 0),
      ("/Date(-62135596800000)/", -62_135_596_800, 0),
      ("/Date(253402300799999)/", 253_402_300_799, 999_000_000),
      ("/Date(9223372036854775807)/", 9_223_372_036_854_775, 807_000_000),
      ("/Date(-9223372036854775808)/", -9_223_372_036_854_776, 192_000_000),
      ("/Date(9223372036854775807999)/", .max, 999_000_000),
      ("/Date(-9223372036854775808000)/", .min, 0),
    ] as [(String, Int64, Int32)])
  func bothDirections(text: String, seconds: Int64, nanoseconds: Int32) throws {
    let timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
    #expect(try JSONDateFormat.aspNet.parse(text) == timestamp)
    if text != "/Date(-0)/" { #expect(try JSONDateFormat.aspNet.format(timestamp) == text) }
  }

  /// The offset is that of the writer's clock. The number counts in UTC.
  @Test(arguments: ["+0100", "-0830", "+0000", "-0000", "+2359", "-2359"])
  func offsetsDoNotChangeTheInstant(offset: String) throws {
    let text = "/Date(1234567890123\(offset))/"
    #expect(
      try JSONDateFormat.aspNet.parse(text)
        == JSONTimestamp(seconds: 1_234_567_890, nanoseconds: 123_000_000))
  }

  @Test(arguments: [
    (JSONTimestamp.Offset.ahead(hours: 1), "+0100"), (.behind(hours: 8, minutes: 30), "-0830"),
    (.utc, "+0000"), (.ahead(hours: 99), "+2359"), (.behind(hours: 99), "-2359"),
    (.behind(hours: 0, minutes: 5), "-0005"),
  ])
  func writtenOffsets(offset: JSONTimestamp.Offset, text: String) throws {
    let format = JSONDateFormat.aspNet(offset: offset)
    let timestamp = JSONTimestamp(seconds: -1_234_567_891, nanoseconds: 1_000_000)
    #expect(try format.format(timestamp) == "/Date(-1234567890999\(text))/")
    #expect(try format.parse(format.format(timestamp)) == timestamp)
    let earliest = try format.format(JSONTimestamp(seconds: .min, nanoseconds: 0))
    #expect(earliest == "/Date(-9223372036854775808000\(text))/")
    #expect(earliest.utf8.count <= format.maximumLength)
  }

  @Test func partsOfAMillisecondAreDropped() throws {
    for (seconds, nanoseconds, text) in [
      (0, 999_999, "/Date(0)/"), (0, 1_999_999, "/Date(1)/"), (-1, 999_999_999, "/Date(0)/"),
      (-1, 998_000_001, "/Date(-1)/"), (1, 999_999_999, "/Date(1999)/"),
    ] as [(Int64, Int32, String)] {
      let timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
      #expect(try JSONDateFormat.aspNet.format(timestamp) == text)
    }
  }

  @Test(
    arguments: [
      ("", .expectedByte(0x2f), 0), ("Date(0)/", .expectedByte(0x2f), 0),
      ("/date(0)/", .expectedByte(0x44), 1), ("/Date 0)/", .expectedByte(0x28), 5),
      ("/Date(", .expectedByte(0x29), 6), ("/Date()/", .expectedNumber, 6),
      ("/Date(-)/", .expectedNumber, 7), ("/Date(x)/", .expectedByte(0x29), 6),
      ("/Date( 0)/", .expectedByte(0x29), 6), ("/Date(0 )/", .expectedByte(0x29), 7),
      ("/Date(1.5)/", .expectedByte(0x29), 7), ("/Date(1e3)/", .expectedByte(0x29), 7),
      ("/Date(+5)/", .expectedDigits(of: .offset), 8),
      ("/Date(--5)/", .expectedDigits(of: .offset), 9),
      ("/Date(007)/", .expectedNumber, 6), ("/Date(0)", .expectedByte(0x2f), 8),
      ("/Date(0", .expectedByte(0x29), 7), ("/Date(0)/ ", .expectedEnd, 9),
      ("/Date(0)//", .expectedEnd, 9), (" /Date(0)/", .expectedByte(0x2f), 0),
      ("\\/Date(0)\\/", .expectedByte(0x2f), 0), ("new Date(0)", .expectedByte(0x2f), 0),
      ("/Date(0+01)/", .expectedDigits(of: .offset), 10),
      ("/Date(0+)/", .expectedDigits(of: .offset), 8),
      ("/Date(0+01:00)/", .expectedDigits(of: .offset), 10),
      ("/Date(0+010)/", .expectedDigits(of: .offset), 11),
      ("/Date(0+01000)/", .expectedByte(0x29), 12),
      ("/Date(0+2400)/", .outOfRange(.offset), 8), ("/Date(0+0060)/", .outOfRange(.offset), 10),
      ("/Date(0Z)/", .expectedByte(0x29), 7), ("/Date(1234567890123", .expectedByte(0x29), 19),
      ("/Date(9223372036854775808000)/", .outOfRange(.secondsSince1970), 6),
      ("/Date(-9223372036854775808001)/", .outOfRange(.secondsSince1970), 6),
      ("/Date(99999999999999999999999999999999999999)/", .outOfRange(.secondsSince1970), 6),
      ("/Date(１)/", .expectedByte(0x29), 6),
    ] as [(String, JSONValueError.DateFault, Int)])
  func faults(text: String, fault: JSONValueError.DateFault, offset: Int) {
    let error = #expect(throws: JSONValueError.self) { try JSONDateFormat.aspNet.parse(text) }
    #expect(error?.dateFault == fault)
    #expect(error?.offset == offset)
  }

  @Test func amongOtherFormats() throws {
    let format = JSONDateFormat.anyOf(.aspNet, .rfc3339, .unix(.seconds))
    #expect(try format.parse("/Date(2000)/").seconds == 2)
    #expect(try format.parse("1970-01-01T00:00:02Z").seconds == 2)
    #expect(try format.parse("2").seconds == 2)
    #expect(
      format.form == .string && format.reads(.number) && !JSONDateFormat.aspNet.reads(.number))
    #expect(try format.format(JSONTimestamp(seconds: 2, nanoseconds: 0)) == "/Date(2000)/")
  }
}
