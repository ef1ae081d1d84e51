import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Numbers whose nearest `Double` decides the value, or does not: zeros, `Float`s, integers with a fraction or an exponent.
@Suite struct NumberSpellingTests {
  private static let seed: UInt64 = 0x66_6c_6f_61

  private func value<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    do { return try RushJSONDecoder().decode([T].self, from: Data("[\(text)]".utf8))[0] } catch {
      return nil
    }
  }

  @Test(arguments: ["0.0", "-0.0", "-0", "0e5", "0.000e-400", "0E0", "-0.0e400"])
  func zeroKeepsItsSign(text: String) {
    let sign: FloatingPointSign = text.hasPrefix("-") ? .minus : .plus
    #expect(value(Double.self, text) == 0 && value(Double.self, text)?.sign == sign)
    #expect(value(Float.self, text) == 0 && value(Float.self, text)?.sign == sign)
    #expect(value(Int.self, text) == 0)
    #expect(value(UInt8.self, text) == 0)
  }

  @Test(arguments: ["1e-400", "0.1e-400", "-0.0001e-350", "1.0e-330"])
  func numberBelowTheRangeOfDoubleIsRefused(text: String) {
    #expect(value(Double.self, text) == nil)
    #expect(value(Float.self, text) == nil)
  }

  /// Texts near the middle of two neighbouring `Float`s, where a `Double` in between would round twice.
  @Test func floatIsRoundedOnce() throws {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<5_000 {
      let bits = UInt32(random.integer(in: 1...0x7f7f_fffe))
      let (low, high) = (Float(bitPattern: bits), Float(bitPattern: bits + 1))
      let middle = (Double(low) + Double(high)) / 2
      for value in [middle, middle.nextUp, middle.nextDown, Double(low), Double(low).nextUp] {
        // All digits of a Double, and a little more or less than it.
        for text in ["\(value)", longText(value), longText(value) + "1"] {
          expectFloat(text)
        }
      }
    }
    for text in [
      "1e-45", "7e-46", "7.1e-46", "1.17549429e-38", "3.4028235677973366e38",
      "3.4028235677973365e38", "3.4028234e38", "16777217.0", "16777219.000000000000000000001",
      "0.1",
    ] { expectFloat(text) }
  }

  private func longText(_ value: Double) -> String { String(format: "%.60f", value) }

  private func expectFloat(_ text: String) {
    var expected = Float(text)
    if expected?.isFinite == false || expected == 0 { expected = nil }
    if value(Float.self, text) != expected {
      Issue.record("\(text): \(value(Float.self, text) as Any), not \(expected as Any)")
    }
  }

  @Test func floatIsWrittenWithFewestDigits() throws {
    var random = SeededGenerator(seed: Self.seed)
    for round in 0..<20_000 {
      let value =
        round % 2 == 0
        ? Float(random.integer(in: -8_000...8_000)) / 8
        : Float(bitPattern: UInt32(random.integer(in: 0...0x7f7f_ffff)))
      let text = String(decoding: try RushJSONEncoder().encode(value), as: UTF8.self)
      var expected = "\(value)"
      if expected.hasSuffix(".0") { expected.removeLast(2) }
      if text != expected { Issue.record("\(text), not \(expected)") }
    }
  }

  @Test(arguments: [
    ("1.0", 1), ("1e3", 1000), ("-12.00e1", -120), ("9007199254740991.0", 9_007_199_254_740_991),
    ("9007199254740993.0", 9_007_199_254_740_993), ("1.0000000000000001", 1), ("1e-400", 0),
    ("9223372036854775807.0", Int.max), ("9223372036854775808.0", nil), ("1.5", nil),
    ("9007199254740993.5", nil), ("1e400", nil),
  ])
  func integerHasAFractionOrAnExponent(text: String, expected: Int?) {
    #expect(value(Int.self, text) == expected)
  }
}
