import RushJSONCore
import RushJSONStreams
import Testing

private struct Broken: Error {}

/// Chunks that come with waiting in between, and are counted.
private struct SlowChunks: AsyncSequence {
  typealias Element = [UInt8]
  let chunks: [[UInt8]]
  let asked: Counter

  final class Counter: @unchecked Sendable { var count = 0 }

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: ArraySlice<[UInt8]>
    let asked: Counter
    mutating func next() async throws -> [UInt8]? {
      asked.count += 1
      await Task.yield()
      return chunks.popFirst()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks[...], asked: asked) }
}

@Suite struct RecordSequenceTests {
  private static let text = "{\"n\":1}\n{\"n\":}\n{\"n\":\"x\"}\n{\"n\":4}\n"

  private static func chunks(of size: Int, _ text: String = text) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  private struct Item: Decodable, Equatable { var n: Int }

  private static func describe(_ result: Result<Item, JSONStreamError>) -> String {
    switch result {
    case .success(let item): return "\(item.n)"
    case .failure(let error):
      let bytes = String(decoding: error.record?.bytes ?? [], as: UTF8.self)
      return "line \(error.line ?? 0) at \(error.record?.offset ?? -1): \(bytes)"
    }
  }

  private static let policies: [(JSONRecord.FailurePolicy, [String])] = [
    (.fail, ["1", "line 2 at 8: {\"n\":}"]),
    (.skip, ["1", "4"]),
    (.deliver, ["1", "line 2 at 8: {\"n\":}", "line 3 at 15: {\"n\":\"x\"}", "4"]),
  ]

  @Test(arguments: [1, 3, 8, 1000])
  func policiesHoweverCut(size: Int) async throws {
    for (policy, expected) in Self.policies {
      let lines = JSONLines(Self.chunks(of: size), policy: policy).values(of: Item.self)
      #expect(lines.map(Self.describe) == expected, "\(policy)")

      let chunks = SlowChunks(chunks: Self.chunks(of: size), asked: .init())
      var found: [String] = []
      for try await result in JSONLines(chunks, policy: policy).values(of: Item.self) {
        found.append(Self.describe(result))
      }
      #expect(found == expected, "\(policy), waiting")
    }
  }

  @Test func waitingThrows() async throws {
    let chunks = SlowChunks(chunks: Self.chunks(of: 5), asked: .init())
    var found: [RawJSON] = []
    do {
      for try await tree in JSONLines(chunks).trees() { found.append(try tree.get()) }
      Issue.record("no error")
    } catch let error as JSONStreamError {
      #expect(error.offset == 13)
      #expect(error.line == 2)
    }
    #expect(found == [["n": 1]])
    // Waits once for each chunk, not for each record, and for no chunk that is not needed.
    let few = SlowChunks(chunks: Self.chunks(of: 16), asked: .init())
    var count = 0
    for try await _ in JSONLines(few).records() { count += 1 }
    #expect(count == 4)
    #expect(few.asked.count == few.chunks.count + 1)
    let early = SlowChunks(chunks: Self.chunks(of: 8), asked: .init())
    for try await document in JSONLines(early).documents() {
      let root = try document.get().root
      #expect(root["n"]?.kind == .number)
      break
    }
    #expect(early.asked.count == 1)
  }

  @Test func cancelling() async throws {
    let (stream, source) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task {
      var count = 0
      do {
        for try await _ in JSONLines(stream).records() { count += 1 }
        return (count, false)
      } catch is CancellationError {
        return (count, true)
      }
    }
    source.yield(Array("1\n2\n3".utf8))
    while !task.isCancelled { task.cancel() }
    let (count, wasCancelled) = try await task.value
    #expect(wasCancelled)
    // What was cut by the cancelling is no record.
    #expect(count == 0 || count == 2)
  }

  @Test func sourcesThatFail() async throws {
    let chunks: [Result<[UInt8], any Error>] = [
      .success(Array("1\n2".utf8)), .failure(Broken()), .success(Array("\n3\n".utf8)),
    ]
    for policy in [JSONRecord.FailurePolicy.fail, .skip, .deliver] {
      let results = Array(JSONLines(chunks, policy: policy).trees())
      #expect(results.count == 2)
      guard case .failure(let error)? = results.last, error.kind == .source else {
        Issue.record("no failure")
        return
      }
      #expect(error.underlying is Broken)
      #expect(error.offset == 3)
    }
  }

  @Test func bytesOneByOne() async throws {
    let bytes = AsyncStream<UInt8> { source in
      for byte in Self.text.utf8 { source.yield(byte) }
      source.finish()
    }
    var chunks: [Int] = []
    for try await chunk in bytes.jsonChunks(of: 8) { chunks.append(chunk.count) }
    #expect(chunks == [8, 7, 8, 2, 8])
    let again = AsyncStream<UInt8> { source in
      for byte in Self.text.utf8 { source.yield(byte) }
      source.finish()
    }
    var values: [Int] = []
    for try await item in JSONLines(again.jsonChunks(), policy: .skip).values(of: Item.self) {
      values.append(try item.get().n)
    }
    #expect(values == [1, 4])
  }

  @Test func otherChunks() {
    #expect(JSONLines(["1\n", "2"]).trees().map { try? $0.get() } == [1, 2])
    #expect(JSONLines(["1\n2"[...]]).trees().map { try? $0.get() } == [1, 2])
    let array = ContiguousArray("3\n".utf8)
    #expect(JSONLines([array]).map { $0.bytes.count }.map { try? $0.get() } == [1])
  }
}
