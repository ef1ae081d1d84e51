import RushJSONCore
import Testing

/// Floating-point numbers as text: the shortest digits, in every layout.
@Suite struct NumberTextTests {
  struct Case: Sendable {
    var value: Double
    var foundation: String
    var ecmaScript: String
    var swift: String

    init(_ value: Double, _ foundation: String, _ ecmaScript: String, _ swift: String) {
      self.value = value
      self.foundation = foundation
      self.ecmaScript = ecmaScript
      self.swift = swift
    }
  }

  static let cases = [
    Case(0, "0", "0", "0.0"), Case(-0.0, "-0", "0", "-0.0"), Case(1, "1", "1", "1.0"),
    Case(-1, "-1", "-1", "-1.0"), Case(10, "10", "10", "10.0"), Case(99, "99", "99", "99.0"),
    Case(0.1, "0.1", "0.1", "0.1"), Case(-0.25, "-0.25", "-0.25", "-0.25"),
    Case(0.1 + 0.2, "0.30000000000000004", "0.30000000000000004", "0.30000000000000004"),
    Case(1.5, "1.5", "1.5", "1.5"), Case(123.456, "123.456", "123.456", "123.456"),
    Case(12_345_678.9, "12345678.9", "12345678.9", "12345678.9"),
    Case(123_456_789.125, "123456789.125", "123456789.125", "123456789.125"),
    Case(0.001, "0.001", "0.001", "0.001"), Case(0.0001, "0.0001", "0.0001", "0.0001"),
    Case(0.000123, "0.000123", "0.000123", "0.000123"),
    Case(0.00001, "1e-05", "0.00001", "1e-05"),
    Case(-0.0000125, "-1.25e-05", "-0.0000125", "-1.25e-05"),
    Case(0.000001, "1e-06", "0.000001", "1e-06"),
    Case(0.0000001, "1e-07", "1e-7", "1e-07"), Case(1.5e-9, "1.5e-09", "1.5e-9", "1.5e-09"),
    Case(1e-10, "1e-10", "1e-10", "1e-10"), Case(1e-100, "1e-100", "1e-100", "1e-100"),
    Case(1e15, "1000000000000000", "1000000000000000", "1000000000000000.0"),
    Case(0x1p53 - 1, "9007199254740991", "9007199254740991", "9007199254740991.0"),
    Case(0x1p53, "9007199254740992", "9007199254740992", "9007199254740992.0"),
    // The neighbour of 9007199254740993, which is not a Double.
    Case(0x1p53 + 2, "9.007199254740994e+15", "9007199254740994", "9.007199254740994e+15"),
    Case(1e16, "1e+16", "10000000000000000", "1e+16"),
    Case(-1.5e16, "-1.5e+16", "-15000000000000000", "-1.5e+16"),
    Case(
      123_456_789_012_345_683_968, "1.2345678901234568e+20", "123456789012345680000",
      "1.2345678901234568e+20"),
    Case(1e20, "1e+20", "100000000000000000000", "1e+20"), Case(1e21, "1e+21", "1e+21", "1e+21"),
    Case(1e22, "1e+22", "1e+22", "1e+22"), Case(1e23, "1e+23", "1e+23", "1e+23"),
    // Two integers are equally near; the even one is chosen.
    Case(
      1_125_899_906_842_624.25, "1125899906842624.2", "1125899906842624.2",
      "1125899906842624.2"),
    Case(
      1_125_899_906_842_624.75, "1125899906842624.8", "1125899906842624.8",
      "1125899906842624.8"),
    Case(
      4_503_599_627_370_495.5, "4503599627370495.5", "4503599627370495.5",
      "4503599627370495.5"),
    Case(.leastNonzeroMagnitude, "5e-324", "5e-324", "5e-324"),
    // Below the normal numbers, with fifteen digits.
    Case(
      9.99999999999999e-309, "9.99999999999999e-309", "9.99999999999999e-309",
      "9.99999999999999e-309"),
    Case(
      .leastNormalMagnitude, "2.2250738585072014e-308", "2.2250738585072014e-308",
      "2.2250738585072014e-308"),
    Case(
      .leastNormalMagnitude.nextDown, "2.225073858507201e-308", "2.225073858507201e-308",
      "2.225073858507201e-308"),
    Case(
      .greatestFiniteMagnitude, "1.7976931348623157e+308", "1.7976931348623157e+308",
      "1.7976931348623157e+308"),
  ]

  @Test(arguments: cases)
  func layouts(_ sample: Case) {
    #expect(WrittenText.of(sample.value, .foundation) == sample.foundation)
    #expect(WrittenText.of(sample.value, .ecmaScript) == sample.ecmaScript)
    #expect(WrittenText.of(sample.value, .swift) == sample.swift)
    #expect(sample.value.description == sample.swift)
    #expect(JSONNumber(sample.value).text == sample.foundation)
    #expect(WrittenText.of(JSONNumber(sample.value), .ecmaScript) == sample.ecmaScript)
  }

