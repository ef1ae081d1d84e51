import RushJSONCore
import Testing

/// What followed a name without quotes up to the colon was ignored: `{a-b:1}` was read as `{a:1}`.
@Suite struct UnquotedNameEndTests {
  @Test func nothingMayStandBetweenNameAndColon() {
    rejects("{a▸-b:1}", .expectedColon, .json5).check()
    rejects("{\"b\":1,a▸\u{a0}:1}", .expectedColon, .json5).check()
    rejects("{a▸':1}", .expectedColon, .json5).check()
    accepts("{a/**/:1}", .json5).check()
  }
}
