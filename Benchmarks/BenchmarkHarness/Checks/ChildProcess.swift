import Dispatch
import Foundation
import RushJSON
import RushJSONEditing
import Synchronization

/// Another process: a part of a check, or a tool.
enum ChildProcess {
  struct Result {
    var output: String
    var errors: String
    /// The exit code, or the number of the signal.
    var code: Int32
    var isKilled: Bool

    var isGood: Bool { code == 0 && !isKilled }
  }

  static var itself: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
  }

  /// - Parameter words: The program, which is looked up like a shell does, and its arguments.
  static func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws(UsageError) -> Result {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = output
    process.standardError = errors
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try attempt("cannot start \(words[0])") {
      try process.run()
      // What is written to standard error is short, so neither blocks while the other is read.
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Result(
        output: String(decoding: text, as: UTF8.self),
        errors: String(decoding: complaints, as: UTF8.self), code: process.terminationStatus,
        isKilled: process.terminationReason == .uncaughtSignal)
    }
  }
}

/// A part of a check that needs a process of its own: memory that a process has used earlier would hide what it
/// takes later, instructions are counted by a tool, and a failure may end the process.
enum ChildRun: String {
  case documentMemory = "peak-memory"
  case streamMemory = "stream-memory"
  case growthRow = "growth-row"
  case macroRow = "macro-row"
  case faultRow = "fault-row"
  case cliffRow = "cliff-row"
  case convenienceRow = "convenience-row"
  case attack = "attack-run"
  case failure = "failure-run"
  case view = "view-run"

  func words(_ arguments: [String], program: String = ChildProcess.itself) -> [String] {
    [program, "check", rawValue] + arguments
  }

  /// The result of the part, in a process of its own.
  /// - Throws: An error with its complaint if it fails.
  func result<Result: Decodable>(
    _ type: Result.Type, of arguments: [String]
  ) throws(UsageError) -> Result {
    let process = try ChildProcess.run(words(arguments))
    if process.isGood { return try Self.result(type, in: process) }
    let reason = process.errors.split(separator: "\n").last.map(String.init) ?? ""
    throw UsageError(
      "\(rawValue) \(arguments.joined(separator: " ")) ended with \(process.code): \(reason)")
  }

  static func result<Result: Decodable>(
    _ type: Result.Type, in process: ChildProcess.Result
  ) throws(UsageError) -> Result {
    do {
      return try RushJSONDecoder().decode(type, from: process.output)
    } catch {
      throw UsageError("not a result: \(process.output)")
    }
  }

  private static func text(of result: some Encodable) throws(UsageError) -> String {
    do {
      return try RushJSONEncoder().encodeToString(result) + "\n"
    } catch {
      throw UsageError("cannot write \(result): \(error)")
    }
  }

  /// Does the part, in this process. Returns its result as JSON.
  func output(
    _ arguments: [String], _ counter: AllocationCounter
  ) throws(UsageError) -> String {
    func argument(_ index: Int) throws(UsageError) -> String {
      guard index < arguments.count else {
        throw UsageError("jsonbench check \(rawValue) is a part of another check")
      }
      return arguments[index]
    }
    func number(_ index: Int) throws(UsageError) -> Int {
      guard let number = Int(try argument(index)) else { return try number(arguments.count) }
      return number
    }
    switch self {
    case .documentMemory: return try Self.text(of: PeakMemory.ofDocument(in: argument(0)))
    case .streamMemory:
      let stream = try MeasuredStream(
        kind: argument(0), bytes: number(1), chunk: number(2), file: argument(3))
      return try Self.text(of: stream.peakMemory())
    case .growthRow:
      return try Self.text(of: GrowthRow.named(argument(0)).run(count: number(1), counter))
    case .macroRow:
      let types: MacroRow.Types = try argument(1) == "direct" ? .direct : .codable
      return try Self.text(of: MacroRow.named(argument(0)).run(types))
    case .faultRow: return try Self.text(of: FaultRow.named(argument(0)).run())
    case .cliffRow: return try Self.text(of: CliffRow.named(argument(0)).run())
    case .convenienceRow: return try Self.text(of: ConvenienceRow.named(argument(0)).run())
    case .attack:
      let name = try argument(0)
      let run = AttackRun(
        attack: name == Attack.ordinary.name ? .ordinary : try .named(name), size: try number(1),
        comparesSteps: try argument(2) == "steps", counter: counter)
      return try Self.text(of: run.lines())
    case .view: return try Self.text(of: ViewsCheck.cost(of: argument(0), in: argument(1)))
    case .failure:
      return try Self.text(
        of: FailureScenario.named(argument(0)).run(
          failingAfter: number(1), forever: argument(2) == "forever", file: argument(3), counter))
    }
  }
}

/// A row of a check, which can be run by itself.
protocol CheckRow: Sendable {
  static var kind: String { get }
  static var all: [Self] { get }
  var name: String { get }
}

extension CheckRow {
  static func named(_ name: String) throws(UsageError) -> Self {
    guard let row = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UsageError("unknown \(kind) '\(name)'; there are \(names)")
    }
    return row
  }
}

extension Array where Element: CheckRow {
  /// The rows of these names; all for none.
  static func named(_ names: [String]) throws(UsageError) -> [Element] {
    names.isEmpty ? Element.all : try names.map { (name) throws(UsageError) in try .named(name) }
  }

  /// Measures all rows, on all processors, and says what is going on.
  private func measured<Measured: Sendable>(
    _ measure: @Sendable (Element) throws(UsageError) -> Measured
  ) -> [(Element, Result<Measured, UsageError>)] {
    let progress = Mutex(Progress())
    progress.withLock { $0.begin(steps: count) }
    let results = onAllCores(count) { index in
      progress.withLock { $0.start(self[index].name) }
      return (self[index], Result { () throws(UsageError) in try measure(self[index]) })
    }
    progress.withLock { $0.end() }
    return results
  }

  /// Measures all rows, and writes a table whose last column says what is wrong.
  /// - Parameter lines: The lines of a measured row, and whether each is good.
  /// - Returns: The names of the lines that are not good.
  func tabulated<Measured: Sendable>(
    _ titles: [String], _ alignments: [TextTable.Alignment],
    _ measure: @Sendable (Element) throws(UsageError) -> Measured,
    lines: (Element, Measured) -> [(cells: [String], failure: String?)]
  ) throws(UsageError) -> (lines: Int, failures: [String]) {
    let all = measured(measure).flatMap { row, result in
      switch result {
      case .success(let measured): lines(row, measured)
      case .failure(let error):
        [([row.name] + titles.dropFirst(2).map { _ in "" } + [error.message], row.name)]
      }
    }
    try Output.standard.write(
      TextTable(titles: titles, rows: all.map(\.cells), alignments: alignments))
    return (all.count, all.compactMap(\.failure))
  }
}

/// The results of `work` for each index, in order.
func onAllCores<Value: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Value) -> [Value] {
  let results = Mutex([Value?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = work(index)
    results.withLock { $0[index] = result }
  }
  return results.withLock { $0 }.compactMap { $0 }
}
