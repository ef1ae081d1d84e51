import RushJSONCore
import Testing

/// Bytes between a name without quotes and the colon were ignored: `{a-b:1}` was read as `{a:1}`.
@Suite struct UnquotedNameEndTests {
  @Test func nothingMayComeBetweenNameAndColon() {
    rejects("{a▸-b:1}", .expectedColon, .json5).check()
    rejects("{\"b\":1,a▸\u{a0}:1}", .expectedColon, .foundationJSON5).check()
    accepts("{\"b\":1,a\u{a0}:1}", .json5).check()
    rejects("{a▸':1}", .expectedColon, .json5).check()
    accepts("{a/**/:1}", .json5).check()
  }
}
