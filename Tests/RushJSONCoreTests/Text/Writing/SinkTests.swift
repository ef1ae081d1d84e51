import RushJSONCore
import Testing

/// Sinks, limits and lengths.
@Suite struct SinkTests {
  private static let large: RawJSON = {
    var elements: [RawJSON] = []
    for index in 0..<20_000 {
      elements.append(["id": .integer(index), "text": .string("number \(index), ø\n"), "x": [1.5]])
    }
    elements.append(.string(String(repeating: "long € text\n", count: 40_000)))
    return RawJSON.array(elements)
  }()

  private struct Full: Error {}

  @Test func pieces() throws {
    for options in [.compact, .pretty] as [JSONWritingOptions] {
      let expected = try Self.large.jsonBytes(options)
      var (pieces, largest): ([UInt8], Int) = ([], 0)
      try Self.large.writeJSON(options) { bytes in
        largest = max(largest, bytes.count)
        for index in bytes.indices { pieces.append(bytes[index]) }
      }
      #expect(pieces == expected)
      #expect(largest <= 64 << 10 && largest > 32 << 10)
      let document = try JSONDocument(parsing: expected)
      pieces = []
      try document.writeJSON(options) { bytes in
        for index in bytes.indices { pieces.append(bytes[index]) }
      }
      #expect(pieces == expected)
    }
  }

  @Test func sinkThatFails() throws {
    var calls = 0
    do throws(JSONWritingError) {
      try Self.large.writeJSON { _ in
        calls += 1
        if calls == 2 { throw Full() }
      }
      Issue.record("did not notice")
    } catch {
      #expect(error.kind == .sink)
      #expect(error.underlying is Full)
    }
    #expect(calls == 2)
  }

  @Test func tokensToASink() throws {
    for order in [.asGiven, .utf8] as [JSONWritingOptions.NameOrder] {
      var options = JSONWritingOptions()
      options.nameOrder = order
      final class Received {
        var bytes: [UInt8] = []
      }
      let received = Received()
      var writer = JSONWriter(options: options) { bytes in
        #expect(bytes.count <= 64 << 10)
        for index in bytes.indices { received.bytes.append(bytes[index]) }
      }
      var expected = "{"
      try writer.beginObject()
      for index in 10_000..<30_000 {
        try writer.name("n\(index)")
        try writer.integer(index)
        expected += (index > 10_000 ? "," : "") + "\"n\(index)\":\(index)"
      }
      #expect(writer.byteCount == expected.utf8.count)
      try writer.endObject()
      try writer.finish()
      #expect(String(decoding: received.bytes, as: UTF8.self) == expected + "}")
      #expect(writer.byteCount == received.bytes.count)
      #expect(try writer.finish().isEmpty)
      #expect(writer.byteCount == received.bytes.count)
    }
  }

  @Test func byteCountIsTheLengthOfTheText() throws {
    var writer = JSONWriter(options: .pretty)
    #expect(writer.byteCount == 0)
    try writer.beginArray()
    try writer.string("é")
    try writer.endArray()
    #expect(writer.byteCount == "[\n  \"é\"\n]".utf8.count)
    #expect(try writer.finish().count == writer.byteCount)
  }

  @Test func byteCountOfAPartBeginsAtThePart() throws {
    struct Part: Codable, JSONWritable {
      static let counts = Locked<[Int]>([])
      func encode(to encoder: any Encoder) throws { try write(into: encoder) }
      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        Part.counts.withLock { $0.append(writer.byteCount) }
        try writer.integer(7)
        Part.counts.withLock { $0.append(writer.byteCount) }
      }
    }
    struct Parts: Encodable {
      var a = Part()
      var b = Part()
    }
    #expect(try RushJSONCoreEncoder().encodeToString([Parts()]) == #"[{"a":7,"b":7}]"#)
    #expect(Part.counts.withLock { $0 } == [0, 1, 0, 1])
  }

  @Test func maximumLength() throws {
    let tree: RawJSON = ["a": [1, 2, 3]]
    var options = JSONWritingOptions()
    options.maximumLength = 13
    #expect(try tree.jsonString(options) == #"{"a":[1,2,3]}"#)
    options.maximumLength = 12
    do throws(JSONWritingError) {
      _ = try tree.jsonString(options)
      Issue.record("is too long")
    } catch {
      #expect(error.kind == .tooLong(limit: 12))
    }
    #expect(throws: JSONWritingError.self) { try tree.jsonLength(options: options) }
    options.maximumLength = 0
    #expect(throws: JSONWritingError.self) { try RawJSON.null.jsonString(options) }
  }

  /// The limit is noticed long before the whole text is written.
  @Test func stopsEarly() throws {
    var options = JSONWritingOptions()
    options.maximumLength = 100_000
    var seen = 0
    #expect(throws: JSONWritingError.self) {
      try Self.large.writeJSON(options) { seen += $0.count }
    }
    #expect(seen < 200_000)
  }

  private static let texts = [
    "", "plain", "é", "e\u{301}", "𝄞", "👨‍👩‍👧‍👦🇩🇪🇫🇷🇩", "a\r\nb", "\u{200d}\u{301}",
    "\u{1100}\u{1161}\u{11a8}",
  ]

  @Test(arguments: texts)
  func lengths(_ string: String) throws {
    // Also around the end of a piece.
    for padding in [0, 65_400, 65_406, 65_407, 65_408, 65_409, 65_420] {
      let tree: RawJSON = [.string(String(repeating: "x", count: padding) + string), "end"]
      let text = try tree.jsonString()
      #expect(try tree.jsonLength() == text.utf8.count)
      #expect(try tree.jsonLength(in: .utf16) == text.utf16.count)
      #expect(try tree.jsonLength(in: .scalars) == text.unicodeScalars.count)
      #expect(try tree.jsonLength(in: .characters) == text.count)
    }
  }

  @Test func lengthsOfLongTexts() throws {
    let string = String(repeating: "👩‍👩‍👧é€\n", count: 30_000)
    let tree = RawJSON.string(string)
    let text = try tree.jsonString()
    #expect(try tree.jsonLength(in: .characters) == text.count)
    #expect(try tree.jsonLength(in: .utf16) == text.utf16.count)
    // One character of a megabyte.
    let one = RawJSON.string("e" + String(repeating: "\u{301}", count: 500_000))
    #expect(try one.jsonLength(in: .characters) == 3)
  }
}
