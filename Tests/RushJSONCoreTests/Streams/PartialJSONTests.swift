import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

@Suite struct PartialJSONTests {
  /// A text, its snapshot, and the snapshot without unfinished strings if it differs.
  static let snapshots: [(text: String, snapshot: String?, withoutStrings: String?)] = [
    ("", nil, nil), (" ", nil, nil), ("[", "[]", "[]"), ("{", "{}", "{}"), ("1", nil, nil),
    ("tru", nil, nil), ("true", "true", "true"), ("\"a", "\"a\"", nil), ("\"a\"", "\"a\"", "\"a\""),
    ("[1", "[]", "[]"), ("[1,", "[1]", "[1]"), ("[1 ", "[1]", "[1]"), ("[-", "[]", "[]"),
    ("[1.", "[]", "[]"), ("[tru", "[]", "[]"), ("[true", "[true]", "[true]"),
    ("[fals", "[]", "[]"), ("[1,false", "[1,false]", "[1,false]"),
    ("[[null", "[[null]]", "[[null]]"),
    ("{\"a\":null", "{\"a\":null}", "{\"a\":null}"),
    ("{\"a\":{\"b\":nul", "{\"a\":{}}", "{\"a\":{}}"),
    ("{\"a\":1,\"a\":true", "{\"a\":1}", "{\"a\":1}"), ("{\"true", "{}", "{}"),
    ("[true,", "[true]", "[true]"),
    ("{\"a", "{}", "{}"), ("{\"a\"", "{}", "{}"), ("{\"a\":", "{}", "{}"), ("{\"a\":1", "{}", "{}"),
    ("{\"a\":1,", "{\"a\":1}", "{\"a\":1}"), ("{\"a\":\"", "{\"a\":\"\"}", "{}"),
    ("{\"a\":\"b", "{\"a\":\"b\"}", "{}"), ("{\"a\":[", "{\"a\":[]}", "{\"a\":[]}"),
    ("{\"a\":[{\"b\":\"c", "{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[{}]}"),
    ("[\"a\\", "[\"a\"]", "[]"), ("[\"a\\u00e", "[\"a\"]", "[]"),
    ("[\"\\ud83d", "[\"\"]", "[]"), ("[\"\\ud83d\\ude0", "[\"\"]", "[]"),
    ("[\"\\ud83d\\ude00", "[\"\u{1f600}\"]", "[]"),
    ("{\"a\":1,\"a\":[2", "{\"a\":1}", "{\"a\":1}"), ("[[1,2],[3,", "[[1,2],[3]]", "[[1,2],[3]]"),
  ]

  private static func text(_ value: RawJSON?) throws -> String? { try value?.jsonString() }

  /// What JSON5 adds. Where the rows above have quotation marks, it may have apostrophes.
  static let json5Snapshots: [(text: String, snapshot: String?, withoutStrings: String?)] = [
    ("{a: 'hel", "{\"a\":\"hel\"}", "{}"), ("{a", "{}", "{}"), ("{'a\"b", "{}", "{}"),
    ("['a\"b", "[\"a\\\"b\"]", "[]"), ("[\"a'b", "[\"a'b\"]", "[]"), ("['a\\'b", "[\"a'b\"]", "[]"),
    ("['a\\x4", "[\"a\"]", "[]"), ("['a\\\nb", "[\"ab\"]", "[]"),
    ("['a\\qb\t", "[\"aqb\\t\"]", "[]"), ("['a\\0", "[\"a\"]", "[]"), ("['a\\", "[\"a\"]", "[]"),
    ("[/* ' */ 'a", "[\"a\"]", "[]"),
    ("[+Infin", "[]", "[]"), ("[0x", "[]", "[]"), ("['a', // '", "[\"a\"]", "[\"a\"]"),
  ]

