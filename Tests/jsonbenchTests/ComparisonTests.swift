import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct ComparisonTests {
  typealias Seconds = ResultFile.Seconds

  @Test(arguments: [
    ("the same", Seconds(min: 9, median: 10, max: 11), Comparison.Verdict.unchanged),
    ("overlapping", Seconds(min: 9.5, median: 10.5, max: 11), .unchanged),
    ("median beyond, fastest round within", Seconds(min: 9.9, median: 12, max: 13), .unchanged),
    ("beyond", Seconds(min: 11, median: 12, max: 13), .slower),
    ("beyond, with one slow round", Seconds(min: 11, median: 12, max: 90), .slower),
    ("faster", Seconds(min: 5, median: 6, max: 7), .faster),
    ("faster but for one slow round", Seconds(min: 5, median: 6, max: 40), .faster),
  ])
  func verdictsGoByTheSpread(
    title: String, new: Seconds, expected: Comparison.Verdict
  ) throws {
    let comparison = Comparison(
      old: file([result(Seconds(min: 9, median: 10, max: 11))]), new: file([result(new)]))
    #expect(try #require(comparison.rows.first).verdict == expected)
  }

  @Test func exchangingTheFilesExchangesTheVerdicts() {
    let slow = file([result(Seconds(min: 11, median: 12, max: 13))])
    let fast = file([result(Seconds(min: 9, median: 10, max: 11))])
    #expect(Comparison(old: fast, new: slow).count(.slower) == 1)
    #expect(Comparison(old: slow, new: fast).count(.faster) == 1)
  }

  @Test func steadyRunsMayStillDifferALittle() {
    let old = file([result(Seconds(min: 9.99, median: 10, max: 10.01))])
    let new = file([result(Seconds(min: 10.14, median: 10.15, max: 10.16))])
    #expect(Comparison(old: old, new: new).count(.unchanged) == 1)
  }

  @Test func anotherFileOfThatNameIsNotCompared() {
    let old = file([result(Seconds(min: 1, median: 1, max: 1), bytes: 10)])
    let new = file([result(Seconds(min: 2, median: 2, max: 2), bytes: 20)])
    #expect(Comparison(old: old, new: new).count(.differentInput) == 1)
  }

  @Test func resultsOfOneSideAreCounted() {
    let seconds = Seconds(min: 1, median: 1, max: 1)
    let old = file([result(seconds), result(seconds, contender: "Gone")])
    let new = file([result(seconds), result(seconds, contender: "New"), result(seconds, task: "x")])
    let comparison = Comparison(old: old, new: new)
    #expect(comparison.rows.count == 1)
    #expect(comparison.onlyOld == 1)
    #expect(comparison.onlyNew == 2)
    let text = ComparisonReport(
      comparison: comparison, listsAll: false, terminal: Terminal(isTerminal: false)
    ).text
    #expect(
      text == "0 faster, 0 slower, 1 within the spread, 1 only in the old file, "
        + "2 only in the new file\n")
  }

  @Test func changesAreListedLargestFirst() throws {
    let old = file(["a", "b"].map { result(Seconds(min: 10, median: 10, max: 10), file: $0) })
    let new = file([
      result(Seconds(min: 12, median: 12, max: 12), file: "a"),
      result(Seconds(min: 20, median: 20, max: 20), file: "b"),
    ])
    let text = ComparisonReport(
      comparison: Comparison(old: old, new: new), listsAll: false,
      terminal: Terminal(isTerminal: false)
    ).text
    #expect(text.hasPrefix("slower\n"))
    let first = try #require(text.range(of: "−50.0 %"))
    let second = try #require(text.range(of: "−16.7 %"))
    #expect(first.lowerBound < second.lowerBound)
  }

  private func file(_ results: [ResultFile.Result]) -> ResultFile {
    ResultFile(machine: Sample.machine, results: results)
  }

  private func result(
    _ seconds: Seconds, file: String = "a.json", task: String = "walk",
    contender: String = "Foundation", bytes: Int = 1000
  ) -> ResultFile.Result {
    ResultFile.Result(
      file: file, task: task, contender: contender, bytes: bytes, seconds: seconds,
      iterations: 10, allocations: nil)
  }
}
