import Foundation
import RushJSON
import Testing

/// Behaviours of Foundation's decoder that have to do with scalars: items 12 to 32.
@Suite("As Foundation: values")
struct FoundationValueTests {
  @Test("12 and 15: integers with a fraction or an exponent")
  func integralFractions() {
    for number in [
      "1.0", "34.0", "1e2", "100e-2", "1.50e1", "9007199254740993.0", "1.0000000000000001", "-0",
      "12345678901234567e1", "0.0", "-1.0", "1e18", "0.9999999999999999999999",
    ] {
      expectSame(Box<Int>.self, "{\"a\":\(number)}")
    }
  }

  @Test("13 and 14: numbers that do not fit", arguments: ["1.5", "300", "-129", "1e3"])
  func unfitting(number: String) {
    expectBetterError(
      Box<Int8>.self, "{\"a\":\(number)}", path: ["a"],
      message: "Number \(number) is not representable in Int8.")
  }

  @Test("14: overflow of every type")
  func overflow() {
    func check<T: FixedWidthInteger & Decodable>(_ type: T.Type) {
      expectSame([T].self, "[\(T.min), \(T.max), 0]")
      for text in ["[\(T.max)0]", "[-1\(T.max)]"] {
        let (foundation, rush) = BothDecoders().outcomes([T].self, Data(text.utf8))
        #expect(foundation.errorCase == "dataCorrupted")
        #expect(rush.errorCase == "dataCorrupted")
        #expect(rush.path == ["Index 0#0"])
      }
    }
    check(Int.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(UInt.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
    check(Int128.self)
    check(UInt128.self)
  }

  @Test("17, 18 and 19: floating point")
  func floatingPoint() {
    for number in [
      "0.1", "-0", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "0e400",
      "123456789012345678901234567890",
      "3.4028235e38", "1.00000017881393421514957253748434595763683319091796875001", "16777217",
      "1e-45", "18446744073709551615",
    ] {
      expectSame([Double].self, "[\(number)]")
    }
    for number in [
      "0.1", "-0", "1e-45", "0e400", "3.4028235e38", "16777217", "18446744073709551615",
      "1.00000017881393421514957253748434595763683319091796875001",
    ] {
      expectSame([Float].self, "[\(number)]")
    }
    for number in ["1e400", "-1e400", "1e-400"] {
      expectBetterError(
        Box<Double>.self, "{\"a\":\(number)}", path: ["a"],
        message: "Number \(number) is not representable in Double.")
    }
    for number in ["1e39", "1e-60"] {
      expectBetterError(
        Box<Float>.self, "{\"a\":\(number)}", path: ["a"],
        message: "Number \(number) is not representable in Float.")
    }
  }

  @Test("20, 21 and 23: kinds and their names")
  func kinds() {
    for value in ["1", "\"x\"", "true", "null", "{}", "[]", "\"1\"", "0"] {
      let text = "{\"a\":\(value)}"
      expectSame(Box<Bool>.self, text)
      expectSame(Box<Int>.self, text)
      expectSame(Box<String>.self, text)
      expectSame(Box<Double>.self, text)
      expectSame(Box<[Int]>.self, text)
      if value != "null" || isFoundationOfSwift63 { expectSame(Box<[String: Int]>.self, text) }
      expectSame(Box<Box<Int>>.self, text)
      expectSame(Box<UInt8?>.self, text)
      expectSame(Box<Date>.self, text)
      expectSame(Box<URL>.self, text)
      expectSame(Box<Data>.self, text)
      expectSame(Box<Decimal>.self, text)
      expectSame(Box<UUID>.self, text)
    }
  }

  @Test("22: Decimal")
  func decimals() {
    expectSame(
      [Decimal].self, "[0.1, 1.10, 123456789012345678901234567890.123, 1e10, -5]",
      "[12345678901234567890123456789012345678901234567890]", "[\"1\"]", "[null]", "[1e-100]")
    expectBetterError(
      Box<Decimal>.self, "{\"a\":1e200}", path: ["a"],
      message: "Number 1e200 is not representable in Decimal.")
  }

  @Test("24: strings for numbers that are not finite")
  func nonFinite() {
    let settings: [Setting] = [.floats("+∞", "-∞", "nan")]
    expectSame(
      Box<Double>.self, #"{"a":"+∞"}"#, #"{"a":"-∞"}"#, #"{"a":"nan"}"#, #"{"a":"NaN"}"#,
      #"{"a":"1"}"#,
      settings: settings)
    expectSame(
      Box<Float>.self, #"{"a":"+∞"}"#, #"{"a":"-∞"}"#, #"{"a":"nan"}"#, #"{"a":"x"}"#, #"{"a":1}"#,
      settings: settings)
    expectSame(Box<[Double]>.self, #"{"a":["+∞", 1, "nan"]}"#, #"{"a":["x"]}"#, settings: settings)
    expectSame(Box<Int>.self, #"{"a":"+∞"}"#, settings: settings)
    expectSame(Box<Double>.self, #"{"a":"nan"}"#)
  }

  @Test("25, 26 and 27: missing members and null")
  func missing() {
    expectSame(Box<Int>.self, "{}", "{\"a\":null}", "{\"b\":1}")
    expectSame(Box<Box<Int>>.self, "{\"a\":{}}", "{\"a\":{\"a\":null}}", "{\"a\":null}")
    expectSame(Box<Bool>.self, "{}", "{\"a\":null}")
    expectSame(Box<[Int]>.self, "{}", "{\"a\":null}", "{\"a\":[null]}")
    expectSame([Box<Int>].self, "[{\"a\":1},{}]", "[{\"a\":1},null]", "[{\"a\":1},1]")
  }

  @Test("28 and 31: optionals")
  func optionals() {
    expectSame(Box<Int?>.self, "{}", "{\"a\":null}", "{\"a\":1}", "{\"a\":\"x\"}")
    expectSame(Box<Int??>.self, "{}", "{\"a\":null}", "{\"a\":1}")
    expectSame([String: Int?].self, "{\"a\":null,\"b\":1}", "{\"a\":\"x\"}")
    expectSame([Int?].self, "[null,1,null]", "[null,\"x\"]")
    expectSame([Date?].self, "[null,1,null]")
    expectSame([[Int?]?].self, "[null,[1,null]]")
  }

  @Test("29 and 30: containers of the wrong kind")
  func wrongContainers() {
    for value in ["1", "\"x\"", "true", "null", "{}", "[]"] {
      expectSame(Box<Int>.self, value)
      expectSame([Int].self, value)
      expectSame([Box<Int>].self, value)
      expectSame([Int: Int].self, value)
      if value != "null" || isFoundationOfSwift63 {
        expectSame([String: Int].self, value)
        expectSame([String: Box<Int>].self, value)
      }
    }
  }

  @Test("JSON5: Decimal has one value for what is not finite")
  func nonFiniteDecimals() {
    expectSame(
      [Decimal].self, "[Infinity]", "[-Infinity]", "[NaN]", "[+Infinity,-NaN]", "[0x1F]",
      settings: [.json5])
    expectSame([Decimal].self, "[Infinity]", "[NaN]")
  }

  @Test("JSON5: hexadecimal integers of 128 bits")
  func wideHexadecimals() throws {
    for text in [
      "0xFFFFFFFFFFFFFFFF", "0x10000000000000000", "-0x10000000000000000",
      "0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "0x00000000000000000000000000000000000000001F",
    ] {
      expectSame([Int128].self, "[\(text)]", settings: [.json5])
    }
    expectSame(
      [UInt128].self, "[0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF]", "[0x10000000000000000]",
      settings: [.json5])
    let decoder = RushJSONDecoder()
    decoder.allowsJSON5 = true
    // Foundation traps here.
    #expect(
      try decoder.decode(Int128.self, from: "-0x80000000000000000000000000000000") == .min)
    for text in ["0x80000000000000000000000000000000", "-0x80000000000000000000000000000001"] {
      #expect(throws: DecodingError.self) { try decoder.decode(Int128.self, from: text) }
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(UInt128.self, from: "0x100000000000000000000000000000000")
    }
    let wide = "0x1234567890abcdef1234567890abcdef"
    #expect(
      try decoder.decode(JSONNumber.self, from: wide).text
        == "24197857200151252728969465429440056815")
    let value: UInt128 = 0x1234567890abcdef1234567890abcdef
    #expect(try decoder.decode(Double.self, from: wide) == Double(value))
    #expect(try decoder.decode(Float.self, from: "-" + wide) == -Float(value))
  }
}
