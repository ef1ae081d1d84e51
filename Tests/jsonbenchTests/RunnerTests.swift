import Testing

@testable import BenchmarkHarness

@Suite struct RunnerTests {
  private let input = BenchmarkInput(name: "a.json", bytes: Array("[1,2]".utf8))

  @Test func everyoneIsTimedWhoseAnswerAgrees() {
    let outcome = run([Sample.rival(named: "Rival"), .foundation], [.validate, .walk], [input])
    #expect(outcome.failures.isEmpty)
    #expect(
      outcome.measurements.map { [$0.task, $0.contender] }
        == [["validate", "Rival"], ["validate", "Foundation"], ["walk", "Foundation"]])
    for measurement in outcome.measurements {
      #expect(measurement.bytes == 5)
      #expect(measurement.seconds.min > 0)
      #expect(measurement.iterations >= 3)
      #expect(measurement.allocations == nil)
    }
  }

  @Test func rotationTimesTheSameResults() {
    let second = BenchmarkInput(name: "b.json", bytes: Array("{}".utf8))
    let outcome = run(
      [Sample.rival(named: "Rival"), .foundation], [.document], [input, second], rotates: true)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.measurements.map(\.file) == ["a.json", "a.json", "b.json", "b.json"])
    #expect(outcome.measurements.allSatisfy { $0.iterations >= 3 })
  }

  @Test func aWrongAnswerIsNamedAndNotTimed() throws {
    let liar = Sample.rival(
      named: "Liar", fingerprint: .accepted([.init(name: "numbers", value: 3)]))
    let outcome = run([.foundation, liar], [.document], [input])
    #expect(outcome.measurements.isEmpty)
    #expect(
      outcome.failures == [
        "a.json document: not timed: numbers: 2 from Foundation, 3 from Liar"
      ])
  }

  @Test func aLibraryWithLimitsIsLeftOutWithANote() {
    var lines = ""
    var progress = Progress(isRewriting: false) { lines += $0 }
    let limited = LimitedContender(
      inner: Sample.rival(named: "Limited", fingerprint: .refusal(reason: "big")))
    let outcome = Runner(
      tasks: [.document], contenders: [InProcessContender.foundation, limited], seconds: 0.001,
      rotates: false, counter: .unavailable
    ).run([input], progress: &progress)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.measurements.map(\.contender) == ["Foundation"])
    #expect(
      lines.hasPrefix("jsonbench: a.json document: without Limited, which rejects it (big)\n"))
    // It is in the report, too, and printed once.
    #expect(outcome.notes == ["a.json document: without Limited, which rejects it (big)"])
    #expect(lines.matches(of: /without Limited/).count == 1)
  }

  @Test func aPeerThatFailsIsLeftOutWithANote() {
    var lines = ""
    var progress = Progress(isRewriting: false) { lines += $0 }
    let outcome = Runner(
      tasks: [.document], contenders: [InProcessContender.foundation, BrokenContender()],
      seconds: 0.001, rotates: false, counter: .unavailable
    ).run([input], progress: &progress)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.measurements.map(\.contender) == ["Foundation"])
    #expect(outcome.notes == ["a.json document: without Broken, which failed (ended)"])
    #expect(lines.contains("a.json document: without Broken, which failed (ended)\n"))
  }

  /// One sample for each round, and the same number for all.
  @Test func roundsAreSamples() {
    let outcome = run([Sample.rival(named: "Rival"), .foundation], [.document], [input])
    let counts = outcome.measurements.map(\.seconds.samples.count)
    #expect(counts.count == 2 && Set(counts).count == 1 && counts[0] >= 5)
  }

  @Test func aTaskThatNeedsATypeSaysSo() throws {
    let outcome = run([.foundation], [.decode], [input])
    #expect(outcome.failures.isEmpty && outcome.measurements.isEmpty)
    let note = try #require(outcome.notes.first)
    #expect(note.hasPrefix("decode: not timed for a.json: it needs a Swift type for the document"))
    #expect(note.contains("timeline.json"))
  }

  @Test func tasksWithTheSameReasonShareALine() {
    let text = BenchmarkInput(name: "b.json", bytes: Array("\"b\"".utf8))
    let tasks: [BenchmarkTask] = [.decode, .numbers, .decodeTrees, .dates, .encodeDirect]
    let notes = run([.rushJSON, .foundation], tasks, [input, text]).notes
    #expect(notes.count == 4)
    for (note, start) in zip(
      notes,
      [
        "decode, encode-direct: not timed for a.json, b.json: it needs a Swift type for",
        "numbers: not timed for b.json: it has no numbers",
        "decode-trees: not timed for a.json, b.json: it takes the statuses of timeline.json",
        "dates: not timed for a.json, b.json: it has no dates",
      ])
    { #expect(note.hasPrefix(start), "\(note)") }
  }

  @Test func aTaskWithATextOfItsOwnRunsOnce() {
    let lines = BenchmarkInput(name: "a.jsonl", bytes: Array("1\n2\n".utf8))
    for inputs in [[input], [lines], [input, lines], []] {
      let plan = TaskPlan(tasks: [.decodeDirectTiny], tasksForLines: nil, inputs: inputs)
      #expect(plan.steps.map { $0.inputs.map(\.name) } == [["(made)"]])
      #expect(plan.notes.isEmpty)
    }
  }

  /// Whatever the file is, and with the answers of both coders compared.
  @Test(arguments: [
    BenchmarkTask.decodeTiny, .encodeDirectTiny, .userInfo, .documentTiny, .readerSmall,
  ])
  func ownTextsAreTimed(task: BenchmarkTask) {
    let outcome = run([.rushJSON, .foundation], [task], [input])
    #expect(outcome.failures.isEmpty && outcome.notes.isEmpty)
    #expect(outcome.measurements.map(\.file) == ["(made)", "(made)"])
    #expect(outcome.measurements.allSatisfy { $0.bytes > 1000 })
  }

  @Test func linesHaveTasksOfTheirOwn() {
    let lines = BenchmarkInput(name: "a.JSONL", bytes: Array("1\n2\n".utf8))
    let plan = TaskPlan(
      tasks: [.document], tasksForLines: [.lines, .elements], inputs: [input, lines])
    #expect(plan.steps.map(\.task) == [.document, .lines, .elements])
    #expect(plan.steps.map { $0.inputs.map(\.name) } == [["a.json"], ["a.JSONL"], ["a.JSONL"]])
    #expect(plan.notes.isEmpty)
    // Chosen tasks are for all files, where they can be.
    let chosen = TaskPlan(tasks: [.document, .lines], tasksForLines: nil, inputs: [input, lines])
    #expect(chosen.steps.map { $0.inputs.map(\.name) } == [["a.json"], ["a.json", "a.JSONL"]])
    #expect(
      chosen.notes == [
        "document: not timed for a.JSONL: these are lines, with tasks of their own: "
          + "lines, lines-all, elements"
      ])
  }

  @Test func aRefusalByAnyoneElseIsADisagreement() {
    let strict = Sample.rival(named: "Strict", fingerprint: .refusal(reason: "no"))
    let outcome = run([.foundation, strict], [.document], [input])
    #expect(outcome.measurements.isEmpty)
    #expect(
      outcome.failures == [
        "a.json document: not timed: Foundation accepts it, Strict refuses it (no)"
      ])
  }

  @Test func whatAllRefuseIsNotTimed() throws {
    let outcome = run(
      [.foundation], [.validate], [BenchmarkInput(name: "empty.json", bytes: [])])
    #expect(outcome.measurements.isEmpty)
    let failure = try #require(outcome.failures.first)
    #expect(failure.hasPrefix("empty.json validate: not timed: refused by Foundation"))
  }

  @Test func allocationsAreThoseOfOneIteration() throws {
    let counter = CountingFake()
    let run = InProcessRun(work: { counter.value += 7 }, describe: { _ in .accepted })
    let allocations = AllocationCounter { counter.value }
    #expect(try run.allocations(counter: allocations) == 7)
    #expect(try run.allocations(counter: .unavailable) == nil)
  }

  private func run(
    _ contenders: [InProcessContender], _ tasks: [BenchmarkTask], _ inputs: [BenchmarkInput],
    rotates: Bool = false
  ) -> Runner.Outcome {
    var progress = Progress(isRewriting: false) { _ in }
    return Runner(
      tasks: tasks, contenders: contenders, seconds: 0.001, rotates: rotates, counter: .unavailable
    ).run(inputs, progress: &progress)
  }
}

private struct LimitedContender: Contender {
  let inner: InProcessContender
  var name: String { inner.name }
  var mayRefuse: Bool { true }

  func takesPart(in task: BenchmarkTask) -> Bool { inner.takesPart(in: task) }

  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)? {
    try inner.prepare(task, input)
  }
}

/// A peer whose process has ended.
private struct BrokenContender: Contender {
  let name = "Broken"
  var mayRefuse: Bool { true }

  func takesPart(in task: BenchmarkTask) -> Bool { true }

  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)? {
    throw PeerError(reason: "ended")
  }
}

/// Used on one thread only, as the real counter of a thread is.
private final class CountingFake: @unchecked Sendable {
  var value: UInt64 = 0
}
