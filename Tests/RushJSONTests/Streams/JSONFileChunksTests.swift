import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

@Suite struct JSONFileChunksTests {
  private static let lines = (0..<200).map { "{\"id\":\($0),\"text\":\"é\($0)\"}" }
  private static let text = Array((lines.joined(separator: "\n") + "\n").utf8)

  private struct Item: Decodable, Sendable, Equatable { var id: Int }

  @Test func filesAtOnceAndWaiting() async throws {
    let file = try TemporaryFile(Self.text)
    for size in [1, 100, JSONFileChunks.defaultSize] {
      let chunks = JSONFileChunks(path: file.path, size: size)
      var atOnce = chunks.makeIterator()
      var bytes: [UInt8] = []
      while let chunk = atOnce.next() { bytes += try chunk.get() }
      #expect(bytes == Self.text)
      var waiting: [UInt8] = []
      for try await chunk in chunks { waiting += try chunk.get() }
      #expect(waiting == Self.text)
    }
    let part = JSONFileChunks(path: file.path, range: 5..<205, size: 64)
    var iterator = part.makeIterator()
    var bytes: [UInt8] = []
    while let chunk = iterator.next() { bytes += try chunk.get() }
    #expect(bytes[...] == Self.text[5..<205])
  }

  /// The available bytes of a pipe are delivered immediately, however they are cut.
  @Test func pipes() async throws {
    let pipe = Pipe()
    let writer = Task.detached {
      var rest = Self.text[...]
      var size = 1
      while !rest.isEmpty {
        try pipe.fileHandleForWriting.write(contentsOf: Data(rest.prefix(size)))
        rest = rest.dropFirst(size)
        size = size % 23 + 1
        await Task.yield()
      }
      try pipe.fileHandleForWriting.close()
    }
    let chunks = JSONFileChunks(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var ids: [Int] = []
    for try await item in JSONLines(chunks).values(of: Item.self) { ids.append(try item.get().id) }
    #expect(ids == Array(0..<200))
    try await writer.value
  }

  /// A task that waits for a pipe that says nothing can be cancelled.
  @Test func cancelling() async throws {
    let pipe = Pipe()
    let chunks = JSONFileChunks(descriptor: pipe.fileHandleForReading.fileDescriptor)
    let task = Task {
      for try await _ in JSONLines(chunks).records() { return false }
      return true
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    withExtendedLifetime(pipe) {}
  }
}

extension JSONFileChunksTests {
  @Test func standardInputIsNotClosed() {
    // Not read: the test runner's input may never end.
    _ = JSONFileChunks.standardInput
    #expect(fcntl(0, F_GETFD) != -1 || errno == EBADF)
  }
}
