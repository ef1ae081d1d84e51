import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// Errors of partial values: thrown as soon as they are certain, and the same however the text is cut.
@Suite struct PartialErrorTests {
  /// The error of a text in chunks; `nil` if it may become JSON.
  private static func error(
    _ chunks: [ArraySlice<UInt8>], _ options: JSONReadingOptions
  ) -> String? {
    var partial = PartialJSON(.init(readingOptions: options))
    do throws(JSONStreamError) {
      for chunk in chunks {
        try partial.feed(chunk)
        _ = partial.snapshot()
      }
      return nil
    } catch {
      // With the hint.
      return "\(error)"
    }
  }

  /// Checks that each prefix of a text has one verdict, in one piece, in two, and byte by byte.
  private static func check(_ text: [UInt8], _ options: JSONReadingOptions) {
    for end in 0...text.count {
      let prefix = text[..<end]
      let whole = error([prefix], options)
      let bytes = error(prefix.indices.map { prefix[$0...$0] }, options)
      #expect(bytes == whole, "byte by byte: \(visible(Array(prefix)))")
      for cut in 0..<end {
        let found = error([prefix[..<cut], prefix[cut...]], options)
        #expect(found == whole, "cut at \(cut): \(visible(Array(prefix)))")
      }
    }
  }

  static let texts = [
    #"["664","\ue"]"#, #"["664","ue"x]"#, "[1x]", "[12.x5]", "[01]", "[1e+x]", "[truex]", "[trux]",
    #"{"a\q":1}"#, "{\"a\n\":1}", "{a-b:1}", "{ab:1}", "[1/2]", "[+12]", "[.5]", "[5.]", "[0x1F]",
    "[NaN]", "[-Infinity]", "[Inf]", "[1 // c\n]", "// c\n1", "[\"\\x41\"]", "[\"\\v\"]",
    "[\"\\q\"]",
    "[\"\\\n\"]", "['a']", "[1,]", "[\u{a0}1]", "{é:1}", "[\"\\ud83dx\"]", "\u{feff}1", "None",
    "[1]x",
  ]

  @Test(arguments: texts, [JSONReadingOptions.strict, .jsonc, .json5])
  func errorsDoNotDependOnTheCuts(_ text: String, _ options: JSONReadingOptions) {
    Self.check(Array(text.utf8), options)
  }

  static let bytes = [
    "[\"abc⟨FF⟩", "[\"abc⟨C0⟩", "[\"abc⟨E0 80⟩", "[\"abc⟨ED A0⟩", "[\"abc⟨F4 90⟩", "[\"abc⟨F5⟩",
    "[⟨FF⟩",
    "{\"a⟨F8⟩", "[\"a⟨E2 82 AC⟩", "[\"a⟨E2 28⟩", "[\"a⟨F0 9F 98⟩\"",
  ]

  @Test(arguments: bytes)
  func bytesThatNoUTF8HasAreRefusedAtOnce(_ marked: String) {
    let bytes = MarkedBytes(marked).bytes
    Self.check(bytes, .strict)
    let isRefused = !marked.contains("E2 82 AC")
    #expect((Self.error([bytes[...]], .strict) != nil) == isRefused)
  }

  /// The rows of the table that are refused, with the leniencies of each.
  @Test(arguments: 0..<8)
  func tableOfRefusedTexts(_ part: Int) {
    for (index, row) in SyntaxTable.all.enumerated()
    where index % 8 == part && !row.verdict.isAccepted && row.bytes.count <= 24 {
      Self.check(row.bytes, row.options)
    }
  }

  /// Long numbers and names in bytes: each byte is read a constant number of times.
  @Test func longWordsAreNotReadAgain() throws {
    let name = String(repeating: "é", count: 4000)
    for text in ["[" + String(repeating: "7", count: 20_000), "{" + name, "{\"" + name] {
      var partial = PartialJSON(.init(readingOptions: .json5))
      for byte in text.utf8 { try partial.feed([byte]) }
      #expect(partial.bytesRead < 20 * text.utf8.count)
    }
  }

  /// A text whose last number may have more digits, what a snapshot shows of it, and the path of the number.
  struct CutNumber: Sendable, CustomTestStringConvertible {
    let text: String
    let shown: String
    let path: JSONPointer
    var options = JSONReadingOptions.strict

    var testDescription: String { text }
  }

