/// What `--format json` writes, and `compare` and `report` read.
struct ResultFile: Codable, Equatable, Sendable {
  var machine: Machine
  var settings: RunSettings
  /// What was not timed, and why.
  var notes: [String]
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
    var isPlausible: Bool {
      bytes > 0 && !seconds.samples.isEmpty && seconds.samples.allSatisfy { $0 > 0 }
        && seconds.min > 0 && seconds.median >= seconds.min
    }

    /// The identity of a result.
    var key: [String] { [file, task, contender] }
    /// The identity of what contenders of one cell share.
    var inputKey: [String] { [file, task] }
  }

  /// Seconds per iteration.
  struct Seconds: Codable, Equatable, Sendable {
    var min: Double
    var lowerQuartile: Double
    var median: Double
    var upperQuartile: Double
    var max: Double
    /// One for each round, in the order of the rounds.
    var samples: [Double]
  }
}

extension ResultFile.Seconds {
  /// - Returns: `nil` without samples.
  init?(samples: [Double]) {
    guard let statistics = Statistics(samples) else { return nil }
    self.init(statistics, samples: samples)
  }

  init(_ statistics: Statistics, samples: [Double]) {
    self.init(
      min: statistics.min, lowerQuartile: statistics.lowerQuartile, median: statistics.median,
      upperQuartile: statistics.upperQuartile, max: statistics.max, samples: samples)
  }
}

extension ResultFile {
  init(_ report: Report) {
    machine = report.machine
    settings = report.settings
    notes = report.notes
    results = report.measurements.map { measurement in
      Result(
        file: measurement.file, task: measurement.task, contender: measurement.contender,
        bytes: measurement.bytes,
        seconds: Seconds(measurement.seconds, samples: measurement.samples),
        iterations: measurement.iterations, allocations: measurement.allocations)
    }
  }

  /// The measurements of the results.
  var measurements: [Measurement] {
    results.compactMap { result in
      Statistics(result.seconds.samples).map {
        Measurement(
          file: result.file, task: result.task, contender: result.contender, bytes: result.bytes,
          seconds: $0, samples: result.seconds.samples, iterations: result.iterations,
          allocations: result.allocations)
      }
    }
  }
}
