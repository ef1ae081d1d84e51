/// What `--format json` writes and `compare` reads.
struct ResultFile: Codable, Equatable, Sendable {
  var machine: Machine
  var results: [Result]

  struct Result: Codable, Equatable, Sendable {
    var file: String
    var task: String
    var contender: String
    var bytes: Int
    var seconds: Seconds
    var iterations: Int
    /// `null` where allocations are not counted.
    var allocations: Int?

    /// Whether the result can be compared: no file is empty, and no time is zero.
    var isPlausible: Bool { bytes > 0 && seconds.min > 0 && seconds.median >= seconds.min }

    /// The identity of a result.
    var key: [String] { [file, task, contender] }
  }

  /// Seconds per iteration.
  struct Seconds: Codable, Equatable, Sendable {
    var min: Double
    var median: Double
    var max: Double
  }
}

extension ResultFile {
  init(_ report: Report) {
    machine = report.machine
    results = report.measurements.map { measurement in
      Result(
        file: measurement.file, task: measurement.task, contender: measurement.contender,
        bytes: measurement.bytes,
        seconds: Seconds(
          min: measurement.seconds.min, median: measurement.seconds.median,
          max: measurement.seconds.max),
        iterations: measurement.iterations, allocations: measurement.allocations)
    }
  }
}
