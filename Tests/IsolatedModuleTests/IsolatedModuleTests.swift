import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

/// All coders and streams, used in a module whose default isolation is the main actor.
@Suite struct IsolatedModuleTests {
  private static let text = """
    {"name":"Ada","age":36,"tags":["a",1,"b"],"seen":"2026-11-21T10:12:13Z"}
    """

  private static var person: Person {
    Person(
      name: "Ada", age: 36, tags: ["a", "b"], seen: Date(timeIntervalSince1970: 1_795_255_933))
  }

  // MARK: - Coders

  @Test func decoding() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Person.self, from: Self.text) == Self.person)
    #expect(try decoder.decode(Person.self, from: Array(Self.text.utf8)) == Self.person)
    #expect(try decoder.decode(Person.self, from: Data(Self.text.utf8)) == Self.person)
    #expect(try decoder.decode([Person].self, from: "[\(Self.text)]") == [Self.person])
    let document = try JSONDocument(parsing: Self.text)
    #expect(try decoder.decode(Person.self, from: document.root) == Self.person)
    let tree = try RawJSON(parsing: Self.text)
    #expect(try decoder.decode(Person.self, from: tree) == Self.person)
    #expect(
      try decoder.decode(from: "7", { try Price(from: $0, context: 100) }) == Price(cents: 700))
  }

  @Test func encoding() throws {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encodeToString(Self.person)
    #expect(try RushJSONDecoder().decode(Person.self, from: text) == Self.person)
    #expect(try encoder.encode(Self.person) == Data(text.utf8))
    #expect(try encoder.encodeToString(["a": Shape.line]) == #"{"a":{"line":{}}}"#)
    #expect(try encoder.encodeToString(Price(cents: 700).with(100)) == "7")
    #expect(try RawJSON(encoding: Self.person)["name"] == "Ada")
    var lines = JSONLinesWriter()
    try lines.write(encoding: Self.person, encoder: encoder)
    #expect(try lines.finish().count == text.utf8.count + 1)
  }

  // MARK: - Streams

  private static let shapes = [Shape.circle(radius: 1.5), .line]
  private static let shapeTexts = [#"{"circle":{"radius":1.5}}"#, #"{"line":{}}"#]

  private static func chunks(_ text: String) -> [[UInt8]] { text.utf8.map { [$0] } }

  private static func stream(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { source in
      for chunk in chunks(text) { source.yield(chunk) }
      source.finish()
    }
  }

  /// The three kinds of streams, with the texts of two shapes.
  private static var texts: (lines: String, elements: String, events: String) {
    (
      shapeTexts.joined(separator: "\n"), "{\"a\":[\(shapeTexts.joined(separator: ","))]}",
      shapeTexts.map { "data: \($0)\n\n" }.joined()
    )
  }

  @Test func loops() throws {
    let texts = Self.texts
    var found: [Shape] = []
    for line in JSONLines(Self.chunks(texts.lines)).values(of: Shape.self) {
      found.append(try line.get())
    }
    for element in JSONElements(at: "/a", in: Self.chunks(texts.elements)).values(of: Shape.self) {
      found.append(try element.get())
    }
    for event in ServerSentEvent.Stream(Self.chunks(texts.events)).values(of: Shape.self) {
      found.append(try event.get())
    }
    #expect(found == Self.shapes + Self.shapes + Self.shapes)
  }

  @Test func waitingLoops() async throws {
    let texts = Self.texts
    var found: [Shape] = []
    for try await line in JSONLines(Self.stream(texts.lines)).values(of: Shape.self) {
      found.append(try line.get())
    }
    for try await element in JSONElements(at: "/a", in: Self.stream(texts.elements))
      .values(of: Shape.self)
    {
      found.append(try element.get())
    }
    for try await event in ServerSentEvent.Stream(Self.stream(texts.events)).values(of: Shape.self)
    {
      found.append(try event.get())
    }
    #expect(found == Self.shapes + Self.shapes + Self.shapes)
  }

  /// A closure that uses state of the main actor.
  @Test func closuresOfTheMainActor() async throws {
    let counter = Counter()
    let decoder = RushJSONDecoder()
    let texts = Self.texts
    func make(_ record: JSONRecord) throws -> Shape {
      counter.count += 1
      return try record.value(of: Shape.self, decoder: decoder)
    }
    let lines = try JSONLines(Self.chunks(texts.lines)).map(make).map { try $0.get() }
    let elements = try JSONElements(at: "/a", in: Self.chunks(texts.elements)).map(make)
      .map { try $0.get() }
    var events: [Shape] = []
    for try await event in ServerSentEvent.Stream(Self.stream(texts.events)).map(make) {
      events.append(try event.get())
    }
    #expect(lines == Self.shapes && elements == Self.shapes && events == Self.shapes)
    #expect(counter.count == 6)
  }

  /// A sequence without other users can be made here and read in a task that runs elsewhere.
  @Test func sequencesCanBeSent() async throws {
    let lines = JSONLines(Self.stream(Self.texts.lines)).trees()
    let count = try await Task.detached {
      var count = 0
      for try await line in lines where try line.get() != nil { count += 1 }
      return count
    }.value
    #expect(count == 2)
  }

  // MARK: - Files

  private static func file(_ text: String) throws -> String {
    let url = FileManager.default.temporaryDirectory
      .appending(component: "isolated-\(UInt64.random(in: .min ... .max)).jsonl")
    try Data(text.utf8).write(to: url)
    return url.path()
  }

  /// On all cores, types must be nonisolated; where the loop runs, any type works.
  @Test func filesOfLines() async throws {
    let text = (0..<1000).map { "{\"n\":\($0)}" }.joined(separator: "\n")
    let path = try Self.file(text)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let expected = (0..<1000).map { Line(n: $0) }
    let file = JSONLinesFile(path)
    #expect(try file.values(of: Line.self).map { try $0.get() } == expected)
    var found: [Line] = []
    for try await line in file.values(of: Line.self).waiting { found.append(try line.get()) }
    #expect(found == expected)
    let shapes = try Self.file(Self.texts.lines)
    defer { try? FileManager.default.removeItem(atPath: shapes) }
    var read: [Shape] = []
    for line in JSONLines(JSONFileChunks(path: shapes)).values(of: Shape.self) {
      read.append(try line.get())
    }
    for try await line in JSONLines(JSONFileChunks(path: shapes)).values(of: Shape.self) {
      read.append(try line.get())
    }
    #expect(read == Self.shapes + Self.shapes)
  }

  // MARK: - Readers

  @Test func readers() throws {
    var events = JSONEventReader()
    let counter = Counter()
    try events.push(Array(Self.text.utf8)) { event, _ in
      if event == .name { counter.count += 1 }
    }
    #expect(counter.count == 4)
    var partial = PartialJSON()
    try partial.feed(Self.text.prefix(11))
    #expect(partial.snapshot() == ["name": "Ad"])
    let projection = JSONProjection(["/age"])
    #expect(try projection.values(in: Array(Self.text.utf8)) == [36])
  }
}
