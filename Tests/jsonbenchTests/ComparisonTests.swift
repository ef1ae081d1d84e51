import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct ComparisonTests {
  /// Times around one, as rounds of a steady run have them.
  private static let steady = [1, 1.01, 0.99, 1.02, 1, 0.98, 1.01, 1, 0.99, 1]

  @Test(arguments: [
    ("the same", 1.0, Comparison.Verdict.unchanged), ("a little slower", 1.02, .unchanged),
    ("slower", 1.2, .slower), ("faster", 0.8, .faster), ("a little faster", 0.985, .unchanged),
  ])
  func verdictsGoByTheInterval(
    title: String, factor: Double, expected: Comparison.Verdict
  ) throws {
    let comparison = Comparison(
      old: file([result(Self.steady)]), new: file([result(Self.steady.map { $0 * factor })]))
    let row = try #require(comparison.rows.first)
    #expect(row.verdict == expected)
    #expect(row.change.low <= row.change.median && row.change.median <= row.change.high)
    #expect(abs(row.change.median - (1 / factor - 1)) < 0.001)
  }

  /// A scattered run proves nothing, however large the difference of the medians.
  @Test func scatterIsNoFinding() {
    let scattered = [1, 2, 0.5, 1.6, 0.7, 1.4, 0.9, 1.9, 0.6, 1.2]
    let comparison = Comparison(
      old: file([result(scattered)]), new: file([result(scattered.map { $0 * 1.15 })]))
    #expect(comparison.count(.unchanged) == 1)
  }

  /// Five rounds of one run are all above those of the other by chance once in 252 times.
  @Test func aFewRoundsProveNothing() {
    let few = [Double](Self.steady.prefix(5))
    let comparison = Comparison(
      old: file([result(few)]), new: file([result(few.map { $0 * 3 })]))
    #expect(comparison.count(.tooFewRounds) == 1)
    let text = ComparisonReport(
      comparison: comparison, listsAll: false, terminal: Terminal(isTerminal: false)
    ).text
    #expect(text.contains("1 with fewer than 8 rounds"))
  }

  @Test func exchangingTheFilesExchangesTheVerdicts() {
    let slow = file([result(Self.steady.map { $0 * 1.2 })])
    let fast = file([result(Self.steady)])
    #expect(Comparison(old: fast, new: slow).count(.slower) == 1)
    #expect(Comparison(old: slow, new: fast).count(.faster) == 1)
  }

  /// A machine that is slower in the second run, and slower still in some of its rounds.
  @Test func aSlowerMachineIsNoFinding() {
    let speeds = [1.4, 1.4, 1.5, 1.4, 1.9, 1.9, 1.4, 1.3, 1.4, 1.5]
    func times(_ factor: Double, _ speeds: [Double]) -> [Double] {
      zip(Self.steady, speeds).map { $0 * factor * $1 }
    }
    let even = [Double](repeating: 1, count: 10)
    let old = file([result(times(0.1, even)), result(times(1, even), contender: "Foundation")])
    let same = file([result(times(0.1, speeds)), result(times(1, speeds), contender: "Foundation")])
    let comparison = Comparison(old: old, new: same)
    #expect(comparison.rows.map(\.verdict) == [.unchanged])
    #expect(abs((comparison.machineChange ?? 0) + 0.296) < 0.001)
    // The library itself is slower, too.
    let slower = file([
      result(times(0.12, speeds)), result(times(1, speeds), contender: "Foundation"),
    ])
    #expect(Comparison(old: old, new: slower).rows.map(\.verdict) == [.slower])
  }

  /// One row of Foundation that differs from process to process does not make a finding of its neighbour.
  @Test func foundationsOwnScatterIsNoFinding() {
    func run(_ foundation: [Double]) -> ResultFile {
      file(
        foundation.enumerated().flatMap { index, factor in
          [
            result(Self.steady.map { $0 * 0.1 }, file: "\(index)"),
            result(Self.steady.map { $0 * factor }, file: "\(index)", contender: "Foundation"),
          ]
        })
    }
    let comparison = Comparison(old: run([1, 1, 1, 1, 1]), new: run([1, 1, 1.2, 1, 1]))
    #expect(comparison.count(.unchanged) == 5)
  }

  /// A machine that changes its speed from cell to cell changes the ratio to Foundation, too.
  @Test func aRestlessMachineIsNoFinding() {
    func run(_ foundation: [Double], _ own: Double) -> ResultFile {
      file(
        foundation.enumerated().flatMap { index, factor in
          [
            result(
              Self.steady.map { $0 * (index == 0 ? own : 0.1 * factor) }, file: "\(index)"),
            result(Self.steady.map { $0 * factor }, file: "\(index)", contender: "Foundation"),
          ]
        })
    }
    let even = run([1, 1, 1, 1, 1], 0.1)
    let restless = Comparison(old: even, new: run([1, 1.3, 0.7, 1.2, 0.9], 0.108))
    #expect(restless.scatter > 0.1)
    #expect(restless.count(.unchanged) == 5)
    // The same change on a quiet machine, and a larger one on the restless one.
    #expect(Comparison(old: even, new: run([1, 1, 1, 1, 1], 0.108)).count(.slower) == 1)
    #expect(Comparison(old: even, new: run([1, 1.3, 0.7, 1.2, 0.9], 0.2)).count(.slower) == 1)
  }

  @Test func aLimitIsForTheWholeInterval() {
    let comparison = Comparison(
      old: file([result(Self.steady)]), new: file([result(Self.steady.map { $0 * 1.25 })]))
    // 1 / 1.25 is a fifth less; the interval ends a little earlier.
    #expect(comparison.rows(slowerThan: 0.1).count == 1)
    #expect(comparison.rows(slowerThan: 0.2).count == 0)
  }

  @Test func anotherFileOfThatNameIsNotCompared() {
    let old = file([result(Self.steady, bytes: 10)])
    let new = file([result(Self.steady.map { $0 * 2 }, bytes: 20)])
    #expect(Comparison(old: old, new: new).count(.differentInput) == 1)
  }

  @Test func resultsOfOneSideAreCounted() {
    let old = file([result(Self.steady), result(Self.steady, contender: "Gone")])
    let new = file([
      result(Self.steady), result(Self.steady, contender: "New"), result(Self.steady, task: "x"),
    ])
    let comparison = Comparison(old: old, new: new)
    #expect(comparison.rows.count == 1)
    #expect(comparison.onlyOld == 1)
    #expect(comparison.onlyNew == 2)
    let text = ComparisonReport(
      comparison: comparison, listsAll: false, terminal: Terminal(isTerminal: false)
    ).text
    #expect(
      text == "0 faster, 0 slower, 1 without a change that is certain, 1 only in the old file, "
        + "2 only in the new file\n")
  }

  @Test func changesAreListedLargestFirst() throws {
    let old = file(["a", "b"].map { result(Self.steady, file: $0) })
    let new = file([
      result(Self.steady.map { $0 * 1.25 }, file: "a"),
      result(Self.steady.map { $0 * 2 }, file: "b"),
    ])
    let text = ComparisonReport(
      comparison: Comparison(old: old, new: new), listsAll: false,
      terminal: Terminal(isTerminal: false)
    ).text
    #expect(text.hasPrefix("slower\n"))
    let first = try #require(text.range(of: "−50.0 %"))
    let second = try #require(text.range(of: "−20.0 %"))
    #expect(first.lowerBound < second.lowerBound)
    #expect(text.contains(" … "))
  }

  /// Intervals of the bootstrap have the true median about as often as they say.
  @Test func intervalsHoldTheTruth() throws {
    // Scattered evenly between 0 and 1, and the same in each run.
    func scattered(_ index: Int) -> Double {
      let value = sin(Double(index) * 12.9898) * 43758.5453
      return value - value.rounded(.down)
    }
    var bootstrap = Bootstrap()
    bootstrap.resamples = 200
    bootstrap.confidence = 0.9
    var held = 0
    for run in 0..<100 {
      let samples = (0..<40).map { 0.9 + 0.2 * scattered(run * 40 + $0) }
      let change = try #require(bootstrap.change(from: [1], to: samples))
      if change.low <= 0, change.high >= 0 { held += 1 }
    }
    // 90 are expected; far fewer would be no chance.
    #expect(held > 65)
    #expect(bootstrap.change(from: [], to: [1]) == nil)
    #expect(bootstrap.change(from: [1], to: [1]) == .init(median: 0, low: 0, high: 0))
  }

  private func file(_ results: [BenchmarkHarness.Measurement]) -> ResultFile {
    ResultFile(machine: Sample.machine, settings: .none, notes: [], results: results)
  }

  private func result(
    _ samples: [Double], file: String = "a.json", task: String = "walk",
    contender: String = "RushJSON", bytes: Int = 1000
  ) -> BenchmarkHarness.Measurement {
    BenchmarkHarness.Measurement(
      file: file, task: task, contender: contender, bytes: bytes,
      seconds: Statistics(samples, times: 1), iterations: 10)
  }
}
