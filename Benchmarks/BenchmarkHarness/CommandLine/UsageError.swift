/// The command line, or a file that it names, cannot be used.
///
/// The message is one line that says what to do instead. The process exits with code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let message: String

  init(_ message: String) {
    // A file name may contain line breaks; the message must not.
    self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  var description: String { message }
}