  @Test(arguments: snapshots.indices)
  func table(_ index: Int) throws {
    let row = Self.snapshots[index]
    try Self.check(row, .strict)
    try Self.check(row, .json5)
    let text = String(row.text.map { $0 == "\"" ? "'" : $0 })
    try Self.check((text, row.snapshot, row.withoutStrings), .json5)
  }

  @Test(arguments: json5Snapshots.indices)
  func json5Table(_ index: Int) throws { try Self.check(Self.json5Snapshots[index], .json5) }

  private static func check(
    _ row: (text: String, snapshot: String?, withoutStrings: String?), _ reading: JSONReadingOptions
  ) throws {
    for isWhole in [true, false] {
      for keeps in [true, false] {
        var partial = PartialJSON(.init(readingOptions: reading, keepsUnfinishedStrings: keeps))
        if isWhole {
          try partial.feed(row.text)
        } else {
          for byte in row.text.utf8 {
            try partial.feed([byte])
            _ = partial.snapshot()
          }
        }
        let expected = keeps ? row.snapshot : row.withoutStrings
        let found1 = partial.snapshot()
        #expect(try Self.text(found1) == expected, "\(row.text)")
      }
    }
  }

  /// A snapshot leaves out a cut character.
  @Test func cutsCharacters() throws {
    var partial = PartialJSON()
    try partial.feed([0x5b, 0x22, 0x61, 0xf0, 0x9f])
    let found2 = partial.snapshot()
    #expect(found2 == ["a"])
    try partial.feed([0x98, 0x80])
    let found3 = partial.snapshot()
    #expect(found3 == ["a\u{1f600}"])
  }

  /// A backslash before a cut character is not an error yet, and the text before it stays.
  @Test func cutCharactersBehindBackslashesLoseNothing() throws {
    for cut in [[0xf0], [0xf0, 0x9f], [0xe2, 0x82], [0xc3]] as [[UInt8]] {
      var partial = PartialJSON()
      try partial.feed("{\"a\":\"xy\\")
      try partial.feed(cut)
      let found = partial.snapshot()
      #expect(found == ["a": "xy"])
    }
  }

