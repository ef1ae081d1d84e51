import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// What the options add to errors of syntax.
@Suite struct SyntaxAdviceTests {
  private static func error(
    _ text: String, _ options: JSONReadingOptions = .strict
  ) throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) { try RawJSON(parsing: text, options: options) }
  }

  private static func streamError(
    _ text: String, _ options: JSONReadingOptions = .strict
  ) throws -> JSONStreamError {
    var reader = JSONEventReader(options: options)
    return try #require(throws: JSONStreamError.self) {
      reader.feed(Array(text.utf8))
      reader.finish()
      while try reader.next() != nil {}
    }
  }

  // MARK: - Leniencies

  /// A text, and the leniencies that its error names. They must be enough to get beyond it.
  static let texts: [(text: String, leniencies: JSONReadingOptions.Leniencies)] = [
    ("// a\n1", .comments), ("[1 /* a */]", .comments), ("{/**/}", .comments),
    ("{\"a\"/**/:1}", .comments), ("{\"a\":1/**/}", .comments), ("1//", .comments),
    ("[1,//\n2]", .comments), ("[1,]", .trailingCommas), ("{\"a\":1,}", .trailingCommas),
    ("['a']", .singleQuotes), ("{'a':1}", .singleQuotes), ("{a:1}", .unquotedNames),
    ("{\"b\":1,$a_1:1}", .unquotedNames), ("[NaN]", .nonFiniteNumbers),
    ("[Infinity,1]", .nonFiniteNumbers), ("-Infinity", .nonFiniteNumbers),
    ("[+Infinity]", [.nonFiniteNumbers, .extendedNumbers]), ("[+1]", .extendedNumbers),
    ("[.5]", .extendedNumbers), ("[5.]", .extendedNumbers), ("0x1F", .extendedNumbers),
    ("[-0x1F,2]", .extendedNumbers), ("[\"\\'\"]", .extendedEscapes),
    ("\"a\\x41\"", .extendedEscapes), ("\"a\\\nb\"", .extendedEscapes),
    ("[\u{c}1]", .extendedWhitespace), ("[1\u{b}]", .extendedWhitespace),
    ("\u{feff}[]", .byteOrderMark), ("[\"\\ud800\"]", .loneSurrogates),
    ("[\"\n\"]", .controlCharacters), ("[\"\\v\"]", .extendedEscapes),
    ("[\"\\q\"]", .unknownEscapes),
    ("[\"\\x4\"]", .unknownEscapes), ("[\u{a0}1]", .extendedWhitespace),
    ("[1\u{feff}]", .extendedWhitespace),
  ]

  @Test(arguments: texts.indices)
  func namesTheLeniencyThatAcceptsTheText(_ index: Int) throws {
    let (text, leniencies) = Self.texts[index]
    let error = try Self.error(text)
    #expect(error.leniencies == leniencies)
    #expect(error.description.hasSuffix("; accepted with \(leniencies.names)"))
    #expect(error.report(in: text).contains(error.advice))
    // A stream knows no byte after the fault.
    let stream = try Self.streamError(text)
    let named = try #require(stream.syntaxError?.leniencies)
    #expect(stream.description.hasSuffix(named.isEmpty ? "" : "; accepted with \(named.names)"))
    let needsMore = ["NaN", "Infinity", "1/", "\\x4\""].contains { text.contains($0) }
    #expect(needsMore || named == leniencies)
    // With them, the text is accepted.
    #expect(throws: Never.self) {
      try RawJSON(parsing: text, options: .init(leniencies: leniencies))
    }
  }

  /// No leniency accepts these.
  @Test(
    arguments: [
      "[True]", "[None]", "[nul]", "[1,,2]", "{1:2}", "[/]", "[1/2]", "[1 2]", "01", "[1.x]", "0xg",
      "\"\\u12\"", "[+]", "[NaNa]", "[1}", "", "[", "{a", "[Inf]", "#a\n1",
    ])
  func namesNothingThatWouldNotHelp(_ text: String) throws {
    let error = try Self.error(text)
    let isName = text == "{a"
    #expect(error.leniencies == (isName ? .unquotedNames : []), "\(error)")
    #expect(error.description.contains("accepted with") == isName)
  }

  /// A leniency that is chosen already is not named.
  @Test func namesOnlyWhatIsMissing() throws {
    let options = JSONReadingOptions(leniencies: [.singleQuotes])
    #expect(try Self.error("['a',]", options).leniencies == .trailingCommas)
    #expect(try Self.error("['a' 'b']", options).leniencies == [])
    #expect(try Self.error("{a:'b'}", options).leniencies == .unquotedNames)
  }

  // MARK: - Limits

  static let limits:
    [(text: String, set: any WritableKeyPath<JSONReadingOptions, Int> & Sendable, message: String)] =
      [
        ("[[1]]", \.maximumDepth, "arrays and objects are nested deeper than 1 (maximumDepth)"),
        ("[12]", \.maximumLength, "the text is longer than 1 bytes (maximumLength)"),
        ("\"ab\"", \.maximumStringLength, "a string is longer than 1 bytes (maximumStringLength)"),
        (
          "{\"ab\":1}", \.maximumStringLength,
          "a string is longer than 1 bytes (maximumStringLength)"
        ),
        ("[12]", \.maximumNumberLength, "a number is longer than 1 bytes (maximumNumberLength)"),
      ]

  @Test(arguments: limits.indices)
  func namesTheLimitAndItsValue(_ index: Int) throws {
    let row = Self.limits[index]
    var options = JSONReadingOptions.strict
    options[keyPath: row.set] = 1
    let error = try Self.error(row.text, options)
    #expect(error.limit?.value == 1)
    #expect(error.limit.map { row.message.contains("(\($0.option))") } == true)
    #expect(error.description == "\(row.message) at byte \(error.offset)")
    #expect(error.report(in: row.text).hasPrefix(row.message))
    let stream = try Self.streamError(row.text, options)
    #expect(stream.limit == error.limit)
    #expect(stream.description.hasPrefix(row.message))
    #expect(stream.withPath(upTo: 0).limit == error.limit)
  }

  @Test func errorsOfRecordsNameTheLimit() throws {
    let text = Array("[1,2]\n".utf8)
    var lines = JSONRecord.LineReader(maximumLength: 3)
    lines.feed(text[...])
    let long = try #require(throws: JSONStreamError.self) { try lines.next() }
    #expect(long.limit == .init(.maximumLength, 3))
    #expect(long.description.contains("is longer than 3 bytes (maximumLength)"))
    #expect(long.moved(lines: 2).limit == long.limit)
    let error = JSONStreamError(.streamTooLong, offset: 7, limit: .init(.maximumTotal, 7))
    #expect(error.description == "the stream is longer than 7 bytes (maximumTotal)")
  }

  @Test func errorsWithoutALimitHaveNone() throws {
    #expect(try Self.error("[1").limit == nil)
    #expect(JSONSyntaxError(.tooDeep, at: 3) == JSONSyntaxError(.tooDeep, at: 3, limit: nil))
  }
}
