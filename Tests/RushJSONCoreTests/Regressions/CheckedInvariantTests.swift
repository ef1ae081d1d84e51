import Testing

@testable import RushJSONCore

/// Faults that were found when the invariants of the core became assertions.
@Suite struct CheckedInvariantTests {
  // MARK: - Reading

  /// A window of the indexer that ends with a backslash: the byte after it was not validated.
  @Test(arguments: [64, 8192, 16384], [-1, 0, 1, 2])
  func escapedCharacterAfterTheEndOfAWindow(_ window: Int, _ distance: Int) throws {
    let padding = String(repeating: "x", count: window - 2 + distance)
    let text = Array("[\"\(padding)\\é\"]".utf8)
    for options in [JSONReadingOptions.json5, .init(leniencies: [.unknownEscapes, .comments])] {
      let tree = try RawJSON(parsing: text, options: options)
      #expect(tree[0]?.stringValue == padding + "é")
      var broken = text
      broken[2 + padding.utf8.count + 1] = 0xff
      #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: broken, options: options) }
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: broken, options: options) }
    }
  }

  /// The place of a duplicate name without quotes, which may begin a piece.
  @Test(arguments: 1...8) func duplicateNameAtTheStartOfAPiece(_ cut: Int) throws {
    let text = Array("{a:1,a:2}".utf8)
    var options = JSONReadingOptions.json5
    options.duplicateNames = .refuse
    var reader = JSONEventReader(options: options)
    let error = try #require(throws: JSONStreamError.self) {
      for piece in [text[..<cut], text[cut...]] {
        reader.feed(piece)
        while try reader.next() != nil {}
      }
    }
    #expect(error.syntaxError?.kind == .duplicateName)
    #expect(error.offset == 5)
  }

  /// The bytes of a duplicate stayed, so a later name was not found when its object ended.
  @Test func namesAfterADuplicateAreForgottenWithTheirObject() {
    var names = SeenNames()
    func insert(_ name: String) -> Bool {
      Array(name.utf8).withCheckedBytes {
        names.insert($0, hasEscapes: false, leniencies: [])
      }
    }
    for _ in 0..<50 {
      names.begin()
      let isNew = ["a", "b", "a", "c", "c", "d"].map(insert)
      #expect(isNew == [true, true, false, true, false, true])
      names._checkInvariants()
      names.end()
      names._checkInvariants()
    }
  }

  @Test func skippingBeforeTheFirstValueDoesNothing() throws {
    for text in [
      "[1,2]", "{}", "1", "[\(Array(repeating: "[1]", count: 2000).joined(separator: ","))]",
    ] {
      let document = try JSONDocument(parsing: text)
      var cursor = document.cursor()
      cursor.skipContents()
      let isMoved = cursor.advance()
      #expect(isMoved)
      #expect(cursor.kind == document.root.kind)
      cursor.skipContents()
      let isScalar = document.root.kind != .array && document.root.kind != .object
      let hasMore = cursor.advance()
      #expect(!hasMore || isScalar)
    }
  }

  /// The shapes of objects that a session keeps, whatever the objects have.
  @Test func shapesOfObjectsOfManyKinds() throws {
    struct Members: Decodable {
      var a: Int?
      var longNameOfSixteen: String?
      var z: [Members]?
    }
    let decoder = RushJSONCoreDecoder()
    let members = ["\"a\":1", "\"longNameOfSixteen\":\"x\"", "\"z\":[{\"a\":2}]", "\"other\":{}"]
    for choice in 0..<64 {
      let chosen = members.indices.filter { choice & 1 << $0 != 0 }.map { members[$0] }
      let text = "{\((choice < 16 ? chosen : chosen.reversed()).joined(separator: ","))}"
      let value = try decoder.decode(Members.self, from: text)
      #expect((value.a == nil) == (choice & 1 == 0))
      decoder._checkInvariants()
    }
  }

  // MARK: - Writing

  private struct HalfWritten: JSONWritable, Encodable {
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("a", [1, 2])
      try writer.member("b", Double.nan)
      try writer.endObject()
    }
    // Its error is lost.
    func encode(to encoder: any Encoder) throws {
      do { try write(into: encoder) } catch {}
    }
  }

  /// A value that fails to write itself leaves no half of a text, also if its type hides the error.
  @Test func hiddenErrorLeavesValidText() throws {
    let encoder = RushJSONCoreEncoder()
    #expect(throws: EncodingError.self) { try encoder.encodeToString(HalfWritten()) }
    // In a container, the coder may write the value itself. Then the error arrives.
    try check { try encoder.encodeToString([HalfWritten(), HalfWritten()]) }
    try check { try encoder.encodeToString(["x": HalfWritten()]) }
    try check { try encoder.encodeToString([[HalfWritten()]]) }
  }

  private func check(_ encode: () throws -> String) throws {
    do {
      let text = try encode()
      _ = try RawJSON(parsing: text)
      #expect(!text.contains("\"a\""))
    } catch is EncodingError {}
  }

  /// A value writes something, then a member of the object around it, and then fails, after text has left.
  private struct LateWriter: Encodable {
    struct Inner: Encodable {
      let outer: Box
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TestKey.self)
        try container.encode(1, forKey: TestKey("c"))
        var around = outer.container
        try around?.encode(2, forKey: TestKey("late"))
        throw CancellationError()
      }
    }
    struct Middle: Encodable {
      let outer: Box
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TestKey.self)
        do { try container.encode(Inner(outer: outer), forKey: TestKey("b")) } catch {}
      }
    }
    final class Box { var container: KeyedEncodingContainer<TestKey>? }

    func encode(to encoder: any Encoder) throws {
      let box = Box()
      var container = encoder.container(keyedBy: TestKey.self)
      box.container = container
      try container.encode(String(repeating: "x", count: 200_000), forKey: TestKey("long"))
      try container.encode(Middle(outer: box), forKey: TestKey("a"))
    }
  }

  private struct TestKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func laterMemberOfAnOuterObjectAfterTextHasLeft() throws {
    var count = 0
    #expect(throws: EncodingError.self) {
      try RushJSONCoreEncoder().encode(LateWriter()) { count += $0.count }
    }
    #expect(count > 0)
    // In memory, every value is kept.
    let tree = try RawJSON(parsing: RushJSONCoreEncoder().encodeToString(LateWriter()))
    #expect(tree["late"] == 2)
  }

  /// An object that is too deep to be opened was closed.
  @Test func objectsTooDeepToBeOpenedAreNotClosed() {
    let encoder = RushJSONCoreEncoder()
    encoder.maximumDepth = 1
    #expect(throws: EncodingError.self) { try encoder.encodeToString([["a": HalfWritten()]]) }
    #expect(throws: EncodingError.self) { try encoder.encodeToString([["a": 1]]) }
    #expect(throws: EncodingError.self) { try encoder.encodeToString(["a": ["b": [1]]]) }
  }
}
