import CorpusGenerator
import RushJSONCore
import Testing

@Suite("The last digits of sixteen bytes")
struct LastDigitsTests {
  /// The expected result, digit by digit.
  private func reference(_ bytes: SIMD16<UInt8>, count: Int) -> UInt64? {
    var value: UInt64 = 0
    for i in (16 - count)..<16 {
      guard bytes[i] >= 0x30, bytes[i] <= 0x39 else { return nil }
      value = value * 10 + UInt64(bytes[i] - 0x30)
    }
    return value
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func agreeOnDigitsAndOthers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      var bytes = SIMD16<UInt8>.random(in: 0x30...0x39, using: &random)
      // In every other round one byte is arbitrary.
      if round.isMultiple(of: 2) {
        bytes[Int.random(in: 0..<16, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let count = Int.random(in: 0...16, using: &random)
      let expected = reference(bytes, count: count)
      #expect(LastDigits.fastest(bytes, count: count) == expected)
      #expect(LastDigits.portable(bytes, count: count) == expected)
    }
  }

  @Test func everyByteAtEveryPlace() {
    for place in 0..<16 {
      for byte in UInt8.min...UInt8.max {
        var bytes = SIMD16<UInt8>(repeating: 0x39)
        bytes[place] = byte
        for count in [16 - place, max(0, 15 - place), 16] {
          let expected = reference(bytes, count: count)
          #expect(LastDigits.fastest(bytes, count: count) == expected)
          #expect(LastDigits.portable(bytes, count: count) == expected)
        }
      }
    }
  }
}