  /// RFC 8785, appendix B.
  static let canonical: [(UInt64, String)] = [
    (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
  ]

  @Test(arguments: canonical)
  func canonicalSamples(_ bits: UInt64, _ text: String) {
    #expect(WrittenText.of(Double(bitPattern: bits), .ecmaScript) == text)
  }

  /// A Float has the digits that a Float needs.
  static let floats: [(Float, String, String)] = [
    (0.1, "0.1", "0.1"), (-0.0, "-0", "0"), (1, "1", "1"),
    (3.4028235e38, "3.4028235e+38", "3.4028235e+38"),
    (.leastNonzeroMagnitude, "1e-45", "1e-45"), (1.1754944e-38, "1.1754944e-38", "1.1754944e-38"),
    (0x1p24, "16777216", "16777216"), (0x1p24 + 2, "1.6777218e+07", "16777218"),
    (1e10, "1e+10", "10000000000"), (16_777_215, "16777215", "16777215"),
    (0.3, "0.3", "0.3"), (1.5e-5, "1.5e-05", "0.000015"), (8_388_607.5, "8388607.5", "8388607.5"),
  ]

  @Test(arguments: floats)
  func floatLayouts(_ value: Float, _ foundation: String, _ ecmaScript: String) {
    #expect(WrittenText.of(value, .foundation) == foundation)
    #expect(WrittenText.of(value, .ecmaScript) == ecmaScript)
    #expect(WrittenText.of(value, .swift) == value.description)
    #expect(JSONNumber(value).text == foundation)
  }

  // MARK: - Against description, and back

  /// Differences found in a loop that is too long for one expectation each.
  private struct Differences: CustomStringConvertible {
    private(set) var texts: [String] = []
    var description: String { "\(texts.count) differences: \(texts.prefix(5))" }

    mutating func check(_ value: Double) {
      let text = WrittenText.of(value, .swift)
      if text != value.description { texts.append("\(value) written as \(text)") }
      for layout in [JSONNumber.Layout.foundation, .ecmaScript] {
        let text = WrittenText.of(value, layout)
        let read = NumberSamples.double(text)
        // In ECMAScript −0 is written as 0.
        if read.bitPattern != value.bitPattern, value != 0 || read != 0 {
          texts.append("\(value) read as \(read)")
        }
      }
    }

    mutating func check(_ value: Float) {
      let text = WrittenText.of(value, .swift)
      if text != value.description { texts.append("Float \(value) written as \(text)") }
      let read = NumberSamples.float(WrittenText.of(value, .ecmaScript))
      if read.bitPattern != value.bitPattern, value != 0 || read != 0 {
        texts.append("Float \(value) read as \(read)")
      }
    }
  }

  /// Where the distance of neighbours doubles, and around.
  @Test func everyPowerOfTwo() {
    var differences = Differences()
    for exponent in 0..<2047 as Range<UInt64> {
      let power = Double(bitPattern: exponent << 52)
      differences.check(power)
      differences.check(-power.nextUp)
      if power > 0 { differences.check(power.nextDown) }
    }
    for exponent in 0..<255 as Range<UInt32> {
      let power = Float(bitPattern: exponent << 23)
      differences.check(power)
      differences.check(-power.nextUp)
      if power > 0 { differences.check(power.nextDown) }
    }
    #expect(differences.texts.isEmpty, "\(differences)")
  }

  /// Below 2³⁹, eighths are written by code of their own. Sixteenths are not.
  @Test func eighthsAndSixteenths() {
    var differences = Differences()
    for exponent in 0...53 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for sixteenths in 0..<16 {
        let fraction = Double(sixteenths) / 16
        for whole in [power, power / 3, power * 1.7] {
          differences.check(whole.rounded(.down) + fraction)
          differences.check(-(whole.rounded(.up) - fraction))
        }
      }
    }
    #expect(differences.texts.isEmpty, "\(differences)")
  }

  /// 2^485 is 0.9995 · 10^146, so multiples of 10^146 are a little too far apart. These numbers are in the middle
  /// between two of them, and need one digit more.
  @Test func wherePowersOfTwoAndTenAreClose() {
    var differences = Differences()
    for bits: UInt64 in [
      0x6182_04f8_c386_bbc9,
      0x6183_c5fd_414c_3557,
      0x618f_1ca2_7311_dbf1,
      0x6186_b7f3_c9e9_c9c8,
    ] {
      differences.check(Double(bitPattern: bits))
      differences.check(Double(bitPattern: bits).nextUp)
    }
    #expect(differences.texts.isEmpty, "\(differences)")
  }

  @Test func everyPowerOfTen() {
    var differences = Differences()
    for exponent in -323...308 {
      let power = NumberSamples.double("1e\(exponent)")
      for value in [power, power.nextUp, power.nextDown, power * 9, power / 3] where value.isFinite
      {
        differences.check(value)
      }
    }
    for exponent in -45...38 {
      let power = NumberSamples.float("1e\(exponent)")
      for value in [power, power.nextUp, power.nextDown, power * 3] where value.isFinite {
        differences.check(value)
      }
    }
    #expect(differences.texts.isEmpty, "\(differences)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomNumbers(seed: UInt64) {
    var random = NumberSamples.Bits(seed: seed)
    var differences = Differences()
    for _ in 0..<2_000 {
      let bits = random.next()
      let any = Double(bitPattern: bits)
      if any.isFinite { differences.check(any) }
      // Fractions, prices, and numbers that are exact in binary up to their last digit.
      differences.check(Double(bits >> 11) * 0x1p-53)
      differences.check(Double(bits % 10_000_000) / 100)
      differences.check(Double(bits >> 9) / 4)
      differences.check(Double(bits >> 8) / 16)
      differences.check(Double(bits))
      differences.check(Double(bitPattern: bits >> 12))
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      if float.isFinite { differences.check(float) }
      differences.check(Float(bits >> 40) * 0x1p-20)
    }
    #expect(differences.texts.isEmpty, "seed \(seed): \(differences)")
  }
}
