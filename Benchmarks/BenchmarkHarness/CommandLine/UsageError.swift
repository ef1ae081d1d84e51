/// The command line, or a file that it names, cannot be used.
///
/// Its message is one line that says what to do instead; the process ends with the code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let message: String

  init(_ message: String) {
    // A file name may hold a line break, and the promise is one line.
    self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  var description: String { message }
}
