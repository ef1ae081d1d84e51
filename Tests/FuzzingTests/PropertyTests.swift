import Foundation
import Testing

/// A short run of all properties on inputs that seeds choose. `Fuzzing/properties` is the long one.
///
/// A failure prints its seed, and the bytes that are left after shrinking. `RUSHJSON_SEED` replays that
/// seed alone.
@Suite struct PropertyTests {
  private static let seed: UInt64? = ProcessInfo.processInfo.environment["RUSHJSON_SEED"].flatMap {
    UInt64($0)
  }

  @Test(arguments: FuzzTarget.allCases)
  func randomCasesHold(_ target: FuzzTarget) {
    let search = target.search
    let count = Self.seed == nil ? target.shortCount : 1
    if let failure = search.failure(from: Self.seed ?? 0x5eed_0000, count: count) {
      Issue.record("RUSHJSON_SEED=\(failure.seed) replays it: \(search.shrunk(failure))")
    }
  }

  /// Otherwise the comparison of types shows nothing.
  @Test func mostTypesGiveAValue() throws {
    var agreed = 0
    for seed in 0..<100 as Range<UInt64> {
      var comparison = TypeComparison(FuzzInput(seed: seed))
      try comparison.run()
      agreed += comparison.agreedOnValues
    }
    #expect(agreed > 100, "\(agreed) values")
  }

  /// The bytes that a seed has chosen make the same choices.
  @Test(arguments: FuzzTarget.allCases)
  func theRecordReplaysItsSeed(_ target: FuzzTarget) throws {
    for seed in 0..<20 as Range<UInt64> {
      var first = FuzzInput(seed: seed)
      try target.run(&first)
      var second = FuzzInput(first.record)
      try target.run(&second)
      #expect(second.takenCount == first.record.count, "seed \(seed)")
    }
  }

  static let documents: [URL] = {
    let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus")
    let files = try? FileManager.default.contentsOfDirectory(
      at: corpus, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }()

  @Test(arguments: documents)
  func documentsAreReadAsFoundationDoes(_ document: URL) throws {
    try FoundationProperties.check([UInt8](try Data(contentsOf: document)))
  }
}

extension FuzzTarget {
  /// How many cases take about a third of a second without optimisation.
  fileprivate var shortCount: Int {
    switch self {
    case .types, .calls, .encoding: 100
    case .streams, .partial, .decoding, .reading, .objects, .pockets: 200
    default: 400
    }
  }
}
