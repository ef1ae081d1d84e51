import RushJSON

extension GrowthRow {
  /// Texts in pieces.
  static let streams = [
    GrowthRow("events", 500, expected: { 14 * $0 + 2 }) { count in
      let pieces = GrowthText.pieces(16, of: records(count))
      return { try RushJSONStream.eventCount(of: pieces) }
    },
    GrowthRow("events-of-one-string", 8000, expected: { _ in 1 }) { count in
      let text = GrowthText.list(count, from: "\"", separator: "", to: "\"") { _ in "a" }
      let pieces = GrowthText.pieces(16, of: text)
      return { try RushJSONStream.eventCount(of: pieces) }
    },
    GrowthRow("events-of-one-quoted-string", 8000, expected: { _ in 1 }) { count in
      let pieces = GrowthText.pieces(16, of: quotedString(count))
      return { try lenientEvents(pieces) }
    },
    GrowthRow("events-of-one-comment", 8000, expected: { _ in 1 }) { count in
      let pieces = GrowthText.pieces(16, of: comment(count))
      return { try lenientEvents(pieces) }
    },
    GrowthRow("events-of-whitespace", 8000, expected: { _ in 1 }) { count in
      let text = [UInt8](repeating: 0x20, count: count) + [0x31]
      let pieces = GrowthText.pieces(16, of: text)
      return { try RushJSONStream.eventCount(of: pieces) }
    },
    GrowthRow("skip-deep", 5000, expected: { _ in 1 }) { count in
      let pieces = GrowthText.pieces(1024, of: GrowthText.arrays(count))
      return {
        var reader = JSONEventReader(options: deep)
        var isPassed = false
        for piece in pieces where !isPassed {
          reader.feed(piece)
          isPassed = try reader.skipValue()
        }
        return isPassed ? 1 : 0
      }
    },
    GrowthRow("skip-wide", 2000, expected: { _ in 1 }) { count in
      let pieces = GrowthText.pieces(64, of: records(count))
      return {
        var reader = JSONEventReader()
        var isPassed = false
        for piece in pieces where !isPassed {
          reader.feed(piece)
          isPassed = try reader.skipValue()
        }
        return isPassed ? 1 : 0
      }
    },
    GrowthRow("elements", 500) { count in
      let pieces = GrowthText.pieces(16, of: records(count))
      return { try elements(pieces) }
    },
    GrowthRow("elements-of-one-comment", 8000, expected: { _ in 1 }) { count in
      let text = Array("[".utf8) + comment(count) + Array("]".utf8)
      let pieces = GrowthText.pieces(16, of: text)
      return { try elements(pieces, options: .json5) }
    },
    GrowthRow("elements-of-one-string", 8000, expected: { _ in 1 }) { count in
      let text = Array("[".utf8) + quotedString(count) + Array("]".utf8)
      let pieces = GrowthText.pieces(16, of: text)
      return { try elements(pieces, options: .json5) }
    },
    GrowthRow("lines", 500) { count in
      let text = GrowthText.list(count, from: "", separator: "\n", to: "\n") { #"{"id":\#($0)}"# }
      let pieces = GrowthText.pieces(16, of: text)
      return {
        var lines = 0
        for line in JSONLines(pieces).documents() { lines += try line.get().root.count }
        return lines
      }
    },
    GrowthRow("server-sent-events", 500) { count in
      let text = GrowthText.list(count, from: "", separator: "", to: "") {
        "data: {\"id\":\ndata: \($0)}\n\n"
      }
      let pieces = GrowthText.pieces(16, of: text)
      return {
        var reader = ServerSentEvent.Reader()
        var events = 0
        for piece in pieces {
          reader.feed(piece)
          while try reader.next() != nil { events += 1 }
        }
        return events
      }
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

  private static func lenientEvents(_ pieces: [ArraySlice<UInt8>]) throws -> Int {
    var reader = JSONEventReader(options: .json5)
    var events = 0
    for piece in pieces {
      reader.feed(piece)
      while try reader.next() != nil { events += 1 }
    }
    reader.finish()
    while try reader.next() != nil { events += 1 }
    return events
  }

  private static func elements(
    _ pieces: [ArraySlice<UInt8>], options: JSONReadingOptions = .stream
  ) throws -> Int {
    var reader = JSONRecord.ElementReader(options: options)
    var elements = 0
    for piece in pieces {
      reader.feed(piece)
      while try reader.next() != nil { elements += 1 }
    }
    reader.finish()
    while try reader.next() != nil { elements += 1 }
    return elements
  }
}
