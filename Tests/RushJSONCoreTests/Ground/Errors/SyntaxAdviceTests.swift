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
    _ text: String, _ options: JSONReadingOptions = .strict, pieces: Int = .max
  ) throws -> JSONStreamError {
    var reader = JSONEventReader(options: options)
    return try #require(throws: JSONStreamError.self) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        reader.feed(Array(rest.prefix(pieces)))
        rest = rest.dropFirst(pieces)
        if rest.isEmpty { reader.finish() }
        while try reader.next() != nil {}
      }
      if text.isEmpty { reader.finish() }
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
    ("[1\u{feff}]", .extendedWhitespace), ("1.", .extendedNumbers), ("-.5", .extendedNumbers),
    ("null//c", .comments), ("[true/*c*/]", .comments), ("{\"a\":false/**/}", .comments),
    ("5//c", .comments), ("1./*c*/", [.extendedNumbers, .comments]),
    ("[null\u{c}]", .extendedWhitespace), ("null\u{a0}", .extendedWhitespace),
    ("[NaN/**/]", [.nonFiniteNumbers, .comments]),
    ("[5.\u{2028}]", [.extendedNumbers, .extendedWhitespace]),
  ]

  @Test(arguments: texts.indices)
  func namesTheLeniencyThatAcceptsTheText(_ index: Int) throws {
    let (text, leniencies) = Self.texts[index]
    let error = try Self.error(text)
    #expect(error.leniencies == leniencies)
    #expect(error.description.hasSuffix("; accepted with \(leniencies.names)"))
    #expect(error.report(in: text).contains(error.advice))
    let stream = try Self.streamError(text)
    #expect(stream.syntaxError?.leniencies == leniencies)
    #expect(stream.description.hasSuffix("; accepted with \(leniencies.names)"))
    let inBytes = try Self.streamError(text, pieces: 1)
    #expect(inBytes.description == stream.description)
    // With them, the text is accepted.
    #expect(throws: Never.self) {
      try RawJSON(parsing: text, options: .init(leniencies: leniencies))
    }
  }

  /// No leniency accepts these.
  @Test(
    arguments: [
      "[True]", "[None]", "[nul]", "[1,,2]", "{1:2}", "[/]", "[1/2]", "[1 2]", "01", "[1.x]", "0xg",
      "\"\\u12\"", "[+]", "[NaNa]", "[1}", "", "[", "[Inf]", "#a\n1", "1.'", "-\u{a0}1", "[5.}",
      "5.,", "null/", "nullx", "true\u{e4}", "1/", "-", "[1,", "\"\\u", "1.\u{e4}",
    ])
  func namesNothingThatWouldNotHelp(_ text: String) throws {
    let error = try Self.error(text)
    #expect(error.leniencies == [], "\(error)")
    #expect(!error.description.contains("accepted with"))
    let stream = try Self.streamError(text)
    #expect(stream.syntaxError?.leniencies == [], "\(stream)")
  }

  /// A reader of comments gets into one without an end. Whether more bytes may follow does not change the error.
  @Test(arguments: [
    "/*", "[/*", "[1/*a", "5./*", "{\"a\":/*\u{13}:/*\u{13}one ", "{/*\u{e4}", "[1]/**", "null/*",
  ])
  func namesCommentsForOneWithoutAnEnd(_ text: String) throws {
    let error = try Self.error(text)
    #expect(error.leniencies.contains(.comments), "\(error)")
    let stream = try Self.streamError(text)
    #expect(stream.syntaxError?.leniencies == error.leniencies, "\(stream)")
    #expect(try Self.streamError(text, pieces: 1).description == stream.description)
    var reader = JSONEventReader()
    reader.feed(Array(text.utf8))
    let beforeEnd = try #require(throws: JSONStreamError.self) {
      while try reader.next() != nil {}
      reader.finish()
      while try reader.next() != nil {}
    }
    #expect(beforeEnd.description == stream.description)
  }

  /// Random texts of the tokens that leniencies are about: an error names leniencies exactly if some let a reader get
  /// beyond its byte, and then these do.
  @Test(arguments: PropertySeed.all(count: 8))
  func namesLenienciesExactlyIfTheyHelp(_ seed: PropertySeed) throws {
    var random = NumberSamples.Bits(seed: seed.value)
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      let refused = Result { () throws(JSONSyntaxError) in try RawJSON(parsing: text) }
      guard case .failure(let error) = refused else { continue }
      let all = JSONReadingOptions.Leniencies(rawValue: 0x0fff)
      let helps = Self.getsBeyond(text.utf8.count, in: text, with: all)
      if error.leniencies.isEmpty {
        #expect(!helps, "\(text.debugDescription): \(error)")
      } else {
        #expect(
          Self.getsBeyond(error.offset, in: text, with: error.leniencies),
          "\(text.debugDescription): \(error)")
      }
      let stream = try Self.streamError(text)
      #expect(
        stream.syntaxError?.leniencies == error.leniencies, "\(text.debugDescription): \(stream)")
      let inPieces = try Self.streamError(text, pieces: .random(in: 1...4, using: &random))
      #expect(inPieces.description == stream.description, "\(text.debugDescription)")
    }
  }

  private static let pieces = [
    "[", "]", "{", "}", ",", ":", "1", "5.", ".5", "-", "+", "0x1F", "NaN", "Infinity", "null",
    "true",
    "'", "\"", "a", "\"a\"", "'b'", "//", "/*c*/", "/*", "/", "\n", " ", "\u{a0}", "\u{c}",
    "\u{2028}",
    "\\", "\\x41", "\\u12", "\\q", "\\ud800", "\u{feff}", "\u{e4}", "1e3",
  ]

  private static func getsBeyond(
    _ offset: Int, in text: String, with leniencies: JSONReadingOptions.Leniencies
  ) -> Bool {
    do {
      _ = try RawJSON(parsing: text, options: .init(leniencies: leniencies))
      return true
    } catch {
      // A comment without an end is refused where it begins.
      return error.offset > offset
        || error.kind == .unterminatedComment && error.offset == offset
    }
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
