import RushJSONCore
import Testing

/// Before many more tokens, a control byte between a number and the next token was skipped like
/// whitespace (0x01), or read as a token (0x0C).
@Suite struct ControlByteAfterNumberTests {
  static let controls = (0..<0x20 as Range<UInt8>).filter { ![0x09, 0x0a, 0x0d].contains($0) }

  @Test(arguments: controls)
  func isRefused(_ control: UInt8) {
    let after = Array(("," + String(repeating: "1,", count: 20) + "1]").utf8)
    for before in ["[0,1,2,3,4,5,6,7,8,9", "[0,1,2,3,4,5,6,7,8,-1.5", "[\"abcdefghijklmnop\",0"] {
      let start = Array(before.utf8)
      #expect(verdict(of: start + [control] + after) == Verdict(.invalidNumber, at: start.count))
      let spaced = verdict(of: start + [control, 0x20] + after)
      #expect(spaced == Verdict(.invalidNumber, at: start.count))
    }
  }
}
