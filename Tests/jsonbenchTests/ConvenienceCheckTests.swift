import Testing

@testable import BenchmarkHarness

/// The two ways of each row; their instructions are the business of `jsonbench check conveniences`.
@Suite struct ConvenienceCheckTests {
  @Test(arguments: ConvenienceRow.all.map(\.name))
  func bothWaysHaveTheSameResult(_ name: String) throws {
    let row = try ConvenienceRow.named(name)
    let ways = try row.prepare()
    let result = try ways.plain()
    #expect(result > 0)
    #expect(try ways.other() == result)
  }

  @Test func namesAreUniqueAndHigherLimitsHaveReasons() {
    let rows = ConvenienceRow.all
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(row.limit <= ConvenienceRow.usualLimit || !row.remark.isEmpty, "\(row.name)")
    }
  }

  @Test func waysThatDifferAreRefused() {
    let row = ConvenienceRow("a", beside: "b") {
      .init {
        1
      } other: {
        2
      }
    }
    #expect(throws: UsageError.self) { try row.run() }
  }
}
