import Foundation
import RushJSONCore

/// `jsonbench run`: chooses files and contenders, runs them and writes the report.
struct RunCommand {
  let options: RunOptions
  let counter: AllocationCounter

  /// - Returns: Whether all contenders agreed and none failed.
  func run() throws(UsageError) -> Bool {
    let output = Output(options.output)
    try output.verify()
    if options.output.format == .svg { try verifyChart() }
    let (report, isGood) = try measured()
    try output.write(try rendered(report))
    return isGood
  }

  /// The report of the run, and whether all contenders agreed and none failed.
  func measured() throws(UsageError) -> (Report, isGood: Bool) {
    options.limitKernels()
    let inputs = try InputSelection.inputs(paths: options.paths)
    Output.complainWithoutOptimisation("the figures mean little")
    let (contenders, absence) = try self.contenders()

    let runner = Runner(
      tasks: options.tasks, tasksForLines: options.choosesTasks ? nil : BenchmarkTask.forLines,
      contenders: contenders, seconds: options.seconds, rotates: options.rotates, counter: counter)
    var progress = Progress()
    let outcome = runner.run(inputs, progress: &progress)

    let extra =
      options.choosesTasks ? [] : BenchmarkTask.forLines.filter { !options.tasks.contains($0) }
    let report = Report(
      machine: .current, tasks: options.tasks + extra, contenders: contenders,
      measurements: outcome.measurements,
      settings: .current(seconds: options.seconds, rotates: options.rotates),
      notes: (absence.map { [$0] } ?? []) + outcome.notes)
    return (report, outcome.failures.isEmpty)
  }

  /// Those that take part, and a line about peers that are not installed.
  private func contenders() throws(UsageError) -> ([any Contender], absence: String?) {
    func isWanted(_ name: String) -> Bool { options.contenders?.contains(name) ?? true }

    let peers = PeerDiscovery(environment: ProcessInfo.processInfo.environment).discover(
      wanted: ContenderRegistry.peers.filter { peer in
        isWanted(peer.name) && options.tasks.contains(where: peer.takesPart)
      })
    if let note = peers.note { Output.complain("jsonbench: \(note)") }
    var all: [any Contender] = ContenderRegistry.inProcess.filter { isWanted($0.name) }
    all += peers.contenders
    let able = all.filter { contender in options.tasks.contains(where: contender.takesPart) }
    if able.isEmpty {
      throw UsageError(
        "none of the chosen contenders takes part in the chosen tasks; "
          + "jsonbench list shows the tasks of each")
    }
    return (able, peers.note)
  }

  /// Checks before a run of two minutes whether there is anything to draw.
  private func verifyChart() throws(UsageError) {
    for contender in [InProcessContender.rushJSON, .foundation] {
      guard options.contenders?.contains(contender.name) ?? true,
        options.tasks.contains(where: contender.takesPart)
      else {
        throw UsageError(
          "--format svg shows RushJSON beside Foundation, so both must take part in one of the tasks"
        )
      }
    }
  }

  private func rendered(_ report: Report) throws(UsageError) -> String {
    switch options.output.format {
    case .table:
      let terminal =
        options.output.file == nil ? Terminal.standardOutput : Terminal(isTerminal: false)
      return TableReport(report: report, terminal: terminal).text
    case .json: return try ResultFile(report).text()
    case .markdown: return MarkdownReport(report: report).text
    case .svg: return RatioChart(report: report, tasks: options.tasks).text
    }
  }
}

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
  /// The fastest kernel that may be used, or `nil` for any.
  var kernel: String?
  /// Whether objects of the standard library are left alone, and the kernel has 16 bytes.
  var isAsOnApple = false
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
      case .option("--as"):
        isAsOnApple = try reader.value(of: "--as", hint: "the system to imitate: apple") { name in
          name.lowercased() == "apple" ? true : nil
        }
      case .option("--kernel"):
        let names = BlockKernel.runnable.map(\.name)
        let hint = "one of those that this processor can run: \(names.joined(separator: ", "))"
        kernel = try reader.value(of: "--kernel", hint: hint) { name in
          names.first { $0 == name.lowercased() }
        }
      case .option(let option):
        if try !output.read(option, from: &reader) { throw reader.unknown(option) }
      }
    }
  }

  /// Sets the variables that RushJSON and simdjson, which reads its own in the process of the peers, read once.
  func limitKernels() {
    // Invariant of all calls: the program has one thread so far, so no other reads the environment.
    if isAsOnApple { unsafe setenv("RUSHJSON_AS", "apple", 1) }
    #if arch(x86_64)
      let limit = isAsOnApple ? kernel ?? "sse2" : kernel
    #else
      let limit = kernel
    #endif
    guard let kernel = limit else { return }
    unsafe setenv("RUSHJSON_KERNEL", kernel, 1)
    let peer =
      switch kernel {
      case "vbmi2", "avx512": "icelake"
      case "avx2": "haswell"
      case "sse2": "westmere"
      case "neon": "arm64"
      default: "fallback"
      }
    unsafe setenv("SIMDJSON_FORCE_IMPLEMENTATION", peer, 1)
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
