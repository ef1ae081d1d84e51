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

  /// The identity of a result.
  var key: [String] { [file, task, contender] }
  /// The identity of what contenders of one cell share.
  var inputKey: [String] { [file, task] }
}

extension Figures {
  /// `RushJSON 2150 MB/s, Foundation 69.0 MB/s`
  static func summary(of measurements: [Measurement]) -> String {
    measurements
      .sorted { $0.megabytesPerSecond > $1.megabytesPerSecond }
      .map { "\($0.contender) \(speed($0.megabytesPerSecond)) MB/s" }.joined(separator: ", ")
  }
}
