import Foundation
import RushJSON
import RushJSONEditing
import RushJSONFiles
import RushJSONStreams

extension ErrorTable {
  private static func writing(
    _ options: JSONWritingOptions = .compact,
    _ body: (inout JSONWriter) throws -> Void
  ) throws {
    var writer = JSONWriter(options: options)
    try body(&writer)
    try writer.finish()
  }

  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  private struct Replacing: Encodable, JSONWritable {
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    func write(to writer: inout JSONWriter) { writer = JSONWriter() }
  }

  private static let shallow: JSONWritingOptions = {
    var options = JSONWritingOptions.compact
    options.maximumDepth = 1
    return options
  }()

  private static let short: JSONWritingOptions = {
    var options = JSONWritingOptions.compact
    options.maximumLength = 5
    return options
  }()

  /// `JSONWritingError.Kind`.
  static let writing: [ErrorRow] = [
    ErrorRow("writer", "expectedName at ''") {
      try writing {
        try $0.beginObject()
        try $0.null()
      }
    },
    ErrorRow("writer", "expectedValue at '/a'") {
      try writing {
        try $0.beginObject()
        try $0.name("a")
        try $0.endObject()
      }
    },
    ErrorRow("writer", "notInObject at '/0'") {
      try writing {
        try $0.beginArray()
        try $0.null()
        try $0.name("a")
      }
    },
    ErrorRow("writer", "notInArray at ''") {
      try writing {
        try $0.beginObject()
        try $0.endArray()
      }
    },
    ErrorRow("writer", "nothingOpen at ''") { try writing { try $0.endArray() } },
    ErrorRow("writer", "moreThanOneValue at ''") {
      try writing {
        try $0.null()
        try $0.null()
      }
    },
    ErrorRow("writer", "membersOfNoObject(name: \"n\", type: \"Int\") at ''") {
      try writing {
        try $0.beginObject()
        try $0.members(of: 1, as: "n")
        try $0.endObject()
      }
    },
    ErrorRow("writer", "unfinished(open: 1) at '/0'") { try writing { try $0.beginArray() } },
    ErrorRow("writer", "tooDeep(limit: 1) at '/0'") {
      try writing(shallow) {
        try $0.beginArray()
        try $0.beginArray()
      }
    },
    ErrorRow("tree", "tooDeep(limit: 1)") {
      _ = try (["a": [1]] as RawJSON).jsonBytes(shallow)
    },
    ErrorRow("document", "tooDeep(limit: 1)") {
      _ = try JSONDocument(parsing: "[[1]]").jsonBytes(shallow)
    },
    ErrorRow("Foundation objects", "holdsItself at '/a/0'") {
      let array = NSMutableArray()
      array.add(array)
      defer { array.removeAllObjects() }
      _ = try RawJSON(converting: ["a": array] as [AnyHashable: Any])
    },
    ErrorRow("writer", "tooLong(limit: 5)") { try writing(short) { try $0.string("12345") } },
    ErrorRow("tree", "tooLong(limit: 5)") {
      _ = try RawJSON.string("12345").jsonBytes(short)
    },
    ErrorRow("writer", "notRepresentable(number: \"nan\") at '/1'") {
      try writing {
        try $0.beginArray()
        try $0.null()
        try $0.double(.nan)
      }
    },
    ErrorRow("tree", "notRepresentable(number: \"Infinity\") at '/0'") {
      _ = try RawJSON.array([.number(Double.infinity)]).jsonBytes()
    },
    ErrorRow("canonical form", "duplicateName(\"a\") at ''") {
      _ = try JSONDocument(parsing: #"{"a":1,"a":2}"#).jsonBytes(.canonical)
    },
    ErrorRow("writer", "duplicateName(\"a\") at '/a'") {
      try writing(.canonical) {
        try $0.beginObject()
        for _ in 0..<2 {
          try $0.name("a")
          try $0.null()
        }
        try $0.endObject()
      }
    },
    ErrorRow("Foundation objects", "unsupportedType(\"Date\") at '/a'") {
      _ = try RawJSON(converting: ["a": Date()] as [AnyHashable: Any])
    },
    ErrorRow("Foundation objects", "nameNotString(\"7\", type: \"Int\") at ''") {
      _ = try RawJSON(converting: [7: 1] as [AnyHashable: Any])
    },
    ErrorRow("writer", "notEncodable") {
      try writing { try $0.value(Failing()) }
    },
    ErrorRow("value", "writerReplaced") { _ = try Replacing().jsonString() },
    ErrorRow("writer", "invalidUTF8 at ''") {
      try writing { try $0.string(utf8: [0xff].span) }
    },
    ErrorRow(
      "writer",
      "invalidJSON(expected another value after ',' at byte 3; "
        + "accepted with JSONReadingOptions.Leniencies.trailingCommas) at '/0'"
    ) {
      try writing {
        try $0.beginArray()
        try $0.value(json: Array("[1,]".utf8))
      }
    },
    ErrorRow("lines writer", "lineFeed(at: 3)") {
      var lines = JSONLinesWriter()
      try lines.write(json: Array("[1,\n2]".utf8))
    },
    ErrorRow("sequence writer", "separator(at: 2)") {
      var lines = JSONLinesWriter(.textSequence)
      try lines.write(unchecked: Array("[1\u{1e}]".utf8).span)
    },
    ErrorRow("writer", "sink") {
      var writer = JSONWriter { _ in throw CancellationError() }
      try writer.null()
      try writer.finish()
    },
  ]

  private static func patch(_ text: String) throws {
    let tree = try RawJSON(parsing: #"{"a":[1,2]}"#)
    _ = try tree.applying(JSONPatch(RawJSON(parsing: text)))
  }

  /// `JSONPatch.Failure.Kind`.
  static let patches: [ErrorRow] = [
    ErrorRow("application", "notFound in operation 1 at '/b'") {
      try patch(#"[{"op":"remove","path":"/a/0"},{"op":"remove","path":"/b"}]"#)
    },
    ErrorRow("application", "testFailed in operation 0 at '/a'") {
      try patch(#"[{"op":"test","path":"/a","value":[1]}]"#)
    },
    ErrorRow("application", "moveIntoItself in operation 0 at '/a/0'") {
      try patch(#"[{"op":"move","from":"/a","path":"/a/0"}]"#)
    },
    ErrorRow("application", "copiesTooLarge(limit: 2) in operation 0 at '/a'") {
      var tree = try RawJSON(parsing: #"{"a":[1,2]}"#)
      try tree.apply([.copy(from: "/a", to: "/b")], maximumCopiedValues: 2)
    },
    ErrorRow("reading", "wrongKind(expected: array, found: object)") { try patch("{}") },
    ErrorRow("reading", "wrongKind(expected: object, found: number) in operation 0") {
      try patch("[1]")
    },
    ErrorRow("reading", "missingMember(\"value\") in operation 0 at '/a'") {
      try patch(#"[{"op":"add","path":"/a"}]"#)
    },
    ErrorRow("reading", "unknownOperation(\"jump\") in operation 0") {
      try patch(#"[{"op":"jump","path":"/a"}]"#)
    },
    ErrorRow("reading", "invalidPointer in operation 0") {
      try patch(#"[{"op":"remove","path":"a"}]"#)
    },
  ]

  private static func first<Output>(
    _ results: some Sequence<Result<Output, JSONStreamError>>
  ) throws {
    for result in results { _ = try result.get() }
  }

  private static func bytes(_ text: String) -> [[UInt8]] { text.utf8.map { [$0] } }

  /// `JSONStreamError.Kind`.
  static let streams: [ErrorRow] = [
    ErrorRow("events", "syntax(expectedCommaOrArrayEnd) at byte 3, line 1") {
      var reader = JSONEventReader()
      reader.feed(Array("[1 2]".utf8))
      reader.finish()
      while try reader.next() != nil {}
    },
    ErrorRow("partial value", "syntax(expectedCommaOrArrayEnd) at byte 4, line 2") {
      var partial = PartialJSON()
      try partial.feed("[1\n 2]")
    },
    ErrorRow("events", "syntax(expectedComma) at byte 2, line 1") {
      var reader = JSONEventReader(.commaSeparatedValues)
      try reader.push(bytes("1 2").joined().map(\.self)) { _, _ in }
    },
    ErrorRow("lines", "syntax(trailingComma) at byte 5, line 2") {
      try first(JSONLines(bytes("1\n[1,]\n")).documents())
    },
    ErrorRow("elements", "syntax(invalidLiteral) at byte 3, line 1") {
      try first(JSONElements(at: .root, in: bytes("[1,tru]")).documents())
    },
    ErrorRow("events of a server", "syntax(expectedValue) at byte 7, line 1") {
      try first(ServerSentEvent.Stream(bytes("data: [x]\n\n")).documents())
    },
    ErrorRow("projection", "syntax(expectedValue) at byte 5, line 1") {
      var reader = JSONProjection.Reader(JSONProjection(["/b"]))
      reader.feed(Array(#"{"a":x}"#.utf8))
      while try reader.next() != nil {}
    },
    ErrorRow("projection", "countsFromEnd(pattern: \"$[-1]\") at byte 0") {
      var reader = JSONProjection.Reader(JSONProjection(patterns: ["$[-1]"]))
      reader.feed(Array("[1]".utf8))
      _ = try reader.next()
    },
    ErrorRow("lines", "value at byte 2, line 2") {
      try first(JSONLines(bytes("1\n\"x\"\n")).values(of: Int.self))
    },
    ErrorRow("elements", "value at byte 3") {
      try first(JSONElements(at: .root, in: bytes("[1,\"x\"]")).values(of: Int.self))
    },
    ErrorRow("lines", "recordTooLong at byte 2, line 2") {
      try first(JSONLines(bytes("1\n12345\n"), maximumLength: 4).documents())
    },
    ErrorRow("elements", "recordTooLong at byte 3") {
      try first(JSONElements(at: .root, in: bytes("[1,12345]"), maximumLength: 4).documents())
    },
    ErrorRow("events of a server", "recordTooLong at byte 0, line 1") {
      try first(ServerSentEvent.Stream(bytes("data: 1234567\n\n"), maximumLength: 4).documents())
    },
    ErrorRow("events of a server", "truncatedRecord at byte 0, line 1") {
      var events = ServerSentEvent.Stream(bytes("data: 1\n"))
      events.unendedEvent = .refuse
      try first(events.documents())
    },
    ErrorRow("events of a server", "missingEndMark at byte 0") {
      var events = ServerSentEvent.Stream(bytes(""), endingWith: "[DONE]")
      events.requiresEndMark = true
      try first(events.documents())
    },
    ErrorRow("events of a server", "bodyInsteadOfEvents at byte 0") {
      try first(ServerSentEvent.Stream(bytes(#"{"error":{}}"#)).documents())
    },
    ErrorRow("sequence", "truncatedRecord at byte 1, line 1") {
      try first(JSONLines(bytes("\u{1e}12"), framing: .textSequence).documents())
    },
    ErrorRow("sequence", "missingSeparator at byte 0, line 1") {
      try first(JSONLines(bytes("1\n\u{1e}2\n"), framing: .textSequence).documents())
    },
    ErrorRow("elements", "noContainer at byte 5") {
      try first(JSONElements(at: "/a", in: bytes(#"{"a":1}"#)).documents())
    },
    ErrorRow("lines", "streamTooLong at byte 3, line 2") {
      var lines = JSONLines(bytes("1\n2\n3\n"))
      lines.maximumTotal = 3
      try first(lines.documents())
    },
    ErrorRow("lines", "source at byte 2, line 2") {
      let chunks: [Result<[UInt8], any Error>] = [
        .success(Array("1\n".utf8)), .failure(CancellationError()),
      ]
      try first(JSONLines(chunks).documents())
    },
    ErrorRow(
      "file",
      "file(name: \"/no/such/file\", code: 2, message: \"No such file or directory\") at byte 0"
    ) { try first(JSONLinesFile("/no/such/file").documents()) },
  ]
}
