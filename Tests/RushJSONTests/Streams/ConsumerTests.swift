import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Synchronization
import Testing

/// Consumers of a file on all cores that wait, are slow, stop early, or are cancelled.
@Suite struct ConsumerTests {
  private static let count = 2000
  private static let text = Array((0..<count).map { "{\"id\":\($0)}\n" }.joined().utf8)

  private static func lines(_ file: TemporaryFile, blockSize: Int = 500) -> JSONLinesFile {
    var lines = JSONLinesFile(file.path)
    lines.blockSize = blockSize
    lines.threads = 2
    return lines
  }

  @Test(arguments: [1, 100, 1 << 20])
  func waitingGivesTheSame(blockSize: Int) async throws {
    let file = try TemporaryFile(Self.text + Array("[1\n5\n".utf8))
    for policy in [JSONRecord.FailurePolicy.fail, .skip, .deliver] {
      var lines = Self.lines(file, blockSize: blockSize)
      lines.policy = policy
      let expected = lines.trees().map { "\($0)" }
      var found: [String] = []
      for try await line in lines.trees().waiting { found.append("\(line)") }
      #expect(found == expected, "\(policy)")
      #expect(found.count == Self.count + (policy == .deliver ? 2 : 1))
    }
  }

  /// How far the threads are ahead of the consumer, in lines.
  private final class Progress: Sendable {
    let made = Atomic(0)
  }

  /// The window is bounded: without a consumer that asks, nothing goes on.
  @Test func slowConsumers() async throws {
    let file = try TemporaryFile(Self.text)
    let lines = Self.lines(file)
    let progress = Progress()
    var iterator = lines.map { record in
      progress.made.add(1, ordering: .relaxed)
      return record.offset
    }.waiting.makeAsyncIterator()
    let linesOfBlock = 500 / 9 + 2
    var given = 0
    var furthest = 0
    while try await iterator.next() != nil {
      given += 1
      if given % 100 == 0 { for _ in 0..<100 { await Task.yield() } }
      furthest = max(furthest, progress.made.load(ordering: .relaxed) - given)
    }
    #expect(given == Self.count)
    // The block in hand, those of two threads, and one that is ready.
    #expect(furthest <= 4 * linesOfBlock)
  }

  @Test func stoppingEarly() async throws {
    let file = try TemporaryFile(Self.text)
    var count = 0
    for try await line in Self.lines(file).documents().waiting {
      _ = try line.get()
      count += 1
      if count == 3 { break }
    }
    #expect(count == 3)
  }

  @Test func cancelled() async throws {
    let file = try TemporaryFile(Self.text)
    let task = Task {
      var count = 0
      while true {
        for try await line in Self.lines(file, blockSize: 64).trees().waiting {
          _ = try line.get()
          count += 1
        }
        #expect(count % Self.count == 0)
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func filesThatAreNotThere() async throws {
    var results: [String] = []
    for try await line in JSONLinesFile("/no/such/file").trees().waiting {
      results.append("\(line)")
    }
    #expect(results.count == 1)
    #expect(results.first?.contains("No such file") == true)
  }

  @Test(arguments: [1, 1000, 1 << 20])
  func mappedFilesAndData(size: Int) throws {
    let file = try TemporaryFile(Self.text)
    let part = JSONFileChunks(path: file.path, range: 10..<4321, size: size, isMapped: true)
    var iterator = part.makeIterator()
    var bytes: [UInt8] = []
    while let chunk = iterator.next() { bytes += try chunk.get() }
    #expect(bytes[...] == Self.text[10..<4321])
    let all = JSONFileChunks(path: file.path, size: size, isMapped: true)
    var values = JSONLines(all).trees().makeIterator() as JSONRecord.Values.Iterator
    var count = 0
    while let value = values.next() {
      #expect(try value.get()["id"]?.intValue == count)
      count += 1
    }
    #expect(count == Self.count)
    let data = try Data(contentsOf: URL(fileURLWithPath: file.path), options: .alwaysMapped)
    #expect(JSONLines(data.dropFirst(9).jsonChunks(of: size)).records().map { $0 }.count == 1999)
    #expect(JSONLines([data]).records().map { $0 }.count == 2000)
    let nothing = try TemporaryFile([])
    var empty = JSONFileChunks(path: nothing.path, isMapped: true).makeIterator()
    #expect(empty.next() == nil)
  }
}
