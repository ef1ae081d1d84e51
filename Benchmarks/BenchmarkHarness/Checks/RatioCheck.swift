/// The instructions of one way to do something as a multiple of those of another way, for each row.
struct RatioCheck<Row: RatioRow> {
  let rows: [Row]

  func run() throws(UsageError) -> Bool {
    let words = Row.words
    let counter = try InstructionCounter(for: words.check)
    defer { counter.removeFiles() }
    let firstFigure = words.titles.count - (words.showsLimits ? 5 : 4)
    let (_, failed) = try rows.tabulated(
      words.titles,
      words.titles.indices.map {
        firstFigure..<words.titles.count - 1 ~= $0 ? .right : .left
      }
    ) { row throws(UsageError) in
      try row.counts(by: counter)
    } lines: { row, counts in
      let ratio = Double(counts[1]) / Double(max(1, counts[0]))
      let isGood = ratio <= row.limit
      let limit = words.showsLimits ? [Figures.fixed(row.limit, decimals: 2)] : []
      let cells =
        row.labels + counts.map { "\($0 / row.times)" }
        + [Figures.fixed(ratio, decimals: words.decimals)] + limit
        + [isGood ? row.remark : words.complaint]
      return [(cells, isGood ? nil : row.name)]
    }
    let verdict = failed.isEmpty ? words.praise : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write("\n\(rows.count) \(words.rows); \(verdict)\n")
    return failed.isEmpty
  }
}

/// What a check of ratios says.
struct RatioWords {
  /// The name of the check.
  let check: String
  /// The titles of the columns: labels, both figures, the ratio, the limit if it is shown, and a remark.
  let titles: [String]
  var decimals = 2
  var showsLimits = false
  /// The remark of a row above its limit.
  let complaint: String
  /// What the rows are called.
  var rows = "rows"
  /// What holds if no row is above its limit.
  let praise: String
}

/// A row of such a check.
protocol RatioRow: CheckRow {
  static var words: RatioWords { get }

  /// The largest ratio that is good.
  var limit: Double { get }
  var labels: [String] { get }
  /// The remark of a good row.
  var remark: String { get }
  /// How many times both ways do their work while they are counted.
  var times: Int { get }
  /// The instructions of the plain way, and of the other one.
  func counts(by counter: InstructionCounter) throws(UsageError) -> [Int]
}

extension RatioRow {
  var labels: [String] { [name] }
  var remark: String { "" }
  var times: Int { 1 }

  /// The instructions of both ways, which one process counts.
  func counts(_ run: ChildRun, by counter: InstructionCounter) throws(UsageError) -> [Int] {
    let (counts, _) = try counter.count(run, [name], Int.self)
    guard counts.count == 2 else { throw UsageError("\(name) was not counted") }
    return counts
  }
}

/// Two ways to do the same, each of which returns a number that depends on the result.
struct TwoWays {
  let plain: () throws -> Int
  let other: () throws -> Int

  /// Counts both, each of which has been called before.
  func counted() throws -> Int {
    _ = try countedOperation(plain)
    return try countedOperation(other)
  }
}
