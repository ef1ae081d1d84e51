import RushJSONCore
import Testing

/// A name without quotes could escape any scalar, even half a surrogate pair. In Foundation's
/// grammar the scalar must be one that may be part of a name.
@Suite struct UnquotedNameEscapeTests {
  @Test func mustBePartOfAName() throws {
    rejects("{a▸\\u002d:1}", .expectedColon, .foundationJSON5).check()
    rejects("{a▸\\ud83d:1}", .expectedColon, .foundationJSON5).check()
    rejects("{▸\\u0000:1}", .expectedName, .foundationJSON5).check()
    let root = try JSONDocument(parsing: "{a\\x62\\u0063:1}", options: .foundationJSON5).root
    #expect(try root["a\\x62\\u0063"]?.int() == 1)
  }
}
