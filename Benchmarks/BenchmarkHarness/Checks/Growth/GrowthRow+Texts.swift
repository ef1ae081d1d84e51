import RushJSON
import RushJSONStreams

extension GrowthRow {
  /// Documents, trees, and look-ups in them.
  static let reading = [
    row("document", 2000, of: records) { try JSONDocument(parsing: $0).root.count },
    row("documents-of-one-reader", 500, of: { (0..<$0).map { #"{"id":\#($0)}"# } }) { texts in
      var reader = JSONDocument.Reader()
      return try texts.reduce(0) { try $0 + reader.parse($1).root.count }
    },
    row("tree", 1000, of: records) { try RawJSON(parsing: $0).jsonArrayValue?.count ?? 0 },
    row("deep-document", 10_000, of: GrowthText.arrays) {
      try JSONDocument(parsing: $0, options: deep).recordCount
    },
    row("deep-tree", 5000, expected: one, of: GrowthText.arrays) {
      try RawJSON(parsing: $0, options: deep).jsonArrayValue?.count ?? 0
    },
    row("document-walk", 2000, expected: { 3 * $0 }, of: { try JSONDocument(parsing: records($0)) })
    {
      var cursor = $0.cursor()
      var names = 0
      while cursor.advance() { if cursor.isName { names += 1 } }
      return names
    },
    lookups("document-names", { try JSONDocument(parsing: $0) }) { $0.root[$1] != nil },
    row(
      "document-many-indexes", 250,
      of: { try JSONDocument(parsing: GrowthText.list($0) { _ in GrowthText.objectText(33) }) }
    ) { try $0.root.elements().count { $0["m20"] != nil } },
    lookups("tree-names", { try RawJSON(parsing: $0) }) { $0[$1] != nil },
    row("duplicate-names", 1000, expected: one, of: { GrowthText.object($0) { _ in #""a":1"# } }) {
      try RawJSON(parsing: $0).objectValue?.count ?? 0
    },
    row("refused-duplicates", 500, of: GrowthText.members) {
      let options = JSONReadingOptions(duplicateNames: .refuse)
      return try JSONDocument(parsing: $0, options: options).root.count
    },
    row("report-at-end", 2000, of: { Array(records($0).dropLast()) }) { text in
      // The index in the path is that of the last record.
      let error = JSONSyntaxError(.unexpectedEnd, at: text.count)
      blackHole(error.report(in: text))
      return (error.pointer(in: text).tokens.first.flatMap { Int($0) } ?? 0) + 1
    },
    row(
      "long-number", 20_000,
      of: {
        String(repeating: "3", count: $0 / 2) + "." + String(repeating: "3", count: $0 / 2 - 1)
      }
    ) { text in
      let options = JSONReadingOptions.changed { $0.maximumNumberLength = .max }
      let root = try JSONDocument(parsing: text, options: options).root
      let number = try root.number()
      blackHole(number == (try RawJSON(parsing: text, options: options).jsonNumberValue))
      blackHole(number.hashValue)
      blackHole(number.int)
      blackHole(number.nearestDouble)
      return try root.jsonBytes(.pretty).isEmpty ? 0 : number.text.utf8.count
    },
    row("failing-reads", 1000, of: { try JSONDocument(parsing: strings($0)) }) {
      try $0.root.elements().count { element in
        do throws(JSONValueError) { blackHole(try element.int()) } catch { return true }
        return false
      }
    },
    row(
      "syntax-errors", 4000, expected: { 2 * $0 },
      of: { Array(GrowthText.list($0) { _ in "1" }.dropLast()) }
    ) {
      do throws(JSONSyntaxError) { try JSONDocument.validate($0) } catch { return error.offset }
      return 0
    },
    row("comments", 1000, of: { GrowthText.list($0) { "/* \($0) */ '\($0)' // and more\n" } }) {
      try JSONDocument(parsing: $0, options: .json5).root.count
    },
  ]

  static let deep = JSONReadingOptions.changed { $0.maximumDepth = 1 << 24 }

  static func records(_ count: Int) -> [UInt8] {
    GrowthText.list(count) { #"{"id":\#($0),"name":"number \#($0)","at":[48.1,11.5]}"# }
  }

  static func strings(_ count: Int) -> [UInt8] { GrowthText.list(count) { #""a\#($0)""# } }

  /// All members of an object, each looked up by its name.
  private static func lookups<Value>(
    _ name: String, _ parse: @escaping @Sendable (String) throws -> Value,
    _ finds: @escaping @Sendable (Value, String) -> Bool
  ) -> GrowthRow {
    row(
      name, 1000, of: { (try parse(GrowthText.objectText($0)), (0..<$0).map { "m\($0)" }) }
    ) { value, names in names.count { finds(value, $0) } }
  }
}

extension JSONReadingOptions {
  /// Strict reading, but for what `change` does.
  static func changed(_ change: (inout JSONReadingOptions) -> Void) -> JSONReadingOptions {
    var options = JSONReadingOptions.strict
    change(&options)
    return options
  }
}

extension GrowthRow {
  static let streams = [
    reading(
      "events", 500, expected: { 14 * $0 + 2 }, records, { try RushJSONStream.eventCount(of: $0) }),
    reading(
      "events-of-one-string", 8000, expected: one,
      { GrowthText.list($0, from: "\"", separator: "", to: "\"") { _ in "a" } },
      { try RushJSONStream.eventCount(of: $0) }),
    reading("events-of-one-quoted-string", 8000, expected: one, quotedString) {
      try RushJSONStream.eventCount(of: $0, options: .json5)
    },
    reading("events-of-one-comment", 8000, expected: one, comment) {
      try RushJSONStream.eventCount(of: $0, options: .json5)
    },
    reading(
      "events-of-whitespace", 8000, expected: one, { [UInt8](repeating: 0x20, count: $0) + [0x31] },
      { try RushJSONStream.eventCount(of: $0) }),
    reading("skip-deep", 5000, in: 1024, expected: one, GrowthText.arrays) {
      try skips($0, options: deep)
    },
    reading("skip-wide", 2000, in: 64, expected: one, records) { try skips($0) },
    reading("elements", 500, records) { try RushJSONStream.elementCount(of: $0) },
    reading("elements-of-one-comment", 8000, expected: one, { bracketed(comment($0)) }) {
      try RushJSONStream.elementCount(of: $0, options: .json5)
    },
    reading("elements-of-one-string", 8000, expected: one, { bracketed(quotedString($0)) }) {
      try RushJSONStream.elementCount(of: $0, options: .json5)
    },
    reading(
      "lines", 500,
      { GrowthText.list($0, from: "", separator: "\n", to: "\n") { #"{"id":\#($0)}"# } }
    ) {
      try JSONLines($0).documents().reduce(0) { try $0 + $1.get().root.count }
    },
    reading(
      "server-sent-events", 500,
      { count in
        GrowthText.list(count, from: "", separator: "", to: "") {
          "data: {\"id\":\ndata: \($0)}\n\n"
        }
      }
    ) { pieces in
      var reader = ServerSentEvent.Reader()
      var events = 0
      for piece in pieces {
        reader.feed(piece)
        while try reader.next() != nil { events += 1 }
      }
      return events
    },
    projection("projection", GrowthText.members) { "m\($0)" },
    projection("projection-of-elements", { GrowthText.list($0) { "\($0)" } }) { "\($0)" },
    // One walk along the array, not one from its beginning for each element.
    row(
      "projection-of-a-document", 250,
      of: { try JSONDocument(parsing: GrowthText.list($0) { "\($0)" }) }
    ) { JSONProjection(patterns: ["$[*]"]).matches(in: $0.root).count },
    // Many patterns and many members: their product would be quadratic.
    row(
      "projection-of-patterns", 250,
      of: { count in
        let patterns = (0..<count).flatMap { number in
          [
            [.wildcard, .name("n\(number)")],
            [.slice(start: 0, end: nil, step: 1), .name("b"), .name("m\(number)")],
          ].map(JSONPattern.init(steps:))
        }
        return (GrowthText.list(count) { _ in #"{"a":1,"b":{"c":2}}"# }, ["/*/a"] + patterns)
      }
    ) { text, patterns in try JSONProjection(patterns: patterns).matches(in: text).count },
  ]

  private static func comment(_ count: Int) -> [UInt8] {
    GrowthText.list(count, from: "/*", separator: "", to: "*/1 ") { _ in "a" }
  }

  private static func quotedString(_ count: Int) -> [UInt8] {
    GrowthText.list(count, from: "'", separator: "", to: "'") { _ in "a" }
  }

  private static func bracketed(_ text: [UInt8]) -> [UInt8] { [0x5b] + text + [0x5d] }

  private static func reading(
    _ name: String, _ count: Int, in size: Int = 16,
    expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ text: @escaping @Sendable (Int) -> [UInt8],
    _ read: @escaping @Sendable ([ArraySlice<UInt8>]) throws -> Int
  ) -> GrowthRow {
    row(name, count, expected: expected, of: { GrowthText.pieces(size, of: text($0)) }, read)
  }

  /// A projection of as many values as there are in the text, each by the last step of its pointer.
  private static func projection(
    _ name: String, _ text: @escaping @Sendable (Int) -> [UInt8],
    _ step: @escaping @Sendable (Int) -> String
  ) -> GrowthRow {
    // Longer than a text that is read as a document, so that each size takes the same way.
    row(
      name, 1000, of: { (text($0), (0..<$0).map { JSONPointer(tokens: [step($0)]) }) }
    ) { text, pointers in try JSONProjection(pointers).values(in: text).count { $0 != nil } }
  }

  private static func skips(
    _ pieces: [ArraySlice<UInt8>], options: JSONReadingOptions = .strict
  ) throws -> Int {
    var reader = JSONEventReader(options: options)
    for piece in pieces {
      reader.feed(piece)
      if try reader.skipValue() { return 1 }
    }
    return 0
  }

  /// Values that arrive byte by byte, with a snapshot after each byte. A kept one has copies of the open lists, so the
  /// lists of its rows stay small.
  static let partialValues =
    [
      partial("numbers", 1000, .none) { GrowthText.list($0) { "\($0 % 10)" } },
      partial("strings", 500, .none) { GrowthText.list($0) { #""\#($0 % 10)""# } },
      partial("objects", 250, .none) { GrowthText.list($0) { #"{"a":\#($0 % 10)}"# } },
      partial("members", 250, .none, GrowthText.members),
    ]
    + [Keeping.last, .none].flatMap { keeping in
      [
        partial("one-string", 1000, keeping, size: { _ in 1 }) {
          GrowthText.list($0, from: "[\"", separator: "", to: "\"]") { _ in "a" }
        },
        // The cost of a snapshot depends on the depth, so the depth is the same at each size.
        partial("deep", 250, keeping, size: { _ in 1 }) { count in
          let arrays = GrowthText.arrays(200)
          return arrays.prefix(200) + GrowthText.list(count) { "\($0 % 10)" } + arrays.suffix(200)
        },
      ]
    } + [
      partial("json5-comment", 8000, .last, size: { _ in 1 }, options: .json5, piece: 16) {
        bracketed(comment($0))
      },
      partial("json5-string", 4000, .none, size: { _ in 1 }, options: .json5, piece: 16) {
        bracketed(quotedString($0))
      },
      prose("prose-with-brackets", in: .max),
      prose("prose-with-brackets-in-pieces", in: 16),
    ]

  private enum Keeping: String {
    /// The last snapshot is alive when the next piece arrives, as in programs that show it.
    case last = "kept"
    case none = "let-go"
  }

  private static func prose(_ name: String, in size: Int) -> GrowthRow {
    reading(
      name, 500, in: size, expected: one,
      { GrowthText.list($0, from: "", separator: "", to: "[1]") { _ in "[x " } }
    ) { pieces in
      var partial = PartialJSON(.init(allowsProse: true))
      for piece in pieces { try partial.feed(piece) }
      return partial.snapshot()?.jsonArrayValue?.count ?? 0
    }
  }

  private static func partial(
    _ name: String, _ count: Int, _ keeping: Keeping,
    size: @escaping @Sendable (Int) -> Int = { $0 }, options: JSONReadingOptions = deep,
    piece: Int = 1, _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> GrowthRow {
    reading(
      "partial-\(name)-\(keeping.rawValue)", count, in: piece, expected: size, text
    ) { pieces in
      var partial = PartialJSON(.init(readingOptions: options))
      var last: RawJSON?
      for piece in pieces {
        if keeping == .none { last = nil }
        try partial.feed(piece)
        last = partial.snapshot()
      }
      return last?.jsonArrayValue?.count ?? last?.objectValue?.count ?? 0
    }
  }
}
