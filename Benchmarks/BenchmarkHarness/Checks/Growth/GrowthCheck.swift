import Dispatch
import Synchronization

/// The cost of operations at n, 2n and 4n items, in instructions. The cost per item must not grow
/// with the number of items.
struct GrowthCheck {
  let rows: [GrowthRow]
  /// Overrides the number of items of the rows.
  var count: Int?

  /// - Parameter names: The rows to run; empty for all.
  init(names: [String], count: Int? = nil) throws(UsageError) {
    rows =
      names.isEmpty
      ? GrowthRow.all : try names.map { (name) throws(UsageError) in try .named(name) }
    self.count = count
  }

  /// - Returns: Whether every row grows within its limit.
  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter()
    defer { counter.removeFiles() }
    let results = Mutex([Result<GrowthMeasurement, UsageError>?](repeating: nil, count: rows.count))
    let progress = Mutex(Progress(isRewriting: Terminal.standardErrorIsTerminal))
    progress.withLock { $0.begin(steps: rows.count) }
    DispatchQueue.concurrentPerform(iterations: rows.count) { [rows, count] index in
      let row = rows[index]
      progress.withLock { $0.start(row.name) }
      let result = Result { () throws(UsageError) in
        try Self.measure(row, count: count ?? row.count, counter)
      }
      results.withLock { $0[index] = result }
    }
    progress.withLock { $0.end() }
    return try report(results.withLock { $0 })
  }

  private static func measure(
    _ row: GrowthRow, count: Int, _ counter: InstructionCounter
  ) throws(UsageError) -> GrowthMeasurement {
    let (counts, output) = try counter.count(
      callsOf: GrowthRun.countedFunction,
      arguments: ["check", CheckOptions.growthRowName, row.name, String(count)])
    guard counts.count == GrowthRow.factors.count else {
      throw row.failure(count, "was not counted")
    }
    let allocations = output.split(separator: "\n").compactMap { Int($0) }
    return GrowthMeasurement(
      count: count, instructions: counts,
      allocations: allocations.count == counts.count ? allocations : nil)
  }

  private func report(_ results: [Result<GrowthMeasurement, UsageError>?]) throws(UsageError)
    -> Bool
  {
    var failed: [String] = []
    var lines: [[String]] = []
    for (row, result) in zip(rows, results) {
      switch result {
      case .success(let measurement):
        let isGood = measurement.isWithin(row.limit)
        if !isGood { failed.append(row.name) }
        lines.append(Self.line(row, measurement) + [isGood ? "" : "GROWS"])
      case .failure(let error):
        failed.append(row.name)
        lines.append([row.name, "", "", "", "", "", "", error.message])
      case nil: continue
      }
    }
    let table = TextTable(
      titles: [
        "row", "n", "instructions each at n", "at 4n", "growth", "allocations each at n", "at 4n",
        "",
      ], rows: lines,
      alignments: [.left, .right, .right, .right, .right, .right, .right, .left])
    try Output.standard.write(table.lines.map { $0 + "\n" }.joined())
    let verdict =
      failed.isEmpty
      ? "every row is within its limit"
      : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write("\n\(rows.count) operations; \(verdict)\n")
    return failed.isEmpty
  }

  private static func line(_ row: GrowthRow, _ measurement: GrowthMeasurement) -> [String] {
    let count = measurement.count
    let instructions = GrowthMeasurement.perItem(measurement.instructions, count: count)
    let allocations = measurement.allocations.map { GrowthMeasurement.perItem($0, count: count) }
    return [
      row.name, String(count), Figures.fixed(instructions.first, decimals: 0),
      Figures.fixed(instructions.last, decimals: 0),
      Figures.fixed(measurement.growth, decimals: 2),
      allocations.map { Figures.fixed($0.first, decimals: 2) } ?? "–",
      allocations.map { Figures.fixed($0.last, decimals: 2) } ?? "–",
    ]
  }
}
