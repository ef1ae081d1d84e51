import RushJSONCore
import Testing

/// The zones of RFC 2822 §4.3, in patterns of mail and HTTP dates.
@Suite struct NamedZoneTests {
  // 2008-08-11T06:05:04Z, a Monday.
  private static let instant: Int64 = 1_218_434_704
  private static let patterns = [
    "EEE, dd MMM yyyy HH:mm:ss Z", "EEE, dd MMM yyyy HH:mm:ss ZZZ", "EEE, dd MMM yyyy HH:mm:ss z",
    "EEE, dd MMM yyyy HH:mm:ss zzz",
  ]

  @Test(arguments: [
    ("UT", 0), ("GMT", 0), ("UTC", 0), ("Z", 0), ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5),
    ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7), ("est", -5), ("pDt", -7), ("+0000", 0),
    ("-0000", 0), ("-0800", -8), ("GMT+2", 2), ("a", 0), ("A", 0), ("I", 0), ("K", 0), ("M", 0),
    ("N", 0), ("Y", 0), ("y", 0), ("z", 0), ("E", 0), ("C", 0), ("U", 0),
  ])
  func zonesOfMail(zone: String, hours: Int64) throws {
    for pattern in Self.patterns {
      let format = try JSONDateFormat.pattern(pattern)
      let timestamp = try format.parse("Mon, 11 Aug 2008 06:05:04 \(zone)")
      #expect(timestamp.seconds == Self.instant - hours * 3_600, "\(pattern)")
      #expect(timestamp.nanoseconds == 0)
    }
  }

  @Test func theWeekdayIsThatOfTheZone() throws {
    let format = try JSONDateFormat.pattern("EEE, d MMM yyyy HH:mm:ss zzz")
    let late = try format.parse("Sun, 10 Aug 2008 23:05:04 PDT")
    #expect(late.seconds == Self.instant)
    let error = #expect(throws: JSONValueError.self) {
      try format.parse("Mon, 10 Aug 2008 23:05:04 PDT")
    }
    #expect(error?.dateFault == .wrongWeekday && error?.offset == 0)
    let old = try format.parse("Sat, 1 Jan 0000 00:00:00 EST")
    #expect(old.seconds == -62_167_219_200 + 5 * 3_600)
  }

  @Test(
    arguments: [
      ("J", .expectedOffset, 0), ("j", .expectedOffset, 0), ("CET", .expectedOffset, 0),
      ("ES", .expectedOffset, 0), ("ESTX", .expectedOffset, 0), ("EASTERN", .expectedOffset, 0),
      ("AST", .expectedOffset, 0), ("EST5", .expectedEnd, 3), ("EST ", .expectedEnd, 3),
      ("EST-5", .expectedEnd, 3), ("A1", .expectedEnd, 1), ("A+1", .expectedEnd, 1),
      ("É", .expectedOffset, 0), ("", .expectedOffset, 0), ("[", .expectedOffset, 0),
      ("`", .expectedOffset, 0), ("{", .expectedOffset, 0), ("@", .expectedOffset, 0),
      ("EST\u{0}", .expectedEnd, 3), ("UTX", .expectedEnd, 2), ("ＥＳＴ", .expectedOffset, 0),
    ] as [(String, JSONValueError.DateFault, Int)])
  func otherNamesAreErrors(zone: String, fault: JSONValueError.DateFault, offset: Int) throws {
    for pattern in Self.patterns {
      let error = #expect(throws: JSONValueError.self) {
        try JSONDateFormat.pattern(pattern).parse("Mon, 11 Aug 2008 06:05:04 \(zone)")
      }
      #expect(error?.dateFault == fault)
      #expect(error?.offset == 26 + offset)
    }
  }

  /// Other letters are for formats that have no names of zones.
  @Test(arguments: ["X", "XXX", "x", "xxx", "O", "OOOO", "ZZZZ", "ZZZZZ"])
  func otherLettersReadNoZones(letters: String) throws {
    let format = try JSONDateFormat.pattern("HH:mm\(letters)")
    for zone in ["EST", "A", "PDT", "y"] {
      let error = #expect(throws: JSONValueError.self) { try format.parse("06:05\(zone)") }
      #expect(error?.dateFault == .expectedOffset && error?.offset == 5)
    }
    #expect(try format.parse("06:05GMT").seconds % 86_400 == 21_900)
  }

  @Test func zonesAreReadAndNotWritten() throws {
    let instant = JSONTimestamp(seconds: Self.instant, nanoseconds: 0)
    for (letters, text) in [("Z", "-0800"), ("zzz", "GMT-8")] {
      let format = try JSONDateFormat.pattern(
        "EEE, dd MMM yyyy HH:mm:ss \(letters)", offset: .behind(hours: 8))
      #expect(try format.format(instant) == "Sun, 10 Aug 2008 22:05:04 \(text)")
      #expect(try format.parse(format.format(instant)) == instant)
    }
    // A letter between an offset and a name is no zone.
    let format = try JSONDateFormat.pattern("HH:mm z'T'")
    #expect(try format.parse("06:05 GMTT").seconds % 86_400 == 21_900)
  }
}
