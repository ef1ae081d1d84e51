import CorpusGenerator
import Foundation
import RushJSON

/// The memory of this process.
enum PeakMemory {
  private static let status = "/proc/self/status"

  /// Whether Linux reports a process's memory.
  static var isAvailable: Bool { FileManager.default.fileExists(atPath: status) }

  /// The peak memory in bytes while a file is read and parsed, above the memory before.
  ///
  /// It includes the text, which the document keeps.
  static func ofDocument(in file: String) throws(UsageError) -> Int {
    do {
      // Code is not part of a document, so its pages are loaded first.
      let small = try TemporaryFile(ending: "json") {
        try $0.write(contentsOf: CorpusShape.timeline.generate(seed: 1, targetBytes: 10_000))
      }
      blackHole(try JSONDocument(contentsOf: small.url))
      return try above {
        let document = try JSONDocument(contentsOf: URL(fileURLWithPath: file))
        withExtendedLifetime(document) {}
      }
    } catch let error as UsageError {
      throw error
    } catch let error as JSONSyntaxError {
      throw UsageError("\(file) is refused: \(error)")
    } catch {
      throw UsageError("cannot read \(file): \(FailureReason(error))")
    }
  }

  /// The peak memory in bytes while `body` runs, above the memory before.
  static func above(_ body: () throws -> Void) throws -> Int {
    guard isAvailable else {
      throw UsageError("the memory of a process can be measured only on Linux")
    }
    _ = try kilobytes("VmHWM")
    let before = try kilobytes("VmRSS")
    try body()
    return max(0, try kilobytes("VmHWM") - before) * 1024
  }

  private static func kilobytes(_ name: String) throws(UsageError) -> Int {
    let text: String
    do {
      text = try String(contentsOfFile: status, encoding: .utf8)
    } catch {
      throw UsageError("cannot read \(status): \(FailureReason(error))")
    }
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }
    // VmRSS:     12345 kB
    guard let line, let value = line.split(whereSeparator: \.isWhitespace).dropFirst().first,
      let kilobytes = Int(value)
    else { throw UsageError("\(status) has no \(name)") }
    return kilobytes
  }
}

/// A file that exists as long as this object.
final class TemporaryFile: Sendable {
  let url: URL

  init(
    ending: String, _ write: (FileHandle) throws -> Void
  ) throws(UsageError) {
    url = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID()).\(ending)")
    do {
      try Data().write(to: url)
      let handle = try FileHandle(forWritingTo: url)
      try write(handle)
      try handle.close()
    } catch {
      throw UsageError("cannot write \(url.path): \(FailureReason(error))")
    }
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Output.complain("jsonbench: cannot remove \(url.path): \(FailureReason(error))")
    }
  }
}
