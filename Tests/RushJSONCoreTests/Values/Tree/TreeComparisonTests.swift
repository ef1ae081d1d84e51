import RushJSONCore
import Testing

@Suite struct TreeComparisonTests {
  static let equal: [(String, String)] = [
    ("3", "3.0"), ("0", "-0"), ("300e-2", "3"), ("\"a\"", "\"\\u0061\""),
    ("[1,2]", "[1.0,2e0]"), ("{}", "{}"), ("[]", "[]"),
    (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#),
    (#"{"a":{"x":1,"y":2}}"#, #"{"a":{"y":2,"x":1}}"#),
    ("1e400", "10e399"),
  ]

  @Test(arguments: equal)
  func equalValuesHashAlike(_ a: String, _ b: String) throws {
    let (a, b) = (try RawJSON(parsing: a), try RawJSON(parsing: b))
    #expect(a == b && b == a)
    #expect(a.hashValue == b.hashValue)
  }

  static let different: [(String, String)] = [
    ("null", "false"), ("0", "false"), ("1", "\"1\""), ("[]", "{}"), ("[]", "[null]"),
    ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":null}"#, "{}"), (#"{"a":1}"#, #"{"a":1,"b":1}"#), ("[[[]]]", "[[{}]]"),
    ("\"\u{e9}\"", "\"e\u{301}\""), ("9007199254740993", "9007199254740992"),
  ]

  @Test(arguments: different)
  func differentValues(_ a: String, _ b: String) throws {
    let (a, b) = (try RawJSON(parsing: a), try RawJSON(parsing: b))
    #expect(a != b && b != a)
    #expect(a == a && b == b)
  }

  // As with JSONNumber, a value always equals itself.
  @Test func nanEqualsItself() {
    let nan = RawJSON.number(Double.nan)
    let other = RawJSON.number(Double.nan)
    #expect(nan == other && [nan] as RawJSON == [other] && nan != 0)
    #expect(nan.hashValue == other.hashValue)
  }

  @Test func valuesAsKeys() {
    let values: Set<RawJSON> = [1, 1.0, "1", nil, [1], [1.0], ["a": 1, "b": 2], ["b": 2, "a": 1]]
    #expect(values.count == 5)
  }
}
