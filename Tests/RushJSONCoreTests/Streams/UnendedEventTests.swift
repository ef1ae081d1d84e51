import RushJSONCore
import RushJSONStreams
import Testing

/// Streams of server-sent events that end badly: a cut last event, a missing end mark, a JSON body.
@Suite struct UnendedEventTests {
  typealias UnendedEvent = JSONRecord.UnendedPolicy

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var unended = JSONRecord.UnendedPolicy.drop
    var mark: String? = nil
    var requiresMark = true
    var outcome: [String]
    var testDescription: String { name }
  }

  private static let delta = "data: {\"t\":1}\n\n"

  private static let lastEvents = [
    Case(name: "dropped", text: "data: a\n\ndata: b\n", outcome: ["0 a"]),
    Case(name: "read", text: "data: a\n\ndata: b\n", unended: .read, outcome: ["0 a", "9 b"]),
    Case(
      name: "refused", text: "data: a\n\ndata: b\n", unended: .refuse,
      outcome: ["0 a", "truncatedRecord at 9 (message b)"]),
    Case(
      name: "read without the end of the line", text: "event: x\ndata: a\ndata: b",
      unended: .read,
      outcome: ["0 x a|b"]),
    Case(
      name: "refused without the end of the line", text: "event: x\ndata: a\ndata: b",
      unended: .refuse, outcome: ["truncatedRecord at 0 (x a|b)"]),
    Case(
      name: "a cut field is no data", text: "data: a\nevent: del", unended: .read,
      outcome: ["0 a"]),
    Case(
      name: "a cut name is refused", text: "data: a\n\nda", unended: .refuse,
      outcome: ["0 a", "truncatedRecord at 9 (message )"]),
    Case(
      name: "a kind without data is refused", text: "event: x\n", unended: .refuse,
      outcome: ["truncatedRecord at 0 (x )"]),
    Case(
      name: "a kind without data is not read", text: "event: x\n", unended: .read, outcome: []),
    Case(
      name: "a comment is not refused", text: "data: a\n\n: bye\n: by", unended: .refuse,
      outcome: ["0 a"]),
    Case(
      name: "one empty line is enough", text: "data: a\r\n\r", unended: .refuse, outcome: ["0 a"]
    ),
    Case(name: "nothing is not refused", text: "", unended: .refuse, outcome: []),
    Case(name: "a mark alone", text: "\u{feff}", unended: .refuse, outcome: []),
    Case(
      name: "a line after a byte order mark", text: "\u{feff}data: a", unended: .read,
      outcome: ["0 a"]),
    Case(
      name: "too long", text: "data: a\n\ndata: 12345678901234567890123456789012345678901234567890",
      unended: .refuse, outcome: ["0 a", "recordTooLong at 9"]),
    Case(
      name: "too long together",
      text: "data: 12345678901234567890\ndata: 1234567890123456789012345",
      unended: .refuse, outcome: ["recordTooLong at 0"]),
  ]

  private static let marks = [
    Case(
      name: "with a mark", text: delta + "data: [DONE]\n\n", mark: "[DONE]",
      outcome: ["0 {\"t\":1}"]),
    Case(
      name: "without a mark", text: delta, mark: "[DONE]",
      outcome: ["0 {\"t\":1}", "missingEndMark at 15"]),
    Case(
      name: "not required", text: delta, mark: "[DONE]", requiresMark: false,
      outcome: ["0 {\"t\":1}"]),
    Case(name: "no mark to require", text: delta, outcome: ["0 {\"t\":1}"]),
    Case(name: "nothing at all", text: "", mark: "[DONE]", outcome: ["missingEndMark at 0"]),
    Case(
      name: "a mark without an empty line", text: delta + "data: [DONE]\n", mark: "[DONE]",
      outcome: ["0 {\"t\":1}"]),
    Case(
      name: "a mark without the end of its line", text: delta + "data: [DONE]", unended: .refuse,
      mark: "[DONE]", outcome: ["0 {\"t\":1}"]),
    Case(
      name: "a cut mark", text: delta + "data: [DON", mark: "[DONE]",
      outcome: ["0 {\"t\":1}", "missingEndMark at 25"]),
    Case(
      name: "a cut event, read", text: "data: {\"t\":", unended: .read, mark: "[DONE]",
      outcome: ["0 {\"t\":", "missingEndMark at 11"]),
    Case(
      name: "a cut event, refused", text: "data: {\"t\":", unended: .refuse, mark: "[DONE]",
      outcome: ["truncatedRecord at 0 (message {\"t\":)", "missingEndMark at 11"]),
    Case(
      name: "more after the mark", text: "data: [DONE]\n\ndata: x", unended: .refuse,
      mark: "[DONE]", outcome: []),
  ]

  private static let refusal = #"{"error":{"code":429,"message":"Rate limit reached"}}"#

  private static let bodies = [
    Case(name: "an object", text: refusal, outcome: ["bodyInsteadOfEvents at 0 ( \(refusal))"]),
    Case(
      name: "an object in lines", text: "{\n  \"error\": {\n\n    \"data\": 1\r\n  }\n}\n",
      unended: .refuse, mark: "[DONE]",
      outcome: ["bodyInsteadOfEvents at 0 ( {|  \"error\": {||    \"data\": 1\r|  }|})"]),
    Case(
      name: "an array", text: "[\(refusal)]", outcome: ["bodyInsteadOfEvents at 0 ( [\(refusal)])"]),
    Case(
      name: "after a byte order mark and lines", text: "\u{feff}\r\n {}\r\n",
      outcome: ["bodyInsteadOfEvents at 6 ( {})"]),
    Case(name: "a cut object", text: "{\"err", outcome: ["bodyInsteadOfEvents at 0 ( {\"err)"]),
    Case(
      name: "longer than a line may be",
      text: "{\"error\": \"a message of more than forty bytes\"}",
      outcome: [
        "recordTooLong at 0",
        "bodyInsteadOfEvents at 0 ( {\"error\": \"a message of more than forty bytes\"})",
      ]),
    Case(name: "data after it", text: "{}\ndata: a\n\n", outcome: ["0 a"]),
    Case(name: "data before it", text: "data: a\n\n{}", outcome: ["0 a"]),
    Case(name: "another text", text: "<html>{}", outcome: []),
    Case(name: "a comment", text: ": {}\n", outcome: []),
  ]

  private static func read(_ test: Case, cuts: [Int]) -> [String] {
    let text = Array(test.text.utf8)
    let chunks = zip([0] + cuts, cuts + [text.count]).map { text[$0..<$1] }
    var events = ServerSentEvent.Stream(
      chunks, endingWith: test.mark, policy: .deliver,
      maximumLength: test.name.contains("lon") ? 40 : 1000)
    events.unendedEvent = test.unended
    events.requiresEndMark = test.requiresMark
    func visible(_ text: String) -> String { String(text.map { $0 == "\n" ? "|" : $0 }) }
    return events.events().map {
      do throws(JSONStreamError) {
        let event = try $0.get()
        let kind = event.event == "message" ? "" : event.event + " "
        return visible("\(event.offset) \(kind)\(event.text)")
      } catch {
        let place = "\(error.kind) at \(error.offset)"
        guard let record = error.record, error.kind != .recordTooLong else { return place }
        let bytes = String(decoding: record.bytes, as: UTF8.self).replacing("\r\n", with: "\r|")
        return visible("\(place) (\(record.name ?? "") \(bytes))")
      }
    }
  }

  @Test(arguments: lastEvents + marks + bodies)
  func outcomeHoweverCut(_ test: Case) {
    let count = test.text.utf8.count
    #expect(Self.read(test, cuts: []) == test.outcome)
    #expect(Self.read(test, cuts: Array(0..<count)) == test.outcome, "byte by byte")
    for cut in 0...count {
      #expect(Self.read(test, cuts: [cut]) == test.outcome, "cut at \(cut)")
    }
  }

  /// The error is the last thing that the reader reports, and it is reported once.
  @Test func readerReportsTheEndOnce() throws {
    var reader = ServerSentEvent.Reader()
    reader.feed(Array("{}".utf8))
    #expect(try reader.next() == nil)
    reader.finish()
    #expect(throws: JSONStreamError.self) { try reader.next() }
    #expect(try reader.next() == nil)
  }

  /// A client that reconnects asks for the event that was cut.
  @Test func cutEventLeavesTheLastIdentifier() throws {
    var reader = ServerSentEvent.Reader()
    reader.unendedEvent = .read
    reader.feed(Array("id: 1\ndata: a\n\nid: 2\ndata: b".utf8))
    reader.finish()
    #expect(try reader.next()?.id == "1")
    let cut = try reader.next()
    #expect(cut?.id == "2" && cut?.text == "b")
    #expect(reader.lastEventID == "1")
    #expect(try reader.next() == nil)
  }

  /// The policy that leaves out records does not hide that the stream is cut or is no stream.
  @Test func skippingDoesNotHideTheEnd() {
    var events = ServerSentEvent.Stream(["data: 1\n\n"], endingWith: "[DONE]", policy: .skip)
    events.requiresEndMark = true
    let found = events.trees().map { try? $0.get() }
    #expect(found == [1, nil])
    let body = ServerSentEvent.Stream([Self.refusal], policy: .skip).trees()
    #expect(body.map { try? $0.get() } == [RawJSON?.none])
  }

  @Test func bodyIsReadAsAValue() throws {
    for result in ServerSentEvent.Stream([Self.refusal]).trees() {
      guard case .failure(let error) = result else { continue }
      #expect(try error.record?.tree()["error"]?["code"] == 429)
      #expect("\(error)" == "JSON at byte 0 instead of server-sent events: \(Self.refusal)")
      return
    }
    Issue.record("no error")
  }

  /// An error holds 64 KiB of a body, however long it is.
  @Test(arguments: [1, 1000, 1 << 20])
  func bodyIsBounded(_ size: Int) {
    let text = Array("[\(String(repeating: "\"x\",\n", count: 40_000))1]".utf8)
    let chunks = stride(from: 0, to: text.count, by: size).map {
      text[$0..<min($0 + size, text.count)]
    }
    var errors: [JSONStreamError] = []
    for result in ServerSentEvent.Stream(chunks).events() {
      if case .failure(let error) = result { errors.append(error) }
    }
    #expect(errors.map(\.kind) == [.bodyInsteadOfEvents])
    #expect(errors.first?.record?.bytes.count ?? 0 > (64 << 10) - 4)
    #expect(errors.first?.record?.bytes.count ?? .max <= 64 << 10)
  }
}
