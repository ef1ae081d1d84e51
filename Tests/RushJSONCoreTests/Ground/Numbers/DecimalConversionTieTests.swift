import RushJSONCore
import Testing

/// Values exactly half-way between two numbers, and the values next to them. The expected bits follow
/// from the construction of each value, without another conversion.
@Suite struct DecimalConversionTieTests {
  /// 0 is below half of the smallest subnormal number; the last is below infinity.
  static let doubles: [UInt64] =
    [0, 1, 2, 3, 0x000f_ffff_ffff_fffe, 0x000f_ffff_ffff_ffff, 0x0010_0000_0000_0000]
    + [0x0010_0000_0000_0001, 0x001f_ffff_ffff_ffff, 0x3fef_ffff_ffff_ffff, 0x3ff0_0000_0000_0000]
    + [0x433f_ffff_ffff_ffff, 0x7fef_ffff_ffff_fffe, 0x7fef_ffff_ffff_ffff]

  static let floats: [UInt32] =
    [0, 1, 2, 3, 0x007f_fffe, 0x007f_ffff, 0x0080_0000, 0x0080_0001, 0x00ff_ffff]
    + [0x3f7f_ffff, 0x3f80_0000, 0x4b7f_ffff, 0x7f7f_fffe, 0x7f7f_ffff]

