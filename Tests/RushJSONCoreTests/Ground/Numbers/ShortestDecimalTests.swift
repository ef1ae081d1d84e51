import Testing

@testable import RushJSONCore

/// The two ways to the shortest digits: the quick one, which gives up where it is in doubt, and the exact one.
@Suite struct ShortestDecimalTests {
  /// With few bits below the point, the products of the exact way are exact or nearly so. The last four are of
  /// powers of two that are nearly powers of ten.
  @Test(arguments: Array(-30...30) + [-918, -433, 537, 1022])
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

  /// Where 2^q is just below a power of ten, or just above one, an exponent that is off by one finds other digits.
  @Test(arguments: [-970, -485, 485])
  func theExactWayGivesTheDigitsOfTheQuickOneBesidePowersOfTen(_ q: Int) {
    for number in 0..<20_000 as Range<UInt64> {
      let fraction = (number &* 0x9e37_79b9_7f4a_7c15) >> 12
      let value = Double(bitPattern: UInt64(q + 1075) << 52 | fraction)
      guard let quick = ShortestDecimal.quick(value) else { continue }
      let exact = ShortestDecimal.exact(value)
      if (exact.head, exact.last, exact.exponent) != (quick.head, quick.last, quick.exponent) {
        Issue.record("\(value): \(exact), not \(quick)")
      }
    }
  }

  /// Between 2⁵⁰ and 2⁵¹ neighbours are ¼ apart, and a quarter is half-way between two tenths. Both read back as
  /// the number, so the even one is taken.
  @Test func aNumberHalfwayBetweenTwoTextsTakesTheEvenDigit() {
    for whole in (1 << 50)..<(1 << 50 + 300) as Range<UInt64> {
      for (fraction, tenths) in [(0.25, 2), (0.75, 8)] as [(Double, UInt64)] {
        let decimal = ShortestDecimal.exact(Double(whole) + fraction)
        #expect(decimal.digits == whole * 10 + tenths)
        #expect(decimal.exponent == -1)
      }
    }
  }
}
