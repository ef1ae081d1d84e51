import CorpusGenerator
import RushJSONCore
import Testing

@Suite struct SourceLocationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let place: MarkedText
    let line: Int
    let column: Int
    let utf16Column: Int

    init(_ name: String, _ marked: String, _ line: Int, _ column: Int, utf16: Int? = nil) {
      self.name = name
      place = MarkedText(marked)
      self.line = line
      self.column = column
      utf16Column = utf16 ?? column
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("empty text", "▸", 1, 1),
    Case("first byte", "▸[1]", 1, 1),
    Case("end of text", "[1]▸", 1, 4),
    Case("after LF", "[\n▸1]", 2, 1),
    Case("on LF", "[1▸\n]", 1, 3),
    Case("after CR LF", "[\r\n▸1]", 2, 1),
    Case("after CR", "[\r▸1]", 2, 1),
    Case("CR at the end of the text", "[\r▸", 2, 1),
    Case("LF, CR, CR LF and LF CR", "\n\r\r\n\n\r▸", 6, 1),
    Case("in the third line", "[\n 1,\n  ▸x]", 3, 3),
    Case("after two bytes", "\"é▸\"", 1, 3),
    Case("after three bytes", "\"漢字▸\"", 1, 4),
    Case("after four bytes", "\"😀▸\"", 1, 3, utf16: 4),
    Case("combining marks count", "\"e\u{301}▸\"", 1, 4),
    Case("U+2028 ends no line", "\"\u{2028}▸\"", 1, 3),
    Case("a byte order mark does not count", "\u{feff}▸1", 1, 1),
    Case("before a byte order mark", "▸\u{feff}1", 1, 1),
    Case("after a byte order mark", "\u{feff}[▸1", 1, 2),
    Case("a byte order mark elsewhere counts", "[\u{feff}▸1", 1, 3),
  ]

  @Test(arguments: cases)
  func locates(_ sample: Case) {
    let expected = JSONSourceLocation(
      line: sample.line, column: sample.column, utf16Column: sample.utf16Column)
    let (text, offset) = (sample.place.text, sample.place.offset)
    #expect(JSONSourceLocation(of: offset, in: text) == expected)
    let bytes = Array(text.utf8)
    #expect(JSONSourceLocation(of: offset, in: bytes) == expected)
    #expect(JSONSourceLocation(of: offset, in: bytes.span) == expected)
    // Invariant: the array outlives the closure.
    let raw = unsafe bytes.withUnsafeBytes { unsafe JSONSourceLocation(of: offset, in: $0) }
    #expect(raw == expected)
  }

  @Test func insideASequence() {
    let text = "[\"😀\"]"
    for offset in 2..<6 {
      #expect(JSONSourceLocation(of: offset, in: text).column == 3)
      #expect(JSONSourceLocation(of: offset, in: text).utf16Column == 3)
    }
  }

  @Test func strayBytes() {
    // A stray byte is not part of the character before it.
    #expect(JSONSourceLocation(of: 1, in: [0x61, 0x80]).column == 2)
    #expect(JSONSourceLocation(of: 2, in: [0xc3, 0xa9, 0x80]).column == 2)
    #expect(JSONSourceLocation(of: 4, in: [0xf0, 0x9f, 0x98, 0x80, 0x80]).column == 2)
    #expect(JSONSourceLocation(of: 3, in: [0x80, 0x80, 0x80, 0x80]).column == 1)
  }

  @Test func betweenCRAndLF() {
    #expect(
      JSONSourceLocation(of: 2, in: "1\r\n2")
        == JSONSourceLocation(line: 1, column: 3, utf16Column: 3))
  }

  @Test(arguments: [Int.min, -1, 0, 1, 3, 4, 1000, Int.max])
  func anyOffset(_ offset: Int) {
    let clamped = min(max(offset, 0), 4)
    #expect(
      JSONSourceLocation(of: offset, in: "\n[1]") == JSONSourceLocation(of: clamped, in: "\n[1]"))
    #expect(JSONSourceLocation(of: offset, in: "").description == "line 1, column 1")
  }

  @Test func anyBytes() {
    let bytes: [UInt8] = [0x0a, 0x0d, 0x20, 0x80, 0xc3, 0xe2, 0xef, 0xbb, 0xbf, 0xf0, 0xff]
    for a in bytes {
      for b in bytes {
        for c in bytes {
          for offset in -1...4 {
            let location = JSONSourceLocation(of: offset, in: [a, b, c])
            #expect(1...4 ~= location.line && 1...4 ~= location.column)
            #expect(location.utf16Column >= location.column)
          }
        }
      }
    }
  }

  /// Inputs longer than a block, without and with carriage returns.
  @Test(arguments: [["a", "é", "€", "😀", "\n"], ["a", "é", "😀", "\n", "\r", "\r\n"]])
  func longInputsAgreeWithTheirCharacters(_ pieces: [String]) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      var text = "\u{FEFF}"
      var expected: [(offset: Int, location: JSONSourceLocation)] = []
      var (line, column, utf16Column) = (1, 1, 1)
      for _ in 0..<300 {
        let piece = pieces.randomElement(using: &generator) ?? ""
        // Otherwise, the two would be one line end.
        if piece == "\n", text.hasSuffix("\r") { continue }
        let location = JSONSourceLocation(line: line, column: column, utf16Column: utf16Column)
        expected.append((text.utf8.count, location))
        text += piece
        if piece.contains(where: \.isNewline) {
          (line, column, utf16Column) = (line + 1, 1, 1)
        } else {
          (column, utf16Column) = (column + 1, utf16Column + piece.utf16.count)
        }
      }
      for (offset, location) in expected {
        #expect(JSONSourceLocation(of: offset, in: text) == location)
      }
    }
  }
}
