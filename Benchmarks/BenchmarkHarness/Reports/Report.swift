/// Everything that a report of any format shows.
struct Report: Sendable {
  var machine: Machine
  var settings: RunSettings
  /// What was not timed, and why.
  var notes: [String]
  var measurements: [Measurement]
  /// One per task that has results, in the order of the command line.
  var sections: [Section]

  struct Section: Sendable {
    var task: BenchmarkTask
    var files: [String]
    var contenders: [String]
    var footnotes: [String]
    private var cells: [String: [String: Measurement]]

    fileprivate init?(
      task: BenchmarkTask, contenders: [any Contender], measurements: [Measurement]
    ) {
      let own = measurements.filter { $0.task == task.name }
      if own.isEmpty { return nil }
      self.task = task
      files = []
      cells = [:]
      for measurement in own {
        if cells[measurement.file] == nil { files.append(measurement.file) }
        cells[measurement.file, default: [:]][measurement.contender] = measurement
      }
      let present = contenders.filter { contender in
        own.contains { $0.contender == contender.name }
      }
      self.contenders = present.map(\.name)
      footnotes = Figures.notes(present.map { ($0.name, $0.footnote(for: task)) }).map { $0 + "." }
    }

    func measurement(_ file: String, _ contender: String) -> Measurement? {
      cells[file]?[contender]
    }

    /// The size of a file, or an empty string if nothing was timed on it.
    func size(of file: String) -> String {
      let bytes = contenders.lazy.compactMap { measurement(file, $0)?.bytes }.first
      return bytes.map(Figures.size) ?? ""
    }

    /// The speed relative to Foundation, or `nil` if either was not timed.
    func ratio(_ file: String, _ contender: String) -> Double? {
      guard let own = measurement(file, contender), own.seconds.median > 0,
        let base = measurement(file, InProcessContender.foundationName)
      else { return nil }
      return base.seconds.median / own.seconds.median
    }

    /// The median of `figure` over all files, or `nil` if no file has it.
    func median(_ figure: (String) -> Double?) -> Double? {
      Statistics(files.compactMap(figure))?.median
    }
  }

  /// Where, when, from what and how: the last line of a report.
  var origin: String {
    settings == .none ? machine.summary : "\(machine.summary); \(settings.summary)"
  }

  /// The command and the commit, as Markdown.
  var command: String {
    let commit = settings.commit.map { " of commit `\($0)`" } ?? ""
    return "`jsonbench \(settings.arguments.joined(separator: " "))`\(commit)"
  }

  init(
    machine: Machine, tasks: [BenchmarkTask], contenders: [any Contender],
    measurements: [Measurement], settings: RunSettings = .none, notes: [String] = []
  ) {
    self.machine = machine
    self.settings = settings
    self.notes = notes
    self.measurements = measurements
    sections = tasks.compactMap {
      Section(task: $0, contenders: contenders, measurements: measurements)
    }
  }
}
