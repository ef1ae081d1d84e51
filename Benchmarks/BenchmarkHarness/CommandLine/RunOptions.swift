/// `jsonbench run`.
struct RunOptions: Equatable {
  /// Files and folders; empty means the repository's corpus.
  var paths: [String] = []
  var tasks: [BenchmarkTask] = BenchmarkTask.usual
  /// Whether the tasks were named; otherwise files of lines have tasks of their own.
  var choosesTasks = false
  /// The named contenders, or `nil` for all that are installed.
  var contenders: [String]?
  /// Time for each contender, task and file.
  var seconds = defaultSeconds
  var rotates = false
  var output = OutputOptions()

  /// Eleven files, five tasks and two to four contenders: well under two minutes.
  static let defaultSeconds = 0.3
  static let longestSeconds = 3600.0

  init() {}

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench run")
    while let item = try reader.next() {
      switch item {
      case .operand(let path):
        if path.isEmpty { throw UsageError("an empty file name; name a file or a folder") }
        paths.append(path)
      case .option("--tasks"):
        tasks = try Self.tasks(reader.value(of: "--tasks", hint: Self.taskHint))
        choosesTasks = true
      case .option("--contenders"):
        contenders = try Self.contenders(
          reader.value(of: "--contenders", hint: Self.contenderHint))
      case .option("--seconds"):
        seconds = try Self.seconds(reader.value(of: "--seconds", hint: Self.secondsHint))
      case .option("--rotate"): rotates = true
      case .option(let option):
        if try !output.read(option, from: &reader) { throw reader.unknown(option) }
      }
    }
  }

  private static let secondsHint =
    "a number of seconds above 0, at most \(Int(longestSeconds)), such as \(defaultSeconds)"

  private static var taskHint: String {
    "one or more of \(BenchmarkTask.all.map(\.name).joined(separator: ", "))"
  }

  private static var contenderHint: String {
    "one or more of \(ContenderRegistry.names.joined(separator: ", "))"
  }

  private static func seconds(_ text: String) throws(UsageError) -> Double {
    // The comparison is false for NaN.
    guard let seconds = Double(text), seconds > 0, seconds <= longestSeconds else {
      throw UsageError("--seconds needs \(secondsHint), not '\(text)'")
    }
    return seconds
  }

  private static func tasks(_ list: String) throws(UsageError) -> [BenchmarkTask] {
    var chosen: [BenchmarkTask] = []
    for name in names(in: list) {
      guard let task = BenchmarkTask.all.first(where: { $0.name == name.lowercased() }) else {
        throw UsageError("--tasks needs \(taskHint), not '\(name)'")
      }
      if !chosen.contains(task) { chosen.append(task) }
    }
    return chosen
  }

  private static func contenders(_ list: String) throws(UsageError) -> [String] {
    var chosen: [String] = []
    for given in names(in: list) {
      guard
        let name = ContenderRegistry.names.first(where: { $0.lowercased() == given.lowercased() })
      else { throw UsageError("--contenders needs \(contenderHint), not '\(given)'") }
      if !chosen.contains(name) { chosen.append(name) }
    }
    return chosen
  }

  /// Keeps empty names, so that they are rejected instead of ignored.
  private static func names(in list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingPrefix { $0 == " " }.description
    }
  }
}
