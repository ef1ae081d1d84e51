@testable import RushJSONCore

/// Shared by the tests of number reading: seeded bits, readers of a text, a list of mismatches.
enum NumberSamples {
  /// SplitMix64 (Steele, Lea, Flood 2014): the seed alone determines the bits.
  struct Bits: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  static func double(_ text: some StringProtocol) -> Double {
    // Invariant: the array outlives the closure, which does not let the bytes escape.
    Array(text.utf8).withCheckedBytes { DecimalConversion.double(text: $0) }
  }

  static func float(_ text: some StringProtocol) -> Float {
    // Invariant: as above.
    Array(text.utf8).withCheckedBytes { DecimalConversion.float(text: $0) }
  }
}

/// The conversions by name, for each type.
extension DecimalConversion {
  static func double(digits: UInt64, exponent: Int, isNegative: Bool) -> Double {
    nearest(digits, exponent, isNegative: isNegative)
  }
  static func float(digits: UInt64, exponent: Int, isNegative: Bool) -> Float {
    nearest(digits, exponent, isNegative: isNegative)
  }
  static func double(text: CheckedBytes) -> Double { nearest(text) }
  static func float(text: CheckedBytes) -> Float { nearest(text) }
}

/// Differences found in a loop that is too long for one expectation each.
struct Mismatches: CustomStringConvertible {
  private(set) var count = 0
  private var first: [String] = []

  var isEmpty: Bool { count == 0 }
  var description: String { "\(count) mismatches: " + first.joined(separator: "; ") }

  mutating func compare(_ text: some StringProtocol, _ found: Double, _ expected: Double) {
    if found.bitPattern == expected.bitPattern { return }
    add("\(text) gives \(found), not \(expected)")
  }

  mutating func compare(_ text: some StringProtocol, _ found: Float, _ expected: Float) {
    if found.bitPattern == expected.bitPattern { return }
    add("\(text) gives Float \(found), not \(expected)")
  }

  private mutating func add(_ message: @autoclosure () -> String) {
    count += 1
    if first.count < 5 { first.append(message()) }
  }
}
