import Foundation

/// The lengths of bars: in proportion, or logarithmic where the shortest would vanish beside the longest.
struct ChartScale: Equatable {
  /// The least value on the axis of a logarithmic scale, a power of ten, or `nil` for a linear one.
  let origin: Double?
  let largest: Double

  /// A linear bar below this part of the longest one is too short to be seen.
  static let leastPart = 0.02

  init(_ values: [Double]) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    largest = positive.max() ?? 0
    let smallest = positive.min() ?? 0
    if smallest > 0, smallest < largest * Self.leastPart {
      // Below the smallest, so that its bar has a length, too.
      origin = pow(10, (log10(smallest) - 0.3).rounded(.down))
    } else {
      origin = nil
    }
  }

  var isLogarithmic: Bool { origin != nil }

  /// The part of the axis up to a value, 0 to 1.
  func part(_ value: Double) -> Double {
    guard largest > 0, value > 0 else { return 0 }
    guard let origin else { return min(value / largest, 1) }
    return min(max(log10(value / origin) / log10(largest / origin), 0), 1)
  }

  /// The powers of ten on a logarithmic axis, the origin excluded.
  var ticks: [Double] {
    guard let origin else { return [] }
    return Array(sequence(first: origin * 10) { $0 * 10 <= largest ? $0 * 10 : nil }).filter {
      $0 <= largest
    }
  }
}
