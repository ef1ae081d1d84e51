import Testing

@testable import RushJSONCore

/// Named values: known mistakes of other readers, and the edges of the formats.
@Suite struct DecimalConversionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let double: Double
    let float: Float

    init(_ name: String, _ text: String, _ double: Double, _ float: Float) {
      (self.name, self.text, self.double, self.float) = (name, text, double, float)
    }

    var testDescription: String { name }
  }

  @Test(arguments: pitfalls + edges + zeros + longTexts + exponents)
  func reads(_ sample: Case) {
    #expect(NumberSamples.double(sample.text).bitPattern == sample.double.bitPattern)
    #expect(NumberSamples.float(sample.text).bitPattern == sample.float.bitPattern)
    let positive = "+" + sample.text
    #expect(NumberSamples.double(positive).bitPattern == sample.double.bitPattern)
    #expect(NumberSamples.float(positive).bitPattern == sample.float.bitPattern)
    let negative = "-" + sample.text
    #expect(NumberSamples.double(negative).bitPattern == (-sample.double).bitPattern)
    #expect(NumberSamples.float(negative).bitPattern == (-sample.float).bitPattern)
  }

  static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let pitfalls = [
    Case("the PHP hang", "2.2250738585072011e-308", Double(bitPattern: 0x000f_ffff_ffff_ffff), 0),
    Case("the Java hang", "2.2250738585072012e-308", Double.leastNormalMagnitude, 0),
    Case("2^53 + 1 is a tie", "9007199254740993", 9_007_199_254_740_992, 9_007_199_254_740_992),
    Case("2^53 + 3 is a tie", "9007199254740995", 9_007_199_254_740_996, 9_007_199_254_740_992),
    Case(
      "2^53 + 1 and a bit", "9007199254740993.00000000000000000000001", 9_007_199_254_740_994,
      9_007_199_254_740_992),
    Case("2^24 + 1 is a tie", "16777217", 16_777_217, 16_777_216),
    Case("2^24 + 3 is a tie", "16777219", 16_777_219, 16_777_220),
    // Rounded through Double this is the tie above, and rounds down.
    Case("rounded twice it is wrong", "16777217.0000000001", 16_777_217, 16_777_218),
    Case(
      "a tie at a negative power", "58594320076458715e-1",
      5_859_432_007_645_872, Float(bitPattern: 0x59a6_88fb)),
    Case("a tie in binary32", "8.589973e9", 8_589_973_000, 8_589_973_504),
    Case("10^23 is a tie", "1e23", Double(bitPattern: 0x44b5_2d02_c7e1_4af6), 1e23),
    Case(
      "the largest exact power", "1e22", Double(bitPattern: 0x4480_f0cf_064d_d592),
      Float(bitPattern: 0x6407_8678)),
    Case("one tenth", "0.1", Double(bitPattern: 0x3fb9_9999_9999_999a), 0.1),
    Case(
      "20 digits for all 64 bits", "18446744073709551615", 18_446_744_073_709_551_616,
      18_446_744_073_709_551_616),
  ]

  static let edges = [
    Case("the smallest subnormal", "4.9406564584124654e-324", Double(bitPattern: 1), 0),
    Case("more than half of it", "2.48e-324", Double(bitPattern: 1), 0),
    Case("less than half of it", "2.47e-324", 0, 0),
    Case("one more digit's worth", "2.4703282292062328e-324", Double(bitPattern: 1), 0),
    Case("one digit less", "2.4703282292062327e-324", 0, 0),
    Case("beyond the table below", "9e-343", 0, 0),
    Case("19 digits at the table's end", "9999999999999999999e-342", Double(bitPattern: 2), 0),
    Case("the largest", "1.7976931348623157e308", .greatestFiniteMagnitude, .infinity),
    Case("nearest to the largest", "1.7976931348623158e308", .greatestFiniteMagnitude, .infinity),
    Case("nearest to infinity", "1.7976931348623159e308", .infinity, .infinity),
    Case("the table's end", "1e308", Double(bitPattern: 0x7fe1_ccf3_85eb_c8a0), .infinity),
    Case("beyond the table above", "1e309", .infinity, .infinity),
    Case("beyond it, but written small", "0.01e309", 1e307, .infinity),
    Case("the largest Float", "3.4028234663852886e38", 3.4028234663852886e38, 0x1.fffffep127),
    Case("nearest to the largest Float", "3.4028235e38", 3.4028235e38, 0x1.fffffep127),
    Case(
      "half an ulp above it", "340282356779733661637539395458142568448", 0x1.ffffffp127, .infinity),
    Case(
      "just below that", "340282356779733661637539395458142568447", 0x1.ffffffp127, 0x1.fffffep127),
    Case("the smallest subnormal Float", "1.401298464324817e-45", 0x1p-149, 0x1p-149),
    Case("less than half of it, Float", "7.006492321624085e-46", 0x1p-150, 0),
    Case("more than half of it, Float", "7.006492321624086e-46", 0x1p-150, 0x1p-149),
    Case(
      "the largest subnormal Float", "1.1754942e-38", 1.1754942e-38, Float(bitPattern: 0x007f_ffff)),
    Case("the smallest normal Float", "1.17549435e-38", 1.17549435e-38, 0x1p-126),
  ]

  static let zeros = [
    Case("0", "0", 0, 0),
    Case("0.0", "0.0", 0, 0),
    Case("a huge exponent", "0e99999", 0, 0),
    Case("a huge exponent, negative", "0.00e-99999", 0, 0),
    Case("an exponent beyond 64 bits", "0E+99999999999999999999999", 0, 0),
    Case("many zeros", "0." + repeated("0", 1000) + "e400", 0, 0),
  ]

  static let longTexts = [
    Case("1 behind 400 zeros", "0." + repeated("0", 400) + "1", 0, 0),
    Case("1 behind 400 zeros, moved back", "0." + repeated("0", 400) + "1e401", 1, 1),
    Case("1 before 400 zeros", "1" + repeated("0", 400), .infinity, .infinity),
    Case("1 before 400 zeros, moved back", "1" + repeated("0", 400) + "e-400", 1, 1),
    Case(
      "20 digits behind zeros", "0.00000000000000000012345678901234567891e19", 1.2345678901234567,
      1.2345679),
    Case(
      "20 digits, the last a zero", "12345678901234567890", 0x1.56a95319d63e1p63,
      Float(bitPattern: 0x5f2b_54aa)),
    Case("a point among the last zeros", "1000000000000000000000.000", 1e21, 1e21),
    Case("10^6 zeros in front", "0." + repeated("0", 1_000_000) + "1e1000001", 1, 1),
    Case("10^6 zeros behind", "1" + repeated("0", 1_000_000) + "e-1000000", 1, 1),
    Case("10^6 nines", repeated("9", 1_000_000) + "e-1000000", 1, 1),
    Case("10^6 nines, not moved back", repeated("9", 1_000_000), .infinity, .infinity),
    Case(
      "10^6 zeros and a 1 decide", "9007199254740993." + repeated("0", 1_000_000) + "1",
      0x1.0000000000001p53, 0x1p53),
    Case(
      "10^6 zeros decide nothing", "9007199254740993." + repeated("0", 1_000_000), 0x1p53, 0x1p53),
  ]

  static let exponents = [
    Case("2^63", "1e9223372036854775808", .infinity, .infinity),
    Case("−2^63 − 1", "1e-9223372036854775809", 0, 0),
    Case("1 modulo 2^64", "1e18446744073709551617", .infinity, .infinity),
    Case("1 modulo 2^32", "1E+4294967297", .infinity, .infinity),
    Case("−1 modulo 2^32", "1E-4294967297", 0, 0),
    Case("1000 digits", "1e" + repeated("1", 1000), .infinity, .infinity),
    Case("−1000 digits", "1e-" + repeated("1", 1000), 0, 0),
    Case("1000 zeros and a 5", "1e" + repeated("0", 1000) + "5", 100_000, 100_000),
    Case("1000 zeros", "1e-" + repeated("0", 1000), 1, 1),
  ]

  // Exponents that would wrap around if the range were compared after an addition.
  @Test(arguments: [Int.max, Int.max - 21, Int.max - 341, 400, 309])
  func largeExponent(_ exponent: Int) {
    for digits: UInt64 in [1, .max] {
      #expect(
        DecimalConversion.double(digits: digits, exponent: exponent, isNegative: false)
          == .infinity)
      #expect(
        DecimalConversion.float(digits: digits, exponent: exponent, isNegative: true)
          == -.infinity)
    }
    let zero = DecimalConversion.double(digits: 0, exponent: exponent, isNegative: true)
    #expect(zero == 0 && zero.sign == .minus)
  }

  @Test(arguments: [Int.min, Int.min + 22, Int.min + 342, -400, -363])
  func smallExponent(_ exponent: Int) {
    for digits: UInt64 in [0, 1, .max] {
      let double = DecimalConversion.double(digits: digits, exponent: exponent, isNegative: true)
      #expect(double == 0 && double.sign == .minus)
      let float = DecimalConversion.float(digits: digits, exponent: exponent, isNegative: false)
      #expect(float == 0 && float.sign == .plus)
    }
  }

  // The bytes after the text are digits too, so reading one of them changes the value.
  @Test func readsNothingOutsideTheText() {
    let digits = Array("1234567890123456789012345678901234567890e111111".utf8)
    for count in 1...digits.count where count != 41 {
      let text = String(decoding: digits.prefix(count), as: UTF8.self)
      // Invariant: `count` is at most the array's, and the pointer stays within the closure.
      let (double, float) = digits.withCheckedBytes { bytes in
        let slice = CheckedBytes(rebasing: bytes.prefix(count))
        return (DecimalConversion.double(text: slice), DecimalConversion.float(text: slice))
      }
      #expect(double == Double(text), "\(text)")
      #expect(float == Float(text), "\(text)")
    }
  }

  // The point may be before, at or after the 19th digit, with zeros on either side of it.
  @Test(arguments: ["1234567890123456789012345", "0000000012345678901234567890000000"])
  func pointAnywhere(_ digits: String) {
    for place in 1..<digits.count {
      let whole = digits.prefix(place).drop { $0 == "0" }
      let text = "\(whole.isEmpty ? "0" : whole).\(digits.dropFirst(place))"
      for exponent in ["", "e-19", "E+7"] {
        let text = text + exponent
        #expect(NumberSamples.double(text) == Double(text), "\(text)")
        #expect(NumberSamples.float(text) == Float(text), "\(text)")
      }
    }
  }

  @Test func noBytesAtAll() {
    // Safe: there is no byte to read.
    let nothing = CheckedBytes()
    #expect(DecimalConversion.double(text: nothing) == 0)
    #expect(DecimalConversion.float(text: nothing) == 0)
  }

  // The grammar is checked elsewhere. Here these bytes must only give a number, and not trap.
  @Test func bytesThatAreNoNumber() {
    let bytes = Array("-+.eE09/:x".utf8) + [0, 0xff]
    for first in bytes {
      for second in bytes {
        for third in bytes {
          for text in [[], [first], [first, second], [first, second, third]] {
            // Invariant: the array outlives the closure.
            let values = text.withCheckedBytes { bytes in
              (DecimalConversion.double(text: bytes), DecimalConversion.float(text: bytes))
            }
            #expect(!values.0.isNaN && !values.1.isNaN)
          }
        }
      }
    }
  }
}
