import RushJSON
import Testing

/// More combining marks in a row than the limit are refused, because Swift sorts them to hash a string.
@Suite struct CombiningMarkTests {
  private static let limit = JSONReadingOptions.strict.maximumCombiningMarks

  /// Marks of two, three and four bytes, and as escapes.
  private static let spellings = [
    "\u{301}", "\u{323}\u{301}", "\u{302a}", "\u{1d165}", #"\u0301"#, #"\ud834\udd65"#,
    "\u{301}" + #"\u0323"# + "\u{5b0}" + #"\ud834\udd65"#,
  ]

  private static func text(_ marks: Int, of spelling: String, after start: Int, name: Bool)
    -> String
  {
    var run = ""
    var count = 0
    let parts = Self.parts(spelling)
    while count < marks {
      run += parts[count % parts.count]
      count += 1
    }
    let letters = String(repeating: "a", count: start) + "e" + run + "b"
    return name ? "{\"\(letters)\":\"x\"}" : "{\"x\":\"\(letters)\"}"
  }

  /// The marks of a spelling, one by one.
  private static func parts(_ spelling: String) -> [String] {
    var parts: [String] = []
    var rest = spelling.unicodeScalars[...]
    while let first = rest.first {
      let length = first != "\\" ? 1 : rest.starts(with: #"\ud834"#.unicodeScalars) ? 12 : 6
      parts.append(String(String.UnicodeScalarView(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return parts
  }

  private static func kind(_ text: String, _ decoder: RushJSONDecoder) -> JSONSyntaxError.Kind? {
    do {
      _ = try decoder.decode([String: String].self, from: text)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return (context.underlyingError as? JSONSyntaxError)?.kind
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  @Test(arguments: spellings)
  func limitIsExact(spelling: String) {
    let decoder = RushJSONDecoder()
    for start in stride(from: 0, to: 600, by: 37) {
      for name in [false, true] {
        let most = Self.text(Self.limit, of: spelling, after: start, name: name)
        #expect(Self.kind(most, decoder) == nil, "after \(start)")
        let more = Self.text(Self.limit + 1, of: spelling, after: start, name: name)
        #expect(Self.kind(more, decoder) == .stringTooLong, "after \(start)")
      }
    }
  }

  @Test func placeIsThatOfTheRun() throws {
    let text = Self.text(2000, of: "\u{301}", after: 100, name: false)
    do {
      _ = try RushJSONDecoder().decode([String: String].self, from: text)
      Issue.record("not refused")
    } catch DecodingError.dataCorrupted(let context) {
      // {"x":" and the letters.
      #expect(
        context.underlyingError as? JSONSyntaxError == JSONSyntaxError(.stringTooLong, at: 6 + 101))
    }
  }

  @Test func documentsAndTreesAreCheckedWhenTheyAreDecoded() throws {
    let bad = Self.text(1000, of: "\u{301}", after: 0, name: true)
    let text = "[{\"x\":\"y\"},\(bad),{\"x\":\"z\"}]"
    let document = try JSONDocument(parsing: text)
    let tree = try RawJSON(parsing: text)
    for index in 0..<3 {
      let isGood = index != 1
      let value = try #require(document.root[index])
      #expect(isGood == ((try? value.decode([String: String].self)) != nil))
    }
    #expect(throws: DecodingError.self) { try tree.decode([[String: String]].self) }
  }

  @Test func programsMayRaiseTheLimit() throws {
    let decoder = RushJSONDecoder()
    let text = Self.text(3000, of: "\u{301}", after: 0, name: false)
    #expect(Self.kind(text, decoder) == .stringTooLong)
    decoder.readingOptions.maximumCombiningMarks = 3000
    #expect(Self.kind(text, decoder) == nil)
    decoder.readingOptions.maximumCombiningMarks = 2
    #expect(Self.kind("{\"x\":\"e\u{301}\u{323}\"}", decoder) == nil)
    #expect(Self.kind("{\"x\":\"e\u{301}\u{323}\u{301}\"}", decoder) == .stringTooLong)
  }

  /// Escaped backslashes before what looks like a mark, and letters of scripts with many marks.
  @Test func whatIsNoMark() {
    let decoder = RushJSONDecoder()
    for unit in [
      #"\\u0301"#, #"\\"#, "é", "\u{91c}\u{93c}", "\u{ac00}", "👩‍👩‍👧‍👦", #"\u00e9"#, #"\ud83d\ude00"#,
    ] {
      let string = String(repeating: unit, count: 2000)
      #expect(Self.kind("{\"x\":\"\(string)\"}", decoder) == nil, "\(unit)")
    }
  }
}
