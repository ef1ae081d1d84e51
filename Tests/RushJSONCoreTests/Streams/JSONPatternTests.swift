import RushJSONCore
import RushJSONStreams
import Testing

@Suite struct JSONPatternTests {
  private typealias Step = JSONPattern.Step
  private typealias Kind = JSONPattern.ParsingError.Kind

  private static let good: [(text: String, steps: [Step], written: String)] = [
    ("", [], "$"), ("$", [], "$"), ("/", [.token("")], "/"),
    ("/a/0", [.token("a"), .token("0")], "/a/0"),
    ("/items/*/id", [.token("items"), .wildcard, .token("id")], "/items/*/id"),
    ("/**/~0~1", [.token("**"), .token("~/")], "/**/~0~1"), ("/*", [.wildcard], "/*"),
    ("$.items[*].id", [.name("items"), .wildcard, .name("id")], "$['items'][*]['id']"),
    ("$['a b'][0:10:2]", [.name("a b"), .slice(start: 0, end: 10, step: 2)], "$['a b'][0:10:2]"),
    ("$.*.*", [.wildcard, .wildcard], "/*/*"), ("$['*']", [.name("*")], "$['*']"),
    (
      "$[0][9007199254740991]", [.index(0), .index(9_007_199_254_740_991)], "$[0][9007199254740991]"
    ),
    ("$[:]", [.slice(start: 0, end: nil, step: 1)], "$[0:]"),
    ("$[::]", [.slice(start: 0, end: nil, step: 1)], "$[0:]"),
    ("$[ 1 : 2 : 3 ] [ 'x' ]", [.slice(start: 1, end: 2, step: 3), .name("x")], "$[1:2:3]['x']"),
    ("$[:5:0]", [.slice(start: 0, end: 5, step: 0)], "$[0:5:0]"),
    ("$ .a\t['b']", [.name("a"), .name("b")], "$['a']['b']"),
    ("$._é9.☺", [.name("_é9"), .name("☺")], "$['_é9']['☺']"),
    (
      #"$["it's"]['"']['\'\\\/\b\f\n\r\t\u00e9\ud83d\ude00']"#,
      [.name("it's"), .name("\""), .name("'\\/\u{8}\u{c}\n\r\t\u{e9}\u{1f600}")],
      #"$['it\'s']['"']['\'\\/\u0008\u000c\u000a\u000d\u0009"# + "\u{e9}\u{1f600}']"
    ),
    ("$['']", [.name("")], "$['']"),
    ("$[-1].a", [.index(-1), .name("a")], "$[-1]['a']"),
    ("$[-9007199254740991]", [.index(-9_007_199_254_740_991)], "$[-9007199254740991]"),
    ("$[-2:]", [.slice(start: -2, end: nil, step: 1)], "$[-2:]"),
    ("$[ -3 : -1 : 2 ]", [.slice(start: -3, end: -1, step: 2)], "$[-3:-1:2]"),
    ("$[::-1]", [.slice(start: -1, end: nil, step: -1)], "$[-1::-1]"),
    ("$[5:-7:-2]", [.slice(start: 5, end: -7, step: -2)], "$[5:-7:-2]"),
  ]

  @Test(arguments: good.indices)
  func accepted(_ index: Int) throws {
    let row = Self.good[index]
    let pattern = try JSONPattern(row.text)
    #expect(pattern == JSONPattern(steps: row.steps), "\(row.text)")
    #expect(pattern.description == row.written)
    #expect(try JSONPattern(pattern.description).description == row.written)
  }

