import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// Errors of partial values: thrown as soon as they are certain, and the same however the text is cut.
@Suite struct PartialErrorTests {
  /// The error of a text in chunks; `nil` if it may become JSON.
  private static func error(
    _ chunks: [ArraySlice<UInt8>], _ options: JSONReadingOptions
  ) -> String? {
    var partial = PartialJSON(.init(reading: options))
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
      var partial = PartialJSON(.init(reading: .json5))
      for byte in text.utf8 { try partial.feed([byte]) }
      #expect(partial.bytesRead < 20 * text.utf8.count)
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
