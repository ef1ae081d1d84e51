import RushJSON
import Testing

/// `at:` takes a pointer for every type, as a text or as names and indexes.
@Suite("Labels of extraction")
struct ExtractionLabelTests {
  private static let text = #"{"user":{"name":"Ada","zip":null,"n":[1,2]},"/user/name":"trap"}"#

  @Test func aPointerIsAPointerWithAndWithoutATypeInDocuments() throws {
    let root = try JSONDocument(parsing: Self.text).root
    let typed: String = try root.value(at: "/user/name")
    #expect(typed == "Ada")
    #expect(try root.value(at: "/user/name").string() == "Ada")
    #expect(try root.value(String.self, at: "/user/name") == "Ada")
    #expect(try root.valueIfPresent(String.self, at: "/user/name") == "Ada")
    #expect(try root.valueIfPresent(String.self, at: "/user/zip") == nil)
    #expect(try root.valueIfPresent(String.self, at: "/user/zip/below") == nil)
    #expect(try root.valueIfPresent(Int.self, at: "/user/n/2") == nil)
    #expect(try root.valueIfPresent(Int.self, at: "/user/n/1") == 2)
    #expect(throws: DecodingError.self) { try root.valueIfPresent(Int.self, at: "/user/name") }
    #expect(try root.field(Int.self, at: "/user/zip") == .null)
    #expect(try root.field(Int.self, at: "/user/city") == .missing)
    #expect(try root.field(Int.self, at: "/user/n/0") == .value(1))
  }

  @Test func aPointerIsAPointerWithAndWithoutATypeInTrees() throws {
    let tree = try RawJSON(parsing: Self.text)
    let typed: String = try tree.value(at: "/user/name")
    let untyped = try tree.value(at: "/user/name")
    #expect(typed == "Ada")
    #expect(untyped.stringValue == "Ada")
    // A tree is returned without decoding, however deep it is.
    var deep: RawJSON = 3
    for _ in 0..<1000 { deep = [deep] }
    let deepest = JSONPointer(tokens: Array(repeating: "0", count: 1000))
    #expect(try deep.value(at: deepest) == 3)
    #expect(deep.field(at: deepest) == .value(3))
    #expect(try tree.valueIfPresent(String.self, at: "/user/name") == "Ada")
    #expect(try tree.valueIfPresent(String.self, at: "/user/zip") == nil)
    #expect(tree.field(at: "/user/zip") == .null)
    #expect(try tree.field(Int.self, at: "/user/n/0") == .value(1))
  }

  @Test func aNameInAListIsNotEscaped() throws {
    let root = try JSONDocument(parsing: Self.text).root
    let tree = try RawJSON(parsing: Self.text)
    #expect(try root.value(String.self, at: ["/user/name"]) == "trap")
    #expect(try tree.value(String.self, at: ["/user/name"]) == "trap")
    #expect(try root.value(String.self, at: ["user", "name"]) == "Ada")
    #expect(try tree.valueIfPresent(Int.self, at: ["user", "n", 1]) == 2)
    #expect(try tree.field(Int.self, at: ["user", "zip"]) == .null)
    #expect(try tree.valueIfPresent(Int.self, at: ["user", "n", .pastTheEnd]) == nil)
    #expect(try root.decode(RawJSON.self) == tree.value(at: []))
  }

  @Test func errorsOfPointersHaveTheWholePath() throws {
    let root = try JSONDocument(parsing: Self.text).root
    for (pointer, errorCase, path) in [
      ("/user/city", "keyNotFound", ["user"]), ("/user/name", "typeMismatch", ["user", "name"]),
      ("/user/n/2", "valueNotFound", ["user", "n", "Index 2#2"]),
      ("/user/zip", "valueNotFound", ["user", "zip"]),
    ] as [(JSONPointer, String, [String])] {
      let outcome = Outcome { try root.value(Int.self, at: pointer) }
      #expect(outcome.errorCase == errorCase)
      #expect(outcome.path == path)
      #expect(Outcome { try RawJSON(parsing: Self.text).value(Int.self, at: pointer) } == outcome)
    }
  }
}
