import Foundation
import RushJSON
import Testing

/// `jsonReport(in:)`: one message for a person, whatever was thrown.
@Suite struct JSONReportTests {
  private enum Theme: String, Codable, CaseIterable { case light, dark }
  private enum Level: Int, Codable, CaseIterable {
    case low = 1
    case high
  }
  private enum Plain: String, Codable { case only }
  private enum Letter: String, Codable, CaseIterable { case a, b, c, d, e, f, g, h, i, j, k, l }
  private enum Single: String, Codable, CaseIterable { case one }

  private struct Even: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if try container.decode(Int.self) % 2 == 0 { return }
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The number must be even.")
    }
  }

  private struct Settings<Value: Decodable>: Decodable { var value: Value }

  private struct Strict: Decodable, JSONReadable {
    var theme = "light"
    var fontSize = 12

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      try reader.value("theme", into: &theme)
      try reader.value("fontSize", into: &fontSize)
      try reader.refuseUnknownMembers(beside: {
        $0.add("theme"); $0.add("fontSize")
      })
    }

    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self)
      try self.init(from: &reader)
    }
  }

  private struct Small: Decodable, JSONReadable {
    init(from reader: inout JSONReader) throws {
      throw reader.invalidValue(Small.self, "Only small ones.")
    }

    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self)
      try self.init(from: &reader)
    }
  }

  private struct Other: Error, CustomStringConvertible { var description: String { "another" } }

  private func report(_ text: String, _ body: (String) throws -> Void) throws -> String {
    let error = try #require(throws: (any Error).self) { try body(text) }
    let report = error.jsonReport(in: text)
    #expect(error.jsonReport(in: Data(text.utf8)) == report)
    #expect(error.jsonReport(in: Array(text.utf8).span) == report)
    return report
  }

  private func report<T: Decodable>(of type: T.Type, _ text: String) throws -> String {
    try report(text) { _ = try RushJSONDecoder().decode(T.self, from: $0) }
  }

  // MARK: - Kinds of errors

  @Test func syntaxErrorsOfReadersAndDecodersHaveOneReport() throws {
    let text = "{\n  \"value\": dark\n}"
    let expected = """
      expected a value, found 'd' at byte 13 (line 2, column 12) in /value
        "value": dark
                 ^
      """
    #expect(try report(text) { try JSONDocument.validate($0) } == expected)
    #expect(try report(of: Settings<Theme>.self, text) == expected)
  }

  @Test func valueErrorsShowTheirValue() throws {
    let text = #"{"value": [true]}"#
    let expected = """
      expected a number, found a boolean at /value/0 (byte 11, line 1, column 12)
      {"value": [true]}
                 ^
      """
    #expect(
      try report(text) { _ = try JSONDocument(parsing: $0).root.value(at: "/value/0").int() }
        == expected)
    #expect(try report(of: Settings<[Int]>.self, text) == expected)
    // A tree has no text, so the value is found in the text that is passed.
    let tree = try report(text) {
      _ = try RushJSONDecoder().decode(Settings<[Int]>.self, from: RawJSON(parsing: $0))
    }
    #expect(tree == expected)
    #expect(
      try report(text) { _ = try RawJSON(parsing: $0).value(at: "/other") } == """
        no member is named "other" in the object (byte 0, line 1, column 1)
        {"value": [true]}
        ^
        """)
  }

  @Test func missingMembersShowTheObject() throws {
    #expect(
      try report(of: [Settings<Int>].self, #"[{"value": 1}, {}]"#) == """
        no member is named "value" in the object at /1 (byte 15, line 1, column 16)
        [{"value": 1}, {}]
                       ^
        """)
  }

  @Test func wordsOfATypeAreTheMessage() throws {
    let expected = """
      The number must be even at /value (byte 10, line 1, column 11)
      {"value": 3}
                ^
      """
    #expect(try report(of: Settings<Even>.self, #"{"value": 3}"#) == expected)
    #expect(
      try report(of: Small.self, "7") == """
        Only small ones (byte 0, line 1, column 1)
        7
        ^
        """)
  }

  @Test func errorsOfFoundationsDecoderShowTheValueAtTheirPath() throws {
    let text = #"{"value": [1, "2"] /* JSON5 */ }"#
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let lines = try report(text) {
      _ = try decoder.decode(Settings<[Int]>.self, from: Data($0.utf8))
    }.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasSuffix(" at /value/1 (byte 14, line 1, column 15)"))
    #expect(lines[1] == text)
    #expect(lines[2] == "              ^")
  }

  @Test func otherErrorsAreTheirDescription() throws {
    #expect(try report("[]") { _ in throw Other() } == "another")
    let context = DecodingError.Context(codingPath: [], debugDescription: "Nothing works.")
    #expect(try report("[") { _ in throw DecodingError.dataCorrupted(context) } == "Nothing works")
    let missing = JSONValueError(.wrongKind(expected: .array, found: .null), at: "/a/7")
    #expect(
      try report("{}") { _ in throw missing } == "expected an array, found null at /a/7")
    let outside = JSONValueError(.missingName("a"), offset: 99)
    #expect(try report("{}") { _ in throw outside }.hasPrefix("no member is named \"a\""))
  }

  // MARK: - Cases of enums

  @Test func rawValuesListTheCases() throws {
    #expect(
      try report(of: Settings<Theme>.self, #"{"value": "drak"}"#) == """
        expected a valid Theme, found "drak" at /value (byte 10, line 1, column 11); \
        the cases are "light" and "dark"
        {"value": "drak"}
                  ^
        """)
    #expect(
      try report(of: [Level].self, "[1, 3]").hasPrefix(
        "the number 3 cannot be represented as Level at /1 (byte 4, line 1, column 5); the cases are 1 and 2\n"
      ))
    #expect(
      try report(of: Letter.self, "\"z\"").contains(
        #"; the cases are "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", …"#))
    #expect(try report(of: Single.self, "\"z\"").contains(#"; the only case is "one""#))
    // An enum that is not CaseIterable does not say which cases it has.
    #expect(
      try report(of: Plain.self, "\"z\"").hasPrefix(
        "expected a valid Plain, found \"z\" (byte 0, line 1, column 1)\n"))
  }

  // MARK: - Unknown members

  @Test func unknownMembersNameTheNearestAndShowTheName() throws {
    #expect(
      try report(of: Strict.self, "{\n  \"theme\": \"dark\",\n  \"fontsize\": 9\n}") == """
        the type has no member named "fontsize" at /fontsize (byte 23, line 3, column 3); \
        did you mean "fontSize"?
          "fontsize": 9
          ^
        """)
    #expect(
      try report(of: Strict.self, #"{"colour": 9}"#) == """
        the type has no member named "colour" at /colour (byte 1, line 1, column 2)
        {"colour": 9}
         ^
        """)
    let long = String(repeating: "theme", count: 10_000)
    #expect(!(try report(of: Strict.self, "{\"\(long)\": 9}")).contains("did you mean"))
  }

  @Test(arguments: ["{thme: 9}", "{'thme': 9}", "{ /*'*/thme: 9}", "{\"th\\u006de\": 9}"])
  func unknownMembersShowNamesOfAllForms(text: String) throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions = .json5
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(Strict.self, from: text)
    }
    let lines = error.jsonReport(in: text).split(separator: "\n")
    #expect(lines.first?.hasSuffix("; did you mean \"theme\"?") == true)
    let start = try #require(text.firstRange(of: /['"]?th[^:]*:/)).lowerBound
    let column = text.contains("/*") ? 8 : text.distance(from: text.startIndex, to: start) + 1
    #expect(lines.last == "\(String(repeating: " ", count: column - 1))^")
  }
}
