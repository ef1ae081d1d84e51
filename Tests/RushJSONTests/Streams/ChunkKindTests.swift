import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

/// Everything that reads chunks takes every kind of them, with equal results.
@Suite struct ChunkKindTests {
  private static let text = #"{"name":"Zoë","values":[1,2.5,[]]}"#
  private static let expected: RawJSON = ["name": "Zoë", "values": [1, 2.5, []]]

  private struct Model: Codable, Equatable {
    var name: String
  }

  /// Bytes that are not in memory one after the other, as a view of a buffer's part.
  private struct View: Sequence, JSONChunk {
    var bytes: [UInt8]
    func makeIterator() -> AnyIterator<UInt8> {
      AnyIterator(Array(bytes.reversed()).reversed().makeIterator())
    }
  }

  /// The text in pieces of five bytes, with an empty one among them.
  private static var pieces: [[UInt8]] {
    let bytes = Array(text.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: 5).map {
      Array(bytes[$0..<min($0 + 5, bytes.count)])
    }
    return [[]] + pieces + [[]]
  }

  /// The results of all doors for a text at once.
  private func checkWhole(_ chunks: some Sequence<some JSONChunk>) throws {
    let projection = JSONProjection(["/name", "/values/1"])
    #expect(try RawJSON(parsingChunks: chunks) == Self.expected)
    #expect(try RawJSON(JSONDocument(parsingChunks: chunks).root) == Self.expected)
    #expect(try projection.values(inChunks: chunks) == ["Zoë", 2.5])
    #expect(try projection.matches(inChunks: chunks).map(\.value) == ["Zoë", 2.5])
    let model = try JSONDocument(parsingChunks: chunks).decode(Model.self)
    #expect(model == Model(name: "Zoë"))
  }

  /// The results of all streams.
  private func checkStreams(_ chunks: some Sequence<some JSONChunk>) throws {
    #expect(try JSONLines(chunks).trees().map { try $0.get() } == [Self.expected])
    #expect(try JSONElements(concatenated: chunks).trees().map { try $0.get() } == [Self.expected])
    let elements = try JSONElements(at: "/values", in: chunks).trees().map { try $0.get() }
    #expect(elements == [1, 2.5, []])
    let models = try JSONLines(chunks).values(of: Model.self).map { try $0.get() }
    #expect(models == [Model(name: "Zoë")])
  }

  private func checkFeeding(_ chunks: some Sequence<some Sequence<UInt8>>) throws {
    var partial = PartialJSON()
    var events = JSONEventReader()
    var lines = JSONRecord.LineReader()
    var elements = JSONRecord.ElementReader(ofValues: .stream)
    var values = JSONProjection.Reader(JSONProjection(["/name", "/values/1"]))
    for chunk in chunks {
      try partial.feed(chunk)
      events.feed(chunk)
      lines.feed(chunk)
      elements.feed(chunk)
      values.feed(chunk)
    }
    #expect(partial.snapshot() == Self.expected)
    events.finish()
    var count = 0
    while try events.next() != nil { count += 1 }
    #expect(count == 11)
    lines.finish()
    #expect(try lines.next()?.tree() == Self.expected)
    elements.finish()
    #expect(try elements.next()?.tree() == Self.expected)
    values.finish()
    #expect(try values.next()?.value == "Zoë")
  }

  @Test func arrays() throws {
    try checkWhole(Self.pieces)
    try checkStreams(Self.pieces)
    try checkFeeding(Self.pieces)
  }

  @Test func data() throws {
    let chunks = Self.pieces.map { Data($0) }
    try checkWhole(chunks)
    try checkStreams(chunks)
    try checkFeeding(chunks)
  }

  @Test func bytesThatAreNotInMemory() throws {
    let chunks = Self.pieces.map { $0.lazy.map { $0 ^ 1 }.map { $0 ^ 1 } }
    try checkWhole(chunks.jsonChunks())
    try checkStreams(chunks.jsonChunks())
    try checkFeeding(chunks)
    let views = Self.pieces.map { View(bytes: $0) }
    try checkWhole(views)
    try checkStreams(views)
    try checkFeeding(views)
  }

  @Test func strings() throws {
    let chunks = Self.text.map { String($0) }
    try checkWhole(chunks)
    try checkStreams(chunks)
  }

  @Test func files() throws {
    let file = try TemporaryFile(Self.text.utf8)
    let chunks = JSONFileChunks(path: file.path, size: 5)
    try checkWhole(chunks)
    try checkStreams(chunks)
  }

  @Test func asynchronousViews() async throws {
    let stream = AsyncStream<View> { continuation in
      for piece in Self.pieces { continuation.yield(View(bytes: piece)) }
      continuation.finish()
    }
    var trees: [RawJSON] = []
    for try await tree in JSONLines(stream.jsonChunks()).trees() { trees.append(try tree.get()) }
    #expect(trees == [Self.expected])
  }

  /// The error of the source counts, not the one of the text that it cut off.
  @Test func failuresOfTheSource() throws {
    let chunks = JSONFileChunks(path: "/nonexistent/\(UUID())")
    let projection = JSONProjection(["/name"])
    #expect(throws: JSONStreamError.self) { try RawJSON(parsingChunks: chunks) }
    #expect(throws: JSONStreamError.self) { try JSONDocument(parsingChunks: chunks) }
    #expect(throws: JSONStreamError.self) { try projection.values(inChunks: chunks) }
    #expect(throws: JSONStreamError.self) { try projection.matches(inChunks: chunks) }
    struct Lost: Error {}
    let lost: [Result<[UInt8], Lost>] = [.success(Array("[1".utf8)), .failure(Lost())]
    #expect(throws: Lost.self) { try RawJSON(parsingChunks: lost) }
    #expect(throws: JSONSyntaxError.self) { try RawJSON(parsingChunks: ["[1", "x"]) }
  }
}
