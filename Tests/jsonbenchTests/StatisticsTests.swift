import Testing

@testable import BenchmarkHarness

@Suite struct StatisticsTests {
  @Test func noSamplesHaveNoStatistics() {
    #expect(Statistics([]) == nil)
  }

  @Test func oneSampleIsEverything() throws {
    let statistics = try #require(Statistics([3]))
    #expect(statistics.min == 3)
    #expect(statistics.median == 3)
    #expect(statistics.max == 3)
    #expect(statistics.relativeSpread == 0)
  }

  @Test func quartilesLieBetweenSamples() throws {
    let statistics = try #require(Statistics([4, 1, 3, 2]))
    #expect(statistics.min == 1)
    #expect(statistics.lowerQuartile == 1.75)
    #expect(statistics.median == 2.5)
    #expect(statistics.upperQuartile == 3.25)
    #expect(statistics.max == 4)
    #expect(statistics.relativeSpread == 0.3)
  }

  @Test func oneSlowRoundDoesNotMoveTheSpread() throws {
    let steady = try #require(Statistics([1, 1, 1, 1, 1, 1, 1, 1, 50]))
    #expect(steady.median == 1)
    #expect(steady.relativeSpread == 0)
    #expect(steady.max == 50)
  }
}
