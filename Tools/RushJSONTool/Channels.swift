import CommandLineTools
import Foundation
import RushJSON
import RushJSONCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why output cannot be written.
enum OutputError: Error, CustomStringConvertible {
  /// The pipe's reader has gone away.
  case closedPipe
  case failed(output: String, reason: String)

  var description: String {
    switch self {
    case .closedPipe: "standard output is closed"
    case .failed(let output, let reason): "cannot write to \(output): \(reason)"
    }
  }
}

/// The inputs and outputs of a run, as descriptors.
final class Channels {
  let input: Int32
  let output: Output
  private let errors: Int32
  /// Whether messages and other text for people may have colours.
  var hasColor: Bool
  /// Whether progress may be shown.
  let showsProgress: Bool

  init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO,
    hasColor: Bool = Terminal.standardOutput.hasColor,
    showsProgress: Bool = Terminal.standardErrorIsTerminal
  ) {
    self.input = input
    self.output = Output(output, isUnbuffered: isatty(output) == 1)
    self.errors = errors
    self.hasColor = hasColor
    self.showsProgress = showsProgress
  }

  /// Applies `--color`.
  func choose(color: String?) throws(UsageError) {
    switch color {
    case nil, "auto": break
    case "always": hasColor = true
    case "never": hasColor = false
    case let other?: throw UsageError("--color needs one of auto, always, never, not '\(other)'")
    }
  }

  /// Applies `--unbuffered`.
  func choose(unbuffered: Bool) {
    if unbuffered { output.isUnbuffered = true }
  }

  /// Writes a message to standard error, after the program's name. A failure is ignored, because it
  /// cannot be reported.
  func complain(_ message: String) { show("rushjson: \(FileName.shown(message))\n") }

  func show(_ text: String) {
    do throws(OutputError) {
      try Array(text.utf8).withSpan { (bytes) throws(OutputError) in
        try writeAll(bytes, to: errors, named: "standard error")
      }
    } catch { return }
  }
}

/// Standard output or a file, in pieces of 64 KiB, or line by line.
final class Output {
  private let descriptor: Int32
  /// The name for messages.
  private let name: String
  private var held: [UInt8] = []
  /// Whether a line is written when it is done: on a terminal, and with `--unbuffered`.
  var isUnbuffered: Bool

  private static let size = 64 << 10

  init(_ descriptor: Int32, name: String = "standard output", isUnbuffered: Bool = false) {
    self.descriptor = descriptor
    self.name = name
    self.isUnbuffered = isUnbuffered
  }

  func write(_ text: String) throws(OutputError) {
    held += text.utf8
    if held.count >= Self.size { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    held += bytes
    if held.count >= Self.size { try flush() }
  }

  func endLine() throws(OutputError) {
    held.append(UInt8(ascii: "\n"))
    try endItem()
  }

  /// Ends a line, or an element of an array that was begun.
  func endItem() throws(OutputError) {
    if isUnbuffered || held.count >= Self.size { try flush() }
  }

  func write(_ bytes: Span<UInt8>) throws(OutputError) {
    if bytes.count < Self.size / 2 {
      unsafe bytes.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
      if held.count >= Self.size { try flush() }
    } else {
      try flush()
      try writeAll(bytes, to: descriptor, named: name)
    }
  }

  func flush() throws(OutputError) {
    if held.isEmpty { return }
    // After a failure, there is nothing to write again.
    defer { held.removeAll(keepingCapacity: true) }
    try held.withSpan { (bytes) throws(OutputError) in
      try writeAll(bytes, to: descriptor, named: name)
    }
  }
}

private func writeAll(
  _ bytes: Span<UInt8>, to descriptor: Int32, named name: String
) throws(OutputError) {
  let failure = unsafe bytes.withUnsafeBytes { bytes -> Int32 in
    var done = 0
    while done < bytes.count {
      // Invariant: done < count, and `write` reads at most the bytes after it.
      let count = unsafe write(
        descriptor, bytes.baseAddress.unsafelyUnwrapped + done, bytes.count - done)
      if count < 0, errno != EINTR { return errno }
      done += max(0, count)
    }
    return 0
  }
  if failure == EPIPE { throw .closedPipe }
  // Invariant: the system's message is a C string, which is copied.
  if failure != 0 {
    throw .failed(output: name, reason: unsafe String(cString: strerror(failure)))
  }
}
