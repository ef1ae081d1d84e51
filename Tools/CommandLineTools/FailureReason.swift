import Foundation

/// Why a file could not be read or written, in one line.
///
/// Foundation's errors print several lines; the innermost error is the most specific.
package struct FailureReason: CustomStringConvertible {
  package let description: String

  package init(_ error: any Error) {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    let text = (underlying ?? error).localizedDescription
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    // The rest repeats this with a reason.
    let preamble = "The operation could not be completed. "
    description = text.hasPrefix(preamble) ? String(text.dropFirst(preamble.count)) : text
  }
}
