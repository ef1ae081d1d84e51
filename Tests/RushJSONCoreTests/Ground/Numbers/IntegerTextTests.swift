import RushJSONCore
import Testing

/// Integers of every width as text, and numbers with the spelling that they were read with.
@Suite struct IntegerTextTests {
  /// Every number of digits, the first and the last of each, and the ends of the type.
  private static func samples<T: FixedWidthInteger>(_ type: T.Type) -> [T] {
    var samples: [T] = [.min, .max, 0]
    var power: T = 1
    while true {
      samples += [power, power - 1, power + 1]
      if T.isSigned { samples += [0 - power, 1 - power] }
      let (next, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { return samples }
      power = next
    }
  }

  private static func differences<T: FixedWidthInteger>(_ type: T.Type, seed: UInt64) -> [String] {
    var random = NumberSamples.Bits(seed: seed)
    var values = samples(type)
    for _ in 0..<1_000 {
      let bits = UInt128(random.next()) << 64 | UInt128(random.next())
      values.append(T(truncatingIfNeeded: bits >> UInt128(random.next() % 128)))
    }
    return values.filter { WrittenText.of($0) != String($0) }.map { "\(type) \($0)" }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func everyWidth(seed: UInt64) {
    let differences = [
      Self.differences(Int8.self, seed: seed), Self.differences(UInt8.self, seed: seed),
      Self.differences(Int16.self, seed: seed), Self.differences(UInt16.self, seed: seed),
      Self.differences(Int32.self, seed: seed), Self.differences(UInt32.self, seed: seed),
      Self.differences(Int64.self, seed: seed), Self.differences(UInt64.self, seed: seed),
      Self.differences(Int.self, seed: seed), Self.differences(UInt.self, seed: seed),
      Self.differences(Int128.self, seed: seed), Self.differences(UInt128.self, seed: seed),
    ].flatMap { $0 }
    #expect(differences.isEmpty, "seed \(seed)")
    for value in Self.samples(Int64.self) where WrittenText.of64(value) != String(value) {
      Issue.record("\(value)")
    }
    for value in Self.samples(UInt64.self) where WrittenText.of64(value) != String(value) {
      Issue.record("\(value)")
    }
  }

  // MARK: - Digits as they were read

  /// Every number of digits with every position of the point.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func digitsWithAPoint(seed: UInt64) {
    var random = NumberSamples.Bits(seed: seed)
    var differences: [String] = []
    for count in 1...22 {
      for fraction in 0...26 {
        // Once with zeros after the point where there are more than there are digits for.
        var digits = (0..<max(count, fraction + 1)).map { _ in
          random.next() % 4 == 0 ? "0" : String(random.next() % 10)
        }
        for index in 0..<max(0, fraction + 1 - count) { digits[index] = "0" }
        let whole = digits.count - fraction
        if whole > 1, digits[0] == "0" { digits[0] = "1" }
        var text = random.next() % 2 == 0 ? "" : "-"
        text += digits[..<whole].joined()
        if fraction > 0 { text += "." + digits[whole...].joined() }
        let exponents = ["", "e5", "E-05", "e+0000012", "E65535"]
        for exponent in exponents {
          guard let number = JSONNumber(text + exponent) else {
            differences.append("\(text + exponent) is no number")
            continue
          }
          let written = WrittenText.of(number)
          if written != text + exponent || number.text != written {
            differences.append("\(text + exponent) written as \(written)")
          }
        }
      }
    }
    #expect(differences.isEmpty, "seed \(seed)")
  }

  static let spellings = [
    "0", "-0", "0.0", "-0.00", "0.000000000000000", "0.0000000000000000", "0.00000000000000000",
    "18446744073709551615", "-18446744073709551615", "1844674407370955161.5",
    "18446.744073709551615", "1844.6744073709551615", "184.46744073709551615",
    "0.18446744073709551615", "0.018446744073709551615", "9999999999999999.9",
    "0.9999999999999999", "9.999999999999999", "9.9999999999999999", "999999999999999.9",
    "-65.613616999999977", "10000000000000000.0", "-1.00", "1e999999999",
    "0.10000000000000000000000000000000000000000000001",
  ]

  @Test(arguments: spellings)
  func spellingIsKept(_ text: String) throws {
    let number = try JSONNumber(text: text)
    for layout in [JSONNumber.Layout.foundation, .ecmaScript, .swift] {
      #expect(WrittenText.of(number, layout) == text)
    }
  }

  @Test func whatIsNotFiniteHasAName() {
    #expect(WrittenText.of(JSONNumber(Double.nan)) == "NaN")
    #expect(WrittenText.of(JSONNumber(Double.infinity)) == "Infinity")
    #expect(WrittenText.of(JSONNumber(-Float.infinity)) == "-Infinity")
  }
}
