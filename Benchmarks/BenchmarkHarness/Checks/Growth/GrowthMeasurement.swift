/// What a row cost at n, 2n and 4n items.
struct GrowthMeasurement: Equatable {
  /// How many items there were at the smallest of the three sizes.
  var count: Int
  var instructions: [Int]
  /// `nil` where allocations are not counted.
  var allocations: [Int]?

  /// How much larger the step from 2n to 4n was than that from n to 2n: 2 is linear, 4 quadratic.
  /// What is the same at each size cancels out.
  var growth: Double { Self.growth(instructions, atLeast: 1) }

  /// The growth of allocations. Fewer than one for each item are no growth.
  var allocationGrowth: Double? { allocations.map { Self.growth($0, atLeast: count) } }

  /// Whether neither grows faster.
  ///
  /// A table that doubles between two sizes makes one step larger, and an item no dearer by much: so
  /// both have to be seen.
  func isWithin(_ limit: Double) -> Bool {
    let isDearer = Self.isDearer(instructions) || allocations.map(Self.isDearer) ?? false
    return !isDearer || growth <= limit && (allocationGrowth ?? 0) <= limit
  }

  /// Whether an item costs a quarter more where there are four times as many.
  private static func isDearer(_ figures: [Int]) -> Bool { figures[2] > 5 * figures[0] }

  /// What one item cost, at n and at 4n.
  static func perItem(_ figures: [Int], count: Int) -> (first: Double, last: Double) {
    (Double(figures[0]) / Double(count), Double(figures[2]) / Double(4 * count))
  }

  private static func growth(_ figures: [Int], atLeast least: Int) -> Double {
    Double(figures[2] - figures[1]) / Double(max(figures[1] - figures[0], least))
  }
}
