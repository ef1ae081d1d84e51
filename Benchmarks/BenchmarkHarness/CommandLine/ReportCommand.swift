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
      try Output.makeFolder(URL(fileURLWithPath: options.figures))
      (report, isGood) = try RunCommand(options: options.run, counter: counter).measured()
    } else {
      var files: [ResultFile] = []
      for name in options.results { files.append(try .read(name)) }
      report = try Self.merged(files)
      try Output.makeFolder(URL(fileURLWithPath: options.figures))
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
    let names = measurements.map(\.file).unique
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
    return Report(
      machine: machine, tasks: ReportOptions.ordered(tasks), contenders: contenders,
      measurements: measurements, settings: settings, notes: files.flatMap(\.notes).unique)
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
    try attempt("cannot read \(name)") {
      try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    }
  }
}

struct ReportOptions: Equatable {
  /// What to run, if no results are given.
  var run = RunOptions()
  /// Files of results that together are the run; empty to measure now.
  var results: [String] = []
  /// The documents whose marked parts are replaced.
  var documents = ["README.md", "Docs/Measurements.md"]
  /// Where the picture and the results are written.
  var figures = "Docs/Figures"

  /// One of each kind, in the order of the tables.
  static let tasks: [BenchmarkTask] =
    [
      .validate, .document, .walk, .tree, .decode, .decodeDirect, .decodeNumber,
      .decodeDirectPartial, .decodeNew, .decodeSnake, .decodeDefaults, .encode, .encodeDirect,
      .encodeNew, .encodeSorted, .encodeValues,
      .write, .writeTree, .writeTiny, .stream, .skip, .lines, .linesOnAllCores,
    ] + BenchmarkTask.forRecords

  /// Those of the README in its order, and then any others.
  static func ordered(_ tasks: [BenchmarkTask]) -> [BenchmarkTask] {
    Self.tasks.filter(tasks.contains) + tasks.filter { !Self.tasks.contains($0) }
  }

  /// Four files and all contenders: about three minutes.
  static let defaultSeconds = 0.8

  init() { run.seconds = Self.defaultSeconds }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "report")
    var rest: [String] = []
    while let item = try reader.next() {
      switch item {
      case .operand(let path):
        if path.isEmpty { throw UsageError("an empty file name; name a file or a folder") }
        run.paths.append(path)
      case .option("--from"):
        let list = try reader.value(of: "--from", hint: Self.resultsHint)
        results += list.split(separator: ",").map(String.init)
      case .option("--document"):
        let list = try reader.value(of: "--document", hint: "Markdown files, or none")
        documents = list == "none" ? [] : list.split(separator: ",").map(String.init)
      case .option("--figures"):
        figures = try reader.value(of: "--figures", hint: "a folder for the picture")
      case .option(let option)
      where ["--tasks", "--contenders", "--seconds", "--kernel", "--as"].contains(option):
        rest += [option, try reader.value(of: option, hint: "a value")]
      case .option(let option): throw reader.unknown(option)
      }
    }
    let options = try RunOptions(rest)
    run.tasks = options.choosesTasks ? options.tasks : Self.tasks
    run.choosesTasks = true
    run.contenders = options.contenders
    run.kernel = options.kernel
    run.isAsOnApple = options.isAsOnApple
    run.seconds = rest.contains("--seconds") ? options.seconds : Self.defaultSeconds
    if figures.isEmpty { throw UsageError("--figures needs a folder for the picture") }
    if !results.isEmpty, !run.paths.isEmpty {
      throw UsageError("jsonbench report takes results (--from) or documents to measure, not both")
    }
  }

  private static let resultsHint = "files of jsonbench run --format json, with commas between them"
}
