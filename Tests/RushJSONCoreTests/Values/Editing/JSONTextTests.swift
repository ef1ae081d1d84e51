import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// A text, edits, and the text after them.
@Suite struct JSONTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var edits: [TextEdit]
    var result: String

    init(_ name: String, _ text: String, _ edits: TextEdit..., gives result: String) {
      self.name = name
      self.text = text
      self.edits = edits
      self.result = result
    }

    var testDescription: String { name }
  }

  static var oneLine: [Row] {
    [
      Row("a number", "{\"a\": 1.50, \"b\": 2}", .set("/a", 3), gives: "{\"a\": 3, \"b\": 2}"),
      Row("a member", "{\"a\": 1}", .set("/b", 2), gives: "{\"a\": 1, \"b\": 2}"),
      Row("a compact member", "{\"a\":1}", .set("/b", [1, 2]), gives: "{\"a\":1,\"b\":[1,2]}"),
      Row(
        "padding", "{ \"a\": 1 }", .set("/b", ["c": 2]), gives: "{ \"a\": 1, \"b\": { \"c\": 2 } }"),
      Row("an element at the start", "[1, 2]", .insert("/0", 0), gives: "[0, 1, 2]"),
      Row("an element in the middle", "[1, 2]", .insert("/1", 0), gives: "[1, 0, 2]"),
      Row("an element at the end", "[1,2]", .append("", 0), gives: "[1,2,0]"),
      Row("the first", "[1, 2, 3]", .remove("/0"), gives: "[2, 3]"),
      Row("the middle", "[1, 2, 3]", .remove("/1"), gives: "[1, 3]"),
      Row("the last", "[1, 2, 3]", .remove("/2"), gives: "[1, 2]"),
      Row("the last in spaces", "[ 1, 2, 3 ]", .remove("/2"), gives: "[ 1, 2 ]"),
      Row("all but one", "[1, 2, 3]", .remove("/2"), .remove("/1"), gives: "[1]"),
      Row("all", "{ \"a\": 1, \"b\": 2 }", .remove("/a"), .remove("/b"), gives: "{}"),
      Row("the only one is replaced", "[1]", .remove("/0"), .append("", 2), gives: "[2]"),
      Row("a trailing comma", "[1, 2,]", .append("", 3), gives: "[1, 2, 3,]"),
      Row("the last before a comma", "[1, 2,]", .remove("/1"), gives: "[1,]"),
      Row("an empty array", "{\"a\": []}", .append("/a", 1), gives: "{\"a\": [1]}"),
      Row("an empty object", "{\"a\": {}}", .set("/a/b", 1), gives: "{\"a\": {\"b\": 1}}"),
      Row("the root", "1 // one\n", .set("", ["a": 1]), gives: "{\n  \"a\": 1\n} // one\n"),
      Row("the root is removed", " [1] ", .remove(""), gives: " null "),
      Row("an empty root", "{}", .set("/a", 1), gives: "{\n  \"a\": 1\n}"),
      Row("a comment after an element", "[1 /* a */]", .append("", 2), gives: "[1 /* a */, 2]"),
      Row("a comment before an element", "[/* a */ 1, 2]", .remove("/0"), gives: "[2]"),
      Row(
        "a comment in an empty array", "[ /* none */ ]", .append("", 1),
        gives: "[ /* none */\n  1\n]"
      ),
      Row("a name", "{\"a\" : 1}", .rename("/a", "b"), gives: "{\"b\" : 1}"),
      Row("a name with escapes", "{\"\\u0061\": 1}", .rename("/a", "\""), gives: "{\"\\\"\": 1}"),
      Row("other quotes", "{a: 'x'}", .set("/b", "it"), gives: "{a: 'x', b: 'it'}"),
      Row(
        "an apostrophe", "{a: 'x'}", .set("/a", "it's"), .rename("/a", "x y"),
        gives: "{'x y': \"it's\"}"),
      Row("the same again", "[1.0]", .set("/0", .number(JSONNumber(1.0))), gives: "[1]"),
      Row("a byte order mark", "\u{feff}[1]", .append("", 2), gives: "\u{feff}[1, 2]"),
      Row("a move", "[1, 2, 3]", .move("/0", "/2"), gives: "[2, 3, 1]"),
      Row(
        "a move to another", "{\"a\": [1.50], \"b\": {}}", .move("/a/0", "/b/c"),
        gives: "{\"a\": [], \"b\": {\"c\": 1.50}}"),
      Row("a move to the root", "{\"a\": {\"b\": 1e2}}", .move("/a", ""), gives: "{\"b\": 1e2}"),
      Row(
        "a move onto another", "{\"a\": 1e1, \"b\": 2}", .move("/a", "/b"), gives: "{\"b\": 1e1}"),
      Row(
        "a moved value changes", "{\"a\": {\"b\": 1, \"c\": 2.0}, \"d\": []}", .move("/a", "/d/0"),
        .set("/d/0/b", 5), gives: "{\"d\": [{\"b\": 5, \"c\": 2.0}]}"),
      Row(
        "an edit in a new value", "{\"a\": 0}", .set("/a", ["b": [1]]), .append("/a/b", 2),
        .set("/a/c", nil), gives: "{\"a\": {\"b\": [1, 2], \"c\": null}}"),
      Row(
        "missing objects", "{\"a\":null}", .create("/a/b/c", 1), gives: "{\"a\":{\"b\":{\"c\":1}}}"),
      Row("an order", "[3,1,2]", .moveBefore("/1", "/0"), .moveAfter("/1", "/2"), gives: "[1,2,3]"),
      Row(
        "undone", "{\"a\": 1, \"b\": 2}", .set("/c", 3), .remove("/c"),
        gives: "{\"a\": 1, \"b\": 2}"),
      Row("two of a name", "{\"a\":1,\"a\":2}", .set("/a", 3), gives: "{\"a\":1,\"a\":3}"),
      Row("both of a name go", "{\"a\":1,\"b\":0,\"a\":2}", .remove("/a"), gives: "{\"b\":0}"),
      Row("one of a name stays", "{\"a\":1,\"a\":2}", .rename("/a", "b"), gives: "{\"b\":2}"),
    ]
  }

  static var lines: [Row] {
    [
      Row(
        "a member at the end", "{\n\t\"a\": 1\n}\n", .set("/b", ["c": [1]]),
        gives: "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": [\n\t\t\t1\n\t\t]\n\t}\n}\n"),
      Row(
        "a comma before a comment", "{\n  \"a\": 1 // one\n}", .set("/b", 2),
        gives: "{\n  \"a\": 1, // one\n  \"b\": 2\n}"),
      Row(
        "a comma goes", "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}", .remove("/b"),
        gives: "{\n  \"a\": 1 // one\n}"),
      Row(
        "comments above go", "{\n  // one\n  /* and */\n  \"a\": 1,\n  // two\n  \"b\": 2\n}",
        .remove("/a"), gives: "{\n  // two\n  \"b\": 2\n}"),
      Row(
        "comments apart stay", "{\n  // all\n\n  \"a\": 1,\n  \"b\": 2\n}", .remove("/a"),
        gives: "{\n  // all\n\n  \"b\": 2\n}"),
      Row(
        "a comment after the bracket stays", "[ // all\n  1,\n  2\n]", .remove("/0"),
        gives: "[ // all\n  2\n]"),
      Row(
        "one blank line stays", "[\n  1,\n\n  2,\n\n  3\n]", .remove("/1"),
        gives: "[\n  1,\n\n  3\n]"),
      Row("all lines go", "{\n  \"a\": 1 // one\n}", .remove("/a"), gives: "{}"),
      Row(
        "a last comment stays", "{\n  \"a\": 1\n\n  // end\n}", .remove("/a"),
        gives: "{\n  // end\n}"),
      Row(
        "before a member", "{\n  // b\n  \"b\": 2\n}", .insertBefore("/b", "a", 1),
        gives: "{\n  \"a\": 1,\n  // b\n  \"b\": 2\n}"),
      Row(
        "after a member", "{\n  \"a\": 1, // one\n  \"c\": 3\n}", .insertAfter("/a", "b", 2),
        gives: "{\n  \"a\": 1, // one\n  \"b\": 2,\n  \"c\": 3\n}"),
      Row(
        "several in order", "[\n  1\n]", .append("", 2), .append("", 3), .insert("/0", 0),
        gives: "[\n  0,\n  1,\n  2,\n  3\n]"),
      Row(
        "CR LF", "{\r\n  \"a\": 1\r\n}\r\n", .set("/b", [1]),
        gives: "{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    1\r\n  ]\r\n}\r\n"),
      Row(
        "a trailing comma", "{\n  \"a\": 1,\n}", .set("/b", [1]),
        gives: "{\n  \"a\": 1,\n  \"b\": [\n    1,\n  ],\n}"),
      Row(
        "without a trailing comma", "{\n  \"a\": 1,\n  \"b\": 2,\n}", .remove("/b"),
        gives: "{\n  \"a\": 1,\n}"),
      Row(
        "an empty object", "{\n  \"a\": {}\n}", .set("/a/b", 1),
        gives: "{\n  \"a\": {\n    \"b\": 1\n  }\n}"),
      Row(
        "an empty object with a comment", "{\n  \"a\": {\n    // none\n  }\n}", .set("/a/b", 1),
        gives: "{\n  \"a\": {\n    // none\n    \"b\": 1\n  }\n}"),
      Row(
        "an array on one line stays so", "{\n  \"a\": [1, 2]\n}", .set("/a", [1, 2, 3]),
        gives: "{\n  \"a\": [1, 2, 3]\n}"),
      Row(
        "a member with its comments",
        "{\n  // a\n  \"a\": 1, // one\n  \"b\": {\n    \"c\": 2\n  }\n}",
        .move("/a", "/b/a"),
        gives: "{\n  \"b\": {\n    \"c\": 2,\n    // a\n    \"a\": 1 // one\n  }\n}"),
      Row(
        "lines change their indentation",
        "{\n    \"a\": {\n        \"x\": [\n            1 /* o\n            ne */\n        ]\n    },\n    \"b\": 2\n}",
        .move("/a/x", "/x"),
        gives:
          "{\n    \"a\": {},\n    \"b\": 2,\n    \"x\": [\n        1 /* o\n        ne */\n    ]\n}"),
      Row(
        "a group of members", "{\n  // size\n  \"size\": 1.0,\n  \"font\": \"x\"\n}",
        .set("/editor", [:]), .move("/size", "/editor/size"), .move("/font", "/editor/font"),
        gives:
          "{\n  \"editor\": {\n    // size\n    \"size\": 1.0,\n    \"font\": \"x\"\n  }\n}"),
      Row(
        "an order of members", "{\n  \"b\": 2, // two\n  \"a\": 1 // one\n}",
        .moveBefore("/a", "/b"),
        gives: "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}"),
      Row(
        "a line comment before a bracket", "[[2//\n],\n0]", .move("/0/0", "/-"), .remove("/1"),
        gives: "[[],\n2//\n]"),
      Row(
        "blanks at the end of a line", "{\n  \"a\": 1  \n}", .set("/b", 2),
        gives: "{\n  \"a\": 1,  \n  \"b\": 2\n}"),
      Row(
        "blanks after a comma", "[\n  1, \t\n  2\n]", .insert("/1", 0),
        gives: "[\n  1, \t\n  0,\n  2\n]"),
      Row(
        "objects on one line each", "[\n  {\"a\": 1, \"b\": 2},\n  { \"a\": 3, \"b\": 4 }\n]",
        .append("", ["a": 5, "b": [6]]), .insert("/0", ["a": 0]),
        gives:
          "[\n  { \"a\": 0 },\n  {\"a\": 1, \"b\": 2},\n  { \"a\": 3, \"b\": 4 },\n  { \"a\": 5, \"b\": [6] }\n]"
      ),
      Row(
        "an object on one line that changes", "[\n  {\"a\": 1},\n  null\n]", .append("", ["a": 2]),
        .set("/2/b", 3), .set("/1", ["a": 0]),
        gives: "[\n  {\"a\": 1},\n  {\"a\": 0},\n  {\"a\": 2, \"b\": 3}\n]"),
      Row(
        "members on one line each", "{\n  \"x\": [1, 2],\n  \"y\": {\"z\": 1}\n}",
        .set("/v", [3, 4]),
        .set("/w", ["z": 2]),
        gives:
          "{\n  \"x\": [1, 2],\n  \"y\": {\"z\": 1},\n  \"v\": [3, 4],\n  \"w\": {\"z\": 2}\n}"),
      Row(
        "the root and then a member", "{\"a\": [1, 2], \"b\": 0}",
        .set("", ["a": [1, 2], "b": 1]),
        .set("/b", 2), gives: "{\"a\": [1, 2], \"b\": 2}"),
      Row(
        "a member at the end after commas at the start", "{\n    \"a\": 1\n  , \"b\": 2\n}",
        .set("/c", 3), .set("/d", 4),
        gives: "{\n    \"a\": 1\n  , \"b\": 2\n  , \"c\": 3\n  , \"d\": 4\n}"),
      Row(
        "members between commas at the start", "{\n    \"a\": 1 // one\n  , \"b\": 2\n}",
        .insertAfter("/a", "c", 3), .insertBefore("/a", "d", 4),
        gives: "{\n    \"d\": 4\n  , \"a\": 1 // one\n  , \"c\": 3\n  , \"b\": 2\n}"),
      Row(
        "blanks before commas at the start", "[ 1 \n, 2 //\n]", .append("", 3),
        gives: "[ 1 \n, 2 //\n, 3\n]"),
      Row(
        "one goes and another comes at commas at the start", "[ 1\n, 2\n, 3\n]", .remove("/2"),
        .append("", 4), .remove("/0"), gives: "[ 2\n, 4\n]"),
      Row(
        "commas at the start of lines", "{\n    \"a\": 1\n  , \"b\": 2\n}", .remove("/b"),
        gives: "{\n    \"a\": 1\n}"),
    ]
  }

  @Test(arguments: oneLine + lines)
  func editGivesText(_ row: Row) throws {
    let result = try JSONText.edited(row.text, row.edits)
    #expect(result == row.result)
    _ = try RawJSON(parsing: result, options: .json5)
  }

  @Test func firstOfTwoMembersChangesIfTheFirstWins() throws {
    let options = JSONReadingOptions(duplicateNames: .keepFirst)
    let text = #"{"a":1,"a":2}"#
    #expect(try JSONText.edited(text, [.set("/a", 3)], options: options) == #"{"a":3,"a":2}"#)
    #expect(try JSONText.edited(text, [.rename("/a", "b")], options: options) == #"{"b":1}"#)
  }

  @Test func replacementsAreRangesOfTheOriginalText() throws {
    var text = try JSONText(#"{"a": 1, "b": [2], "c": 3}"#)
    try text.remove(at: "/c")
    try text.set(5, at: "/a")
    try text.append(4, to: "/b")
    let found = text.replacements.map { ($0.range.lowerBound, $0.range.upperBound, $0.text) }
    let expected = [(6, 7, "5"), (16, 16, ", 4"), (17, 25, "")]
    #expect(found.elementsEqual(expected, by: ==), "\(found)")
    #expect(text.string == #"{"a": 5, "b": [2, 4]}"#)
    #expect(text.originalBytes == Array(#"{"a": 1, "b": [2], "c": 3}"#.utf8))
    #expect(try text.value(at: "/b") == [2, 4])
  }

  @Test func equalBytesAreNotReplaced() throws {
    var text = try JSONText("[1, \"a\"]")
    try text.set(1, at: "/0")
    try text.set("a", at: "/1")
    #expect(text.replacements == [])
    #expect(text.bytes == text.originalBytes)
  }

  @Test func differenceKeepsWhatIsTheSame() throws {
    var text = try JSONText("{\n  \"a\": 1.0, // one\n  \"b\": [1, 2],\n}", options: .jsonc)
    let new: RawJSON = ["a": 1, "b": [1, 2, 3], "c": true]
    try text.apply(new.difference(from: text.value(at: .root)))
    #expect(
      text.string == "{\n  \"a\": 1.0, // one\n  \"b\": [1, 2, 3],\n  \"c\": true,\n}")
  }

  @Test func patchAppliesInFullOrNotAtAll() throws {
    var text = try JSONText("[1, 2]")
    let patch: JSONPatch = [
      .add("/-", 3), .copy(from: "/0", to: "/1"), .test("/1", 1), .move(from: "/2", to: "/0"),
      .replace("/1", [:]), .remove("/3"),
    ]
    try text.apply(patch)
    #expect(text.string == "[2, {}, 1]")
    for operation in [
      .test("/0", 5), .remove("/7"), .move(from: "", to: "/0"), .replace("/3", 1),
    ] as [JSONPatch.Operation] {
      let failing = JSONPatch([.remove("/0"), operation])
      #expect(throws: JSONPatch.Failure.self) { try text.apply(failing) }
      #expect(text.string == "[2, {}, 1]")
    }
    let copies = JSONPatch((0..<64).map { _ in .copy(from: "", to: "/-") })
    #expect(throws: JSONPatch.Failure.self) { try text.apply(copies, maximumCopiedValues: 1000) }
  }
}
