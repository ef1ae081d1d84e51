import RushJSONCore
import Testing

/// Counts and distances of a tape have 32 bits each. A text with more values is refused while it is
/// read, at any limits, because a count that overflows would lead out of the tape.
@Suite struct ValueBoundTests {
  /// Texts, and the offsets of their values and names.
  static let texts: [(text: String, options: JSONReadingOptions)] = [
    ("[1,2.5,\"x\",\"y\\n\",true,null,{},[]]", .strict),
    ("{\"a\":{\"b\":[1,[2,[3]]]},\"c\\n\":-1}", .strict),
    ("{a:'b',/**/c:[+1,'\\x41',NaN],}", .json5),
    ("[" + repeatElement("[[],{\"n\":1234567}]", count: 40).joined(separator: ", ") + "]", .strict),
  ]

  @Test(arguments: texts, [64, 8192])
  func isKeptExactly(_ sample: (text: String, options: JSONReadingOptions), window: Int) throws {
    let bytes = Array(sample.text.utf8)
    let document = try JSONDocument(parsing: bytes, options: sample.options)
    var cursor = document.cursor()
    var offsets: [Int] = []
    while cursor.advance() {
      let isQuoted =
        cursor.kind == .string && [0x22, 0x27].contains(bytes[cursor.offset - 1])
      offsets.append(isQuoted ? cursor.offset - 1 : cursor.offset)
    }
    for maximum in 0..<offsets.count {
      #expect(throws: JSONSyntaxError(.tooManyValues, at: offsets[maximum]), "\(maximum)") {
        try JSONDocument(
          parsing: bytes, options: sample.options, window: window, maximumCount: maximum)
      }
    }
    let whole = try JSONDocument(
      parsing: bytes, options: sample.options, window: window, maximumCount: offsets.count)
    #expect(whole.recordCount == offsets.count)
  }

  @Test func comesBeforeAnErrorBehindIt() {
    for window in [64, 8192] {
      #expect(throws: JSONSyntaxError(.tooManyValues, at: 5)) {
        try JSONDocument(parsing: Array("[1,2,3,x]".utf8), window: window, maximumCount: 3)
      }
      #expect(throws: JSONSyntaxError(.expectedValue, at: 3)) {
        try JSONDocument(parsing: Array("[1,x,3,4]".utf8), window: window, maximumCount: 3)
      }
    }
  }

  @Test func isMetInTextsOfManyWindows() throws {
    let bytes = Array(("[0" + String(repeating: ",0", count: 99_999) + "]").utf8)
    #expect(throws: JSONSyntaxError(.tooManyValues, at: 1 + 2 * 50_000)) {
      try JSONDocument(parsing: bytes, maximumCount: 50_001)
    }
    let document = try JSONDocument(parsing: bytes, maximumCount: 100_001)
    #expect(document.root.count == 100_000)
  }

  /// The bound is looked at before each window, not only at the end of the text.
  @Test func isMetBeforeAnErrorInALaterWindow() {
    let bytes = Array(("[0" + String(repeating: ",0", count: 99_999) + ",x]").utf8)
    #expect(throws: JSONSyntaxError(.tooManyValues, at: 1 + 2 * 50_000)) {
      try JSONDocument(parsing: bytes, maximumCount: 50_001)
    }
  }

  // What is read before the bound is looked at again, all of it in one array, is counted in 32 bits.
  @Test func leavesRoomForTheTokensOfAWindow() {
    let most = UInt64(JSONDocument.maximumCount) + 2 * UInt64(BlockIndexer.defaultWindow)
    #expect(most < UInt64(UInt32.max))
  }

  @Test func isKeptByTreesForTheNamesOfTheirObjects() throws {
    let names = (0..<20_000).map { "\"\($0)\":0" }.joined(separator: ",")
    let bytes = Array("{\(names)}".utf8)
    do throws(JSONSyntaxError) {
      _ = try RawJSON(parsing: bytes, maximumNames: 10_000)
      Issue.record("was read")
    } catch {
      #expect(error.kind == .tooManyValues)
    }
    #expect(try RawJSON(parsing: bytes, maximumNames: 20_000) == RawJSON(parsing: bytes))
  }
}
