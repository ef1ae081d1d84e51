import RushJSONCore
import Testing

/// Numbers since 1970, exact in both directions.
@Suite struct UnixTimeTests {
  /// A number, its unit, the instant, and its text if writing changes it.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var unit: JSONDateFormat.UnixUnit
    var timestamp: JSONTimestamp
    var written: String

    init(
      _ text: String, _ unit: JSONDateFormat.UnixUnit, _ seconds: Int64, _ nanoseconds: Int32 = 0,
      written: String? = nil
    ) {
      (self.text, self.unit, self.written) = (text, unit, written ?? text)
      timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
    }

    var testDescription: String { "\(text) \(unit)" }
  }

  @Test(arguments: [
    Case("1591690240", .seconds, 1_591_690_240),
    Case("1591690240", .milliseconds, 1_591_690, 240_000_000),
    Case("1591690240", .microseconds, 1_591, 690_240_000),
    Case("1591690240", .nanoseconds, 1, 591_690_240),
    Case("1591690240.800912", .seconds, 1_591_690_240, 800_912_000),
    Case("1591690240800.912345", .milliseconds, 1_591_690_240, 800_912_345),
    Case("1591690240800912.345", .microseconds, 1_591_690_240, 800_912_345),
    Case("1591690240800912345", .nanoseconds, 1_591_690_240, 800_912_345),
    Case("0", .seconds, 0),
    Case("-0", .seconds, 0, written: "0"),
    Case("-0.25", .seconds, -1, 750_000_000),
    Case("-1.000000001", .seconds, -2, 999_999_999),
    Case("-0.5", .milliseconds, -1, 999_500_000),
    Case("5", .nanoseconds, 0, 5),
    Case("-1", .nanoseconds, -1, 999_999_999),
    Case("1.5e9", .seconds, 1_500_000_000, written: "1500000000"),
    Case("15E-1", .seconds, 1, 500_000_000, written: "1.5"),
    Case("1e+3", .milliseconds, 1, written: "1000"),
    Case("0e99999999999999999999", .seconds, 0, written: "0"),
    Case("1e-99999999999999999999", .seconds, 0, written: "0"),
    Case("0.0000000019", .seconds, 0, 1, written: "0.000000001"),
    Case("-0.0000000019", .seconds, -1, 999_999_999, written: "-0.000000001"),
    Case("9223372036854775807.999999999", .seconds, .max, 999_999_999),
    Case("9223372036854775807999999999", .nanoseconds, .max, 999_999_999),
    Case("-9223372036854775808", .seconds, .min),
    Case("-9223372036854775808000", .milliseconds, .min),
  ])
  func readsAndWrites(_ test: Case) throws {
    let format = JSONDateFormat.unix(test.unit)
    #expect(try format.parse(test.text) == test.timestamp)
    #expect(try format.format(test.timestamp) == test.written)
    #expect(try format.parse(test.written) == test.timestamp)
  }

  @Test(
    arguments: [
      ("", JSONValueError.DateFault.expectedNumber, 0),
      ("-", .expectedNumber, 1),
      ("+1", .expectedNumber, 0),
      ("01", .expectedNumber, 0),
      ("1.", .expectedNumber, 2),
      (".5", .expectedNumber, 0),
      ("1e", .expectedNumber, 2),
      ("1e+", .expectedNumber, 3),
      ("NaN", .expectedNumber, 0),
      ("1 ", .expectedEnd, 1),
      ("0x10", .expectedEnd, 1),
      ("9223372036854775808", .outOfRange(.secondsSince1970), 0),
      ("-9223372036854775808.1", .outOfRange(.secondsSince1970), 0),
      ("-9223372036854775809", .outOfRange(.secondsSince1970), 0),
      ("1e99999999999999999999", .outOfRange(.secondsSince1970), 0),
      ("1e19", .outOfRange(.secondsSince1970), 0),
    ] as [(String, JSONValueError.DateFault, Int)])
  func refuses(_ text: String, _ kind: JSONValueError.DateFault, _ offset: Int) {
    let error = #expect(throws: JSONValueError.self) {
      try JSONDateFormat.unix(.seconds).parse(text)
    }
    #expect(error?.dateFault == kind)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      (JSONDateFormat.FractionDigits.none, JSONDateFormat.Rounding.truncate, "1234", "-1"),
      (.none, .nearest, "1235", "-2"),
      (.fixed(2), .truncate, "1234.56", "-1.50"),
      (.fixed(2), .nearest, "1234.57", "-1.50"),
      (.fixed(3), .truncate, "1234.567", "-1.500"),
      (.shortestExact(max: 2), .truncate, "1234.56", "-1.5"),
    ] as [(JSONDateFormat.FractionDigits, JSONDateFormat.Rounding, String, String)])
  func digits(
    _ fraction: JSONDateFormat.FractionDigits, _ rounding: JSONDateFormat.Rounding,
    _ positive: String, _ negative: String
  ) throws {
    let format = JSONDateFormat.unix(.seconds, fraction: fraction, rounding: rounding)
    #expect(
      try format.format(JSONTimestamp(seconds: 1234, nanoseconds: 567_000_000)) == positive)
    #expect(
      try format.format(JSONTimestamp(seconds: -2, nanoseconds: 500_000_000)) == negative)
    #expect(
      try JSONDateFormat.unix(.milliseconds, fraction: .fixed(1))
        .format(JSONTimestamp(seconds: 0, nanoseconds: 1_250_000)) == "1.2")
  }

  @Test func excessDigitsAreRoundedIfAskedFor() throws {
    let format = JSONDateFormat.unix(.seconds, fraction: .fixed(9), rounding: .nearest)
    #expect(try format.parse("1.9999999995") == JSONTimestamp(seconds: 2))
    #expect(
      try format.parse("1.99999999949") == JSONTimestamp(seconds: 1, nanoseconds: 999_999_999))
  }

  /// The last second of an `Int64` rounds down, because no later one can be read.
  @Test(arguments: [
    (JSONDateFormat.UnixUnit.seconds, 0, "9223372036854775807"),
    (.seconds, 2, "9223372036854775807.99"), (.milliseconds, 0, "9223372036854775807999"),
    (.microseconds, 0, "9223372036854775807999999"),
  ])
  func lastSecondIsWrittenAsItCanBeRead(
    _ unit: JSONDateFormat.UnixUnit, _ digits: Int, _ text: String
  ) throws {
    let format = JSONDateFormat.unix(unit, fraction: .fixed(digits), rounding: .nearest)
    let last = JSONTimestamp(seconds: .max, nanoseconds: 999_999_999)
    #expect(try format.format(last) == text)
    #expect(try format.parse(text).seconds == .max)
    #expect(try JSONDateFormat.anyOf(format, .unix(.milliseconds)).parse(text).seconds == .max)
    let first = JSONTimestamp(seconds: .min, nanoseconds: 1)
    #expect(try format.parse(format.format(first)).seconds == .min)
  }
}
