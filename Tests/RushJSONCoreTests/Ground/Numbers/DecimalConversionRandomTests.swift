import Foundation
import RushJSONCore
import Testing

/// Random numbers, written and read back. A failing seed is the test's argument.
@Suite struct DecimalConversionRandomTests {
  static let seeds: [UInt64] = [1, 2, 3, 4]
  static let count = 50_000

  @Test(arguments: seeds)
  func shortestAndSeventeenDigitsOfDouble(seed: UInt64) {
    var bits = NumberSamples.Bits(seed: seed)
    var mismatches = Mismatches()
    for _ in 0..<Self.count {
      let value = Double(bitPattern: bits.next())
      if !value.isFinite { continue }
      for text in [value.description, String(format: "%.16e", value)] {
        mismatches.compare(text, NumberSamples.double(text), value)
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  @Test(arguments: seeds)
  func shortestAndNineDigitsOfFloat(seed: UInt64) {
    var bits = NumberSamples.Bits(seed: seed)
    var mismatches = Mismatches()
    for _ in 0..<Self.count {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits.next()))
      if !value.isFinite { continue }
      for text in [value.description, String(format: "%.8e", Double(value))] {
        mismatches.compare(text, NumberSamples.float(text), value)
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  /// Every power of the table, with digits of every length. The oracle is the C library's.
  @Test(arguments: seeds)
  func allPowersOfTen(seed: UInt64) {
    var bits = NumberSamples.Bits(seed: seed)
    var mismatches = Mismatches()
    for exponent in -364...312 {
      for shift in 0..<64 {
        let digits = bits.next() >> UInt64(shift)
        let text = "\(digits)e\(exponent)"
        mismatches.compare(
          text, DecimalConversion.double(digits: digits, exponent: exponent, isNegative: false),
          Double(text) ?? .nan)
        mismatches.compare(
          text, DecimalConversion.float(digits: digits, exponent: exponent, isNegative: false),
          Float(text) ?? .nan)
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  /// Texts of up to 800 digits with the point and the exponent anywhere.
  @Test(arguments: seeds)
  func longTexts(seed: UInt64) {
    var bits = NumberSamples.Bits(seed: seed)
    var mismatches = Mismatches()
    for _ in 0..<1000 {
      let length = Int.random(in: 1...(Bool.random(using: &bits) ? 40 : 800), using: &bits)
      // Runs of one digit are as likely as noise.
      let run = UInt8.random(in: 0...9, using: &bits)
      let isRun = Bool.random(using: &bits)
      let fraction = (0..<length).map { _ in
        isRun ? String(run) : String(UInt8.random(in: 0...9, using: &bits))
      }
      let first = UInt8.random(in: 0...9, using: &bits)
      let exponent = Int.random(in: -340...320, using: &bits)
      let text = "\(first).\(fraction.joined())e\(exponent)"
      mismatches.compare(text, NumberSamples.double(text), Double(text) ?? .nan)
      mismatches.compare(text, NumberSamples.float(text), Float(text) ?? .nan)
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }
}
