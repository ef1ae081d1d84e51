import Testing

@testable import RushJSONCore

/// Short texts, which the fast pass reads alone, beside the same texts made long by spaces.
@Suite struct ShortTokenTests {
  private static let spaces = [UInt8](repeating: .space, count: ShortText.capacity)

  /// The same outcome: a verdict, and what was made of the text.
  private func expectEqual(_ text: [UInt8], _ options: JSONReadingOptions = .strict) {
    // Spaces before a text move its errors, and spaces after one its end.
    let long = Self.spaces + text
    let moved = Self.spaces.count
    do {
      let document = try JSONDocument(parsing: text, options: options)
      let other = try JSONDocument(parsing: long, options: options)
      #expect(document.recordCount == other.recordCount)
      #expect(RawJSON(document.root) == RawJSON(other.root))
      let tree = try RawJSON(parsing: text, options: options)
      #expect(tree == (try RawJSON(parsing: long, options: options)))
      try JSONDocument.validate(text, options: options)
      try JSONDocument.validate(long, options: options)
    } catch {
      for read in [
        { _ = try JSONDocument(parsing: $0, options: options) },
        { _ = try RawJSON(parsing: $0, options: options) },
        { try JSONDocument.validate($0, options: options) },
      ] as [([UInt8]) throws -> Void] {
        let short = #expect(throws: JSONSyntaxError.self) { try read(text) }
        #expect(short == error)
        let other = #expect(throws: JSONSyntaxError.self) { try read(long) }
        #expect(other?.kind == short?.kind && other.map { $0.offset - moved } == short?.offset)
      }
    }
  }

  @Test func rowsOfTheTable() {
    for row in SyntaxTable.all where row.options.maximumLength > 1 << 20 {
      // Spaces before a byte order mark are another error.
      if row.bytes.starts(with: [0xef, 0xbb, 0xbf]) { continue }
      expectEqual(row.bytes, row.options)
    }
  }

  /// Texts of each length around the blocks of a kernel and the capacity, and their prefixes.
  @Test func everyLengthAndPrefix() {
    for count in [0, 1, 2, 14, 15, 30, 61, 62, 63, 64, 65, 127, 128, 129] {
      let text = Array(
        "[\"\(String(repeating: "é", count: count))\",-1.5e3,{\"a\":[true,null]}]".utf8)
      for end in 0...text.count { expectEqual(Array(text[..<end])) }
    }
    for count in ShortText.capacity - 70...ShortText.capacity + 2 {
      expectEqual(Array("\"\(String(repeating: "x", count: count - 2))\"".utf8))
      expectEqual(Array("[\(String(repeating: "1,", count: (count - 3) / 2))1]".utf8))
    }
  }

  /// The densest texts: a value or a name per token, and all of them open.
  @Test(arguments: ["[", "{\"\":", "[]", "1", "\"\"", "{}"])
  func denseTexts(_ piece: String) {
    for count in [1, 100, 500, 511, 512, 682, 683, 1_023, 1_024, 2_048] {
      let text = Array(
        String(repeating: piece + ",", count: count).utf8.prefix(ShortText.capacity - 2))
      expectEqual(text)
      expectEqual([.openBracket] + text.dropLast() + [.closeBracket])
    }
  }

  /// A short document keeps a copy of its text, and no array.
  @Test func aShortDocumentOutlivesItsText() throws {
    var text = Array(
      "{\"name\": \"a longer string than fits into words\", \"b\": \"\\u00e9\"}".utf8)
    let document = try JSONDocument(parsing: text)
    for index in text.indices { text[index] = .space }
    #expect(try document.root["name"]?.string() == "a longer string than fits into words")
    #expect(try document.root["b"]?.string() == "é")
    var cursor = document.cursor()
    var lengths: [Int] = []
    while cursor.advance() {
      if cursor.kind == .string { lengths.append(cursor.withUTF8 { $0.count }) }
    }
    #expect(lengths == [4, 36, 1, 2])
  }
}
