import CorpusGenerator
import RushJSON
import Testing

/// Names are compared by their first eight bytes, then whole, and as strings if one has an escape.
@Suite struct SortedNameTests {
  private static let parts = [
    "", "a", "b", "aaaaaaa", "\u{0}", "\u{7F}", "é", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
    "\u{10000}",
    "\u{10FFFF}", "\"", "\\",
  ]

  private static var sorted: JSONWritingOptions {
    var options = JSONWritingOptions.compact
    options.nameOrder = .utf8
    return options
  }

  private static func names(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...20, using: &random)).map { _ in
      (0..<Int.random(in: 0...4, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
  }

  private struct Pairs: Encodable {
    var names: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for name in names { try container.encode(name.utf8.count, forKey: Key(stringValue: name)) }
    }

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  private static func namesInText(_ text: some Sequence<UInt8>) throws -> [String] {
    guard case .dictionary(let object) = try RawJSON(parsing: Array(text)) else { return [] }
    return object.map(\.name)
  }

  @Test(arguments: UInt64(1)...200) func sortedNamesAreInOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let utf8 = RushJSONEncoder()
    utf8.outputFormatting = .sortedKeys
    let utf16 = RushJSONEncoder()
    utf16.outputFormatting = .canonical
    // The second and third texts are formed in the memory of the first.
    for _ in 0..<3 {
      let names = Self.names(&random)
      let unique = Set(names.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
      #expect(
        try Self.namesInText(utf8.encode(Pairs(names: names)))
          == unique.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      #expect(
        try Self.namesInText(utf16.encode(Pairs(names: names)))
          == unique.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) })
    }
  }

  @Test func sortedNamesAreStable() throws {
    let text = #"{"b":1,"a":2,"b":3,"aaaaaaaab":4,"a":5,"aaaaaaaaa":6,"aaaaaaaab":7,"\u0061":8}"#
    let document = try JSONDocument(parsing: text)
    let expected =
      #"{"a":2,"a":5,"a":8,"aaaaaaaaa":6,"aaaaaaaab":4,"aaaaaaaab":7,"b":1,"b":3}"#
    // A name keeps its spelling.
    #expect(
      try document.jsonString(Self.sorted)
        == expected.replacing(#""a":8"#, with: #""\u0061":8"#))
    let plain = try JSONDocument(parsing: text.replacing(#","\u0061":8"#, with: ""))
    #expect(try plain.jsonString(Self.sorted) == expected.replacing(#","a":8"#, with: ""))
    for source in [document, plain] {
      let error = #expect(throws: JSONWritingError.self) { try source.jsonString(.canonical) }
      guard case .duplicateName = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func nestedSortedObjectsEndWhereTheyEnd() throws {
    let text = #"{"z":{},"y":[{"d":1,"c":{"b":[],"a":{}}},{}],"x":{"q":{"p":0},"o":1}}"#
    let expected = #"{"x":{"o":1,"q":{"p":0}},"y":[{"c":{"a":{},"b":[]},"d":1},{}],"z":{}}"#
    #expect(try JSONDocument(parsing: text).jsonString(Self.sorted) == expected)
  }
}