  @Test(arguments: doubles)
  func aboveDouble(_ bits: UInt64) {
    let mismatches = Self.checkMidpoint(above: bits)
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  @Test(arguments: floats)
  func aboveFloat(_ bits: UInt32) {
    let mismatches = Self.checkMidpoint(above: bits)
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  @Test(arguments: [UInt64(1), 2])
  func aboveRandomNumbers(seed: UInt64) {
    var random = NumberSamples.Bits(seed: seed)
    for _ in 0..<100 {
      let double = UInt64.random(in: 0..<0x7ff0_0000_0000_0000, using: &random)
      let ofDouble = Self.checkMidpoint(above: double)
      #expect(ofDouble.isEmpty, "\(ofDouble)")
      let float = UInt32.random(in: 0..<0x7f80_0000, using: &random)
      let ofFloat = Self.checkMidpoint(above: float)
      #expect(ofFloat.isEmpty, "\(ofFloat)")
    }
  }

  /// The longest half-way value has 768 digits, so what follows must count as "more", no digit of
  /// it as a value.
  @Test func largestSubnormalMidpointHas768Digits() {
    let midpoint = ExactDecimal(0x3f_ffff_ffff_ffff, timesTwoTo: -1075)
    #expect(midpoint.digits.count == 768)
  }

  /// Half-way values cut to some twenty digits: the comparison multiplies either side, by either factor.
  @Test(arguments: Array(stride(from: 0x010, to: 0x7ff, by: 0x35)))
  func fewDigitsBesideHalfwayValues(field: Int) {
    var random = NumberSamples.Bits(seed: UInt64(field))
    var mismatches = Mismatches()
    for _ in 0..<4 {
      let fraction = UInt64.random(in: 0..<1 << 52, using: &random)
      let lower = Double(bitPattern: UInt64(field) << 52 | fraction)
      let midpoint = ExactDecimal((1 << 52 | fraction) * 2 + 1, timesTwoTo: field - 1023 - 53)
      for count in 20...24 where count < midpoint.digits.count {
        let power = midpoint.exponent + midpoint.digits.count - count
        let cut = midpoint.digits.prefix(count)
        let below = "\(cut)e\(power)"
        mismatches.compare(below, NumberSamples.double(below), lower)
        let above = "\(Self.incremented(cut))e\(power)"
        mismatches.compare(above, NumberSamples.double(above), lower.nextUp)
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  /// The digits of one more.
  private static func incremented(_ digits: Substring) -> String {
    let nines = digits.reversed().prefix { $0 == "9" }.count
    let rest = digits.dropLast(nines)
    let last = rest.last?.wholeNumberValue ?? 0
    return rest.dropLast() + "\(last + 1)" + String(repeating: "0", count: nines)
  }

  /// The digits and the half-way value are on different sides of a power of 2⁶⁴, so one has a word more. The bits
  /// were computed with exact fractions.
  @Test func digitsAndHalfwayValueOfDifferentSize() {
    let above = ExactDecimal(1, timesTwoTo: 512).digits
    let below = ExactDecimal(1, timesTwoTo: 768).minusOne.digits
    #expect(NumberSamples.double("\(above)e-192").bitPattern == 0x3812_3ff0_6eea_847a)
    #expect(NumberSamples.double("\(below)e-163").bitPattern == 0x4e17_08d0_f84d_3de7)
  }

  /// For each power of ten with ties, digits whose product with it is an odd number of halves.
  @Test(arguments: -4...23)
  func tiesOfDigitsWithDouble(power: Int) {
    var random = NumberSamples.Bits(seed: UInt64(power + 4))
    var mismatches = Mismatches()
    let ties = Self.ties(power: power, significandBits: 53, using: &random)
    #expect(!ties.isEmpty)
    for tie in ties {
      let lower = Double(sign: .plus, exponent: tie.exponent, significand: Double(tie.significand))
      let even = tie.significand & 1 == 0 ? lower : lower.nextUp
      for (digits, expected) in tie.samples(lower, even, lower.nextUp) {
        mismatches.compare(
          "\(digits)e\(power)",
          DecimalConversion.double(digits: digits, exponent: power, isNegative: false), expected)
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  @Test(arguments: -17...10)
  func tiesOfDigitsWithFloat(power: Int) {
    var random = NumberSamples.Bits(seed: UInt64(power + 17))
    var mismatches = Mismatches()
    let ties = Self.ties(power: power, significandBits: 24, using: &random)
    #expect(!ties.isEmpty)
    for tie in ties {
      let lower = Float(sign: .plus, exponent: tie.exponent, significand: Float(tie.significand))
      let even = tie.significand & 1 == 0 ? lower : lower.nextUp
      for (digits, expected) in tie.samples(lower, even, lower.nextUp) {
        mismatches.compare(
          "\(digits)e\(power)",
          DecimalConversion.float(digits: digits, exponent: power, isNegative: false), expected)
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  /// `digits` × 10^power = (`significand` + ½) × 2^`exponent`.
  struct Tie {
    let digits: UInt64
    let significand: UInt64
    let exponent: Int
    /// Whether one digit more or less stays between the two neighbours.
    let hasNeighbours: Bool

    func samples<Value>(_ down: Value, _ tie: Value, _ up: Value) -> [(UInt64, Value)] {
      hasNeighbours ? [(digits - 1, down), (digits, tie), (digits + 1, up)] : [(digits, tie)]
    }
  }

  static func ties(
    power: Int, significandBits: Int, using random: inout some RandomNumberGenerator
  ) -> [Tie] {
    let five = (0..<abs(power)).reduce(UInt64(1)) { power, _ in power * 5 }
    let halves = UInt64(1) << UInt64(significandBits)
    var ties: [Tie] = []
    for _ in 0..<400 {
      // The odd number of halves, 2m + 1, has one bit more than a significand.
      var odd = UInt64.random(in: halves..<2 * halves, using: &random) | 1
      var digits: UInt64
      if power >= 0 {
        digits = (odd / five) | 1
        odd = digits * five
        if odd < halves || odd >= 2 * halves { continue }
      } else {
        let (product, overflow) = odd.multipliedReportingOverflow(by: five)
        if overflow { continue }
        digits = product
      }
      let room = digits.leadingZeroBitCount
      let shift = Bool.random(using: &random) ? room : Int.random(in: 0...room, using: &random)
      digits <<= UInt64(shift)
      // One digit is 5^power halves shifted the other way.
      let hasNeighbours =
        digits < .max && (power < 0 || shift >= 64 || five >> UInt64(shift) == 0)
      ties.append(
        Tie(
          digits: digits, significand: odd / 2, exponent: power + shift + 1,
          hasNeighbours: hasNeighbours))
    }
    return ties
  }

  /// The five texts around the value half-way above `bits`, in every shape and with both signs.
  static func checkMidpoint<Bits: FixedWidthInteger & UnsignedInteger>(
    above bits: Bits
  ) -> Mismatches {
    let fractionBits = Bits.bitWidth == 64 ? 52 : 23
    let bias = Bits.bitWidth == 64 ? 1023 : 127
    let field = Int(bits >> fractionBits)
    let fraction = UInt64(bits) & (1 << UInt64(fractionBits) - 1)
    let significand = field == 0 ? fraction : fraction | 1 << UInt64(fractionBits)
    let midpoint = ExactDecimal(
      significand * 2 + 1, timesTwoTo: max(field, 1) - bias - fractionBits - 1)

    let zeros = String(repeating: "0", count: 780)
    let nines = String(repeating: "9", count: 780)
    let samples: [(texts: [String], expected: Bits)] = [
      (midpoint.texts(), bits + (bits & 1)),
      (midpoint.texts(appending: zeros), bits + (bits & 1)),
      (midpoint.plusOne.texts(), bits + 1),
      (midpoint.texts(appending: zeros + "1"), bits + 1),
      (midpoint.minusOne.texts(), bits),
      (midpoint.minusOne.texts(appending: nines), bits),
    ]
    var mismatches = Mismatches()
    for (texts, expected) in samples {
      for text in texts {
        if Bits.bitWidth == 64 {
          let value = Double(bitPattern: UInt64(expected))
          mismatches.compare(text, NumberSamples.double(text), value)
          mismatches.compare("-\(text)", NumberSamples.double("-\(text)"), -value)
        } else {
          let value = Float(bitPattern: UInt32(expected))
          mismatches.compare(text, NumberSamples.float(text), value)
          mismatches.compare("-\(text)", NumberSamples.float("-\(text)"), -value)
        }
      }
    }
    return mismatches
  }
}
