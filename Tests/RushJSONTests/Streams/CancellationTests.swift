import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Synchronization
import Testing

/// A cancelled task stops before it asks for the chunk after the next one, whatever reads the stream, and
/// although the source knows nothing of cancellation.
@Suite struct CancellationTests {
  /// A stream without an end, which counts the chunks that it was asked for.
  private struct Endless: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    let chunk: [UInt8]
    let count = Count()

    final class Count: Sendable {
      private let value = Atomic(0)
      func add() -> Int { value.add(1, ordering: .relaxed).newValue }
      var now: Int { value.load(ordering: .relaxed) }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
      let chunk: [UInt8]
      let count: Count
      mutating func next() async throws -> [UInt8]? {
        // So that a reader that does not stop fails this test, and does not hang.
        count.add() > 1000 ? nil : chunk
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunk: chunk, count: count) }
  }

  /// Cancels the task that it is given, from inside.
  private final class Canceller: Sendable {
    private let task = Mutex<Task<Void, any Error>?>(nil)
    func hold(_ task: Task<Void, any Error>) { self.task.withLock { $0 = task } }

    func cancel() {
      while true {
        if let task = task.withLock({ $0 }) { return task.cancel() }
      }
    }
  }

  /// Runs `body` in a task that it cancels.
  private static func run(_ body: @escaping @Sendable (Canceller) async throws -> Void) async throws
  {
    let canceller = Canceller()
    let task = Task { try await body(canceller) }
    canceller.hold(task)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private typealias Reading = @Sendable (Endless, @Sendable () -> Void) async throws -> Void

  /// Calls `each` for each record.
  private static func read<Records: AsyncSequence>(
    _ records: Records, _ each: @Sendable () -> Void
  ) async throws where Records.Element == Result<JSONDocument, JSONStreamError> {
    for try await record in records {
      _ = try record.get()
      each()
    }
  }

  private static let readings: [(name: String, chunk: String, reading: Reading)] = [
    ("lines", "1\n2\n", { try await read(JSONLines($0).documents(), $1) }),
    (
      "sequence", "\u{1e}1\n\u{1e}2\n",
      { try await read(JSONLines($0, framing: .textSequence).documents(), $1) }
    ),
    ("values", "1 2 ", { try await read(JSONElements(concatenated: $0).documents(), $1) }),
    (
      "events", "data: 1\n\ndata: 2\n\n",
      { try await read(ServerSentEvent.Stream($0).documents(), $1) }
    ),
    (
      "lines that are skipped", "x\n1\n",
      { try await read(JSONLines($0, policy: .skip).documents(), $1) }
    ),
  ]

  @Test(arguments: readings.map { $0.name })
  func aReaderStopsAtTheNextChunk(name: String) async throws {
    let row = try #require(Self.readings.first { $0.name == name })
    let source = Endless(chunk: Array(row.chunk.utf8))
    try await Self.run { canceller in
      try await row.reading(source) {
        if source.count.now == 3 { canceller.cancel() }
      }
    }
    #expect(source.count.now == 3)
  }

  /// Nothing is ever delivered, so only the reader itself can notice.
  @Test(
    arguments: [
      ("lines", "\n"), ("lines", "aaa"), ("sequence", "\u{1e}"), ("events", ": comment\n"),
      ("values", " "), ("lines that are skipped", "x\n"),
    ])
  func aReaderWithoutRecordsStops(name: String, chunk: String) async throws {
    let row = try #require(Self.readings.first { $0.name == name })
    let source = Endless(chunk: Array(chunk.utf8))
    try await Self.run { canceller in
      canceller.cancel()
      try await row.reading(source) {}
    }
    #expect(source.count.now == 0)
  }

  /// One chunk may hold many records: these are delivered, because they need no waiting.
  @Test func elementsOfOneArrayStop() async throws {
    let source = Endless(chunk: Array("1,2,".utf8))
    let chunks = Opened(rest: source)
    try await Self.run { canceller in
      try await Self.read(JSONElements(at: .root, in: chunks).documents()) {
        if source.count.now == 3 { canceller.cancel() }
      }
    }
    #expect(source.count.now == 3)
  }

  /// A bracket before the chunks.
  private struct Opened: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    let rest: Endless

    struct AsyncIterator: AsyncIteratorProtocol {
      var isOpen = false
      var rest: Endless.AsyncIterator
      mutating func next() async throws -> [UInt8]? {
        if isOpen { return try await rest.next() }
        isOpen = true
        return [0x5b]
      }
    }

    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(rest: rest.makeAsyncIterator())
    }
  }

  /// Bytes one by one, collected to chunks.
  @Test func bytesStop() async throws {
    let count = Endless.Count()
    let bytes = AsyncStream<UInt8>(unfolding: {
      count.add() > 10_000 ? nil : count.now % 2 == 0 ? 0x0a : 0x31
    })
    try await Self.run { canceller in
      try await Self.read(JSONLines(bytes.jsonChunks(of: 64)).documents()) {
        if count.now >= 6 { canceller.cancel() }
      }
    }
    #expect(count.now <= 70)
  }

  @Test func chunksOfAFileStop() async throws {
    let file = try TemporaryFile([UInt8](repeating: 0x20, count: 10_000))
    let path = file.path
    defer { withExtendedLifetime(file) {} }
    let count = Endless.Count()
    try await Self.run { canceller in
      for try await chunk in JSONFileChunks(path: path, size: 10) {
        _ = try chunk.get()
        if count.add() == 3 { canceller.cancel() }
      }
    }
    #expect(count.now == 3)
  }

  /// A file on all cores stops within the block that is being delivered.
  @Test func aFileOnAllCoresStops() async throws {
    let file = try TemporaryFile(Array(repeating: Array("1\n".utf8), count: 20_000).joined())
    let path = file.path
    defer { withExtendedLifetime(file) {} }
    let count = Endless.Count()
    try await Self.run { canceller in
      var lines = JSONLinesFile(path)
      lines.blockSize = 64
      try await Self.read(lines.documents().waiting) {
        if count.add() == 3 { canceller.cancel() }
      }
    }
    #expect(count.now <= 3 + 32)
  }
}
