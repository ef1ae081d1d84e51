import RushJSONCore
import Testing

@Suite struct JSONNumberTests {
  @Test func size() {
    // A value of a tree has its own tag, and must take 24 bytes.
    #expect(MemoryLayout<JSONNumber>.size <= 17)
    enum Value { case null, bool(Bool), number(JSONNumber), string(String), array([Int]) }
    #expect(MemoryLayout<Value>.stride == 24)
  }

  // MARK: - Text

  static let spellings = [
    "0", "-0", "0.0", "-0.00", "0e0", "0E-00", "1", "-1", "10", "1.10", "-1.0", "1e5", "1E+05",
    "1e-05", "12.50e+1", "1e400", "-1e-400", "1e65535", "1e65536", "1e00000001", "1e000000001",
    "1e+000000000000000000000", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "-18446744073709551615", "0.1", "0.01",
    "99999999999999999999", "123456789012345678901234567890", "-1.7976931348623157e308",
    "1e999999999999999999999999999999", "1e-999999999999999999999999999999",
    "10.000000000000000", "9.999999999999999", "1000000000000000.0", "1.0000000000000000",
    "184467440737095.51615", "0.18446744073709551615", "0.00000000000000000000000000001",
  ]

  @Test(arguments: spellings)
  func textReadIsTextWritten(_ text: String) throws {
    #expect(try JSONNumber(text: text).text == text)
    #expect("\(try JSONNumber(text: text))" == text)
  }

  @Test(arguments: [65_534, 65_535, 65_536, 1_000_000])
  func longFractions(_ count: Int) {
    let text = "-0." + String(repeating: "0", count: count - 1) + "7"
    #expect(JSONNumber(text)?.text == text)
    #expect(JSONNumber(text) == JSONNumber("-7e-\(count)"))
    #expect(JSONNumber(text)?.double == 0)
  }

