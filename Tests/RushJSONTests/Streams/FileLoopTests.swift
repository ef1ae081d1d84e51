import Dispatch
import Foundation
import RushJSON
import RushJSONCore
import RushJSONStreams
import Testing

@testable import RushJSONFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Loops over files and pipes, however many there are and whatever the threads of the system do.
@Suite struct FileLoopTests {
  private static let text = Array((0..<2_000).map { "{\"id\":\($0)}\n" }.joined().utf8)

  /// A FIFO without a writer.
  private final class Fifo: Sendable {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "rushjson-\(UUID()).fifo")
      path = url.path(percentEncoded: false)
      try #require(unsafe mkfifo(path, 0o600) == 0)
    }

    deinit {
      // Invariant: the path is a C string during the call.
      unsafe unlink(path)
    }

    /// Opens the FIFO, writes bytes and closes it.
    func write(_ bytes: [UInt8]) {
      let writer = unsafe open(path, O_WRONLY)
      _ = unsafe bytes.withUnsafeBytes {
        unsafe Foundation.write(writer, $0.baseAddress, $0.count)
      }
      close(writer)
    }
  }

  /// A consumer reads all blocks if no thread ever begins a worker.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func loopEndsWithoutWorkers(isOrdered: Bool) throws {
    let file = try TemporaryFile(Self.text)
    var options = JSONLinesFile(file.path)
    (options.threads, options.blockSize, options.isOrdered) = (4, 1000, isOrdered)
    let jobs = Locked<[@Sendable () -> Void]>([])
    let source = BlockSource<Int> { (pump) throws(JSONStreamError) in
      try pump.tree(.strict)["id"]?.intValue ?? -1
    }
    let queue = try BlockQueue(
      try OpenFile(path: file.path), options, source, consumerReads: true,
      runWorker: { job in jobs.withLock { $0.append(job) } })
    var bytes = 0
    loop: while true {
      switch queue.turn() {
      case .read(let range): bytes += range.byteCount
      case .end: break loop
      case .values, .wait:
        Issue.record("a block that no worker has begun")
        break loop
      }
    }
    #expect(bytes == Self.text.count)
    let late = jobs.withLock { $0 }
    #expect(!late.isEmpty && late.count < 4)
    // Workers that run too late find nothing.
    for job in late { job() }
  }

  /// Every thread of a queue has a loop of its own.
  @Test(.timeLimit(.minutes(1)))
  func loopsOnAllThreadsOfAQueueEnd() throws {
    let file = try TemporaryFile(Self.text)
    var options = JSONLinesFile(file.path)
    (options.threads, options.blockSize) = (3, 1000)
    let lines = options
    let counts = Locked<[Int]>([])
    let group = DispatchGroup()
    for _ in 0..<200 {
      DispatchQueue.global(qos: .userInitiated).async(group: group) {
        var count = 0
        for line in lines.trees() { if case .success = line { count += 1 } }
        let found = count
        counts.withLock { $0.append(found) }
      }
    }
    group.wait()
    #expect(counts.withLock { $0 } == [Int](repeating: 2_000, count: 200))
  }

  /// Tasks that wait for silent pipes keep no thread from loops over files.
  @Test(.timeLimit(.minutes(1)))
  func silentPipesDoNotDelayLoops() async throws {
    let fifos = try (0..<100).map { _ in try Fifo() }
    let file = try TemporaryFile(Self.text)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, fifo) in fifos.enumerated() {
        group.addTask {
          var count = 0
          if index % 2 == 0 {
            for try await _ in JSONLinesFile(fifo.path).trees().waiting { count += 1 }
          } else {
            for try await _ in JSONLines(JSONFileChunks(path: fifo.path)).trees() { count += 1 }
          }
          return count
        }
      }
      var count = 0
      for try await line in JSONLinesFile(file.path).trees().waiting {
        _ = try line.get()
        count += 1
      }
      #expect(count == 2_000)
      for fifo in fifos { fifo.write(Array("[1]\n[2]".utf8)) }
      for try await count in group { #expect(count == 2) }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func cancelledTaskLeavesAFifoWithoutAWriter(_ isInLines: Bool) async throws {
    let fifo = try Fifo()
    let task = Task {
      if isInLines {
        for try await _ in JSONLinesFile(fifo.path).trees().waiting {}
      } else {
        for try await _ in JSONFileChunks(path: fifo.path) {}
      }
    }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A FIFO ends when its writers have gone, not before the first has come.
  @Test(.timeLimit(.minutes(1)))
  func loopWaitsForTheFirstWriterOfAFifo() throws {
    // A FIFO for each loop, because a thread of the last loop may still have its FIFO open, and the next writer would write for it.
    func loop(_ bytes: [UInt8], _ count: (String) -> Int) throws -> Int {
      let fifo = try Fifo()
      Thread.detachNewThread { fifo.write(bytes) }
      return count(fifo.path)
    }
    let text = Array("[1]\n[2]\n".utf8)
    #expect(try loop(text) { Array(JSONLinesFile($0).trees()).count } == 2)
    #expect(try loop(text) { Array(JSONLines(JSONFileChunks(path: $0)).trees()).count } == 2)
    #expect(try loop([]) { Array(JSONLinesFile($0).trees()).count } == 0)
  }
}
