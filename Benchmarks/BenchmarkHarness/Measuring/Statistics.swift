/// Some timings, with their extremes, median and quartiles.
struct Statistics: Codable, Equatable, Sendable {
  var min: Double
  var lowerQuartile: Double
  var median: Double
  var upperQuartile: Double
  var max: Double
  /// In the order in which they were given.
  var samples: [Double]

  /// - Returns: `nil` if there are no samples.
  init?(_ samples: [Double]) {
    let sorted = samples.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    min = first
    lowerQuartile = Self.quantile(0.25, of: sorted)
    median = Self.quantile(0.5, of: sorted)
    upperQuartile = Self.quantile(0.75, of: sorted)
    max = last
    self.samples = samples
  }

  /// Half the distance between the quartiles, as a fraction of the median. Half of all rounds are
  /// about this close to the figure in the table.
  ///
  /// Quartiles and not extremes, because a round that the scheduler interrupted tells nothing about
  /// the library.
  var relativeSpread: Double {
    median > 0 ? (upperQuartile - lowerQuartile) / 2 / median : 0
  }

  /// Interpolates linearly between the two nearest samples.
  private static func quantile(_ fraction: Double, of sorted: [Double]) -> Double {
    let position = fraction * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
  }
}
