import Foundation

/// Reports the progress of a run on standard error: one line per file and task, rewritten in place
/// on a terminal.
struct Progress {
  let isRewriting: Bool
  private let write: (String) -> Void
  private var steps = 0
  private var step = 0
  private var current = ""

  init(
    isRewriting: Bool = Terminal.standardErrorIsTerminal,
    write: @escaping (String) -> Void = { text in Self.writeToStandardError(text) }
  ) {
    self.isRewriting = isRewriting
    self.write = write
  }

  mutating func begin(steps: Int) { self.steps = steps }

  mutating func start(_ title: String) {
    step += 1
    current = "[\(step)/\(steps)] \(title)"
    if isRewriting { write(Self.clearLine + current + " …") }
  }

  /// - Parameter summary: The line for a log, or `nil` for none.
  mutating func finish(_ summary: String?) {
    // On a terminal, the next step overwrites the line.
    guard !isRewriting, let summary else { return }
    write("[\(step)/\(steps)] \(summary)\n")
  }

  func note(_ message: String) { writeLine("jsonbench: \(message)") }

  func fail(_ message: String) { writeLine("jsonbench: error: \(message)") }

  /// A line that stays on the screen.
  private func writeLine(_ line: String) {
    write((isRewriting ? Self.clearLine : "") + line + "\n")
  }

  mutating func end() {
    if isRewriting { write(Self.clearLine) }
  }

  private static let clearLine = "\r\u{1B}[K"

  private static func writeToStandardError(_ text: String) {
    // If the progress cannot be written, the run continues for its result.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
