import Foundation

/// `jsonbench report`: one run becomes the figures and the picture of documents.
struct ReportCommand {
  let options: ReportOptions
  let counter: AllocationCounter

  /// - Returns: Whether all contenders agreed and none failed.
  func run() throws(UsageError) -> Bool {
    var texts: [(name: String, text: String)] = []
    for name in options.documents { texts.append((name, try Self.read(name))) }
    let report: Report
    var isGood = true
    if options.results.isEmpty {
      // Before a run of minutes.
      try Self.makeFolder(options.figures)
      (report, isGood) = try RunCommand(options: options.run, counter: counter).measured()
    } else {
      var files: [ResultFile] = []
      for name in options.results { files.append(try .read(name)) }
      report = try Self.merged(files)
      try Self.makeFolder(options.figures)
    }
    try write(try ResultFile(report).text(), to: DocumentFigures.samplesName)
    let chart = RatioChart(report: report, tasks: RatioChart.usualTasks)
    if !chart.rows.isEmpty { try write(chart.text, to: DocumentFigures.pictureName) }
    for (name, text) in texts {
      let folder = Self.path(of: options.figures, relativeToFolderOf: name)
      try Output.file(name).write(
        try DocumentFigures(report: report, folder: folder).inserted(into: text, of: name))
    }
    return isGood
  }

  /// The results of several files as those of one run: of one machine and one commit.
  static func merged(_ files: [ResultFile]) throws(UsageError) -> Report {
    guard var settings = files.first?.settings, var machine = files.first?.machine else {
      throw UsageError("no results")
    }
    for file in files.dropFirst() {
      guard file.settings.commit == settings.commit, file.machine.cpu == machine.cpu,
        file.settings.seconds == settings.seconds
      else {
        throw UsageError(
          "the results are of different commits, machines or settings, so they are not one run")
      }
      machine.date = min(machine.date, file.machine.date)
    }
    let measurements = files.flatMap(\.results)
    // What would do the same in one go.
    var names: [String] = []
    for measurement in measurements where !names.contains(measurement.file) {
      names.append(measurement.file)
    }
    let tasks = BenchmarkTask.all.filter { task in
      measurements.contains { $0.task == task.name }
    }
    settings.arguments = ["report"] + names
    if Set(tasks) != Set(ReportOptions.tasks) {
      settings.arguments += ["--tasks", tasks.map(\.name).joined(separator: ",")]
    }
    settings.arguments += ["--seconds", "\(settings.seconds)"]
    var contenders: [any Contender] = ContenderRegistry.inProcess
    contenders += ContenderRegistry.peers
    var notes: [String] = []
    for note in files.flatMap(\.notes) where !notes.contains(note) { notes.append(note) }
    return Report(
      machine: machine, tasks: ReportOptions.ordered(tasks), contenders: contenders,
      measurements: measurements, settings: settings, notes: notes)
  }

  /// `Figures`, if the pictures are in `Docs/Figures` and the document is `Docs/A.md`.
  static func path(of figures: String, relativeToFolderOf document: String) -> String {
    let folder = document.prefix(through: document.lastIndex(of: "/") ?? document.startIndex)
    return document.contains("/") && figures.hasPrefix(folder)
      ? String(figures.dropFirst(folder.count)) : figures
  }

  private func write(_ text: String, to name: String) throws(UsageError) {
    try Output.file("\(options.figures)/\(name)").write(text)
  }

  private static func read(_ name: String) throws(UsageError) -> String {
    do {
      return try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    } catch {
      throw UsageError("cannot read \(name): \(FailureReason(error))")
    }
  }

  private static func makeFolder(_ name: String) throws(UsageError) {
    do {
      try FileManager.default.createDirectory(
        atPath: name, withIntermediateDirectories: true)
    } catch {
      throw UsageError("cannot make the folder \(name): \(FailureReason(error))")
    }
  }
}
