import Foundation
import RushJSONCore
import RushJSONStreams
import Testing

/// Descriptors as sources and sinks.
@Suite struct DescriptorTests {
  private static func write(_ text: String, to descriptor: Int32) throws {
    try Array(text.utf8).withSpan { (bytes: Span<UInt8>) in
      try JSONDescriptor(descriptor).write(bytes)
    }
  }

  private static func text(of source: JSONDescriptor) throws -> String {
    String(decoding: try source.flatMap { try $0.get() }, as: UTF8.self)
  }

  @Test(arguments: [1, 3, 64 << 10])
  func writtenBytesAreRead(_ size: Int) throws {
    let pipe = Pipe()
    try Self.write("{\"a\":1}\n[2]\n", to: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    var source = JSONDescriptor(pipe.fileHandleForReading.fileDescriptor)
    source.chunkSize = size
    var lines: [String] = []
    for line in JSONLines(source).trees() { lines.append(try line.get().description) }
    #expect(lines == ["{\"a\":1}", "[2]"])
    // The end stays the end.
    #expect(try Self.text(of: source).isEmpty)
  }

  @Test func chunkSizeIsLimited() {
    var source = JSONDescriptor.standardInput
    source.chunkSize = 0
    #expect(source.chunkSize == 1)
    source.chunkSize = .max
    #expect(source.chunkSize == 1 << 30)
    #expect(source.descriptor == 0 && JSONDescriptor.standardOutput.descriptor == 1)
  }

  @Test(arguments: [-1, .min, .max] as [Int32])
  func numberWithoutAFileIsAnError(_ number: Int32) {
    var source = JSONDescriptor(number)
    source.chunkSize = .min
    var iterator = source.makeIterator()
    #expect(throws: JSONStreamError.self) { try iterator.next()?.get() }
    #expect(throws: JSONStreamError.self) { try Self.write("1", to: number) }
  }

  /// More bytes than a pipe holds, into one that does not wait.
  @Test(.timeLimit(.minutes(1))) func longTextPassesPipeThatDoesNotWait() throws {
    let pipe = Pipe()
    let (reading, writing) = (
      pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor
    )
    for end in [reading, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let text = String(repeating: "{\"number\":12345}\n", count: 50_000)
    let thread = Thread {
      do { try Self.write(text, to: writing) } catch { Issue.record(error) }
      close(writing)
    }
    thread.start()
    var count = 0
    for line in JSONLines(JSONDescriptor(reading)).documents() {
      #expect(try line.get().root["number"]?.number() == 12345)
      count += 1
    }
    #expect(count == 50_000)
  }

  @Test func errorHasTheDescriptorAndTheReason() throws {
    let pipe = Pipe()
    // The end for reading does not take bytes, and the other has none.
    let (reading, writing) = (
      pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor
    )
    let failed = #expect(throws: JSONStreamError.self) { try Self.write("1", to: reading) }
    guard case .file(let name, let code, let message)? = failed?.kind else {
      Issue.record("\(String(describing: failed))")
      return
    }
    #expect(name == "descriptor \(reading)" && code == EBADF && !message.isEmpty)
    var iterator = JSONDescriptor(writing).makeIterator()
    #expect(throws: JSONStreamError.self) { try iterator.next()?.get() }
    #expect(iterator.next() == nil)
    #expect(throws: JSONStreamError.self) {
      for line in JSONLines(JSONDescriptor(writing)).trees() { _ = try line.get() }
    }
  }
}
