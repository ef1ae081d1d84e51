import RushJSONCore
import RushJSONStreams
import Testing

private struct Full: Error {}

/// Why `write` does not succeed.
private func refusal(_ write: () throws -> Void) -> JSONWritingError.Kind? {
  do {
    try write()
    return nil
  } catch let error as JSONWritingError {
    return error.kind
  } catch {
    Issue.record("another error: \(error)")
    return nil
  }
}

@Suite struct JSONLinesWriterTests {
  private static let values: [RawJSON] = [
    1, "a\nb\r\u{2028}", ["x": [1, ["y": nil]]], [], "\u{1e}",
  ]

  @Test(arguments: [JSONRecord.LineReader.Framing.lines, .textSequence])
  func whatIsWrittenIsRead(framing: JSONRecord.LineReader.Framing) throws {
    for options in [JSONWritingOptions.compact, .pretty] {
      var writer = JSONLinesWriter(framing, options: options)
      for value in Self.values { try writer.write(value) }
      #expect(writer.recordCount == Self.values.count)
      let bytes = try writer.finish()
      #expect(writer.byteCount == bytes.count)
      let read = JSONLines([bytes], framing: framing).trees()
      #expect(try read.map { try $0.get() } == Self.values)
      if framing == .lines {
        #expect(bytes.starts(with: "1\n\"a\\nb\\r".utf8))
      } else {
        #expect(bytes.starts(with: "\u{1e}1\n\u{1e}\"a".utf8))
      }
    }
  }

  private struct Item: Codable, Equatable { var id: Int }

  @Test func encoding() throws {
    let items = [Item(id: 1), Item(id: -2)]
    var writer = JSONLinesWriter()
    for item in items { try writer.write(encoding: item) }
    let bytes = try writer.finish()
    #expect(bytes == Array("{\"id\":1}\n{\"id\":-2}\n".utf8))
    #expect(try JSONLines([bytes]).values(of: Item.self).map { try $0.get() } == items)
    let pretty = RushJSONCoreEncoder()
    pretty.outputFormatting = .prettyPrinted
    let kind = refusal { try writer.write(encoding: items[0], encoder: pretty) }
    #expect(kind == .lineFeed(at: 1))
  }

  /// Texts of other writers: framing, text, and the result or the error.
  private static let texts: [(JSONRecord.LineReader.Framing, String, String)] = [
    (.lines, "{\"a\": 1}", "{\"a\": 1}\n"), (.lines, " \r\n[1]\r\n", "[1]\n"),
    (.lines, "{\n\"a\": 1}", "\(JSONWritingError.Kind.lineFeed(at: 1))"),
    (.lines, "\n [1,\n2]", "\(JSONWritingError.Kind.lineFeed(at: 5))"),
    (.textSequence, "[1,\n2]\n", "\u{1e}[1,\n2]\n"),
    (.lines, "\"\u{2028}\u{85}\"", "\"\u{2028}\u{85}\"\n"),
    (.lines, "", "\(JSONWritingError.Kind.invalidJSON(JSONSyntaxError(.emptyText, at: 0)))"),
    (.lines, "1 2", "\(JSONWritingError.Kind.invalidJSON(JSONSyntaxError(.expectedEnd, at: 2)))"),
    (
      .lines, "\"a\n\"",
      """
      the bytes are not a JSON value: a control character in a string must be escaped at byte 2; accepted \
      with JSONReadingOptions.Leniencies.controlCharacters
      """
    ),
  ]

  @Test(arguments: texts.indices)
  func textsOfOthers(index: Int) throws {
    let (framing, text, expected) = Self.texts[index]
    var writer = JSONLinesWriter(framing)
    var found: String
    do throws(JSONWritingError) {
      try writer.write(json: Array(text.utf8))
      found = String(decoding: try writer.finish(), as: UTF8.self)
    } catch {
      found = "\(error)"
      let rest = try writer.finish()
      #expect(rest.isEmpty)
    }
    #expect(found == expected)
  }

  @Test func uncheckedTextsAreKeptApart() throws {
    var writer = JSONLinesWriter(.textSequence)
    let text: [UInt8] = [0x5b, 0x1e, 0x5d]
    let kind = refusal { try writer.write(unchecked: text.span) }
    #expect(kind == .separator(at: 1))
    let blank: [UInt8] = [0x20, 0x0a]
    let other = refusal { try writer.write(unchecked: blank.span) }
    #expect(other == .invalidJSON(JSONSyntaxError(.emptyText, at: 2)))
    let rest = try writer.finish()
    #expect(rest.isEmpty)
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    var writer = JSONLinesWriter()
    try writer.write(1 as RawJSON)
    for value in [.number(.infinity), [[1], .number(.nan)]] as [RawJSON] {
      let kind = refusal { try writer.write(value) }
      #expect(kind != nil)
    }
    let bytes = try writer.finish()
    #expect(bytes == Array("1\n".utf8))
  }

  @Test func sinks() throws {
    var bytes: [UInt8] = []
    var largest = 0
    var writer = JSONLinesWriter { piece in
      largest = max(largest, piece.count)
      for index in piece.indices { bytes.append(piece[index]) }
    }
    try writer.write("first" as RawJSON)
    #expect(bytes.isEmpty)
    try writer.flush()
    #expect(bytes == Array("\"first\"\n".utf8))
    let long = RawJSON.string(String(repeating: "x", count: 200_000))
    for _ in 0..<3 { try writer.write(long) }
    let rest = try writer.finish()
    #expect(rest.isEmpty)
    #expect(largest <= 64 << 10)
    #expect(bytes.count == 8 + 3 * 200_003)
    #expect(writer.byteCount == bytes.count)
  }

  @Test func sinksThatFail() throws {
    var writer = JSONLinesWriter { _ in throw Full() }
    try writer.write(1 as RawJSON)
    do {
      try writer.flush()
      Issue.record("no error")
    } catch {
      #expect(error.kind == .sink)
      #expect(error.underlying is Full)
    }
    let later = refusal { try writer.write(2 as RawJSON) }
    #expect(later == .sink)
    let last = refusal { try writer.finish() }
    #expect(last == .sink)
  }
}