  /// The mark is where the error is.
  private static let bad: [(text: String, kind: Kind)] = [
    ("▸a", .expectedRoot), ("▸@.a", .expectedRoot), ("▸ $", .expectedRoot),
    ("$▸a", .expectedSegment),
    ("$.a▸ ", .expectedSegment), ("$ ▸!", .expectedSegment), ("$.▸", .expectedName),
    ("$.▸1", .expectedName), ("$.a.▸-", .expectedName), ("$▸..a", .descendants),
    ("$.a▸..*", .descendants), ("$[▸", .expectedSelector), ("$[▸]", .expectedSelector),
    ("$[▸a]", .expectedSelector), ("$[0▸", .expectedBracket), ("$[0▸x]", .expectedBracket),
    ("$[*▸*]", .expectedBracket), ("$['a'▸", .expectedBracket), ("$[1:2:3▸:4]", .expectedBracket),
    ("$[▸'a", .unterminatedName), (#"$[▸"a']"#, .unterminatedName),
    (#"$[▸'a\\"#, .unterminatedName),
    (#"$['▸\x']"#, .invalidEscape), (#"$['▸\"']"#, .invalidEscape), (#"$["▸\'"]"#, .invalidEscape),
    (#"$['a▸\ud800']"#, .invalidEscape), (#"$['▸\udc00\ud800']"#, .invalidEscape),
    (#"$['▸\u12g4']"#, .invalidEscape), (#"$['▸\"#, .invalidEscape), ("$['a▸\n']", .invalidEscape),
    ("/a▸~", .invalidEscape), ("/▸~2/b", .invalidEscape), ("$[▸01]", .invalidNumber),
    ("$[▸9007199254740992]", .invalidNumber), ("$[1:▸00]", .invalidNumber),
    ("$[▸-0]", .invalidNumber), ("$[▸-]", .invalidNumber), ("$[1:▸-01]", .invalidNumber),
    ("$[::▸-]", .invalidNumber), ("$[▸-9007199254740992]", .invalidNumber),
    ("$[▸- 1]", .invalidNumber), ("$[ ▸?@.a]", .filter), ("$[0▸,1]", .severalSelectors),
    ("$['a' ▸, 'b']", .severalSelectors), ("$[1:2▸,*]", .severalSelectors),
  ]

  @Test(arguments: bad.indices)
  func refused(_ index: Int) {
    let row = Self.bad[index]
    let parts = row.text.split(separator: "▸", omittingEmptySubsequences: false)
    let expected = JSONPattern.ParsingError(row.kind, at: parts[0].utf8.count)
    #expect(throws: expected, "\(row.text)") { try JSONPattern(parts.joined()) }
  }

  @Test func everyKindIsTested() {
    #expect(Set(Self.bad.map(\.kind)) == Set(Kind.allCases))
  }

  @Test func equality() {
    #expect(JSONPattern("/a" as JSONPointer) == "/a")
    #expect(JSONPattern("/*" as JSONPointer) != "/*")
    #expect(JSONPattern("/*" as JSONPointer).description == "$['*']")
    #expect("$.a" as JSONPattern != "/a")
    #expect("/\u{e9}" as JSONPattern != "/e\u{301}")
    #expect(Set(["/a", "/a", "$.a", "$['a']"] as [JSONPattern]).count == 2)
    #expect(("/a/1" as JSONPattern).pointer == "/a/1")
    #expect(("/a/*" as JSONPattern).pointer == nil)
    #expect(("$.a" as JSONPattern).pointer == nil)
    #expect(
      "\(JSONPattern.ParsingError(.filter, at: 2))"
        == "filters are not supported at byte 2 of the pattern")
  }

  /// Numbers that no path of RFC 9535 has are written as the greatest ones that it may have.
  @Test func extremeNumbersAreWrittenAsPaths() throws {
    let greatest = 9_007_199_254_740_991
    let steps: [Step] = [
      .index(.max), .index(.min), .slice(start: .min, end: .max, step: .max),
      .slice(start: .max, end: .min, step: .min),
    ]
    #expect(
      try JSONPattern(JSONPattern(steps: steps).description).steps == [
        .index(greatest), .index(-greatest),
        .slice(start: -greatest, end: greatest, step: greatest),
        .slice(start: greatest, end: -greatest, step: -greatest),
      ])
  }

  @Test func aLiteralThatIsNoPatternSelectsNothing() throws {
    let projection = JSONProjection(patterns: ["$[", "a"])
    #expect(projection.matches(in: ["a": [1]] as RawJSON) == [])
    #expect(projection.matches(in: [1] as RawJSON) == [])
  }
}
