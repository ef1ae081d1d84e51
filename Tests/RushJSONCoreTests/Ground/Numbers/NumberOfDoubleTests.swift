import RushJSONCore
import Testing

/// Numbers that a program makes of a `Double` give it back, special values included.
@Suite struct NumberOfDoubleTests {
  static let values: [Double] = [
    0, -0.0, 1, -1, 1.5, -1.5, 0.1, 1e22, 1e23, -1e300, 0x1p53, 0x1p53 + 2, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
    .nan,
  ]

  @Test(arguments: values)
  func isGivenBack(_ value: Double) throws {
    let number = JSONNumber(value)
    let double = try #require(number.double)
    #expect(double.bitPattern == value.bitPattern || double.isNaN && value.isNaN)
    #expect(number.isFinite == value.isFinite)
    if value.isFinite, !Float(value).isFinite {
      #expect(number.float == nil)
    } else {
      let float = try #require(number.float)
      #expect(float.bitPattern == Float(value).bitPattern || float.isNaN && value.isNaN)
    }
    #expect(number.isInteger == (value.isFinite && value == value.rounded()))
    #expect(number.int == Int(exactly: value))
  }

  @Test func order() {
    let ordered = Self.values.filter { $0.isFinite || $0 > 0 }.sorted()
    for (a, b) in zip(ordered, ordered.dropFirst()) {
      #expect((JSONNumber(a) < JSONNumber(b)) == (a < b), "\(a) and \(b)")
      #expect((JSONNumber(a) == JSONNumber(b)) == (a == b), "\(a) and \(b)")
      #expect(!(JSONNumber(b) < JSONNumber(a)))
    }
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(!(JSONNumber(value) < JSONNumber(value)))
    }
    for value in Self.values where !value.isNaN {
      #expect(JSONNumber(value) < JSONNumber(Double.nan))
      #expect(!(JSONNumber(Double.nan) < JSONNumber(value)))
    }
    #expect(JSONNumber(Double.nan) == JSONNumber(Double.nan))
    #expect(JSONNumber(-Double.infinity) < JSONNumber(-1e300))
  }
}
