import CorpusGenerator

/// The figures of one contender at one task on one file.
struct Measurement: Codable, Equatable, Sendable {
  var file: String
  var task: String
  var contender: String
  /// The size in bytes of the file, or of the text that is written.
  var bytes: Int
  /// Seconds per iteration, with a sample for each round.
  var seconds: Statistics
  /// The number of timed iterations in all rounds.
  var iterations: Int
  /// Allocations per iteration, or `nil` where they are not counted.
  var allocations: Int?

  /// Megabytes (10⁶ bytes) per second, from the median time.
  var megabytesPerSecond: Double {
    Figures.megabytesPerSecond(bytes: bytes, seconds: seconds.median)
  }

  /// Whether the result can be compared: no file is empty, and no time is zero.
  var isPlausible: Bool {
    bytes > 0 && !seconds.samples.isEmpty && seconds.samples.allSatisfy { $0 > 0 }
      && seconds.min > 0 && seconds.median >= seconds.min
  }

  var key: [String] { [file, task, contender] }
  /// The identity of what contenders of one cell share.
  var inputKey: [String] { [file, task] }
}

extension Figures {
  /// A line for each text, after the names that have it: `a, b: text`.
  static func notes(_ texts: [(name: String, text: String?)]) -> [String] {
    texts.compactMap(\.text).unique.map { text in
      "\(texts.filter { $0.text == text }.map(\.name).joined(separator: ", ")): \(text)"
    }
  }

  /// `RushJSON 2150 MB/s, Foundation 69.0 MB/s`
  static func summary(of measurements: [Measurement]) -> String {
    measurements
      .sorted { $0.megabytesPerSecond > $1.megabytesPerSecond }
      .map { "\($0.contender) \(speed($0.megabytesPerSecond)) MB/s" }.joined(separator: ", ")
  }
}

/// Some timings, with their extremes, median and quartiles.
struct Statistics: Codable, Equatable, Sendable {
  var min: Double
  var lowerQuartile: Double
  var median: Double
  var upperQuartile: Double
  var max: Double
  /// In the order in which they were given.
  var samples: [Double]

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

  /// Half the distance between the quartiles, as a fraction of the median. Unlike extremes, quartiles ignore
  /// a round that the scheduler interrupted.
  var relativeSpread: Double {
    median > 0 ? (upperQuartile - lowerQuartile) / 2 / median : 0
  }

  /// Interpolates linearly between the two nearest samples.
  fileprivate static func quantile(_ fraction: Double, of sorted: [Double]) -> Double {
    let position = fraction * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
  }
}

/// Intervals for the change between two runs.
///
/// The method is the percentile bootstrap of medians (Efron and Tibshirani, *An Introduction to the
/// Bootstrap*, 1993, chapter 13). Rounds that follow each other share the state of the machine, so whole
/// blocks of rounds are drawn, as in the circular block bootstrap (Politis and Romano, 1992).
struct Bootstrap {
  /// How often both runs are drawn anew.
  var resamples = 2000
  /// How often the interval has the true change, if rounds are all that varies.
  var confidence = 0.999
  /// The same seed gives the same interval.
  var seed: UInt64 = 20_261_122

  /// The change of the throughput: 0.25 is a quarter more in the same time.
  struct Change: Equatable, Sendable {
    var median: Double
    var low: Double
    var high: Double

    /// The end of the interval that is nearer to no change, or zero if no change is inside.
    var least: Double { low > 0 ? low : high < 0 ? high : 0 }
  }

  /// - Parameters:
  ///   - old: Times of the rounds of one run, in their order; not empty.
  ///   - new: Those of the other run.
  /// - Returns: `nil` without samples.
  func change(from old: [Double], to new: [Double]) -> Change? {
    guard let before = Statistics(old)?.median, let after = Statistics(new)?.median, after > 0
    else { return nil }
    var random = SeededGenerator(seed: seed)
    var changes: [Double] = []
    changes.reserveCapacity(resamples)
    var drawn: [Double] = []
    for _ in 0..<resamples {
      let first = Self.median(ofDrawn: old, &drawn, &random)
      let second = Self.median(ofDrawn: new, &drawn, &random)
      if second > 0 { changes.append(first / second - 1) }
    }
    changes.sort()
    guard !changes.isEmpty else { return nil }
    let tail = (1 - confidence) / 2
    return Change(
      median: before / after - 1, low: Statistics.quantile(tail, of: changes),
      high: Statistics.quantile(1 - tail, of: changes))
  }

  /// The median of as many samples as there are, in blocks of neighbours, drawn with replacement.
  private static func median(
    ofDrawn samples: [Double], _ drawn: inout [Double], _ random: inout SeededGenerator
  ) -> Double {
    let count = samples.count
    // Long enough for the neighbours that resemble each other, and still several blocks.
    let length = max(1, Int(Double(count).squareRoot().rounded()))
    drawn.removeAll(keepingCapacity: true)
    while drawn.count < count {
      let start = Int(random.next() % UInt64(count))
      for step in 0..<min(length, count - drawn.count) {
        drawn.append(samples[(start + step) % count])
      }
    }
    drawn.sort()
    return Statistics.quantile(0.5, of: drawn)
  }
}
