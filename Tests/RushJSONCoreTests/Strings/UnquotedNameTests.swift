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
}
