import RushJSONCore
import Testing

/// Swift's numbers and literals to `JSONNumber` and back.
@Suite struct JSONNumberConversionTests {
  @Test func integersOfEveryType() {
    func check<T: FixedWidthInteger>(_ type: T.Type) {
      for value in [T.min, T.min + 1, 0, 1, 10, 100, T.max - 1, T.max] {
        let number = JSONNumber(value)
        #expect(number.text == "\(value)")
        #expect(number.exactly(type) == value)
        #expect(number == JSONNumber("\(value)"))
        #expect(number == JSONNumber("\(value).0"))
        #expect(number.isInteger)
      }
    }
    check(Int.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(Int128.self)
    check(UInt.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
    check(UInt128.self)
  }

  static let integers: [(String, Int64?, UInt64?, Int8?)] = [
    ("0", 0, 0, 0), ("-0", 0, 0, 0), ("-0.0e5", 0, 0, 0), ("1.0", 1, 1, 1), ("1e2", 100, 100, 100),
    ("1.5", nil, nil, nil), ("15e-1", nil, nil, nil), ("150e-1", 15, 15, 15),
    ("127", 127, 127, 127), ("128", 128, 128, nil), ("-128", -128, nil, -128),
    ("-128.0", -128, nil, -128), ("-1.28e2", -128, nil, -128), ("-129.0", -129, nil, nil),
    ("-129", -129, nil, nil),
    ("9007199254740993.0", 9_007_199_254_740_993, 9_007_199_254_740_993, nil),
    ("9223372036854775807", .max, 9_223_372_036_854_775_807, nil),
    ("9223372036854775808", nil, 9_223_372_036_854_775_808, nil),
    ("-9223372036854775808", .min, nil, nil), ("-9223372036854775808.0", .min, nil, nil),
    ("-9223372036854775809", nil, nil, nil), ("18446744073709551615", nil, .max, nil),
    ("18446744073709551615.0", nil, .max, nil), ("18446744073709551616", nil, nil, nil),
    ("1e19", nil, 10_000_000_000_000_000_000, nil), ("1e20", nil, nil, nil),
    ("7.0000000000000000000000000000000", 7, 7, 7),
    ("7.0000000000000000000000000000001", nil, nil, nil), ("-1", -1, nil, -1),
    ("-1e0", -1, nil, -1), ("-18446744073709551615", nil, nil, nil),
  ]

  @Test(arguments: integers)
  func exactly(_ text: String, _ int64: Int64?, _ uint64: UInt64?, _ int8: Int8?) throws {
    let number = try JSONNumber(text: text)
    #expect(number.int64 == int64)
    #expect(number.uint64 == uint64)
    #expect(number.exactly(Int8.self) == int8)
    #expect(number.int == int64.flatMap { Int(exactly: $0) })
  }

  @Test func integersOf128Bits() throws {
    let most = "340282366920938463463374607431768211455"
    #expect(try JSONNumber(text: most).exactly(UInt128.self) == .max)
    #expect(try JSONNumber(text: most + ".0").exactly(UInt128.self) == .max)
    #expect(
      try JSONNumber(text: "340282366920938463463374607431768211456").exactly(UInt128.self) == nil)
    let least = "-170141183460469231731687303715884105728"
    #expect(try JSONNumber(text: least).exactly(Int128.self) == .min)
    #expect(try JSONNumber(text: "1e38").exactly(UInt128.self) == JSONNumber.exact10to38)
    #expect(try JSONNumber(text: "1e39").exactly(UInt128.self) == nil)
  }

  // Shortest digits, in JSON's own spelling.
  static let doubles: [(Double, String)] = [
    (3, "3"), (-3, "-3"), (3.14, "3.14"), (0, "0"), (-0.0, "-0"), (0.1, "0.1"),
    (0.1 + 0.2, "0.30000000000000004"), (100, "100"), (1e300, "1e+300"),
    (.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (9_007_199_254_740_991, "9007199254740991"),
  ]

  @Test(arguments: doubles)
  func double(_ value: Double, _ text: String) {
    let number = JSONNumber(value)
    #expect(number.text == text)
    #expect(number.double?.bitPattern == value.bitPattern)
    #expect(number == JSONNumber(text))
    #expect(number.hashValue == JSONNumber(text)?.hashValue)
  }

  static let floats: [(Float, String)] = [
    (0.1, "0.1"), (3, "3"), (-0.0, "-0"), (16_777_216, "16777216"),
    (.leastNonzeroMagnitude, "1e-45"),
    (3.4028235e38, "3.4028235e+38"), (0.3, "0.3"),
  ]

  @Test(arguments: floats)
  func float(_ value: Float, _ text: String) {
    let number = JSONNumber(value)
    #expect(number.text == text)
    #expect(number.float?.bitPattern == value.bitPattern)
  }

  @Test func rangeOfFloatingPoint() throws {
    let huge = try JSONNumber(text: "1e39")
    #expect(huge.float == nil && huge.double == 1e39)
    let enormous = try JSONNumber(text: "-1e400")
    #expect(enormous.double == nil && enormous.nearestDouble == -.infinity)
    #expect(try JSONNumber(text: "-1e-400").double?.sign == .minus)
    // Rounded through Double this rounds down.
    #expect(try JSONNumber(text: "16777217.0000000001").float == 16_777_218)
  }

  // MARK: - Literals

  @Test func integerLiterals() {
    let table: [(JSONNumber, String)] = [
      (0, "0"), (-1, "-1"), (9_007_199_254_740_993, "9007199254740993"),
      (-9_223_372_036_854_775_808, "-9223372036854775808"),
      (18_446_744_073_709_551_615, "18446744073709551615"),
      (-18_446_744_073_709_551_615, "-18446744073709551615"),
      (18_446_744_073_709_551_616, "18446744073709551616"),
      (-18_446_744_073_709_551_616, "-18446744073709551616"),
      (
        100_000_000_000_000_000_000_000_000_000_000_000_000_000_000_000_000_000_000_001,
        "100000000000000000000000000000000000000000000000000000000001"
      ),
      (
        -123_456_789_012_345_678_901_234_567_890_123_456_789,
        "-123456789012345678901234567890123456789"
      ),
      (0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff, "\(UInt128.max)"),
    ]
    for (number, text) in table {
      #expect(number.text == text)
      #expect(number == JSONNumber(text))
    }
    // An explicit call takes the literal as it is, too.
    #expect(JSONNumber(340_282_366_920_938_463_463_374_607_431_768_211_456).text.count == 39)
  }

  @Test func floatLiterals() {
    let price: JSONNumber = 23.5
    #expect(price.text == "23.5")
    let whole: JSONNumber = 3.0
    #expect(whole == 3)
  }

  @Test func onlyNaNEqualsNaN() {
    let number = JSONNumber(1e300)
    #expect(JSONNumber(Double.nan) == JSONNumber(Double.nan))
    #expect(JSONNumber(Double.nan) != number)
    #expect(number != JSONNumber(Double.nan))
  }

  /// The value of a number made from a `Double` is that of its shortest text. That of 1 + 2⁻²⁴, which is half-way
  /// between two values of `Float`, is a little larger.
  @Test func floatsOfDoubles() {
    #expect(JSONNumber(1 + 0x1p-24).float == Float(1).nextUp)
    #expect(JSONNumber(-1 - 0x1p-24).float == Float(-1).nextDown)
    #expect(JSONNumber(1 + 0x1p-24).float == JSONNumber("1.0000000596046448")?.float)
    #expect(JSONNumber(Double.nan).float?.isNaN == true)
    #expect(JSONNumber(-Double.infinity).float == -.infinity)
  }
}

extension JSONNumber {
  fileprivate static var exact10to38: UInt128 {
    (0..<38).reduce(1) { power, _ in power * 10 }
  }
}
