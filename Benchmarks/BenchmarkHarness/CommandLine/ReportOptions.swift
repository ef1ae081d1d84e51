/// `jsonbench report`.
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
      .validate, .document, .walk, .tree, .decode, .decodeDirect, .encode, .encodeDirect, .write,
      .writeTree, .stream, .skip, .lines, .linesOnAllCores,
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
      case .option(let option) where ["--tasks", "--contenders", "--seconds"].contains(option):
        rest += [option, try reader.value(of: option, hint: "a value")]
      case .option(let option): throw reader.unknown(option)
      }
    }
    let options = try RunOptions(rest)
    run.tasks = options.choosesTasks ? options.tasks : Self.tasks
    run.choosesTasks = true
    run.contenders = options.contenders
    run.seconds = rest.contains("--seconds") ? options.seconds : Self.defaultSeconds
    if figures.isEmpty { throw UsageError("--figures needs a folder for the picture") }
    if !results.isEmpty, !run.paths.isEmpty {
      throw UsageError("jsonbench report takes results (--from) or documents to measure, not both")
    }
  }

  private static let resultsHint = "files of jsonbench run --format json, with commas between them"
}
