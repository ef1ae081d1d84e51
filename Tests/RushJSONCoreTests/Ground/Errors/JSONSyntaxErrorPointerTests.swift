import RushJSONCore
import Testing

@Suite struct JSONSyntaxErrorPointerTests {
  static let paths: [(String, String)] = [
    ("▸", ""),
    ("▸1", ""),
    ("[▸", "/0"),
    ("[1▸", "/0"),
    ("[1,▸", "/1"),
    ("[[],[[],▸", "/1/1"),
    ("[]▸", ""),
    ("[{}▸", "/0"),
    ("{▸", ""),
    ("{\"a▸", ""),
    ("{\"a\"▸", "/a"),
    ("{\"a\":1▸", "/a"),
    ("{\"a\":1,▸", ""),
    ("{\"a\":1,\"b▸", ""),
    ("{\"a\":{\"b\":1},\"c\":[1,{\"d\":▸", "/c/1/d"),
    ("{\"a\":\"x\",\"b\":\"▸", "/b"),
    ("{\"a\":\"]},\\\"\",\"b\":▸", "/b"),
    ("{\"a\\\\\":\"\\\\\",\"b\\\"\":▸", "/b\""),
    ("{\"a/b~\":▸", "/a~1b~0"),
    ("{\"\":▸", "/"),
    ("{\"\\u00e9\\n\\/\":▸", "/é\n~1"),
    ("{\"\\ud83d\\ude00\":▸", "/😀"),
    ("{\"\\ud83d\":▸", "/\u{fffd}"),
    ("{\"\\ud83d\\u0041\":▸", "/\u{fffd}A"),
    ("{\"\\u12\":▸", "/\\u12"),
    ("{\"é漢😀\":▸", "/é漢😀"),
    // With leniencies.
    ("{a: [1, ▸", "/a/1"),
    ("{'a\"': ▸", "/a\""),
    ("[1, // ,,,[\n 2, ▸", "/2"),
    ("[1, /* ,[\" */ 2, ▸", "/2"),
    ("[1, /*/ , */ 2, ▸", "/2"),
    ("[0x1F, +1, NaN, ▸", "/3"),
    ("{'a\\'b': '\\\\', c: '[,', d/**/:/*{*/[1,'\"',▸", "/d/2"),
    // Not JSON at all.
    ("{[\"x\"],\"b\" \"c\":▸", "/b"),
    ("{[\"x\"] \"b\":[▸", "/b/0"),
    ("[a\\\",\",▸", "/1"),
    ("]]]]▸", ""),
    ("[}▸", ""),
    ("{]▸", ""),
    (",,,▸", ""),
    ("{\"a\":\"b\":\"c\"▸", "/a"),
  ]

  @Test(arguments: paths)
  func path(_ marked: String, _ path: String) {
    let place = MarkedText(marked)
    let error = JSONSyntaxError(.expectedValue, at: place.offset)
    // What follows the place does not matter.
    for rest in ["", "\"", "]", ",", "x\":[", "*/"] {
      #expect(error.pointer(in: place.text + rest).description == path)
    }
    let bytes = Array(place.text.utf8)
    #expect(error.pointer(in: bytes).description == path)
    #expect(error.pointer(in: bytes.span).description == path)
    // Invariant: the array outlives the closure.
    let raw = unsafe bytes.withUnsafeBytes { unsafe error.pointer(in: $0) }
    #expect(raw.description == path)
    #expect(error.location(in: bytes) == JSONSourceLocation(of: place.offset, in: bytes))
    #expect(error.location(in: place.text) == error.location(in: bytes.span))
    // Invariant: as above.
    #expect(
      unsafe bytes.withUnsafeBytes { unsafe error.location(in: $0) } == error.location(in: bytes))
  }

  /// Blocks of 64 bytes begin at each place of the text.
  @Test(arguments: paths)
  func spaceBeforeTheTextChangesNoPath(_ marked: String, _ path: String) {
    let place = MarkedText(marked)
    for count in 0...130 {
      let text = String(repeating: " ", count: count) + place.text
      #expect(
        JSONSyntaxError(.expectedValue, at: place.offset + count).pointer(in: text).description
          == path)
    }
  }

  @Test func deepTextsDoNotRecurse() {
    let text = String(repeating: "[", count: 1_000_000)
    let pointer = JSONSyntaxError(.tooDeep, at: text.utf8.count).pointer(in: text)
    #expect(pointer.tokens.count == 1_000_000)
  }
}
