import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Both coders give the same for random types, strategies, values and texts.
///
/// `RUSHJSON_TYPE_CASES` sets the number of cases, which is some hundreds otherwise.
/// `RUSHJSON_TYPE_SEED` sets the seed of the first case; each next case has the next seed, so the
/// seed that a failure prints replays it. `RUSHJSON_TYPE_TRACE` prints each text before it is
/// decoded, to find one that ends the process.
@Suite("Comparison of random types with Foundation", .serialized)
struct TypeComparisonTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let firstSeed = environment["RUSHJSON_TYPE_SEED"].flatMap { UInt64($0) } ?? 11
  private static let cases = environment["RUSHJSON_TYPE_CASES"].flatMap { Int($0) } ?? 400

  @Test func typesAreEncodedAndDecodedAsFoundationDoes() {
    var agreed = 0
    for index in 0..<Self.cases {
      let seed = Self.firstSeed &+ UInt64(index)
      var comparison = TypeComparison(seed: seed)
      if Self.environment["RUSHJSON_TYPE_TRACE"] != nil {
        comparison.trace = { Self.say("\(seed): \($0)") }
      }
      for difference in comparison.differences() { Issue.record("seed \(seed): \(difference)") }
      agreed += comparison.agreedOnValues
    }
    // Otherwise the cases show nothing.
    #expect(agreed > Self.cases, "\(agreed) values")
  }

  /// Prints to standard error, which is not buffered.
  private static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
