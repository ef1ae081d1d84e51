import RushJSONCore
import Testing

/// Texts that are read in pieces and written at once.
@Suite struct StreamWritingTests {
  private static let text =
    #"{"a":[1,-2.50,1e400,"é\\n\ud83d\ude00",{}],"b\t":{"c":[[]],"d":null},"e":true,"":false}"#

  private static func written(
    _ text: String, cut: Int, options: JSONWritingOptions
  ) throws -> String {
    var reader = JSONEventReader()
    var writer = JSONWriter(options: options)
    let bytes = Array(text.utf8)
    reader.feed(bytes[..<cut])
    try reader.write(to: &writer)
    reader.feed(bytes[cut...])
    try reader.write(to: &writer)
    reader.finish()
    try reader.write(to: &writer)
    return try writer.finishString()
  }

  @Test func everyCutIsWrittenLikeTheTree() throws {
    let tree = try RawJSON(parsing: Self.text)
    for options in [JSONWritingOptions.compact, .pretty] {
      let expected = try tree.jsonString(options)
      for cut in 0...Self.text.utf8.count {
        let written = try Self.written(Self.text, cut: cut, options: options)
        #expect(written == expected, "cut at \(cut)")
      }
    }
  }

  @Test func whatIsWrongIsSaid() throws {
    var writer = JSONWriter()
    var reader = JSONEventReader()
    reader.feed(Array("[1,x".utf8))
    #expect(throws: JSONStreamError.self) { try reader.write(to: &writer) }
    var many = JSONEventReader(.values)
    many.feed(Array("1 2".utf8))
    many.finish()
    var one = JSONWriter()
    #expect(throws: JSONWritingError.self) { try many.write(to: &one) }
  }
}
