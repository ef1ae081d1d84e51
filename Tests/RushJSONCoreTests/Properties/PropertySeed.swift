import Foundation
import Testing

/// The seed of one run of a property. It is the argument of the test, so a failure prints it. With
/// `RUSHJSON_SEED` set to it, the property runs with that seed alone.
struct PropertySeed: Sendable, Hashable, CustomTestStringConvertible {
  let value: UInt64

  var testDescription: String { "RUSHJSON_SEED=\(value)" }

  /// `count` seeds, the same in every run, or only the one from the environment.
  static func all(count: Int) -> [PropertySeed] {
    if let text = ProcessInfo.processInfo.environment["RUSHJSON_SEED"], let seed = UInt64(text) {
      return [PropertySeed(value: seed)]
    }
    return (0..<UInt64(count)).map { PropertySeed(value: 0x5eed_0000 + $0) }
  }
}
