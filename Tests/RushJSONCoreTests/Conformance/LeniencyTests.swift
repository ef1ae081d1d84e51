import RushJSONCore
import RushJSONEditing
import RushJSONStreams
import Testing

/// Each leniency is needed, and works in the middle of a long text.
@Suite struct LeniencyTests {
  /// With every other leniency, but not its own, a text is refused.
  @Test func noOtherLeniencyAllowsIt() {
    let every = JSONReadingOptions.Leniencies(rawValue: (1 << 12) - 1)
    // These are JSON in any case; their rows show that the leniency does not change that.
    let strict: Set = ["\"⟨EF BB BF⟩\"", "[\"/*\",\"//\"]", "\"'\""]
    for syntax in SyntaxTable.lenient
    where syntax.verdict.isAccepted && !strict.contains(syntax.name) {
      var others = every.subtracting(syntax.options.leniencies)
      // These three accept some of the same strings.
      let strings: JSONReadingOptions.Leniencies = [
        .extendedEscapes, .unknownEscapes, .controlCharacters,
      ]
      if !syntax.options.leniencies.isDisjoint(with: strings) { others.subtract(strings) }
      let found = verdict(of: syntax.bytes, options: JSONReadingOptions(leniencies: others))
      #expect(!found.isAccepted, "\(syntax.name)")
    }
  }

  /// The same texts in the middle of a long one, which the fast pass reads.
  @Test func amongManyTokens() {
    let before = Array(("[" + String(repeating: "0,[\"a\"],", count: 20)).utf8)
    let after = Array((String(repeating: ",{\"b\": 12.5}", count: 20) + "]").utf8)
    // A comment at the end would hide what follows, and a byte order mark must come first.
    for syntax in SyntaxTable.lenient
    where syntax.verdict.isAccepted && !syntax.name.hasSuffix("//") {
      if syntax.options.leniencies == .byteOrderMark { continue }
      let found = verdict(of: before + syntax.bytes + after, options: syntax.options)
      #expect(found.isAccepted, "\(syntax.name)")
    }
  }

  /// Names with control characters, and with escapes that mean themselves, are found.
  @Test(arguments: [("a\tb", "a\tb"), ("\0", "\0"), ("a\\db", "adb"), ("\\_", "_")])
  func namesAreFound(_ text: String, _ name: String) throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Model: Decodable {
      var value: Int
      init(from decoder: any Decoder) throws {
        let name = decoder.userInfo.values.first as? String ?? ""
        value = try decoder.container(keyedBy: Key.self)
          .decode(Int.self, forKey: Key(stringValue: name))
      }
    }
    let options = JSONReadingOptions(leniencies: [.controlCharacters, .unknownEscapes])
    for others in ["", (0..<40).map { ",\"x\($0)\":0" }.joined()] {
      let json = "{\"\(text)\":1\(others)}"
      #expect(try JSONDocument(parsing: json, options: options).root[name]?.int() == 1)
      #expect(try RawJSON(parsing: json, options: options)[name] == 1)
      #expect(
        try JSONText(json, options: options).value(at: JSONPointer(tokens: [name])) == 1)
      let decoder = RushJSONCoreDecoder()
      decoder.readingOptions = options
      decoder.userInfo = [try #require(CodingUserInfoKey(rawValue: "name")): name]
      #expect(try decoder.decode(Model.self, from: Array(json.utf8)).value == 1)
      #expect(try decoder.decode([String: Int].self, from: Array(json.utf8))[name] == 1)
    }
  }

  /// Control characters are kept by every reader, and written as escapes.
  @Test func controlCharactersAreKeptAndEscapedAgain() throws {
    struct Model: Codable, Equatable {
      var text: String
    }
    let options = JSONReadingOptions(leniencies: .controlCharacters)
    let value = "line\nbreak\r\n\t\u{1}\"é"
    let text = "{\"text\":\"line\nbreak\r\n\t\u{1}\\\"\\u00e9\"}"
    let written = #"{"text":"line\nbreak\r\n\t\u0001\"é"}"#
    // Alone, and among many tokens.
    for padding in ["", String(repeating: " ", count: 10_000)] {
      let document = try JSONDocument(parsing: text + padding, options: options)
      #expect(try document.root["text"]?.string() == value)
      #expect(try document.jsonString() == written)
      let tree = try RawJSON(parsing: text + padding, options: options)
      #expect(tree == ["text": .string(value)])
      #expect(try tree.jsonString() == written)
      let decoder = RushJSONCoreDecoder()
      decoder.readingOptions = options
      #expect(try decoder.decode(Model.self, from: Array((text + padding).utf8)).text == value)
    }
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var partial = PartialJSON(.init(readingOptions: options))
      var reader = JSONEventReader(options: options)
      var events: [JSONEventReader.Event] = []
      var strings: [String?] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let chunk = Array(bytes[start..<min(start + size, bytes.count)])
        try partial.feed(chunk)
        reader.feed(chunk)
        while let event = try reader.next() {
          events.append(event)
          if event == .string { strings.append(reader.string()) }
        }
      }
      reader.finish()
      #expect(partial.snapshot() == ["text": .string(value)] && strings == [value], "by \(size)")
    }
  }
}
