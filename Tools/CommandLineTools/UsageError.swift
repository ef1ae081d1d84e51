/// The command line, or a file that it names, cannot be used.
///
/// The message is one line that says what to do instead. The process exits with code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let message: String

  package init(_ message: String) {
    // A file name may contain line breaks; the message must not.
    self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  package var description: String { message }
}
