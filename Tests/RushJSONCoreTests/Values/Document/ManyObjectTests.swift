import Testing

@testable import RushJSONCore

/// Many large objects and many errors in one document cost as much as they do apart.
@Suite struct ManyObjectTests {
  private static func document(objects: Int, members: Int) throws -> JSONDocument {
    let object = "{" + (0..<members).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
    return try JSONDocument(
      parsing: "[" + Array(repeating: object, count: objects).joined(separator: ",") + "]")
  }

  /// The number of indexes that a look-up passes grows with the logarithm of their number.
  @Test(arguments: [1, 100, 2_000, 20_000])
  func indexesAreFoundInAFewSteps(_ objects: Int) throws {
    let document = try Self.document(objects: objects, members: 33)
    var sum = 0
    for element in try document.root.elements() { sum += try element["n32"]?.int() ?? 0 }
    #expect(sum == 32 * objects)
    #expect((objects == 1 ? 0...0 : 3...9).contains(document.indexDepth), "\(document.indexDepth)")
  }

  /// Nested objects are close together, and are looked up from the inside out.
  @Test func indexesOfNestedObjects() throws {
    let members = (0..<40).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    var text = "0"
    for _ in 0..<400 { text = "{\"in\":\(text),\(members)}" }
    let document = try JSONDocument(parsing: text)
    var values = [document.root]
    for _ in 0..<399 {
      guard let next = try values[values.count - 1].members().map(\.value).first else { break }
      values.append(next)
    }
    for (level, value) in values.enumerated().reversed() {
      #expect(try value["n\(level % 40)"]?.int() == level % 40)
      #expect(value["n40"] == nil)
    }
    #expect(values.count == 400)
    #expect((3...9).contains(document.indexDepth), "\(document.indexDepth)")
  }

  /// The path of an error is computed from the document on request.
  @Test func errorsKnowTheirPlaceWhenTheyAreAsked() throws {
    var error: JSONValueError?
    do {
      // Only the error keeps the document alive.
      let root = try JSONDocument(parsing: "{\"a\": [1,\n \"x\"]}").root
      do throws(JSONValueError) {
        _ = try root["a"]?[1]?.int()
      } catch let thrown {
        error = thrown
      }
    }
    #expect(error?.kind == .wrongKind(expected: .number, found: .string))
    #expect(error?.pointer == "/a/1")
    #expect(error?.offset == 11)
    #expect(error?.location == JSONSourceLocation(line: 2, column: 2, utf16Column: 2))
    #expect(
      error?.description == "expected a number, found a string at /a/1 (byte 11, line 2, column 2)")
    #expect(
      error?.report == """
        expected a number, found a string at /a/1 (byte 11, line 2, column 2)
         "x"]}
         ^
        """)
    #expect(
      error
        == JSONValueError(.wrongKind(expected: .number, found: .string), at: "/a/1", offset: 11))
  }

  @Test func indexesAreFreedWithTheirDocument() throws {
    struct Weak { weak var index: MemberIndex? }
    var indexes: [Weak] = []
    do {
      let document = try Self.document(objects: 60, members: 33)
      for element in try document.root.elements() { #expect(try element["n32"]?.int() == 32) }
      let first = try #require(document.storage.firstIndex.load())
      for element in try document.root.elements() {
        indexes.append(Weak(index: first.index(of: element.index) { first }))
      }
      withExtendedLifetime(document) { #expect(Set(indexes.map { $0.index?.object }).count == 60) }
    }
    #expect(indexes.allSatisfy { $0.index == nil })
  }
}
