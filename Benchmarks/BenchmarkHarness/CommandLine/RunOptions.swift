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
        let names = try Self.list("--tasks", from: BenchmarkTask.all.map(\.name), &reader)
        tasks = names.compactMap { name in BenchmarkTask.all.first { $0.name == name } }
        choosesTasks = true
      case .option("--contenders"):
        contenders = try Self.list("--contenders", from: ContenderRegistry.names, &reader)
      case .option("--seconds"):
        // The comparison is false for NaN.
        seconds = try reader.value(of: "--seconds", hint: Self.secondsHint) { text in
          Double(text).flatMap { $0 > 0 && $0 <= Self.longestSeconds ? $0 : nil }
        }
      case .option("--rotate"): rotates = true
      case .option(let option):
        if try !output.read(option, from: &reader) { throw reader.unknown(option) }
      }
    }
  }

  private static let secondsHint =
    "a number of seconds above 0, at most \(Int(longestSeconds)), such as \(defaultSeconds)"

  /// The values of an option that takes some of `all`, each once.
  private static func list(
    _ option: String, from all: [String], _ reader: inout ArgumentReader
  ) throws(UsageError) -> [String] {
    let hint = "one or more of \(all.joined(separator: ", "))"
    var chosen: [String] = []
    // Empty names are kept, so that they are rejected instead of ignored.
    let list = try reader.value(of: option, hint: hint)
    for given in list.split(separator: ",", omittingEmptySubsequences: false) {
      let given = given.trimmingPrefix { $0 == " " }
      guard let name = all.first(where: { $0.lowercased() == given.lowercased() }) else {
        throw UsageError("\(option) needs \(hint), not '\(given)'")
      }
      if !chosen.contains(name) { chosen.append(name) }
    }
    return chosen
  }
}
