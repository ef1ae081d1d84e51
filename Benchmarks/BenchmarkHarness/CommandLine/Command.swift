enum Command: Equatable {
  case run(RunOptions)
  case compare(CompareCommand)
  case report(ReportOptions)
  case list
  case generate(GenerateCommand)
  case check(CheckOptions)
  /// A part of a check, in a process of its own. Not for the command line.
  case childRun(ChildRun, [String])
  case help(HelpTopic)
  case version

  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else {
      self = .run(RunOptions())
      return
    }
    let rest = arguments.dropFirst()
    if Self.askForHelp(rest), let topic = HelpTopic(rawValue: first) {
      self = .help(topic)
      return
    }
    switch first {
    case "run": self = .run(try RunOptions(rest))
    case "compare": self = .compare(try CompareCommand(rest))
    case "report": self = .report(try ReportOptions(rest))
    case "list":
      if let extra = rest.first {
        throw UsageError("jsonbench list takes no arguments, but was given '\(extra)'")
      }
      self = .list
    case "generate": self = .generate(try GenerateCommand(rest))
    case "check":
      guard let name = rest.first else {
        throw UsageError("jsonbench check needs one of \(CheckOptions.list)")
      }
      let options = rest.dropFirst()
      if let run = ChildRun(rawValue: name) {
        self = .childRun(run, Array(options))
      } else {
        self = .check(try CheckOptions(name, options))
      }
    case "help", "--help", "-h": self = .help(try Self.helpTopic(rest))
    case "--version": self = .version
    default:
      // `jsonbench --tasks walk` means `jsonbench run --tasks walk`.
      guard first.hasPrefix("-"), first != "-" else {
        throw UsageError(
          "unknown command '\(first)'; the commands are run, compare, report, list, generate "
            + "and check (to time a file: jsonbench run FILE)")
      }
      self = Self.askForHelp(rest) ? .help(.run) : .run(try RunOptions(arguments))
    }
  }

  private static func askForHelp(_ arguments: ArraySlice<String>) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private static func helpTopic(_ rest: ArraySlice<String>) throws(UsageError) -> HelpTopic {
    guard let name = rest.first else { return .overview }
    guard let topic = HelpTopic(rawValue: name), rest.count == 1 else {
      throw UsageError(
        "no help for '\(name)'; there is help for run, compare, report, list, generate and check")
    }
    return topic
  }
}
