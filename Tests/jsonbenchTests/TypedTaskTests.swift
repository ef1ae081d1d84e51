import Testing

@testable import BenchmarkHarness

/// Tasks about Codable types: both coders agree, or nothing is timed.
@Suite struct TypedTaskTests {
  @Test func valuesOfUnknownShapeAgree() {
    let text = #"""
      {"statuses": [{"a": [1, -2.5, null, true, "x/\u00e9", {}, []], "b": 0.5, "c": 12345678901}]}
      """#
    let outcome = run([.decodeTrees, .encodeTrees], "timeline.json", text)
    #expect(outcome.failures.isEmpty)
    #expect(
      outcome.measurements.map { [$0.task, $0.contender] } == [
        ["decode-trees", "RushJSON"], ["decode-trees", "Foundation"],
        ["encode-trees", "RushJSON"], ["encode-trees", "Foundation"],
      ])
  }

  @Test func allCoresAgree() {
    let outcome = run([.decodeOnAllCores], "geography.json", Self.geography)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.measurements.map(\.contender) == ["RushJSON", "Foundation"])
    for measurement in outcome.measurements {
      #expect(measurement.bytes % Self.geography.utf8.count == 0)
      #expect(measurement.bytes > Self.geography.utf8.count)
      // Those of other threads are not counted, so none are.
      #expect(measurement.allocations == nil)
    }
  }

  @Test func whatIsNoSuchDocumentIsNotTimed() {
    #expect(!run([.decodeOnAllCores], "geography.json", "{}").failures.isEmpty)
    let other = run([.decodeOnAllCores, .decodeTrees], "other.json", "{}")
    #expect(other.failures.isEmpty && other.measurements.isEmpty)
  }

  private static let geography = """
    {"type": "FeatureCollection", "features": []}
    """

  private func run(_ tasks: [BenchmarkTask], _ name: String, _ text: String) -> Runner.Outcome {
    var progress = Progress(isRewriting: false) { _ in }
    return Runner(
      tasks: tasks, contenders: [InProcessContender.rushJSON, .foundation], seconds: 0.001,
      rotates: false, counter: AllocationCounter { 0 }
    ).run([BenchmarkInput(name: name, bytes: Array(text.utf8))], progress: &progress)
  }
}
