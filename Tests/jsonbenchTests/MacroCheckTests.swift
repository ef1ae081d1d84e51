import Testing

@testable import BenchmarkHarness

@Suite struct MacroCheckTests {
  /// A run compares the answers of both kinds of types.
  @Test(arguments: MacroRow.all.map(\.name))
  func bothKindsOfTypesGiveTheSame(name: String) throws {
    #expect(try MacroRow.named(name).run(.direct) == 1)
  }

  @Test func rowsHaveNamesOfTheirOwn() {
    #expect(Set(MacroRow.all.map(\.name)).count == MacroRow.all.count)
  }

  /// A task that is added for types without `Codable` needs a row.
  @Test func everyTaskForTypesWithoutCodableHasARow() {
    let direct = BenchmarkTask.all.filter { $0.name.contains("-direct") }
    #expect(Set(direct) == Set(MacroRow.all.map(\.task)))
  }
}
