import Testing

@testable import RushJSONCore

/// The two ways to the shortest digits: the quick one, which gives up where it is in doubt, and the exact one.
@Suite struct ShortestDecimalTests {
  /// With few bits below the point, the products of the exact way are exact or nearly so.
  @Test(arguments: Array(-30...30))
  func theExactWayGivesTheDigitsOfTheQuickOne(_ power: Int) {
    for number in 0..<300 as Range<UInt64> {
      let significand = 1 << 52 | (number &* 0x9e37_79b9_7f4a_7c15) >> 12
      let value = Double(sign: .plus, exponent: power, significand: Double(significand))
      guard let quick = ShortestDecimal.quick(value) else { continue }
      let exact = ShortestDecimal.exact(value)
      if (exact.head, exact.last, exact.exponent) != (quick.head, quick.last, quick.exponent) {
        Issue.record("\(value): \(exact), not \(quick)")
      }
    }
  }
}
