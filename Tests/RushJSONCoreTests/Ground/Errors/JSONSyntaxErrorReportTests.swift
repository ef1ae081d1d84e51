import RushJSONCore
import Testing

@Suite struct JSONSyntaxErrorReportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: JSONSyntaxError.Kind
    let place: MarkedText
    let lines: [String]

    init(_ kind: JSONSyntaxError.Kind, _ marked: String, _ lines: String...) {
      self.kind = kind
      place = MarkedText(marked)
      self.lines = lines
    }

    var testDescription: String { "\(kind): \(place)" }
  }

  static let messages: [Case] = [
    Case(
      .emptyText, "▸", "expected a value, but the text is empty at byte 0 (line 1, column 1)"),
    Case(
      .unexpectedEnd, "[1,\n  ▸",
      "the text ends inside a value at byte 6 (line 2, column 3) in /1"),
    Case(
      .unexpectedEnd, "{\"a\":[1,▸",
      "the text ends inside a value at byte 8 (line 1, column 9) in /a/1",
      "{\"a\":[1,", "        ^"),
    Case(
      .expectedValue, "[1, ▸x]", "expected a value, found 'x' at byte 4 (line 1, column 5) in /1",
      "[1, x]", "    ^"),
    Case(
      .expectedName, "{▸1}", "expected a name in quotes, found '1' at byte 1 (line 1, column 2)",
      "{1}", " ^"),
    Case(
      .expectedColon, "{\"a\" ▸1}",
      "expected ':' after the name, found '1' at byte 5 (line 1, column 6) in /a", "{\"a\" 1}",
      "     ^"),
    Case(
      .expectedCommaOrArrayEnd, "{\"a\": [10, 2, 3 ▸4]}",
      "expected ',' or ']' after an array element, found '4' at byte 16 (line 1, column 17) in /a/2",
      "{\"a\": [10, 2, 3 4]}", "                ^"),
    Case(
      .expectedCommaOrObjectEnd, "{\"a\":1▸]",
      "expected ',' or '}' after an object member, found ']' at byte 6 (line 1, column 7) in /a",
      "{\"a\":1]", "      ^"),
    Case(
      .expectedComma, "1 ▸2",
      "expected ',' between two values, found '2' at byte 2 (line 1, column 3)",
      "1 2", "  ^"),
    Case(
      .trailingComma, "[1,▸]",
      "expected another value after ',', found ']' at byte 3 (line 1, column 4) in /1", "[1,]",
      "   ^"),
    Case(
      .expectedEnd, "[1]\n▸é",
      "expected the end of the text after its value, found 'é' at byte 4 (line 2, column 1)", "é",
      "^"),
    Case(
      .invalidLiteral, "[▸True]",
      "expected 'true', 'false' or 'null', found 'True' at byte 1 (line 1, column 2) in /0",
      "[True]", " ^"),
    Case(
      .invalidNumber, "[1.▸]",
      "expected a digit or the end of the number, found ']' at byte 3 (line 1, column 4) in /0",
      "[1.]", "   ^"),
    Case(
      .leadingZero, "[0▸1]",
      "a number must not begin with a zero and another digit, found '1' at byte 2 (line 1, column 3) "
        + "in /0", "[01]", "  ^"),
    Case(
      .unterminatedString, "[\"abc▸",
      "the text ends inside a string at byte 5 (line 1, column 6) in /0",
      "[\"abc", "     ^"),
    Case(
      .controlCharacter, "[\"a▸\tb\"]",
      "a control character in a string must be escaped, found byte 0x09 at byte 3 "
        + "(line 1, column 4) in /0", "[\"a␉b\"]", "   ^"),
    Case(
      .invalidEscape, "{\"a\":\"▸\\x12\"}",
      "invalid escape in a string, found '\\x' at byte 6 (line 1, column 7) in /a",
      "{\"a\":\"\\x12\"}", "      ^"),
    Case(
      .loneSurrogate, "[\"▸\\ud800\"]",
      "an escaped surrogate without its other half at byte 2 (line 1, column 3) in /0",
      "[\"\\ud800\"]", "  ^"),
    Case(
      .byteOrderMark, "▸\u{feff}[]",
      "the text begins with a byte order mark at byte 0 (line 1, column 1)", "\u{fffd}[]", "^"),
    Case(
      .unterminatedComment, "[1,/* ▸",
      "the text ends inside a comment at byte 6 (line 1, column 7) in /1",
      "[1,/* ", "      ^"),
    Case(
      .duplicateName, "{\"a\":1,▸\"a\":2}",
      "an object has two members of the same name, found '\"a\"' at byte 7 (line 1, column 8)",
      "{\"a\":1,\"a\":2}", "       ^"),
    Case(
      .tooDeep, "[[▸[",
      "arrays and objects are nested too deep at byte 2 (line 1, column 3) in /0/0",
      "[[[", "  ^"),
    Case(
      .textTooLong, "[1▸]", "the text is too long at byte 2 (line 1, column 3) in /0", "[1]", "  ^"),
    Case(
      .stringTooLong, "[▸\"a\"]", "a string is too long at byte 1 (line 1, column 2) in /0",
      "[\"a\"]", " ^"),
    Case(
      .numberTooLong, "[▸123]", "a number is too long at byte 1 (line 1, column 2) in /0", "[123]",
      " ^"),
    Case(
      .tooManyValues, "[1,▸2]", "the text has too many values at byte 3 (line 1, column 4) in /1",
      "[1,2]", "   ^"),
  ]

  @Test(arguments: messages)
  func report(_ sample: Case) {
    let error = JSONSyntaxError(sample.kind, at: sample.place.offset)
    #expect(error.report(in: sample.place.text) == sample.lines.joined(separator: "\n"))
  }

  // A String cannot hold invalid UTF-8, so the table above has none.
  @Test func invalidUTF8() {
    let text = Array("[\"a".utf8) + [0xc3] + Array("b\"]".utf8)
    let error = JSONSyntaxError(.invalidUTF8, at: 3)
    let report = """
      invalid UTF-8, found byte 0xc3 at byte 3 (line 1, column 4) in /0
      ["a\u{fffd}b"]
         ^
      """
    #expect(error.report(in: text) == report)
    #expect(error.report(in: text.span) == report)
    // Invariant: the array outlives the closure.
    #expect(unsafe text.withUnsafeBytes { unsafe error.report(in: $0) } == report)
  }

  @Test func everyKindHasAMessage() {
    let tested = Set(Self.messages.map(\.kind)).union([.invalidUTF8])
    #expect(tested == Set(JSONSyntaxError.Kind.allCases))
  }

  static let characters: [Case] = [
    Case(.expectedValue, "▸", "end of text"),
    Case(.expectedValue, "▸ ", "' '"),
    Case(.expectedValue, "▸\u{1}", "byte 0x01"),
    Case(.expectedValue, "▸\u{7f}", "byte 0x7f"),
    Case(.expectedValue, "▸漢", "'漢'"),
    Case(.expectedValue, "▸\u{200b}", "U+200B"),
    Case(.expectedValue, "▸\u{a0}", "U+00A0"),
    Case(.expectedValue, "▸\u{301}", "U+0301"),
    Case(.expectedValue, "▸\u{e0001}", "U+E0001"),
    Case(.invalidLiteral, "▸nul]", "'nul'"),
    Case(.invalidLiteral, "▸nullnullnullnullnullnullnull", "'nullnullnullnullnullnull'"),
    Case(.invalidEscape, "▸\\u12x\"", "'\\u12'"),
    Case(.invalidEscape, "▸\\\n", "'\\␊'"),
    Case(.invalidEscape, "▸\\", "'\\'"),
  ]

  @Test(arguments: characters)
  func nameOfCharacter(_ sample: Case) {
    let report = JSONSyntaxError(sample.kind, at: sample.place.offset).report(in: sample.place.text)
    #expect(report.contains(", found \(sample.lines[0]) at byte \(sample.place.offset) ("))
  }

  // MARK: - The line and the caret

  static let snippets: [(String, String, String)] = [
    ("{\n  \"a\": ▸x,\n  \"b\": 1\n}", "  \"a\": x,", "       ^"),
    ("[1▸\n]", "[1", "  ^"),
    ("[1\r\n▸x\r\n]", "x", "^"),
    ("[\"漢字\" ▸x]", "[\"漢字\" x]", "        ^"),
    ("[\"e\u{301}\" ▸x]", "[\"e\u{301}\" x]", "     ^"),
    ("[\"\u{202e}\" ▸x]", "[\"\u{fffd}\" x]", "     ^"),
  ]

  @Test(arguments: snippets)
  func snippet(_ marked: String, _ line: String, _ caret: String) {
    let place = MarkedText(marked)
    let report = JSONSyntaxError(.expectedValue, at: place.offset).report(in: place.text)
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropFirst().map(String.init) == [line, caret])
  }

  // A line of any length, of sequences of any length, cut at every place.
  @Test(arguments: ["a", "é", "漢", "😀", "ab漢é😀"])
  func longLine(_ unit: String) {
    let text = String(repeating: unit, count: 80)
    for offset in 0...text.utf8.count {
      let report = JSONSyntaxError(.expectedValue, at: offset).report(in: text)
      let lines = report.split(separator: "\n")
      #expect(lines.count == 3)
      let line = lines[1]
      #expect(line.unicodeScalars.count <= 62)
      #expect(!line.contains("\u{fffd}"))
      #expect(line.hasPrefix("…") == (JSONSourceLocation(of: offset, in: text).column > 31))
    }
  }

  @Test func hostileTexts() {
    let texts: [[UInt8]] = [
      Array(repeating: 0x80, count: 1000), Array(repeating: 0xf0, count: 1000),
      Array(repeating: UInt8(ascii: "["), count: 10_000),
      Array(repeating: UInt8(ascii: "{"), count: 10_000),
      Array(repeating: UInt8(ascii: "]"), count: 1000), Array("\"\\".utf8), Array("{\"\\".utf8),
      Array("/*".utf8), Array("/".utf8), Array("[/*/".utf8), Array("{a".utf8), [],
    ]
    for text in texts {
      for kind in JSONSyntaxError.Kind.allCases {
        for offset in [Int.min, -1, 0, 1, text.count / 2, text.count, text.count + 1, .max] {
          let report = JSONSyntaxError(kind, at: offset).report(in: text)
          #expect(report.utf8.count < 1000)
          let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
          #expect(lines.count == (text.isEmpty ? 1 : 3))
        }
      }
    }
  }
}
