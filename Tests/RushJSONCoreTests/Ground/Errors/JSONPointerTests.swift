import RushJSONCore
import Testing

@Suite struct JSONPointerTests {
  // RFC 6901 §5 and §6: the text, the fragment, the tokens.
  static let examples: [(String, String, [String])] = [
    ("", "", []),
    ("/foo", "/foo", ["foo"]),
    ("/foo/0", "/foo/0", ["foo", "0"]),
    ("/", "/", [""]),
    ("/a~1b", "/a~1b", ["a/b"]),
    ("/c%d", "/c%25d", ["c%d"]),
    ("/e^f", "/e%5Ef", ["e^f"]),
    ("/g|h", "/g%7Ch", ["g|h"]),
    ("/i\\j", "/i%5Cj", ["i\\j"]),
    ("/k\"l", "/k%22l", ["k\"l"]),
    ("/ ", "/%20", [" "]),
    ("/m~0n", "/m~0n", ["m~n"]),
    ("/~01", "/~01", ["~1"]),
    ("//", "//", ["", ""]),
    ("/é/😀", "/%C3%A9/%F0%9F%98%80", ["é", "😀"]),
    ("/a?b@c:d", "/a?b@c:d", ["a?b@c:d"]),
    ("/0189AZaz", "/0189AZaz", ["0189AZaz"]),
    ("/@[`{", "/@%5B%60%7B", ["@[`{"]),
  ]

  @Test(arguments: examples)
  func readsAndWrites(_ text: String, _ fragment: String, _ tokens: [String]) throws {
    let pointer = try JSONPointer(text)
    #expect(pointer.tokens == tokens)
    #expect(pointer == JSONPointer(tokens: tokens))
    #expect(pointer.description == text)
    #expect(pointer.fragment == fragment)
    #expect(try JSONPointer(fragment: fragment) == pointer)
    #expect(try JSONPointer(fragment: "#" + fragment) == pointer)
    #expect(JSONPointer(stringLiteral: text) == pointer)
    #expect(pointer.isEmpty == tokens.isEmpty)
  }

  static let malformed: [(String, JSONValueError.PointerFault, Int)] = [
    ("a", .expectedSlash, 0),
    ("a/b", .expectedSlash, 0),
    (" /a", .expectedSlash, 0),
    ("/~", .invalidEscape, 1),
    ("/a~2", .invalidEscape, 2),
    ("/a/~~0", .invalidEscape, 3),
    ("/~/", .invalidEscape, 1),
    ("/~x/~", .invalidEscape, 1),
    ("/é~", .invalidEscape, 3),
  ]

  @Test(arguments: malformed)
  func refuses(_ text: String, _ fault: JSONValueError.PointerFault, _ offset: Int) {
    #expect(throws: JSONValueError(.invalidPointer(fault), offset: offset)) {
      try JSONPointer(text)
    }
  }

  static let malformedFragments: [(String, JSONValueError.PointerFault, Int)] = [
    ("a", .expectedSlash, 0),
    ("#a", .expectedSlash, 1),
    ("/%", .invalidPercentEncoding, 1),
    ("/%2", .invalidPercentEncoding, 1),
    ("/%2g", .invalidPercentEncoding, 1),
    ("/%20~", .invalidEscape, 4),
    ("/%20/%FF", .invalidUTF8, 5),
    ("/%C3", .invalidUTF8, 1),
    ("%80", .invalidUTF8, 0), ("%80/a", .invalidUTF8, 0),
  ]

  @Test(arguments: malformedFragments)
  func refusesFragment(_ text: String, _ fault: JSONValueError.PointerFault, _ offset: Int) {
    #expect(throws: JSONValueError(.invalidPointer(fault), offset: offset)) {
      try JSONPointer(fragment: text)
    }
  }

  @Test func escapedSlashInFragment() throws {
    #expect(try JSONPointer(fragment: "%2Fa%7E1b").tokens == ["a/b"])
  }

  @Test func literalsAreNeverRefused() {
    #expect("users/0" as JSONPointer == JSONPointer(tokens: ["users", "0"]))
    #expect("/a~2/~" as JSONPointer == JSONPointer(tokens: ["a~2", "~"]))
    #expect("" as JSONPointer == .root)
    #expect("/a~1b~0" as JSONPointer == JSONPointer(tokens: ["a/b~"]))
  }

  @Test func buildsPaths() {
    let pointer = JSONPointer.root.appending("a/b").appending(3).appending(JSONPointer.pastTheEnd)
    #expect(pointer.description == "/a~1b/3/-")
    #expect(pointer.parent?.description == "/a~1b/3")
    #expect(JSONPointer.root.parent == nil)
    #expect(JSONPointer.root.appending("").parent == .root)
  }

  @Test func namesAreComparedByScalars() {
    let one = JSONPointer(tokens: ["\u{e9}"])
    let two = JSONPointer(tokens: ["e\u{301}"])
    #expect(one != two)
    #expect(Set([one, two, one]).count == 2)
    #expect(JSONPointer(tokens: ["a", "b"]) != JSONPointer(tokens: ["ab"]))
  }

  static let indexes: [(String, Int?)] = [
    ("0", 0), ("7", 7), ("10", 10), ("9223372036854775807", .max), ("", nil), ("-", nil),
    ("00", nil), ("01", nil), ("-1", nil), ("+1", nil), ("1 ", nil), ("1e0", nil), ("a", nil),
    ("٣", nil), ("9223372036854775808", nil), ("99999999999999999999999", nil),
  ]

  @Test(arguments: indexes)
  func index(_ token: String, _ index: Int?) {
    #expect(JSONPointer.index(of: token) == index)
  }

  @Test(arguments: JSONValueError.PointerFault.allCases)
  func message(_ fault: JSONValueError.PointerFault) {
    let error = JSONValueError(.invalidPointer(fault), offset: 5)
    #expect(error.description == "invalid JSON Pointer: \(fault) (byte 5)")
  }
}
