import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

/// Copies of an iterator share one reading, in one task and in several tasks of an actor.
@Suite struct SharedIteratorTests {
  private static let count = 2000
  private static let text = Array((0..<count).map { "{\"id\":\($0)}\n" }.joined().utf8)

  private static func file(_ file: TemporaryFile) -> JSONLinesFile {
    var lines = JSONLinesFile(file.path)
    lines.blockSize = 700
    lines.threads = 2
    return lines
  }

  /// Chunks that come later, each after other tasks had their turn.
  private struct Slow: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    struct AsyncIterator: AsyncIteratorProtocol {
      var rest = SharedIteratorTests.text[...]
      mutating func next() async throws -> [UInt8]? {
        for _ in 0..<3 { await Task.yield() }
        let chunk = rest.prefix(100)
        rest = rest.dropFirst(100)
        return chunk.isEmpty ? nil : Array(chunk)
      }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
  }

  /// The bytes of ``Slow``, one by one.
  private struct SlowBytes: AsyncSequence, Sendable {
    typealias Element = UInt8
    struct AsyncIterator: AsyncIteratorProtocol {
      var place = 0
      mutating func next() async throws -> UInt8? {
        if place % 50 == 0 { await Task.yield() }
        if place == SharedIteratorTests.text.count { return nil }
        defer { place += 1 }
        return SharedIteratorTests.text[place]
      }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
  }

  /// The values that `tasks` tasks of the main actor get from copies of one iterator.
  @MainActor
  private static func shared<Values: AsyncSequence>(
    _ values: Values, tasks: Int
  ) async throws -> [Values.Element] {
    let iterator = values.makeAsyncIterator()
    var found: [Values.Element] = []
    var ended = 0
    let readers = (0..<tasks).map { _ in
      Task { @MainActor in
        var copy = iterator
        while let value = try await copy.next(isolation: MainActor.shared) { found.append(value) }
        ended += 1
      }
    }
    for reader in readers { try await reader.value }
    #expect(ended == tasks)
    return found
  }

  private static func ids(_ results: [Result<RawJSON, JSONStreamError>]) throws -> [Int?] {
    try results.map { try $0.get()["id"]?.intValue }.sorted { $0 ?? -1 < $1 ?? -1 }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3])
  func tasksShareAFileOfLines(tasks: Int) async throws {
    let file = try TemporaryFile(Self.text)
    for isOrdered in [true, false] {
      var lines = Self.file(file)
      lines.isOrdered = isOrdered
      let found = try await Self.shared(lines.trees().waiting, tasks: tasks)
      #expect(try Self.ids(found) == Array(0..<Self.count))
    }
    // One of them gets the error, and all of them end.
    let missing = try await Self.shared(JSONLinesFile("/nowhere").trees().waiting, tasks: tasks)
    #expect(missing.count == 1)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3])
  func tasksShareAStream(tasks: Int) async throws {
    let lines = try await Self.shared(JSONLines(Slow()).trees(), tasks: tasks)
    #expect(try Self.ids(lines) == Array(0..<Self.count))
    let elements = JSONElements(concatenated: Slow())
    #expect(
      try await Self.ids(Self.shared(elements.trees(), tasks: tasks)) == Array(0..<Self.count))
    let events = ServerSentEvent.Stream(Slow()).events()
    // The error of a JSON body in place of events.
    #expect(try await Self.shared(events, tasks: tasks).count == 1)
    let bytes = JSONLines(SlowBytes().jsonChunks(of: 64)).trees()
    #expect(try await Self.ids(Self.shared(bytes, tasks: tasks)) == Array(0..<Self.count))
    let chunks = try await Self.shared(SlowBytes().jsonChunks(of: 64), tasks: tasks)
    #expect(chunks.map(\.count).reduce(0, +) == Self.text.count)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3])
  func tasksShareChunks(tasks: Int) async throws {
    let file = try TemporaryFile(Self.text)
    let chunks = JSONFileChunks(path: file.path, size: 100)
    let found = try await Self.shared(chunks, tasks: tasks).map { try $0.get() }
    #expect(found.map(\.count).reduce(0, +) == Self.text.count)
    let lines = JSONLines(JSONFileChunks(path: file.path, size: 100)).trees()
    let values: [Result<RawJSON, JSONStreamError>] = try await Self.shared(lines, tasks: tasks)
    #expect(try Self.ids(values) == Array(0..<Self.count))
  }

  /// A task that is cancelled while it waits takes nothing from the others.
  @MainActor
  @Test(.timeLimit(.minutes(1)))
  func aCancelledTaskLeavesTheReadingToOthers() async throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let iterator = JSONLinesFile(path).trees().waiting.makeAsyncIterator()
    var found: [RawJSON] = []
    let readers = (0..<3).map { _ in
      Task { @MainActor in
        var copy = iterator
        while let value = try await copy.next(isolation: MainActor.shared) {
          found.append(try value.get())
        }
      }
    }
    for _ in 0..<10 { await Task.yield() }
    readers[1].cancel()
    await #expect(throws: CancellationError.self) { try await readers[1].value }
    try pipe.fileHandleForWriting.write(contentsOf: Data("1\n2\n3\n".utf8))
    try pipe.fileHandleForWriting.close()
    try await readers[0].value
    try await readers[2].value
    #expect(found == [1, 2, 3])
  }

  @Test func copiesInOneTaskShare() throws {
    let file = try TemporaryFile(Self.text)
    func ids(_ next: [() -> Result<RawJSON, JSONStreamError>?]) throws -> [Int?] {
      var found: [Int?] = []
      while true {
        let count = found.count
        for next in next {
          if let value = next() { found.append(try value.get()["id"]?.intValue) }
        }
        if found.count == count { return found }
      }
    }
    let chunks = stride(from: 0, to: Self.text.count, by: 100).map {
      Self.text[$0..<min($0 + 100, Self.text.count)]
    }
    var first = JSONLines(chunks).trees().makeIterator()
    var second = first
    #expect(try ids([{ first.next() }, { second.next() }]) == Array(0..<Self.count))
    var third = Self.file(file).trees().makeIterator()
    var fourth = third
    #expect(try ids([{ third.next() }, { fourth.next() }]) == Array(0..<Self.count))
    var fifth = JSONFileChunks(path: file.path, size: 100).makeIterator()
    var sixth = fifth
    var bytes: [UInt8] = []
    while let chunk = fifth.next() {
      bytes += try chunk.get()
      bytes += try sixth.next()?.get() ?? []
    }
    #expect(bytes == Self.text)
  }
}
