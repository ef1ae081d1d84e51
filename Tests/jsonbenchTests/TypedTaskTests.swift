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

  @Test func whatIsNoSuchDocumentIsNotTimed() {
    let other = run([.decodeTrees, .encodeTrees], "other.json", "{}")
    #expect(other.failures.isEmpty && other.measurements.isEmpty)
  }

  private func run(_ tasks: [BenchmarkTask], _ name: String, _ text: String) -> Runner.Outcome {
    var progress = Progress(isRewriting: false) { _ in }
    return Runner(
      tasks: tasks, contenders: [InProcessContender.rushJSON, .foundation], seconds: 0.001,
      rotates: false, counter: AllocationCounter { 0 }
    ).run([BenchmarkInput(name: name, bytes: Array(text.utf8))], progress: &progress)
  }
}