  static let malformed: [(String, JSONSyntaxError.Kind, Int)] = [
    ("", .emptyText, 0), (" 1", .expectedValue, 0), ("+1", .expectedValue, 0),
    (".5", .expectedValue, 0), ("x", .expectedValue, 0), ("NaN", .expectedValue, 0),
    ("é", .expectedValue, 0), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2),
    ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("01", .leadingZero, 1),
    ("-00", .leadingZero, 2), ("-x", .invalidNumber, 1), ("-Infinity", .invalidNumber, 1),
    ("1 ", .invalidNumber, 1), ("1,", .invalidNumber, 1), ("0x1F", .invalidNumber, 1),
    ("1.e1", .invalidNumber, 2), ("1e1.5", .invalidNumber, 3), ("1\0", .invalidNumber, 1),
    ("1é", .invalidNumber, 1),
  ]

  @Test(arguments: malformed)
  func refuses(_ text: String, _ kind: JSONSyntaxError.Kind, _ offset: Int) {
    #expect(throws: JSONSyntaxError(kind, at: offset)) { try JSONNumber(text: text) }
    #expect(JSONNumber(text) == nil)
  }

  // MARK: - Value

  static let equals: [[String]] = [
    ["3", "3.0", "3e0", "300e-2", "0.03E+2", "3.00000000000000000000000000000000000000"],
    ["0", "-0", "0.0", "0e99", "-0E-99999999999999999999999999", "0.00000000000000000000000e5"],
    [
      "123456789012345678901234567890", "12345678901234567890123456789e1",
      "1.2345678901234567890123456789e29", "123456789012345678901234567890.0",
    ],
    ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
    ["1e999999999", "10e999999998", "0.1e1000000000"],
    ["1e9999999999999999", "0.1e10000000000000000", "10e9999999999999998"],
    ["1e10000000000000000", "10e9999999999999999", "0.001e10000000000000003"],
    ["1e999999999999999999", "0.1e1000000000000000000", "100e999999999999999997"],
    ["-1e1000000000000000000", "-10e999999999999999999", "-0.01e1000000000000000002"],
    ["1e-999999999999999999", "10e-1000000000000000000", "0.1e-999999999999999998"],
    ["1e-1000000000000000000", "0.1e-999999999999999999", "100e-1000000000000000002"],
    ["1e99999999999999999999999999999999", "0.1e100000000000000000000000000000000"],
    ["1e-100000000000000000000000000000000", "0.1e-99999999999999999999999999999999"],
    ["-18446744073709551616", "-1.8446744073709551616e19"],
    ["18446744073709551615", "18446744073709551615.0", "1844674407370955161.5e1"],
  ]

  @Test(arguments: equals)
  func equal(_ texts: [String]) throws {
    let numbers = try texts.map { try JSONNumber(text: $0) }
    #expect(Set(numbers).count == 1)
    for one in numbers {
      for two in numbers {
        #expect(one == two, "\(one) and \(two)")
        #expect(!(one < two), "\(one) and \(two)")
      }
    }
  }

  /// Each is less than the next.
  static let ascending = [
    "-1e1000000000000000000000", "-1e999999999999999999999", "-1e400",
    "-123456789012345678901234567891", "-123456789012345678901234567890", "-2", "-1.5", "-1",
    "-1e-400", "-1e-1000000000000000000000", "0", "1e-1000000000000000000001",
    "1e-1000000000000000000000", "1e-400", "0.1", "0.10000000000000000000000000001", "1",
    "9007199254740992", "9007199254740993", "18446744073709551615", "18446744073709551616",
    "123456789012345678901234567890", "123456789012345678901234567890.5", "1e400",
    "1e1000000000000000000", "1e1000000000000000001", "1e2000000000000000000",
    "1e99999999999999999999",
  ]

  @Test func order() throws {
    let numbers = try Self.ascending.map { try JSONNumber(text: $0) }
    for (i, one) in numbers.enumerated() {
      for (j, two) in numbers.enumerated() {
        #expect((one < two) == (i < j), "\(one) and \(two)")
        #expect((one == two) == (i == j), "\(one) and \(two)")
      }
    }
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func numbersThatAreNotFinite() {
    let nan = JSONNumber(Double.nan)
    let infinity = JSONNumber(Double.infinity)
    #expect(nan == nan && nan == JSONNumber(-Float.nan))
    #expect(infinity == JSONNumber(Float.infinity) && infinity != JSONNumber(-Double.infinity))
    #expect(Set([nan, infinity, nan, infinity]).count == 2)
    #expect(JSONNumber(-Double.infinity) < JSONNumber("-1e999999") ?? 0)
    #expect(JSONNumber("1e999999") ?? 0 < infinity)
    #expect(infinity < nan && !(nan < infinity))
    for (number, text) in [(nan, "NaN"), (infinity, "Infinity")] {
      #expect(!number.isFinite && !number.isInteger && number.int == nil)
      #expect(number.text == text)
    }
    #expect(JSONNumber(-Double.infinity).text == "-Infinity")
    #expect(infinity.double == .infinity && infinity.float == .infinity)
    #expect(nan.double?.isNaN == true && nan.float?.isNaN == true)
    #expect(JSONNumber("1e999")?.isFinite == true)
  }

  /// An enormous exponent costs only the length of its text.
  @Test(arguments: ["1e999999999", "-1e99999999999999999999999999", "1e-999999999", "7e65535"])
  func enormousExponents(_ text: String) throws {
    let number = try JSONNumber(text: text)
    #expect(number == number && number.hashValue == number.hashValue)
    #expect(number.int == nil && number.exactly(UInt128.self) == nil)
    #expect(number.isInteger == !text.contains("e-"))
    #expect(number.double == (text.contains("e-") ? 0 : nil))
    #expect(number.nearestDouble == Double(text))
    #expect(number != 0 && number != 1)
  }
}
