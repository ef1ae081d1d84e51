import RushJSONCore
import Testing

@Suite struct JSONLinesWriterTests {
  private static let values: [RawJSON] = [
    1, "a\nb\r\u{2028}", ["x": [1, ["y": nil]]], [], "\u{1e}",
  ]

  @Test func whatIsWrittenIsRead() throws {
    let bytes = try Self.values.jsonLines(.pretty)
    #expect(bytes.count { $0 == 0x0a } == Self.values.count)
    #expect(try JSONLines([bytes]).trees().map { try $0.get() } == Self.values)
    #expect(bytes.starts(with: "1\n\"a\\nb\\r".utf8))
  }

  @Test func sequences() throws {
    let writer = JSONLinesWriter(isSequence: true)
    var bytes: [UInt8] = []
    for value in Self.values { try writer.write(value, to: &bytes) }
    #expect(bytes.starts(with: "\u{1e}1\n\u{1e}\"a".utf8))
    let read = JSONLines([bytes], framing: .sequence).trees()
    #expect(try read.map { try $0.get() } == Self.values)
  }

  @Test func textsOfOthers() throws {
    let writer = JSONLinesWriter()
    var bytes: [UInt8] = []
    writer.write(text: "{\r\n  \"a\": \"\\n\"\n}".utf8, to: &bytes)
    #expect(bytes == Array("{    \"a\": \"\\n\" }\n".utf8))
  }

  @Test func whatCannotBeWritten() {
    var bytes = Array("1\n".utf8)
    #expect(throws: JSONWritingError.self) {
      try JSONLinesWriter().write(RawJSON.number(.infinity), to: &bytes)
    }
    #expect(bytes == Array("1\n".utf8))
  }
}
