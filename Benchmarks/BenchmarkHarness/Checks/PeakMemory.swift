import CorpusGenerator
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory that this process takes to read a file and make a document of it.
enum PeakMemory {
  /// The file where Linux reports a process's memory; `nil` elsewhere.
  static var isAvailable: Bool { FileManager.default.fileExists(atPath: status) }

  private static let status = "/proc/self/status"

  /// The peak memory in bytes while `file` is read and parsed, above the memory before.
  ///
  /// It includes the text, which the document keeps.
  static func measure(file: String) throws(UsageError) -> Int {
    guard isAvailable else {
      throw UsageError("the memory of a process can be measured only on Linux")
    }
    // Code is not part of a document, so its pages are loaded first.
    try warmUp(file)
    _ = try kilobytes("VmHWM")
    let before = try kilobytes("VmRSS")
    let document = try document(of: try read(file), from: file)
    let peak = try kilobytes("VmHWM")
    withExtendedLifetime(document) {}
    return max(0, peak - before) * 1024
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

  /// The result of the check `name` in a new process of this program: memory that a process has
  /// used earlier would hide what it takes later.
  static func ofNewProcess(
    _ name: String, _ arguments: [String], of subject: String
  ) throws(UsageError) -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["check", name] + arguments
    process.standardOutput = output
    let answer: Data
    do {
      try process.run()
      answer = try output.fileHandleForReading.readToEnd() ?? Data()
    } catch {
      throw UsageError("cannot start another jsonbench: \(FailureReason(error))")
    }
    process.waitUntilExit()
    let text = String(decoding: answer, as: UTF8.self)
    guard process.terminationStatus == 0, let peak = Int(text.prefix { $0 != "\n" }) else {
      throw UsageError("no measurement \(subject)")
    }
    return peak
  }

  private static func warmUp(_ file: String) throws(UsageError) {
    let text = CorpusShape.timeline.generate(seed: 1, targetBytes: 10_000)
    blackHole(try document(of: text, from: "a generated text"))
    blackHole(try read(file, most: 1))
  }

  private static func document(
    of text: [UInt8], from file: String
  ) throws(UsageError) -> any Sendable {
    do {
      return try RushJSONReads.document(text)
    } catch {
      throw UsageError("\(file) is refused: \(error)")
    }
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

  /// The bytes of a file, read straight to their place: `Data` would hold a second copy.
  private static func read(
    _ file: String, most: UInt64 = .max
  ) throws(UsageError) -> [UInt8] {
    let handle: FileHandle
    let size: UInt64
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      size = min(try handle.seekToEnd(), most)
      try handle.seek(toOffset: 0)
    } catch {
      throw UsageError("cannot read \(file): \(FailureReason(error))")
    }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      while count < buffer.count {
        // Invariant: count < buffer.count, and `read` writes at most as many bytes as requested.
        let all = UnsafeMutableRawBufferPointer(buffer)
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: all[count...])
        #if canImport(Glibc)
          let got = unsafe Glibc.read(handle.fileDescriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let got = unsafe Musl.read(handle.fileDescriptor, rest.baseAddress, rest.count)
        #else
          let got = unsafe Darwin.read(handle.fileDescriptor, rest.baseAddress, rest.count)
        #endif
        if got <= 0 { return }
        count += got
      }
    }
    guard bytes.count == Int(size) else { throw UsageError("cannot read all of \(file)") }
    return bytes
  }
}
