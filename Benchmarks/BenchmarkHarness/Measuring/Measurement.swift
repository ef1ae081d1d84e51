/// The figures of one contender at one task on one file.
struct Measurement: Equatable, Sendable {
  var file: String
  var task: String
  var contender: String
  /// The size of the file, or of what is written of it, in bytes.
  var bytes: Int
  /// Seconds of one iteration.
  var seconds: Statistics
  /// All timed iterations of all rounds.
  var iterations: Int
  /// Allocations of one iteration, or `nil` where they are not counted.
  var allocations: Int?

  /// Megabytes (10⁶ bytes) of it in a second, by the median.
  var megabytesPerSecond: Double {
    Figures.megabytesPerSecond(bytes: bytes, seconds: seconds.median)
  }
}
