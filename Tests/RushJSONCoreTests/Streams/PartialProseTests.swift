import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// What is found among other text depends on the text alone.
@Suite struct PartialProseTests {
  private struct Outcome: Equatable {
    var error: JSONSyntaxError?
    var location: JSONSourceLocation?
    var snapshot: RawJSON?
    var isComplete = false
    var bytesRead = 0

    init(_ pieces: [ArraySlice<UInt8>], _ reading: JSONReadingOptions) {
      var partial = PartialJSON(.init(readingOptions: reading, allowsProse: true))
      do throws(JSONStreamError) {
        for piece in pieces {
          try partial.feed(piece)
          _ = partial.snapshot()
        }
        try partial.finish()
      } catch {
        self.error = error.syntaxError
        location = error.location
      }
      snapshot = partial.snapshot()
      isComplete = partial.isComplete
      bytesRead = partial.bytesRead
    }
  }

  private static func pieces(_ text: [UInt8], at cuts: [Int]) -> [ArraySlice<UInt8>] {
    zip([0] + cuts, cuts + [text.count]).map { text[$0..<$1] }
  }

  private static func expectSame(
    _ text: [UInt8], _ reading: JSONReadingOptions, _ random: inout SeededGenerator
  ) {
    let whole = Outcome([text[...]], reading)
    let bytes = pieces(text, at: Array(text.indices.dropFirst()))
    for pieces in [bytes, Chunks.of(Int.random(in: 2...9, using: &random), text)] {
      let cut = Outcome(pieces, reading)
      #expect(cut.error == whole.error, "\(visible(text)), \(pieces.count) pieces")
      #expect(cut.location == whole.location, "\(visible(text)), \(pieces.count) pieces")
      #expect(cut.isComplete == whole.isComplete, "\(visible(text)), \(pieces.count) pieces")
      #expect(cut.snapshot == whole.snapshot, "\(visible(text)), \(pieces.count) pieces")
    }
  }

  static let texts = [
    "{\"\\x [1]", "{\"\\x [1]\"", "[\"\\x [1]", "[\"\u{1} {\"a\":[1]}", "[\"\\ud83dx [1]",
    "[1.x [2]",
    "[trux [1]", "[tru", "{\"a\":tru [1]", "{ [1]", "[[[1] x", "[[1 x] {\"a\":{}}", "see [1",
    "no value",
    "[1] {", "{\"a\":1}}", "[\"[1]\" x", "[1,2,[3", "{\"a\" [1]", "{\"a\u{7f}\":\"[\" x", "", "[",
    "é [é]",
    "[/ [1]", "[/* [1] */ 2] x", "{'a':[1],b:{c:2}} x", "{'\\q [1]", "{a\\u0062:1 [2]",
    "[+Infinity] x",
    "[" + String(repeating: "1,", count: 2_040) + "x [2]",
    "[" + String(repeating: "1,", count: 2_100) + "x [2]",
    "[\"" + String(repeating: "a", count: 4_090) + "\" x [2]",
    "[\"" + String(repeating: "a", count: 4_100) + "\" x [2]",
    "[\"" + String(repeating: "a", count: 4_100) + "\\x [2]",
    "[\"" + String(repeating: "a", count: 4_100) + "\"] x",
  ]

  @Test(arguments: texts.indices, [JSONReadingOptions.strict, .json5])
  func theCutsDoNotMatter(_ index: Int, _ reading: JSONReadingOptions) {
    var random = SeededGenerator(seed: UInt64(index))
    let text = Array(Self.texts[index].utf8)
    Self.expectSame(text, reading, &random)
    var limited = reading
    for limit in [0, 1, 5, 8, 20] {
      limited.maximumLength = limit
      Self.expectSame(text, limited, &random)
    }
    limited = reading
    limited.maximumDepth = 2
    Self.expectSame(text, limited, &random)
  }

