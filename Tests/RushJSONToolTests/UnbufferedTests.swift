import Foundation
import Testing

@testable import RushJSONTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines of an input that is still open.
@Suite struct UnbufferedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    /// What is written after each piece.
    var output: [String]
    var input = ["{\"a\":1}\n", "{\"a\":2}\n{\"a\":3}\n"]

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let cases = [
    Case(arguments: ["lines"], output: ["{\"a\":1}\n", "{\"a\":2}\n{\"a\":3}\n"]),
    Case(arguments: ["lines", "--select", ".a"], output: ["1\n", "2\n3\n"]),
    Case(arguments: ["lines", "--csv", "--object", "a"], output: ["a\n1\n", "2\n3\n"]),
    Case(
      arguments: ["lines", "--to-array"],
      output: ["[\n{\"a\":1}", ",\n{\"a\":2},\n{\"a\":3}"]),
    Case(
      arguments: ["format", "--values", "--compact"],
      output: ["{\"a\":1}\n", "{\"a\":2}\n{\"a\":3}\n"]),
    Case(
      arguments: ["format", "--values", "--sorted", "--compact"],
      output: ["{\"a\":1}\n", "{\"a\":2}\n{\"a\":3}\n"]),
    Case(
      arguments: ["select", "/*/a"], output: ["1\n", "2\n3\n"],
      input: ["[{\"a\":1}", ",{\"a\":2},{\"a\":3}"]),
  ]

  /// Two descriptors: that for reading, and that for writing.
  private struct Pipe {
    var reading: Int32
    var writing: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(unsafe pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes {
      unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Reads until `count` bytes have come, or the end.
  private static func read(_ count: Int, from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: count - bytes.count)
      let got = unsafe piece.withUnsafeMutableBytes {
        unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if got <= 0 { break }
      bytes += piece.prefix(got)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Runs the program with an input that goes on after each output was read.
  private static func check(
    _ test: Case, _ arguments: [String], output: (reading: Int32, writing: Int32)
  ) throws {
    let input = try Pipe()
    Thread.detachNewThread {
      let channels = Channels(
        input: input.reading, output: output.writing, errors: STDERR_FILENO, hasColor: false,
        showsProgress: false)
      _ = Tool.run(arguments: arguments, channels: channels)
      close(output.writing)
    }
    for (piece, expected) in zip(test.input, test.output) {
      write(piece, to: input.writing)
      #expect(read(expected.utf8.count, from: output.reading) == expected)
    }
    close(input.writing)
    while !read(100, from: output.reading).isEmpty {}
    close(output.reading)
    close(input.reading)
  }

  @Test(.timeLimit(.minutes(1)), arguments: cases)
  func lineIsWrittenWhenItIsDone(_ test: Case) throws {
    let output = try Pipe()
    try Self.check(
      test, test.arguments + ["--unbuffered"], output: (output.reading, output.writing))
  }

  #if os(Linux)
    /// A terminal, and the descriptor that programs have of it.
    private static func terminal() throws -> (reading: Int32, writing: Int32) {
      let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(terminal >= 0)
      // TIOCSPTLCK and TIOCGPTN, which the C library's module does not have.
      var (lock, number) = (Int32(0), UInt32(0))
      try #require(unsafe ioctl(terminal, 0x4004_5431, &lock) == 0)
      try #require(unsafe ioctl(terminal, 0x8004_5430, &number) == 0)
      let other = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(other >= 0)
      return (terminal, other)
    }

    @Test(.timeLimit(.minutes(1)), arguments: cases)
    func lineAppearsOnATerminalWhenItIsDone(_ test: Case) throws {
      // A terminal writes a carriage return before each line feed.
      var shown = test
      shown.output = test.output.map { $0.replacing("\n", with: "\r\n") }
      try Self.check(shown, test.arguments, output: Self.terminal())
    }
  #endif
}
