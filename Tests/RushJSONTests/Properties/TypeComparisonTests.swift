import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Random types, strategies, values and texts: both coders give the same.
///
/// `RUSHJSON_TYPE_CASES` is how many cases there are instead of some hundreds, and `RUSHJSON_TYPE_SEED`
/// the seed of the first; each next case has the next one, so a seed that a failure prints replays it
/// alone. `RUSHJSON_TYPE_TRACE` prints each text before it is decoded, for one that ends the process.
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
    // Else the cases say nothing.
    #expect(agreed > Self.cases, "\(agreed) values")
  }

  /// On standard error, which does not wait for more.
  private static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
