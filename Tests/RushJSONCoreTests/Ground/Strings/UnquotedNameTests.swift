import RushJSONCore
import Testing

/// Names without quotes (JSON5): which characters they may have.
@Suite struct UnquotedNameTests {
  /// ASCII is looked at without the tables of Unicode.
  @Test func charactersOfASCII() {
    for byte in UInt8(0x21)..<0x7f {
      let character = Character(Unicode.Scalar(byte))
      // These begin another token, or a comment.
      if "\"':{}[],/\\".contains(character) { continue }
      let isLetter = character.isLetter || character == "$" || character == "_"
      for (name, isName) in [
        ("\(character)", isLetter), ("\(character)a", isLetter),
        ("a\(character)", isLetter || character.isNumber),
        ("é\(character)1", isLetter || character.isNumber),
      ] {
        let text = Array("{\(name):1}".utf8)
        #expect((SkippingTests.refusalOfParser(text, options: .json5) == nil) == isName, "\(name)")
      }
    }
  }

  /// An escape may stand for any character of a name.
  @Test(arguments: [
    (0x24, true), (0x5f, true), (0x61, true), (0x37, true), (0xe9, true), (0x20, false),
    (0x2d, false), (0x3a, false), (0x2028, false),
  ])
  func escapes(_ scalar: UInt32, isName: Bool) {
    let text = Array("{a\\u\(hexadecimal(scalar, digits: 4)):1}".utf8)
    #expect((verdict(of: text, options: .json5) == .accepted) == isName)
  }
}
