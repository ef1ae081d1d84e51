import Testing

@testable import RushJSONCore

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

  @Test(arguments: ["", " ", "// only a comment", "[1", "{\"a\" 1}", "[1] 2", "\u{1}"])
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
