import RushJSONCore
import Testing

/// Any scalar could be escaped in a name without quotes, half a surrogate pair too; Foundation's
/// grammar wants one that may be part of a name.
@Suite struct UnquotedNameEscapeTests {
  @Test func standsForAPartOfAName() throws {
    rejects("{a▸\\u002d:1}", .expectedColon, .json5).check()
    rejects("{a▸\\ud83d:1}", .expectedColon, .json5).check()
    rejects("{▸\\u0000:1}", .expectedName, .json5).check()
    let root = try JSONDocument(parsing: "{a\\x62\\u0063:1}", options: .json5).root
    #expect(try root["a\\x62\\u0063"]?.int() == 1)
  }
}
