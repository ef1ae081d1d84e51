import Testing

@testable import RushJSONCore

/// Whether a string is ASCII, which many bytes at a time tell.
@Suite("ASCII strings") struct ASCIITests {
  @Test func oneOtherCharacterAtEveryPlace() {
    for count in 0..<80 {
      let letters = [Character](repeating: "a", count: count)
      #expect(String(letters).isASCII)
      for place in letters.indices {
        var other = letters
        other[place] = "\u{e9}"
        if String(other).isASCII { Issue.record("\(place) of \(count)") }
      }
    }
  }

  #if canImport(Glibc)
    /// The bytes lie against pages that fault.
    @Test func noOtherByteIsRead() throws {
      let pages = try GuardedPages(atLeast: 256)
      for count in 1..<80 {
        let bytes = [UInt8](repeating: 0x61, count: count)
        let atEnd = pages.withBytesAtEnd(bytes) { String.isASCII($0) }
        let atStart = pages.withBytesAtStart(bytes) { String.isASCII($0) }
        #expect(atEnd && atStart, "\(count)")
      }
    }
  #endif

  /// A string that passes for ASCII would be hashed and compared as one.
  @Test func stringsOfADocumentEqualTheirEquivalents() throws {
    for count in 0..<80 {
      for place in 0...count {
        let before = String(repeating: "a", count: place)
        let after = String(repeating: "a", count: count - place)
        let text = before + "\u{e9}" + after
        let value = try JSONDocument(parsing: "\"\(text)\"").root.string()
        if value != before + "e\u{301}" + after {
          Issue.record("\(place) of \(count)")
        }
      }
    }
  }
}
