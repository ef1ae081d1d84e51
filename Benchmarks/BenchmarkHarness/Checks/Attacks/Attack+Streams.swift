import RushJSON
import RushJSONStreams

extension Attack {
  /// Other encodings, and bytes that no text has.
  static let encodings = [
    text("byte order marks", "U+FEFF, repeated", filled("", "\u{feff}", "0")),
    text("zero bytes", "U+0000, repeated", filled("", "\0", "")),
    text("invalid UTF-8 at the end", "a string that ends in half a character") {
      filled("[\"", "a", "")($0) + [0xe2, 0x82, 0x22, 0x5d]
    },
    text("UTF-16", "an ordinary text in UTF-16, little-endian") { size in
      OrdinaryText.array.text(size / 2).flatMap { [$0, 0] }
    },
    text("UTF-32", "an ordinary text in UTF-32, big-endian") { size in
      OrdinaryText.array.text(size / 4).flatMap { [0, 0, 0, $0] }
    },
  ]

  /// What only JSON5 has.
  static let lenient = [
    text("a comment without an end", "`[/*aaa…`", options: .json5, filled("[/*", "a", "")),
    text("a long comment", "`/*aaa…*/0`", options: .json5, filled("/*", "a", "*/0")),
    text("comments", "`/**//**/…0`", options: .json5, filled("", "/**/", "0")),
    text("stars in a comment", "`/****…*/0`", options: .json5, filled("/*", "*", "*/0")),
    text("single quotes", "`['aaa…']`", options: .json5, filled("['", "a", "']")),
    text("unquoted names", "`{$0:0,$1:0,…}`", options: .json5, allowances: members) { size in
      GrowthText.object(size / 9) { "$\($0):0" }
    },
    text(
      "hexadecimal numbers", "`[0x1F,0x1F,…]`", options: .json5, allowances: hexadecimal,
      filled("[0", ",0x1F", "]")),
  ].map { $0.compared(with: .json5) }

  /// The same, compared with ordinary text that is read with the same options: with those of JSON5, every
  /// text is read byte by byte, and where duplicates are refused, token by token.
  func compared(with options: JSONReadingOptions) -> Attack {
    Attack(
      name: name, summary: summary,
      cases: cases.map { row in
        guard let reader = AttackReader.all.first(where: { $0.name == row.name }) else {
          return row
        }
        return AttackCase(
          row.name, allowance: row.allowance,
          ordinary: {
            try reader.input(
              OrdinaryText.array.text($0 / reader.divisor), options: options)
          }, row.prepare)
      })
  }

  /// Records, and prose around a value.
  static let records = [
    stream("a line without an end", "one record that never ends", lines, filled("\"", "a", "")),
    stream("empty lines", "line feeds", lines, filled("", "\n", ""), allowance: .emptyRecords),
    stream("carriage returns", "`\\r\\r…`", lines, filled("", "\r", "")),
    stream("lines of one digit", "`0\\n0\\n…`", lines, filled("", "0\n", ""), allowance: .lines),
    stream("record separators", "U+001E, repeated", sequence, filled("", "\u{1e}", "")),
    stream(
      "records of one digit", "`␞0␞0…`", sequence, filled("", "\u{1e}0", ""), allowance: .lines),
    stream("an event without an end", "`data: aaa…`", events, filled("data: ", "a", "")),
    stream(
      "events without data", "line feeds", events, filled("", "\n", ""), allowance: .emptyRecords),
    stream("empty data lines", "`data\\n`, repeated", events, filled("", "data\n", "\n")),
    stream(
      "comments in events", "`:\\n`, repeated", events, filled("", ":\n", ""),
      allowance: .emptyRecords),
    stream(
      "events of one digit", "`data:0\\n\\n`", events, filled("", "data:0\n\n", ""),
      allowance: .events),
    Attack(
      name: "prose that looks like a value", summary: "`[x [x …`, before the value",
      cases: [1, 16, 1 << 20].map { piece in
        prose(
          "pieces of \(piece)", Allowance(cost: 160, reason: candidates), piece,
          filled("", "[x ", "[1]"))
      } + [
        prose(
          "long beginnings", Allowance(cost: 30, reason: beginnings), 64, filled("", "[", " x [1]"))
      ]),
  ]

  private static let candidates =
    "Words are searched quickly; each bracket may begin a value, so a reader begins there."
  private static let beginnings =
    "Prose may hold what could begin a value; at most 4 KiB are then searched again."

  /// A value after prose, compared with words before a value.
  private static func prose(
    _ name: String, _ allowance: Allowance, _ size: Int,
    _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> AttackCase {
    let words = filled("", "some words ", "[1]")
    return AttackCase(name, allowance: allowance, ordinary: words, hostile: text) { make, length in
      let text = make(length)
      let pieces = GrowthText.pieces(size, of: text)
      return AttackInput(bytes: text.count) {
        var partial = PartialJSON(.init(allowsProse: true))
        for piece in pieces { try partial.feed(piece) }
        return partial.snapshot()?.jsonArrayValue?.count ?? 0
      }
    }
  }

  private typealias RecordReading = @Sendable ([ArraySlice<UInt8>]) throws -> Int

  private static let lines: (OrdinaryText, RecordReading) = (
    .lines, { pieces in try documents(JSONLines(pieces, policy: .deliver).documents()) }
  )

  private static let sequence: (OrdinaryText, RecordReading) = (
    .sequence,
    { pieces in
      try documents(JSONLines(pieces, framing: .textSequence, policy: .deliver).documents())
    }
  )

  private static let events: (OrdinaryText, RecordReading) = (
    .events,
    { pieces in try documents(ServerSentEvent.Stream(pieces, policy: .deliver).documents()) }
  )

  private static func documents(
    _ records: some Sequence<Result<JSONDocument, JSONStreamError>>
  ) throws -> Int {
    var count = 0
    for record in records {
      if case .failure(let error) = record, error.endsStream { throw error }
      count += 1
    }
    return count
  }

  private static func stream(
    _ name: String, _ summary: String, _ reading: (OrdinaryText, RecordReading),
    _ text: @escaping @Sendable (Int) -> [UInt8], allowance: Allowance? = nil
  ) -> Attack {
    let (ordinary, read) = reading
    return Attack(
      name: name, summary: summary,
      cases: [16, 64 << 10].map { size in
        AttackCase(
          "in pieces of \(size)", allowance: allowance, ordinary: ordinary.text, hostile: text
        ) { make, length in
          let text = make(length)
          let pieces = GrowthText.pieces(size, of: text)
          return AttackInput(bytes: text.count, countsRecords: true) { try read(pieces) }
        }
      })
  }
}
