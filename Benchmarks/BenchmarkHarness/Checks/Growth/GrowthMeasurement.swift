/// The cost of a row at n, 2n and 4n items.
struct GrowthMeasurement: Equatable {
  /// The number of items at the smallest size.
  var count: Int
  var instructions: [Int]
  /// `nil` where allocations are not counted.
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

  /// The cost of one item at n and at 4n.
  static func perItem(_ figures: [Int], count: Int) -> (first: Double, last: Double) {
    (Double(figures[0]) / Double(count), Double(figures[2]) / Double(4 * count))
  }

  private static func growth(_ figures: [Int], atLeast least: Int) -> Double {
    Double(figures[2] - figures[1]) / Double(max(figures[1] - figures[0], least))
  }
}
