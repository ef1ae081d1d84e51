import RushJSON

extension GrowthRow {
  /// Texts in pieces.
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
    GrowthRow("projection", 250) { count in
      let text = Array(GrowthText.objectText(count).utf8)
      let pointers = (0..<count).map { JSONPointer(tokens: ["m\($0)"]) }
      return { try JSONProjection(pointers).values(in: text).count { $0 != nil } }
    },
    GrowthRow("projection-of-elements", 250) { count in
      let text = GrowthText.list(count) { "\($0)" }
      let pointers = (0..<count).map { JSONPointer(tokens: ["\($0)"]) }
      return { try JSONProjection(pointers).values(in: text).count { $0 != nil } }
    },
    // Many patterns and many members: their product would be quadratic.
    GrowthRow("projection-of-patterns", 250) { count in
      let text = GrowthText.list(count) { _ in #"{"a":1,"b":{"c":2}}"# }
      let patterns = (0..<count).flatMap { number in
        [
          JSONPattern(steps: [.wildcard, .name("n\(number)")]),
          JSONPattern(steps: [.slice(start: 0, end: nil, step: 1), .name("b"), .name("m\(number)")]
          ),
        ]
      }
      return { try JSONProjection(patterns: ["/*/a"] + patterns).matches(in: text).count }
    },
  ]

  static func comment(_ count: Int) -> [UInt8] {
    GrowthText.list(count, from: "/*", separator: "", to: "*/1 ") { _ in "a" }
  }

  static func quotedString(_ count: Int) -> [UInt8] {
    GrowthText.list(count, from: "'", separator: "", to: "'") { _ in "a" }
  }

  static func bracketed(_ text: [UInt8]) -> [UInt8] { [0x5b] + text + [0x5d] }

  static let one: @Sendable (Int) -> Int = { _ in 1 }

  /// A text in pieces of some bytes, and what reads them.
  static func reading(
    _ name: String, _ count: Int, in size: Int = 16,
    expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ text: @escaping @Sendable (Int) -> [UInt8],
    _ read: @escaping @Sendable ([ArraySlice<UInt8>]) throws -> Int
  ) -> GrowthRow {
    GrowthRow(name, count, expected: expected) { count in
      let pieces = GrowthText.pieces(size, of: text(count))
      return { try read(pieces) }
    }
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
}