  private static let fragments: [[UInt8]] =
    [
      "[", "[", "]", "{", "}", "\"", "\"", "a", ":", ",", "1", "tru", "true ", "\\", "\\x", "\\u12",
      " ",
      "x", "é", "```json\n", "[1]", "{\"a\":\"b\"}", "\"a\":", "\u{1}", "/", "'", "\\ud83d", "/*",
      "-",
    ].map { Array($0.utf8) } + [[0xf0], [0x9f, 0x98], [0xff], [0xe2, 0x82]]

  @Test(arguments: [JSONReadingOptions.strict, .json5])
  func theCutsOfRandomTextsDoNotMatter(_ reading: JSONReadingOptions) {
    var random = SeededGenerator(seed: 22)
    #if DEBUG
      let count = 3_000
    #else
      let count = 60_000
    #endif
    for _ in 0..<count {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        text += Self.fragments[Int.random(in: Self.fragments.indices, using: &random)]
      }
      Self.expectSame(text, reading, &random)
    }
  }

  @Test func whatIsFound() {
    for (text, value) in [
      ("{\"\\x [1]", [1]), ("[\"\\x [1]", [1]), ("[[1 x] {\"a\":{}}", ["a": [:]]),
      ("[\"" + String(repeating: "a", count: 4_090) + "\" x [2]", [2]),
    ] as [(String, RawJSON)] {
      let outcome = Outcome([Array(text.utf8)[...]], .strict)
      #expect(outcome.error == nil && outcome.snapshot == value, "\(text)")
    }
    let text = "[" + String(repeating: "1,", count: 2_100) + "x [2]"
    let late = Outcome([Array(text.utf8)[...]], .strict)
    #expect(late.error == JSONSyntaxError(.expectedValue, at: 4_201))
  }

  private static let deep = String(repeating: "[{\"a\":", count: 200) + "x "

  /// Each byte is read a few times, even if many brackets begin no value.
  @Test(
    arguments: ["[x ", "{x ", "[\"\\x", "{\"a\":x ", "[1,2,3 ", "[[[[x ", "[\"a\" ", deep],
    [1, 64, 1 << 20])
  func bracketsThatBeginNothingCostWhatTheirBytesTake(_ part: String, _ size: Int) {
    let text = Array(String(repeating: part, count: 9_000 / part.utf8.count).utf8)
    let outcome = Outcome(Chunks.of(size, text), .strict)
    #expect(outcome.error != nil)
    #expect(outcome.bytesRead < 100 * text.count)
  }

  // MARK: - No value

  /// A text without a value, and the error of the candidate with the most JSON before its fault.
  static let faults: [(text: String, error: JSONSyntaxError, path: String)] = [
    ("Sure: {\"a\": True}", .init(.expectedValue, at: 12), "/a"),
    ("[see] {\"a\": [1, True]} [this]", .init(.expectedValue, at: 16), "/a/1"),
    ("[see] [that]", .init(.invalidLiteral, at: 7), "/0"),
    ("Sure: {'a': 1}", .init(.expectedName, at: 7), ""),
    ("[see] {\"a\": [1,", .init(.unexpectedEnd, at: 15), "/a/1"),
    ("{\"a\": [1, x]} {\"b\": 2", .init(.expectedValue, at: 10), "/a/1"),
    ("[see] {\"a\": tru", .init(.unexpectedEnd, at: 15), "/a"),
    ("no value here", .init(.expectedValue, at: 13), ""),
    ("", .init(.emptyText, at: 0), ""),
  ]

  @Test(arguments: faults.indices, [1, 3, 1000])
  func namesTheFaultOfTheBestCandidate(_ index: Int, _ size: Int) throws {
    let row = Self.faults[index]
    var partial = PartialJSON(.init(allowsProse: true))
    for chunk in Chunks.of(size, Array(row.text.utf8)) { try partial.feed(chunk) }
    for _ in 1...2 {
      var found: JSONStreamError?
      do throws(JSONStreamError) { try partial.finish() } catch { found = error }
      #expect(found?.syntaxError == row.error)
      #expect(found?.pointer?.description == row.path)
      #expect(
        found?.location
          == JSONSourceLocation(
            line: 1, column: row.error.offset + 1, utf16Column: row.error.offset + 1))
    }
  }
}
