import RushJSONCore
import RushJSONStreams
import Testing

/// A byte order mark before prose was a column if its bytes came in several pieces.
@Suite struct MarkInPiecesTests {
  @Test(arguments: [
    "\u{feff}", "\u{feff}x", "\u{feff} é\n", "\u{feff}[1, }", "x\u{feff}", "\u{ff}",
  ])
  func theMarkIsNoColumn(_ text: String) throws {
    let bytes = Array(text.utf8)
    let expected = location([bytes])
    #expect(expected != nil)
    for cut in 0...bytes.count {
      #expect(location([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected)
    }
    #expect(location(bytes.map { [$0] }) == expected)
  }

  /// Where a search for a value in prose ends without one.
  private func location(_ pieces: [[UInt8]]) -> JSONSourceLocation? {
    var options = PartialJSON.Options()
    options.allowsProse = true
    var partial = PartialJSON(options)
    do throws(JSONStreamError) {
      for piece in pieces { try partial.feed(piece) }
      try partial.finish()
      return nil
    } catch { return error.location }
  }
}
