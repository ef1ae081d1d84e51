import RushJSONCore
import RushJSONStreams
import Testing

/// The options of lines have the same effect, however the text is cut.
@Suite struct LineOptionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var set: @Sendable (inout JSONLines<[ArraySlice<UInt8>]>) -> Void
    var values: [String]
    var testDescription: String { name }
  }

  private static let cases = [
    Case(name: "as it is", text: "1\n\n2", set: { _ in }, values: ["1", "2"]),
    Case(
      name: "blank lines refused", text: "1\n\n \r\n2\n", set: { $0.skipsBlankLines = false },
      values: ["1", "line 2, byte 2: emptyText", "line 3, byte 3: emptyText", "2"]),
    Case(
      name: "unended line dropped", text: "1\n2\n3", set: { $0.unendedLine = .drop },
      values: ["1", "2"]),
    Case(
      name: "unended line refused", text: "1\n2\n3", set: { $0.unendedLine = .refuse },
      values: ["1", "2", "line 3, byte 4: truncated"]),
    Case(
      name: "nothing behind the last line feed", text: "1\n2\n  ",
      set: { $0.unendedLine = .refuse }, values: ["1", "2"]),
    Case(
      name: "total", text: "1\n22\n333\n4", set: { $0.maximumTotal = 7 },
      values: ["1", "22", "line 3, byte 7: too long"]),
    Case(
      name: "total of all", text: "1\n22\n333\n4", set: { $0.maximumTotal = 10 },
      values: ["1", "22", "333", "4"]),
    Case(
      name: "total of nothing", text: "1", set: { $0.maximumTotal = 0 },
      values: ["line 1, byte 0: too long"]),
  ]

  @Test(arguments: cases)
  func linesHoweverCut(_ test: Case) {
    let text = Array(test.text.utf8)
    for cut in 0...text.count {
      var lines = JSONLines([text[..<cut], text[cut...]], policy: .deliver)
      test.set(&lines)
      #expect(lines.trees().map(Self.describe) == test.values, "cut at \(cut)")
    }
    var lines = JSONLines(text.indices.map { text[$0...$0] }, policy: .deliver)
    test.set(&lines)
    #expect(lines.trees().map(Self.describe) == test.values, "byte by byte")
  }

  private static func describe(_ result: Result<RawJSON, JSONStreamError>) -> String {
    switch result {
    case .success(let tree): return "\(tree)"
    case .failure(let error):
      let place = "line \(error.line ?? 0), byte \(error.record?.offset ?? error.offset): "
      switch error.kind {
      case .syntax(.emptyText): return place + "emptyText"
      case .truncatedRecord: return place + "truncated"
      case .streamTooLong: return place + "too long"
      default: return "\(error)"
      }
    }
  }

  @Test func totalOfEvents() {
    let text = Array("data: 1\n\ndata: 2\n\n".utf8)
    var events = ServerSentEvent.Stream([text], policy: .skip)
    events.maximumTotal = 17
    let results = Array(events.trees())
    #expect(results.count == 2)
    guard case .failure(let error)? = results.last, error.kind == .streamTooLong else {
      Issue.record("no error")
      return
    }
    #expect(error.offset == 17)
  }

  /// The length of a stream is unlimited by default, and can be limited.
  @Test func totalOfElements() {
    #expect(JSONReadingOptions.stream.maximumLength == .max)
    var options = JSONReadingOptions.strict
    options.maximumLength = 5
    let text = Array("[1,2,3,4]".utf8)
    let results = Array(JSONElements(at: .root, in: [text], options: options).trees())
    guard case .failure(let error)? = results.last, error.record == nil else {
      Issue.record("no error")
      return
    }
    #expect(error.kind == .syntax(.textTooLong))
    #expect(results.count == 3)
  }
}