  /// After an error in a string, the snapshot does not depend on the pieces.
  @Test(
    arguments: ["[\"ab\\x\"]", "[\"ab\n", "[1,\"a\\ud83dx", "{\"a\":\"b\\n\\1"],
    [JSONReadingOptions.strict, .json5])
  func errorsInStringsKeepWhatCameBefore(_ text: String, _ reading: JSONReadingOptions) {
    let text = reading == .strict ? text : String(text.map { $0 == "\"" ? "'" : $0 })
    var found: [RawJSON?] = []
    for size in [1, 3, 100] {
      var partial = PartialJSON(.init(readingOptions: reading))
      #expect(throws: JSONStreamError.self) {
        for chunk in Chunks.of(size, Array(text.utf8)) {
          try partial.feed(chunk)
          _ = partial.snapshot()
        }
      }
      found.append(partial.snapshot())
    }
    #expect(found[0] == found[1] && found[1] == found[2], "\(found)")
    #expect(found[0]?.description.contains("\"") == true)
  }

  static let documents: [[UInt8]] =
    SampleDocuments.all
    + (0..<170 as Range<UInt64>).map { seed in
      var generator = DocumentGenerator(seed: 500 + seed, finiteNumbers: false)
      #if DEBUG
        return generator.document(maximumDepth: 6, maximumBytes: 100)
      #else
        return generator.document(maximumDepth: 8, maximumBytes: 400)
      #endif
    }

  /// Every prefix of two hundred documents, in pieces of different sizes.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func everyPrefix(_ part: Int) throws {
    #expect(Self.documents.count == 200)
    var random = SeededGenerator(seed: UInt64(part))
    for (index, text) in Self.documents.enumerated() where index % 8 == part {
      let keeps = index % 3 != 0
      var partial = PartialJSON(.init(keepsUnfinishedStrings: keeps))
      var kept: [RawJSON?] = []
      var at = 0
      while at < text.count {
        let end = min(text.count, at + Int.random(in: 1...3, using: &random))
        try partial.feed(text[at..<end])
        at = end
        let found = partial.snapshot()
        let expected = PartialReference.snapshot(of: Array(text[..<end]), keepsStrings: keeps)
        #expect(
          try Self.text(found) == Self.text(expected), "\(index): \(visible(text[..<end]))")
        // Kept snapshots must not change later ones, nor be changed by them.
        if Bool.random(using: &random) { kept.append(found) }
      }
      try partial.finish()
      let found4 = partial.isComplete
      #expect(found4)
      let found5 = partial.snapshot()
      #expect(try Self.text(found5) == Self.text(RawJSON(parsing: text)))
    }
  }

  private static let changing = [
    "{\"a\":[1,{\"b\":\"cdefg\",\"h\":[2,3]}],\"i\":{\"j\":\"k\"}}",
    "[[[[\"deep\"],[]],{}],[[1,[2,[3,[4,[5]]]]]],\"end\"]",
    "{\"a\":{\"x\":[1]},\"b\":2,\"a\":{\"y\":[2,{\"z\":\"w\"}]},\"b\":\"long enough to be cut\"}",
  ]

  /// Kept snapshots, and kept values of them, do not change, and do not change later snapshots.
  @Test(arguments: changing, [JSONReadingOptions.DuplicateNames.keepLast, .keepFirst])
  func snapshotsDoNotChange(_ json: String, _ duplicates: JSONReadingOptions.DuplicateNames) throws
  {
    let text = Array(json.utf8)
    var reading = JSONReadingOptions.strict
    reading.duplicateNames = duplicates
    for part in ["", "/0", "/a", "/a/1", "/0/0", "/i"] {
      let pointer = try JSONPointer(part)
      for keepEvery in 1...3 {
        var partial = PartialJSON(.init(readingOptions: reading))
        var kept: [(RawJSON?, String?)] = []
        for (count, byte) in text.enumerated() {
          try partial.feed([byte])
          let snapshot = partial.snapshot()
          let expected = PartialReference.snapshot(
            of: Array(text[...count]), keepsStrings: true, firstWins: duplicates == .keepFirst)
          if part == "" {
            #expect(snapshot == expected, "\(json.prefix(count + 1))")
          }
          if let snapshot { #expect(snapshot.height >= Self.height(of: snapshot)) }
          if count % keepEvery == 0 {
            let value = snapshot?[pointer]
            kept.append((value, try Self.text(value)))
          }
        }
        try partial.finish()
        let whole = partial.snapshot()
        #expect(try whole == RawJSON(parsing: text, options: reading))
        for (value, text) in kept { #expect(try Self.text(value) == text) }
      }
    }
  }

  private static func height(of value: RawJSON) -> UInt32 {
    switch value {
    case .array(let array): 1 + (array.map { height(of: $0) }.max() ?? 0)
    case .dictionary(let object): 1 + (object.map { height(of: $0.value) }.max() ?? 0)
    default: 0
    }
  }

  /// Complete values are equal to the final ones, and all other values of a snapshot are open.
  @Test func completePaths() throws {
    let text = Array("{\"a\":[1,{\"b\":\"cd\",\"e\":[2,3]}],\"f\":{\"g\":\"h\"},\"i\":true}".utf8)
    let whole = try RawJSON(parsing: text)
    var partial = PartialJSON()
    for (index, byte) in text.enumerated() {
      try partial.feed([byte])
      guard let snapshot = partial.snapshot() else { continue }
      var open: [JSONPointer] = []
      for path in snapshot.paths() {
        if partial.isComplete(at: path) {
          #expect(snapshot[path] == whole[path], "\(path) after \(index + 1) bytes")
        } else {
          open.append(path)
        }
      }
      // From the outermost value to the innermost.
      for (outer, inner) in zip(open, open.dropFirst()) {
        #expect(inner.parent == outer, "\(open) after \(index + 1) bytes")
      }
      let hasOther = partial.isComplete(at: JSONPointer(tokens: ["x"]))
      #expect(!hasOther)
      if let last = open.last, let innermost = partial.openPath {
        #expect(innermost.tokens.starts(with: last.tokens), "\(innermost) after \(index + 1) bytes")
      }
    }
    let found6 = partial.openPath
    #expect(found6 == nil)
    let found7 = partial.isComplete(at: .root)
    #expect(found7)
  }

  /// A complete value stays complete while another member of its name is coming.
  @Test(arguments: [JSONReadingOptions.DuplicateNames.keepLast, .keepFirst])
  func completePathsStayComplete(_ duplicates: JSONReadingOptions.DuplicateNames) throws {
    let text = Array("{\"a\":1,\"b\":[2],\"a\":[3,{\"c\":4,\"c\":5}],\"b\":\"six\",\"d\":7}".utf8)
    var reading = JSONReadingOptions.strict
    reading.duplicateNames = duplicates
    var partial = PartialJSON(.init(readingOptions: reading))
    var complete: Set<JSONPointer> = []
    for (index, byte) in text.enumerated() {
      try partial.feed([byte])
      for path in [JSONPointer("/a"), JSONPointer("/b"), JSONPointer("/a/1/c")] {
        let isComplete = partial.isComplete(at: path)
        let value = partial.snapshot()?[path]
        #expect(isComplete || !complete.contains(path), "\(path) after \(index + 1) bytes")
        #expect(!isComplete || value != RawJSON?.none, "\(path) after \(index + 1) bytes")
        if isComplete { complete.insert(path) }
      }
    }
    #expect(complete.count == (duplicates == .keepLast ? 3 : 2))
  }

  // MARK: - Errors

  /// Every text of the tables has the same error, or none, as in events.
  @Test func sameErrors() {
    for syntax in SyntaxTable.all {
      let expected = StreamReading([syntax.bytes[...]], options: syntax.options).error
      for size in [1, 3, max(1, syntax.bytes.count)] {
        var partial = PartialJSON(.init(readingOptions: syntax.options))
        var found: JSONStreamError?
        do throws(JSONStreamError) {
          for chunk in Chunks.of(size, syntax.bytes) {
            try partial.feed(chunk)
            _ = partial.snapshot()
          }
          try partial.finish()
        } catch {
          found = error
        }
        #expect(found?.syntaxError == expected?.syntaxError, "\(visible(syntax.bytes)) by \(size)")
        #expect(found?.location == expected?.location, "\(visible(syntax.bytes)) by \(size)")
      }
    }
  }

  /// An error in a string is reported before the string ends.
  @Test(
    arguments: [("[\"a\\q", ["a"]), ("[\"a\u{1}", ["a"]), ("[\"\\ud83dx", [""])]
      as [(String, RawJSON)])
  func refusesStringsEarly(_ text: String, _ snapshot: RawJSON) {
    var partial = PartialJSON()
    #expect(throws: JSONStreamError.self) { try partial.feed(text) }
    let found8 = partial.snapshot()
    #expect(found8 == snapshot)
  }

  // MARK: - Prose

  static let prose: [(text: String, value: String)] = [
    ("Sure! ```json\n{\"a\": [1, 2]}\n```\nI hope that [this] helps.", "{\"a\":[1,2]}"),
    ("As [asked] for: {\"a\": \"b\"}", "{\"a\":\"b\"}"),
    ("{see below} [{not yet [\"x\", 1] …", "[\"x\",1]"),
    ("[1]", "[1]"), ("{\"a\":1} {\"b\":2}", "{\"a\":1}"), ("é [\"é\"] é", "[\"é\"]"),
  ]

  @Test(arguments: prose.indices, [1, 2, 7, 1000])
  func findsValueInProse(_ index: Int, _ size: Int) throws {
    var partial = PartialJSON(.init(allowsProse: true))
    for chunk in Chunks.of(size, Array(Self.prose[index].text.utf8)) {
      try partial.feed(chunk)
      _ = partial.snapshot()
    }
    try partial.finish()
    let found9 = partial.snapshot()
    #expect(try Self.text(found9) == Self.prose[index].value)
  }

  @Test func showsUnfinishedValueInProse() throws {
    var partial = PartialJSON(.init(allowsProse: true))
    try partial.feed("Here you are: {\"title\": \"The Vo")
    let found10 = partial.snapshot()
    #expect(found10 == ["title": "The Vo"])
    #expect(throws: JSONStreamError.self) { try partial.finish() }
    let found11 = partial.snapshot()
    #expect(found11 == ["title": "The Vo"])
    var none = PartialJSON(.init(allowsProse: true))
    try none.feed("no value here")
    #expect(throws: JSONStreamError.self) { try none.finish() }
  }

  // MARK: - Cost

  /// Deep, long and wide values byte by byte, with a snapshot after each: open containers are not
  /// copied each time.
  /// Whether no value has begun, however the text is cut.
  @Test(arguments: [
    ("", true, false), (" \n", true, false), ("[", false, false), ("{}", false, false),
    ("1", false, false), ("-", false, false), ("tru", false, false), ("\"", false, false),
    (" {", false, false), ("\"\"", false, false), ("Sure", true, true), ("Sure: {", false, true),
    ("see [x] ", true, true), ("see [x] [1]", false, true),
  ])
  func emptyTexts(_ text: String, _ isEmpty: Bool, _ allowsProse: Bool) throws {
    for size in [1, 2, 100] {
      var partial = PartialJSON(.init(allowsProse: allowsProse))
      #expect(partial.isEmpty)
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        try partial.feed(rest.prefix(size))
        rest = rest.dropFirst(size)
        _ = partial.snapshot()
      }
      #expect(partial.isEmpty == isEmpty, "\(text) in pieces of \(size)")
    }
  }

  /// A tool call without arguments can be made an empty object.
  @Test func emptyTextBecomesAnObject() throws {
    var partial = PartialJSON()
    try partial.feed("")
    if partial.isEmpty { try partial.feed("{}") }
    try partial.finish()
    #expect(partial.snapshot() == [:] && !partial.isEmpty)
    var refused = PartialJSON()
    #expect(throws: JSONStreamError.self) { try refused.feed("x") }
    #expect(!refused.isEmpty)
  }

  @Test func hostileShapes() throws {
    let deep = [UInt8](repeating: 0x5b, count: 500)
    let long = Array("\"".utf8) + [UInt8](repeating: 0x61, count: 20_000)
    let wide = Array("[".utf8) + Array(String(repeating: "1,", count: 10_000).utf8)
    let members = (0..<2_000).map { "\"\($0)\":[[]]" }.joined(separator: ",")
    for text in [deep, long, Array("[".utf8) + long, wide, Array("[{\(members)".utf8)] {
      var partial = PartialJSON()
      var outer: ObjectIdentifier?
      var inner: ObjectIdentifier?
      var moves = 0
      for byte in text {
        try partial.feed([byte])
        guard let storage = partial.snapshot()?.storage else { continue }
        let first = storage.count > 0 ? storage.values[0].storage : nil
        let ids = (ObjectIdentifier(storage), first.map { ObjectIdentifier($0) })
        if outer != ids.0 || inner != ids.1 { moves += 1 }
        (outer, inner) = ids
      }
      // Growing doubles the room. Where uniqueness is unknown, each snapshot has new nodes.
      #expect(moves < 32 || !Uniqueness.isKnown)
      let last = partial.snapshot()
      #expect(last != nil)
      let isComplete = partial.isComplete
      #expect(!isComplete)
    }
  }
}
