import Foundation
import Testing

/// The seed of one run of a property. It is the argument of the test, so a failure prints it; set
/// `RUSHJSON_SEED` to it and the property runs with it alone.
struct PropertySeed: Sendable, Hashable, CustomTestStringConvertible {
  let value: UInt64

  var testDescription: String { "RUSHJSON_SEED=\(value)" }

  /// As many seeds as a property wants, the same ones in every run; or the one of the environment.
  static func all(count: Int) -> [PropertySeed] {
    if let text = ProcessInfo.processInfo.environment["RUSHJSON_SEED"], let seed = UInt64(text) {
      return [PropertySeed(value: seed)]
    }
    return (0..<UInt64(count)).map { PropertySeed(value: 0x5eed_0000 + $0) }
  }
}
