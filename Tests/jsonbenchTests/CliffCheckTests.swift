import Testing

@testable import BenchmarkHarness

/// The kinds of values, and the verdict on their figures; the instructions are the business of `jsonbench check cliffs`.
@Suite struct CliffCheckTests {
  @Test(arguments: CliffRow.all.map(\.name))
  func eachKindIsReadAndWrittenByBothLibraries(_ name: String) throws {
    let row = try CliffRow.named(name)
    for value in row.values {
      let operations = try value.prepare()
      #expect(Set(operations.map(\.column)) == Set(CliffColumn.allCases))
      for operation in operations { #expect(try operation.run() > 0, "\(value.name)") }
    }
  }

  @Test func namesAreUniqueAndNeighboursExist() {
    let names = CliffRow.all.flatMap { $0.values.map(\.name) }
    #expect(Set(names).count == names.count)
    for row in CliffRow.all {
      for value in row.values {
        guard let neighbour = value.neighbour else { continue }
        #expect(neighbour != value.name && row.values.contains { $0.name == neighbour })
      }
    }
  }

  @Test func whatCostsTwiceItsNeighbourOrIsCloseToFoundationFails() {
    let values: [CliffValue] = [
      .of("a", [1]), .of("b", [1], like: "a"), .of("c", [1]), .of("d", [1], because: "it is rare"),
    ]
    func counts(_ decode: Int, foundation: Int) -> [CliffColumn: Int] {
      [.decode: decode, .foundationDecode: foundation]
    }
    let lines = CliffCheck.lines(
      CliffRow(name: "test", values: values),
      [
        counts(100, foundation: 1000), counts(201, foundation: 9000), counts(100, foundation: 499),
        counts(100, foundation: 499),
      ])
    #expect(lines.map(\.failure) == [nil, "b", "c", nil])
    #expect(
      lines.map(\.cells.last) == [
        "", "decode TWICE ITS NEIGHBOUR", "CLOSE TO FOUNDATION", "it is rare",
      ])
  }
}
