import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// Edits that fail, with their places, and texts that are hostile.
@Suite struct JSONTextErrorTests {
  static let text = "{\n  \"a\": [1, 2],\n  \"s\": \"x\", \"t\": 1\n}"

  static var refused: [(TextEdit, JSONValueError.Kind, JSONPointer, offset: Int?)] {
    [
      (.set("/b/c", 1), .missingName("b"), "", 0),
      (.set("/a/3", 1), .indexOutOfRange(3, count: 2), "/a", 9),
      (.set("/a/01", 1), .invalidIndex("01"), "/a", 9),
      (.insert("/a/3", 1), .indexOutOfRange(3, count: 2), "/a", 9),
      (.remove("/a/-"), .indexOutOfRange(2, count: 2), "/a", 9),
      (.remove("/s/0"), .wrongKind(expected: .object, found: .string), "/s", 24),
      (.append("/s", 1), .wrongKind(expected: .array, found: .string), "/s", 24),
      (.remove("/none"), .missingName("none"), "", 0),
      (.rename("/a/0", "b"), .wrongKind(expected: .object, found: .array), "/a", nil),
      (.rename("", "b"), .wrongKind(expected: .object, found: .array), "", nil),
      (
        .rename("/a", "s"), .invalidFormat(text: "s", expected: "a name that no other member has"),
        "", 0
      ),
      (
        .insertBefore("/a", "s", 1),
        .invalidFormat(text: "s", expected: "a name that no other member has"), "", 0
      ),
      (.insertAfter("/a", nil, 1), .wrongKind(expected: .array, found: .object), "", 0),
      (.insertAfter("/a/0", "n", 1), .wrongKind(expected: .object, found: .array), "/a", 9),
      (.insertAfter("", nil, 1), .wrongKind(expected: .array, found: .object), "", nil),
      (.move("/a", "/a/0"), .invalidValue(.array, type: "destination for itself"), "/a/0", nil),
      (.move("/a/0", "/a/2"), .indexOutOfRange(2, count: 1), "/a", 9),
      (.move("/x", "/a/0"), .missingName("x"), "", 0),
      (
        .moveAfter("/a", "/a/1"), .invalidValue(.array, type: "destination for itself"), "/a/1", nil
      ),
      (
        .set("/t", .number(JSONNumber(Double.nan))), .notRepresentable(number: "NaN", type: "JSON"),
        "/t", nil
      ),
    ]
  }

  @Test(arguments: refused)
  func refusedEditChangesNothing(
    _ edit: TextEdit, _ kind: JSONValueError.Kind, _ pointer: JSONPointer, offset: Int?
  ) throws {
    var text = try JSONText(Self.text)
    do throws(JSONValueError) {
      try edit.apply(to: &text)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == kind)
      #expect(error.pointer == pointer)
      #expect(error.offset == offset)
      if let offset { #expect(error.location == JSONSourceLocation(of: offset, in: Self.text)) }
    }
    #expect(text.replacements == [])
    #expect(text.bytes == Array(Self.text.utf8))
  }

  /// The same in a text whose root was set: the layout stays, too.
  @Test(arguments: refused.map(\.0))
  func refusedEditAfterTheRootWasSetChangesNothing(_ edit: TextEdit) throws {
    for before in ["[1, {\"b\": [2]}]", "{\n  \"z\": 1\n}"] {
      var text = try JSONText(before)
      try text.set(["a": [1, 2], "s": "x", "t": 1], at: "")
      let bytes = text.bytes
      #expect(throws: JSONValueError.self) { try edit.apply(to: &text) }
      #expect(text.bytes == bytes)
    }
  }

  @Test func errorsAfterEditsHaveThePathOfTheResult() throws {
    var text = try JSONText("[0, {\"a\": 1}]")
    try text.remove(at: "/0")
    do throws(JSONValueError) {
      try text.remove(at: "/0/b")
    } catch {
      #expect(error.pointer == "/0")
      #expect(error.offset == 4)
    }
  }

  @Test func nanIsWrittenWhereItIsRead() throws {
    let number = RawJSON.number(JSONNumber(Double.nan))
    #expect(try JSONText.edited("[1]", [.set("/0", number)]) == "[NaN]")
  }

