import CommandLineTools
import Foundation

public enum JSONBench {
  /// The version of the harness, which is that of the package.
  static let version = packageVersion

  /// - Returns: The exit code: 0; 1 after a disagreement, a failed contender or a failed check, or if a result is
  ///   slower than `compare` allows; 2 after bad use or a file that cannot be read or written.
  public static func run(arguments: [String], counter: AllocationCounter) -> Int32 {
    // If the reader of a pipe has gone away, `write` reports an error instead.
    signal(SIGPIPE, SIG_IGN)
    do {
      switch try Command(arguments) {
      case .run(let options):
        return try RunCommand(options: options, counter: counter).run() ? 0 : 1
      case .compare(let command): return try command.run() ? 0 : 1
      case .report(let options):
        return try ReportCommand(options: options, counter: counter).run() ? 0 : 1
      case .list: try ListCommand().run()
      case .generate(let command): try command.run()
      case .check(let options): return try CheckCommand(options: options).run() ? 0 : 1
      case .childRun(let run, let arguments):
        try Output.standard.write(try run.output(arguments, counter))
      case .help(let topic): try Output.standard.write(topic.text + "\n")
      case .version: try Output.standard.write("jsonbench \(version)\n")
      }
      return 0
    } catch {
      Output.complain("jsonbench: \(error)")
      return 2
    }
  }
}
