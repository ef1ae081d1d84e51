import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// The examples and rules of the format's specification (WHATWG HTML §9.2.6).
@Suite struct ServerSentEventTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var limit = 1000
    var events: [String]
    var testDescription: String { name }
  }

  private static let cases = [
    Case(name: "nothing", text: "", events: []),
    Case(name: "one", text: "data: a\n\n", events: ["0 message '' a"]),
    Case(name: "several lines", text: "data: a\ndata:b\ndata\n\n", events: ["0 message '' a|b|"]),
    Case(name: "cut off", text: "data: a\n\ndata: b\n", events: ["0 message '' a"]),
    Case(
      name: "identifiers", text: ": hello\n\ndata: 1\nid: 7\n\ndata: 2\n\nid\ndata:  3\n\n",
      events: ["9 message '7' 1", "24 message '7' 2", "33 message ''  3"]),
    Case(
      name: "empty data", text: "data\n\ndata\ndata\n\ndata:",
      events: ["0 message '' ", "6 message '' |"]),
    Case(
      name: "kinds", text: "event: delta\ndata: {}\n\nevent: x\n\ndata: y\n\n",
      events: ["0 delta '' {}", "33 message '' y"]),
    Case(
      name: "CR and CR LF", text: "data: a\r\n\r\ndata: b\r\rdata: c\rdata: d\n\r\n",
      events: ["0 message '' a", "11 message '' b", "20 message '' c|d"]),
    Case(name: "byte order mark", text: "\u{feff}data: a\n\n", events: ["0 message '' a"]),
    Case(
      name: "a mark elsewhere", text: "data: a\n\u{feff}data: b\n\n", events: ["0 message '' a"]),
    Case(
      name: "a mark in a later event", text: "data: a\n\n\u{feff}data: b\n\n",
      events: ["0 message '' a"]),
    Case(name: "a bracket before data", text: "[\n\ndata: a\n\n", events: ["3 message '' a"]),
    Case(
      name: "other fields", text: "datax: 1\nfoo: 2\nretry: 10\nid: a\0b\ndata: 3\n\n",
      events: ["0 message '' 3"]),
    Case(
      name: "too long", text: "data: 123456\n\ndata: 1\ndata: 23\ndata: 4\n\ndata: ok\n\n",
      limit: 10,
      events: ["too long 0", "14 message '' 1|23|4", "40 message '' ok"]),
    Case(
      name: "too long together", text: "data: 123\ndata: 456\ndata: 789\n\ndata: ok\n\n", limit: 9,
      events: ["too long 0", "31 message '' ok"]),
    Case(
      name: "too long by the line feed", text: "data: 12345\ndata: 67890\n\ndata: ok\n\n",
      limit: 11,
      events: ["0 message '' 12345|67890", "25 message '' ok"]),
    Case(
      name: "one byte too long", text: "data:12345\ndata:67890\n\ndata:ok\n\n", limit: 10,
      events: ["too long 0", "23 message '' ok"]),
  ]

  private static func read(_ text: [UInt8], cuts: [Int], limit: Int) -> [String] {
    var chunks: [ArraySlice<UInt8>] = []
    var start = 0
    for end in cuts + [text.count] {
      // The indexes of one chunk mean nothing in the next.
      chunks.append(Array(text[start..<end])[...])
      start = end
    }
    return ServerSentEvent.Stream(chunks, policy: .deliver, maximumLength: limit).events().map {
      do throws(JSONStreamError) {
        let event = try $0.get()
        let text = String(event.text.map { $0 == "\n" ? "|" : $0 })
        return "\(event.offset) \(event.event) '\(event.id)' \(text)"
      } catch {
        return "too long \(error.offset)"
      }
    }
  }

  @Test(arguments: cases)
  func eventsHoweverCut(_ test: Case) {
    let text = Array(test.text.utf8)
    #expect(Self.read(text, cuts: [], limit: test.limit) == test.events)
    #expect(Self.read(text, cuts: Array(0..<text.count), limit: test.limit) == test.events)
    for cut in 0...text.count {
      #expect(Self.read(text, cuts: [cut], limit: test.limit) == test.events, "cut at \(cut)")
    }
  }

  /// Plain events in one chunk are found by a search. Byte by byte, each line is treated by all rules.
  @Test(arguments: PropertySeed.all(count: 200))
  func plainEventsEqualThoseOfLinesAlone(_ seed: PropertySeed) {
    var random = SeededGenerator(seed: seed.value)
    let lines = [
      "data: {}", "data: {}", "data:1", "data: [DONE]", "data", "data: ", "data:", "event: delta",
      "event: a much longer kind of event", "event:", "event", "eventx: 1", "datax: 1", ": comment",
      "id: 7", "id",
      "retry: 9", "data: é\u{1}", "data: a\rb", "data: 12345678901234567890", "", "", "",
    ]
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      if Int.random(in: 0...1, using: &random) == 0 {
        text += Array("event: delta\ndata: {}\n\ndata: 2\r\n\r\n".utf8)
      }
      text += Array((lines.randomElement(using: &random) ?? "").utf8)
      text += Array((["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "").utf8)
    }
    let limit = [10, 20, 1000].randomElement(using: &random) ?? 0
    let alone = Self.read(text, cuts: Array(1..<text.count), limit: limit)
    #expect(Self.read(text, cuts: [], limit: limit) == alone)
    let cut = Int.random(in: 0...text.count, using: &random)
    #expect(Self.read(text, cuts: [cut], limit: limit) == alone)
  }

  @Test func reconnecting() throws {
    var reader = ServerSentEvent.Reader()
    reader.feed(Array("retry: 2500\nretry: x1\nid: 5\n\n".utf8))
    #expect(try reader.next() == nil)
    #expect(reader.retry == 2500)
    #expect(reader.lastEventID == "5")
  }

  /// An event is delivered when the empty line after it begins, without a need for more bytes.
  @Test func eventsAreNotHeldBack() throws {
    var reader = ServerSentEvent.Reader()
    reader.feed(Array("data: 1\r\n\r".utf8))
    #expect(try reader.next()?.text == "1")
    reader.feed(Array("\ndata: 2\r\n\r\n".utf8))
    #expect(try reader.next()?.text == "2")
  }

  @Test func valuesUntilTheMark() async throws {
    let text = "data: {\"t\":\"He\"}\n\ndata: {\"t\":\"y\"}\n\ndata: [DONE]\n\ndata: {\n\n"
    let events = ServerSentEvent.Stream(text.utf8.map { [$0] }, endingWith: "[DONE]")
    #expect(try events.trees().map { try $0.get() } == [["t": "He"], ["t": "y"]])
    #expect(
      try events.values(of: [String: String].self).map { try $0.get() } == [
        ["t": "He"], ["t": "y"],
      ])
    #expect(try events.documents().map { try $0.get().root["t"]?.string() } == ["He", "y"])
  }
}

