/// The figures of one contender at one task on one file.
struct Measurement: Equatable, Sendable {
  var file: String
  var task: String
  var contender: String
  /// The size in bytes of the file, or of the text that is written.
  var bytes: Int
  /// Seconds per iteration.
  var seconds: Statistics
  /// Seconds per iteration in each round, in the order of the rounds.
  var samples: [Double] = []
  /// The number of timed iterations in all rounds.
  var iterations: Int
  /// Allocations per iteration, or `nil` where they are not counted.
  var allocations: Int?

  /// Megabytes (10⁶ bytes) per second, from the median time.
  var megabytesPerSecond: Double {
    Figures.megabytesPerSecond(bytes: bytes, seconds: seconds.median)
  }
}