  @Test(arguments: ["/", " x", "// a comment\n/", "[1", "{\"a\" 1}", "[1] 2", "\u{1}"])
  func textThatIsNotJSONIsRefused(_ text: String) {
    let expected = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument.validate(text, options: .jsonc)
    }
    let found = #expect(throws: JSONSyntaxError.self) { _ = try JSONText(text, options: .jsonc) }
    #expect(found == expected)
  }

  /// Each beginning of a file is refused, or edited.
  @Test(arguments: ConfigurationFile.all)
  func everyTruncationIsRefusedOrEdited(_ file: ConfigurationFile) throws {
    let bytes = Array(file.before.utf8)
    for count in 0..<bytes.count {
      let text: JSONText
      do throws(JSONSyntaxError) {
        text = try JSONText(Array(bytes[..<count]), options: file.options)
      } catch {
        continue
      }
      for edit in file.edits {
        var edited = text
        // The rest may lack what the edit is about.
        try? edit.apply(to: &edited)
        // Without a value, an edit may have nothing to change.
        if edited.replacements.isEmpty { continue }
        _ = try RawJSON(parsing: edited.bytes, options: file.options)
      }
    }
  }

  @Test func deepTextIsEditedWithoutRecursion() throws {
    var options = JSONReadingOptions.strict
    options.maximumDepth = .max
    let depth = 20_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    var edited = try JSONText(text, options: options)
    let pointer = JSONPointer(tokens: Array(repeating: "0", count: depth - 1))
    try edited.append(1, to: pointer)
    try edited.set(2, at: pointer.appending(1))
    #expect(edited.replacements.map(\.range) == [depth..<depth])
  }

  @Test func valueDeeperThanTheLimitIsRefused() throws {
    var deep: RawJSON = 1
    for _ in 0..<511 { deep = [deep] }
    var text = try JSONText("[[], {}]")
    try text.append(deep, to: "")
    #expect(throws: JSONValueError.self) { try text.append(deep, to: "/0") }
    #expect(throws: JSONValueError.self) { try text.move(from: "/2", to: "/1/a") }
    _ = try RawJSON(parsing: text.bytes)
    var options = JSONReadingOptions.strict
    options.maximumDepth = 2
    var shallow = try JSONText("[[1], 2]", options: options)
    #expect(throws: JSONValueError.self) { try shallow.move(from: "/0", to: "/0/0") }
    #expect(throws: JSONValueError.self) { try shallow.set([1], at: "/0/0") }
    try shallow.set([1], at: "/1")
  }

  /// Levels that were removed leave room for others.
  @Test func removedLevelsDoNotCount() throws {
    var options = JSONReadingOptions.strict
    options.maximumDepth = 4
    var text = try JSONText("[[], {\"a\": [[1]], \"b\": 0}, 2]", options: options)
    #expect(throws: JSONValueError.self) { try text.move(from: "/1", to: "/0/0") }
    try text.remove(at: "/1/a/0/0")
    #expect(throws: JSONValueError.self) { try text.move(from: "/1", to: "/0/0") }
    try text.set(1, at: "/1/a/0")
    try text.move(from: "/1", to: "/0/0")
    #expect(text.string == "[[{\"a\": [1], \"b\": 0}], 2]")
    // What was added counts until it is removed.
    #expect(throws: JSONValueError.self) { try text.set([], at: "/0/0/a/0") }
    try text.set(0, at: "/0/0/a")
    try text.set([], at: "/0/0/b")
    #expect(throws: JSONValueError.self) { try text.set([[]], at: "/0/0/b") }
    #expect(throws: JSONValueError.self) { try text.move(from: "/0", to: "/1/0") }
    try text.remove(at: "/0/0/b")
    try text.set([], at: "/1")
    try text.move(from: "/0/0", to: "/1/0")
    #expect(text.string == "[[], [{\"a\": 0}]]")
    _ = try RawJSON(parsing: text.bytes, options: options)
  }

  /// A text may have no string, name or number that its options refuse.
  @Test func longStringsAndNumbersAreRefused() throws {
    var options = JSONReadingOptions.strict
    (options.maximumStringLength, options.maximumNumberLength) = (3, 4)
    var text = try JSONText("{\"a\": 1}", options: options)
    let edits: [TextEdit] = [
      .set("/a", "abcd"), .set("/a", "\"\""), .set("/a", ["x", ["y": "\n\n"]]), .set("/abcd", 1),
      .set("/a", ["abcd": 1]), .rename("/a", "abcd"), .insertAfter("/a", "abcd", 1),
      .set("/a", 12345), .set("/a", .number(JSONNumber(1.234))), .create("/b/abcd", 1),
    ]
    for edit in edits {
      #expect(throws: JSONValueError.self, "\(edit)") { try edit.apply(to: &text) }
    }
    #expect(text.string == "{\"a\": 1}")
    try text.set(["abc": "\"a", "b": 1234], at: "/a")
    try text.rename("/a", to: "abc")
    _ = try RawJSON(parsing: text.bytes, options: options)
  }

  /// An empty text gets the value that an edit needs; an edit that fails leaves it empty.
  @Test(arguments: [
    ("", "{\n  \"a\": 1\n}"), (" ", " \n{\n  \"a\": 1\n}"), ("\n", "\n{\n  \"a\": 1\n}\n"),
    ("// only", "// only\n{\n  \"a\": 1\n}"), ("/* c */\r\n", "/* c */\r\n{\r\n  \"a\": 1\r\n}\n"),
  ])
  func emptyTextIsEdited(_ before: String, _ after: String) throws {
    let text = try JSONText(before, options: .jsonc)
    #expect(text.bytes == Array(before.utf8))
    #expect(text.originalBytes == Array(before.utf8))
    #expect(text.replacements == [])
    #expect(try text.value(at: "") == .null)
    let edits: [(TextEdit, RawJSON)] = [
      (.set("/a", 1), ["a": 1]), (.insert("/a", 1), ["a": 1]),
      (.create("/a/b", 1), ["a": ["b": 1]]),
      (.append("", 1), [1]), (.set("/-", 1), [1]), (.insert("/-", 1), [1]), (.set("", nil), nil),
      (.set("", ["x": []]), ["x": []]), (.remove(""), nil),
    ]
    for (edit, value) in edits {
      var edited = text
      try edit.apply(to: &edited)
      #expect(try RawJSON(parsing: edited.bytes, options: .jsonc) == value, "\(edit)")
      #expect(try edited.value(at: "") == value)
      let change = try #require(edited.replacements.first)
      #expect(Array(before.utf8) + change.bytes == edited.bytes)
      #expect(edited.originalBytes == Array(before.utf8))
      if case .set("/a", _) = edit { #expect(edited.string == after) }
    }
    var patched = text
    try patched.apply([.add("/a", 1)])
    #expect(patched.string == after)
    for edit in [
      .set("/a/b", 1), .remove("/a"), .rename("/a", "b"), .move("/a", "/b"), .append("/a", 1),
      .insertAfter("/a", "b", 1), .set("/a", .number(JSONNumber(Double.nan))),
    ] as [TextEdit] {
      var edited = text
      #expect(throws: JSONValueError.self) { try edit.apply(to: &edited) }
      #expect(edited.bytes == text.bytes)
      #expect(edited.replacements == [])
    }
  }

  /// Reading values does not read the text or the edits each time.
  @Test func manyReadsOfOneText() throws {
    let count = 16_000
    let members = (0..<count).map { "\"name \($0)\": \($0)" }.joined(separator: ",")
    let elements = (0..<count).map(String.init).joined(separator: ",")
    var text = try JSONText("{\"o\": {\(members)}, \"a\": [\(elements)]}")
    for index in 0..<100 {
      try text.set("new", at: JSONPointer(tokens: ["o", "name \(index * 7)"]))
    }
    for index in 0..<count {
      let value: RawJSON = index < 700 && index % 7 == 0 ? "new" : .number(JSONNumber(index))
      let member = JSONPointer(tokens: ["o", "name \(index)"])
      if try text.value(at: member) != value { Issue.record("\(member)") }
      let element = JSONPointer(tokens: ["a", String(index)])
      if try text.value(at: element) != .number(JSONNumber(index)) { Issue.record("\(element)") }
    }
  }

  /// Moves into each other, which nest deeper with each one, end at the limit.
  @Test func nestedMovesEndAtTheLimit() throws {
    let count = 1000
    var text = try JSONText("[" + Array(repeating: "[]", count: count).joined(separator: ",") + "]")
    var failures = 0
    for _ in 1..<count {
      do throws(JSONValueError) { try text.move(from: "/0", to: "/0/-") } catch { failures += 1 }
    }
    #expect(failures > 0)
    _ = try RawJSON(parsing: text.bytes)
  }

  /// Many edits cost little more than one: the text is not read again.
  @Test func manyEditsOfOneText() throws {
    let count = 5000
    let members = (0..<count).map { "  \"name \($0)\": [\($0)], // \($0)" }
    let source = members.joined(separator: "\n")
    var text = try JSONText("{\n\(source)\n}", options: .jsonc)
    var tree = try RawJSON(parsing: text.originalBytes, options: .jsonc)
    for number in 0..<count {
      let pointer = JSONPointer(tokens: ["name \(number)"])
      switch number % 5 {
      case 0:
        try text.remove(at: pointer)
        try tree.remove(at: pointer)
      case 1:
        try text.set("new", at: pointer)
        try tree.set("new", at: pointer)
      case 2:
        try text.append(1, to: pointer)
        try tree.insert(1, at: pointer.appending("-"))
      case 3:
        try text.set(.null, at: JSONPointer(tokens: ["added \(number)"]))
        try tree.set(.null, at: JSONPointer(tokens: ["added \(number)"]))
      default: break
      }
    }
    #expect(try RawJSON(parsing: text.bytes, options: .jsonc) == tree)
  }
}