extension ServerSentEventTests {
  /// The mark is where the error is: in one line, or in one of several, with other lines between them.
  @Test(
    arguments: [
      "data: [1 ▸2]\n\n", "data: 1\n\n: comment\nevent: x\ndata:[1 ▸2]\n\n",
      "data: {\ndata: \"a\": [1\ndata: ▸2]}\n\n", "data:{\r\ndata:   \"a\":\r\ndata: ▸x\r\n\r\n",
      "event: x\ndata: [\n: comment\nid: 7\ndata: 1, ▸é]\n\n", "data\ndata: ▸x\n\n",
      "data: [1,\rdata: 2,\rdata:\rdata: ▸x]\r\r", "\u{feff}data: [1\ndata:,▸x]\n\n",
      "data: {▸\n\n",
    ])
  func errorsHaveTheirPlaceInTheStream(marked: String) {
    let parts = marked.split(separator: "▸", omittingEmptySubsequences: false)
    let text = Array(parts.joined().utf8)
    let offset = parts[0].utf8.count
    // CR LF is one character.
    let line = 1 + parts[0].count { $0.isNewline }
    for cuts in [[], Array(0..<text.count)] + (0...text.count).map({ [$0] }) {
      var start = 0
      var chunks: [[UInt8]] = []
      for end in cuts + [text.count] {
        chunks.append(Array(text[start..<end]))
        start = end
      }
      let events = ServerSentEvent.Stream(chunks, policy: .deliver)
      let errors = events.trees().compactMap { (result) -> JSONStreamError? in
        if case .failure(let error) = result { return error }
        return nil
      }
      #expect(errors.map(\.offset) == [offset], "\(cuts)")
      #expect(errors.map(\.line) == [line], "\(cuts)")
      let records = events.records().compactMap { try? $0.get() }
      for record in records {
        #expect(text[record.offset...].starts(with: record.bytes.prefix { $0 != 0x0a }))
      }
      let failed = events.documents().compactMap { (result) -> Int? in
        if case .failure(let error) = result { return error.offset }
        return nil
      }
      #expect(failed == [offset], "\(cuts)")
    }
  }

  /// A program that makes or changes an event counts from its offset.
  @Test func changedEventsCountFromTheirOffset() throws {
    var reader = ServerSentEvent.Reader()
    reader.feed(Array("event: x\ndata: [\ndata: ]\n\n".utf8))
    var event = try #require(try reader.next())
    #expect(event.offset == 0)
    #expect(event.record.offset == 15)
    #expect(event.record.line == 2)
    #expect(event == ServerSentEvent(event: "x", data: Array("[\n]".utf8)))
    event.data = Array("[x".utf8)
    let error = #expect(throws: JSONStreamError.self) { try event.record.tree() }
    #expect(error?.offset == 1)
  }

  @Test func theEndMarkCanBeSetLater() throws {
    var events = ServerSentEvent.Stream([Array("data: 1\n\ndata: stop\n\ndata: 2\n\n".utf8)])
    #expect(events.endMark == nil)
    #expect(Array(events.events()).count == 3)
    events.endMark = "stop"
    let data = try events.events().map { try $0.get().data }
    #expect(data.map { String(decoding: $0, as: UTF8.self) } == ["1"])
  }
}
