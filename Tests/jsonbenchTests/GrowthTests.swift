import Testing

@testable import BenchmarkHarness

@Suite struct GrowthTests {
  @Test(arguments: GrowthRow.all.map(\.name))
  func operationsGiveWhatTheirRowsExpect(name: String) throws {
    let row = try GrowthRow.named(name)
    for count in [10, 20, 40] { try row.verify(count: count) }
  }

  @Test func rowsHaveNamesOfTheirOwn() {
    #expect(Set(GrowthRow.all.map(\.name)).count == GrowthRow.all.count)
  }

  @Test func aRowThatGivesSomethingElseIsAnError() throws {
    let row = GrowthRow.row("wrong", 10, expected: { $0 + 1 }, of: { $0 }) { $0 }
    let error = try #require(throws: UsageError.self) { try row.verify(count: 3) }
    #expect(error.message == "wrong with 3 items gave 3 instead of 4")
  }

  @Test(
    arguments: [
      // What is the same at each size does not count: 1000 + n, 100 + n².
      ([1010, 1020, 1040], nil, 2.0, true), ([200, 500, 1700], nil, 4.0, false),
      ([10, 30, 82], nil, 2.6, true), ([10, 30, 84], nil, 2.7, false),
      // A table that doubles between the second and the third size.
      ([10, 20, 50], nil, 3.0, true), ([10, 20, 51], nil, 3.1, false),
      ([10, 20, 40], [3, 3, 3], 2.0, true), ([10, 20, 40], [3, 4, 10], 2.0, true),
      ([10, 20, 40], [100, 400, 1600], 2.0, false),
    ] as [([Int], [Int]?, Double, Bool)])
  func growthIsThatOfTheSteps(
    instructions: [Int], allocations: [Int]?, growth: Double, isWithin: Bool
  ) {
    let measurement = GrowthMeasurement(
      count: 10, instructions: instructions, allocations: allocations)
    #expect(measurement.growth == growth)
    #expect(measurement.isWithin(GrowthRow.defaultLimit) == isWithin)
  }

  @Test func aRunInAProcessOfItsOwnGivesItsAllocations() throws {
    let row = try GrowthRow.named("document")
    #expect(try row.run(count: 10, .unavailable) == [])
  }
}
