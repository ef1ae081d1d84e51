import CorpusGenerator
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory that this process takes to read one file and make a document of it.
enum PeakMemory {
  /// Where Linux says how much memory a process has; `nil` elsewhere.
  static var isAvailable: Bool { FileManager.default.fileExists(atPath: status) }

  private static let status = "/proc/self/status"

  /// The most bytes in memory while `file` was read and parsed, above those before.
  ///
  /// The bytes of the text are among them, as the document keeps them.
  static func measure(file: String) throws(UsageError) -> Int {
    guard isAvailable else { throw UsageError("only Linux tells how much memory a process took") }
    // The code that is run belongs to no document, so its pages are met before.
    try warmUp(file)
    _ = try kilobytes("VmHWM")
    let before = try kilobytes("VmRSS")
    let document = try document(of: try read(file), from: file)
    let peak = try kilobytes("VmHWM")
    withExtendedLifetime(document) {}
    return max(0, peak - before) * 1024
  }

  /// The most bytes in memory while `body` ran, above those before.
  static func above(_ body: () throws -> Void) throws -> Int {
    guard isAvailable else { throw UsageError("only Linux tells how much memory a process took") }
    _ = try kilobytes("VmHWM")
    let before = try kilobytes("VmRSS")
    try body()
    return max(0, try kilobytes("VmHWM") - before) * 1024
  }

  /// What the check `name` measures in this program, run anew: memory that a process once had would
  /// hide what it takes later.
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
      throw UsageError("cannot start jsonbench anew: \(FailureReason(error))")
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
    else { throw UsageError("\(status) does not tell \(name)") }
    return kilobytes
  }

  /// The bytes of a file, read straight to where they stay: `Data` would hold a second copy.
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
        // Invariant: count < buffer.count, and `read` writes at most as many bytes as it is told.
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
