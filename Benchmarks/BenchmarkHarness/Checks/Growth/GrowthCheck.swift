/// The instructions of operations at n, 2n and 4n items. The cost per item must not grow.
struct GrowthCheck {
  let rows: [GrowthRow]
  /// Overrides the number of items of the rows.
  let count: Int?

  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter(for: "growth")
    defer { counter.removeFiles() }
    let (_, failed) = try rows.tabulated(
      [
        "row", "n", "instructions each at n", "at 4n", "growth", "allocations each at n", "at 4n",
        "",
      ], [.left, .right, .right, .right, .right, .right, .right, .left]
    ) { row throws(UsageError) in
      try Self.measure(row, count: count ?? row.count, counter)
    } lines: { row, measurement in
      let isGood = measurement.isWithin(GrowthRow.defaultLimit)
      let cells = [row.name] + measurement.cells + [isGood ? "" : "GROWS"]
      return [(cells, isGood ? nil : row.name)]
    }
    let verdict =
      failed.isEmpty
      ? "every row is within its limit" : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write("\n\(rows.count) operations; \(verdict)\n")
    return failed.isEmpty
  }

  private static func measure(
    _ row: GrowthRow, count: Int, _ counter: InstructionCounter
  ) throws(UsageError) -> GrowthMeasurement {
    let (counts, allocations) = try counter.count(
      .growthRow, [row.name, String(count)], [Int].self)
    guard counts.count == GrowthRow.factors.count else {
      throw row.failure(count, "was not counted")
    }
    return GrowthMeasurement(
      count: count, instructions: counts,
      allocations: allocations.count == counts.count ? allocations : nil)
  }
}

/// The cost of a row at n, 2n and 4n items.
struct GrowthMeasurement: Equatable {
  var count: Int
  var instructions: [Int]
  var allocations: [Int]?

  /// The ratio of the step from 2n to 4n to the step from n to 2n: 2 is linear, 4 quadratic.
  /// Constant costs cancel out.
  var growth: Double { Self.growth(instructions, atLeast: 1) }

  /// The growth of allocations. Fewer than one per item do not count as growth.
  var allocationGrowth: Double? { allocations.map { Self.growth($0, atLeast: count) } }

  /// Whether neither instructions nor allocations grow faster than `limit`.
  ///
  /// A table that doubles between two sizes makes one step larger, but an item hardly dearer, so
  /// both must be seen.
  func isWithin(_ limit: Double) -> Bool {
    let isDearer = Self.isDearer(instructions) || allocations.map(Self.isDearer) ?? false
    return !isDearer || growth <= limit && (allocationGrowth ?? 0) <= limit
  }

  /// Whether an item costs a quarter more at four times the number of items.
  private static func isDearer(_ figures: [Int]) -> Bool { figures[2] > 5 * figures[0] }

  private static func growth(_ figures: [Int], atLeast least: Int) -> Double {
    Double(figures[2] - figures[1]) / Double(max(figures[1] - figures[0], least))
  }

  /// The number of items, the cost of one at n and at 4n, and the growth.
  fileprivate var cells: [String] {
    func each(_ figures: [Int]?, decimals: Int) -> [String] {
      zip([0, 2], [count, 4 * count]).map { index, items in
        figures.map { Figures.fixed(Double($0[index]) / Double(items), decimals: decimals) } ?? "–"
      }
    }
    return [String(count)] + each(instructions, decimals: 0)
      + [Figures.fixed(growth, decimals: 2)] + each(allocations, decimals: 2)
  }
}
