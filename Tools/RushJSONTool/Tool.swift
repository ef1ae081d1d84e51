import CommandLineTools
import Foundation
import RushJSON

/// The program.
public enum Tool {
  /// Does what the program's arguments ask for. Returns the exit code.
  public static func run() -> Int32 {
    // If the reader of a pipe has gone away, `write` reports an error instead.
    signal(SIGPIPE, SIG_IGN)
    Interruption.watch()
    return run(arguments: FileName.arguments, channels: Channels())
  }

  /// The same with other inputs and outputs.
  static func run(arguments: [String], channels: Channels) -> Int32 {
    do {
      let code = try perform(arguments, channels)
      try channels.output.flush()
      return code
    } catch {
      return finish(error, channels)
    }
  }

  private static func perform(_ arguments: [String], _ channels: Channels) throws -> Int32 {
    guard let first = arguments.first else {
      throw UsageError("needs a command: one of \(OptionTable.names)")
    }
    let rest = arguments.dropFirst()
    switch first {
    case "--version":
      try channels.output.write("rushjson \(packageVersion)\n")
      return 0
    case "--help", "-h", "help":
      guard let name = rest.first else {
        try channels.output.write(HelpText.overview)
        return 0
      }
      return try help(name, channels)
    default: break
    }
    guard let command = OptionTable.command(named: first) else {
      if first.hasPrefix(".") {
        throw UsageError("a path is no command; write rushjson select '\(first)' FILE")
      }
      if first.hasPrefix("-") {
        throw UsageError(
          "a command comes before '\(first)', as in rushjson format \(first); they are \(OptionTable.names)"
        )
      }
      throw UsageError(
        "unknown command '\(first)'; "
          + (Spelling.nearest(to: first, of: OptionTable.commands.map(\.name)).map {
            "did you mean rushjson \($0)?"
          } ?? "the commands are \(OptionTable.names)"))
    }
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return try help(first, channels)
    }
    let invocation = try Invocation(command, rest)
    switch first {
    case "validate": return try ValidateCommand(invocation, channels).run()
    case "format": return try FormatCommand(invocation, channels).run()
    case "select": return try SelectCommand(invocation, channels).run()
    case "lines": return try LinesCommand(invocation, channels).run()
    case "diff": return try DiffCommand(invocation, channels).run()
    case "patch": return try PatchCommand(invocation, channels).run()
    case "edit": return try EditCommand(invocation, channels).run()
    case "model": return try ModelCommand(invocation, channels).run()
    case "stats": return try StatsCommand(invocation, channels).run()
    case "completions":
      try channels.output.write(Completions.text(for: invocation.operands[0]))
      return 0
    default:
      try channels.output.write(HelpText.manual(version: packageVersion))
      return 0
    }
  }

  private static func help(_ name: String, _ channels: Channels) throws -> Int32 {
    guard let command = OptionTable.command(named: name) else {
      throw UsageError("no help for '\(name)'; there is help for \(OptionTable.names)")
    }
    try channels.output.write(HelpText.text(of: command))
    return 0
  }

  /// Reports what ended the program early.
  private static func finish(_ error: any Error, _ channels: Channels) -> Int32 {
    switch error {
    // The reader of the output, such as `head`, has closed it.
    case OutputError.closedPipe: return 0
    case let error as JSONWritingError:
      if let underlying = error.underlying as? OutputError { return finish(underlying, channels) }
      channels.complain("cannot write: \(error)")
    default:
      // What is complete may be written before the message.
      do { try channels.output.flush() } catch { return finish(error, channels) }
      channels.complain("\(error)")
    }
    return 2
  }
}