  static let cutNumbers = [
    CutNumber(text: "{\"price\": 10", shown: "{}", path: "/price"),
    CutNumber(text: "[1, 2", shown: "[1]", path: "/1"),
    CutNumber(text: "[-0", shown: "[]", path: "/0"),
    CutNumber(text: "[[], {\"a\": [7, 1.5e3", shown: "[[],{\"a\":[7]}]", path: "/1/a/1"),
    CutNumber(text: "{\"a\": 1, \"a\": 2", shown: "{\"a\":1}", path: "/a"),
    CutNumber(text: "[12345678901234567890123", shown: "[]", path: "/0"),
    CutNumber(text: "[1.", shown: "[]", path: "/0"),
    CutNumber(text: "[-", shown: "[]", path: "/0"),
    CutNumber(text: "[1, 2.", shown: "[1]", path: "/1", options: .json5),
    CutNumber(text: "{a: +0x1F", shown: "{}", path: "/a", options: .json5),
    CutNumber(text: "[Infinity", shown: "[]", path: "/0", options: .json5),
    CutNumber(text: "[/* a */ 2", shown: "[]", path: "/0", options: .jsonc),
  ]

  /// A number that the end of the text cuts may have had more digits: no snapshot shows it.
  @Test(arguments: cutNumbers, [1, 3, 1000])
  func numberAtTheEndIsNotComplete(_ cut: CutNumber, _ size: Int) throws {
    var partial = PartialJSON(.init(readingOptions: cut.options))
    for chunk in Chunks.of(size, Array(cut.text.utf8)) { try partial.feed(chunk) }
    let before = try partial.snapshot()?.jsonString()
    #expect(before == cut.shown)
    let open = partial.openPath
    #expect(open == cut.path)
    do throws(JSONStreamError) {
      try partial.finish()
      Issue.record("\(cut.text) is incomplete")
    } catch {
      #expect(error.pointer == cut.path)
      let expected = StreamReading([Array(cut.text.utf8)[...]], options: cut.options).error
      #expect(error.syntaxError == expected?.syntaxError)
    }
    let after = try partial.snapshot()?.jsonString()
    #expect(after == cut.shown)
    let isComplete = partial.isComplete(at: cut.path)
    #expect(isComplete == (cut.shown == "{\"a\":1}"))
    let openAfter = partial.openPath
    #expect(openAfter == cut.path)
  }

  @Test func numberAtTheEndOfProseIsNotComplete() throws {
    for pieces in [
      ["It costs {\"a\": 1, \"price\": 10"], ["It costs {\"a\": 1, \"price\":", " 1", "0"],
    ] {
      var partial = PartialJSON(.init(allowsProse: true))
      for piece in pieces { try partial.feed(piece) }
      #expect(throws: JSONStreamError.self) { try partial.finish() }
      let shown = try partial.snapshot()?.jsonString()
      #expect(shown == "{\"a\":1}")
      let isComplete = partial.isComplete(at: "/price")
      #expect(!isComplete)
    }
  }

  /// Typed snapshots leave the value out that the end of the text cuts, as they did before the end.
  @Test func typedSnapshotAfterTheEndShowsWhatItShowedBefore() throws {
    struct Order: Codable, Equatable {
      var id: Int
      var price: Int?
      var seen: Color?
    }
    enum Color: String, Codable { case red }
    for text in ["{\"id\": 7, \"price\": 10", "{\"id\": 7, \"seen\": \"re"] {
      var partial = PartialJSON()
      try partial.feed(text)
      let before = try partial.snapshot(as: Order.self)
      #expect(throws: JSONStreamError.self) { try partial.finish() }
      let after = try partial.snapshot(as: Order.self)
      #expect(before == Order(id: 7))
      #expect(after == before)
    }
  }

  /// Names are the same if their scalars are.
  @Test func anEquivalentNameIsNotOpen() throws {
    var partial = PartialJSON()
    try partial.feed("{\"e\u{301}\":1,\"\u{e9}\":{\"a\":1,")
    #expect(partial.isComplete(at: JSONPointer(tokens: ["e\u{301}"])))
    #expect(!partial.isComplete(at: JSONPointer(tokens: ["\u{e9}"])))
    #expect(partial.isComplete(at: JSONPointer(tokens: ["\u{e9}", "a"])))
    #expect(!partial.isComplete(at: JSONPointer(tokens: ["e\u{301}", "a"])))
  }
}
