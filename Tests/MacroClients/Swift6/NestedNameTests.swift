import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Properties whose members are in nested objects.
@Suite struct NestedNameTests {
  @Test func membersAreReadAndWrittenInTheirObjects() throws {
    try expectBoth(
      #"{"data":{"meta":{"title":"t","author":"a"},"text":"x"},"id":1,"more":{"a~b":2,"day":"1970-01-01T00:00:00Z"}}"#,
      NestedArticle(
        title: "t", id: 1, author: "a", text: "x", odd: 2, day: Date(timeIntervalSince1970: 0)))
    try expectBoth(
      #"{"data":{"meta":{"title":"t"},"text":"none"},"id":1,"more":{}}"#,
      NestedArticle(title: "t", id: 1))
  }

  @Test(arguments: [
    #"{"id":1,"more":null,"data":{"other":1,"meta":{"more":2,"title":"t"}}}"#,
    #"{"data":{"meta":{"title":"t","author":null}},"id":1}"#,
    #"{"more":{"id":7,"title":"u"},"id":1,"data":{"meta":{"title":"t","id":9}}}"#,
    #"{"da\u0074a":{"meta":{"t\u0069tle":"t"}},"more":{},"id":1}"#,
  ])
  func orderAndOtherMembersDoNotMatter(text: String) throws {
    #expect(
      try RushJSONDecoder().decode(NestedArticle.self, from: text)
        == NestedArticle(title: "t", id: 1))
    let tree = try RawJSON(parsing: text)
    #expect(
      try RushJSONDecoder().decode(NestedArticle.self, from: tree)
        == NestedArticle(title: "t", id: 1))
  }

  @Test func errorsHaveThePathOfTheNestedObject() {
    expectError(NestedArticle.self, #"{"id":1}"#, at: [], offset: 0)
    expectError(NestedArticle.self, #"{"id":1,"data":{}}"#, at: ["data"], offset: 15)
    expectError(
      NestedArticle.self, #"{"data":{"meta":{}},"id":1}"#, at: ["data", "meta"], offset: 16)
    expectError(NestedArticle.self, #"{"data":[],"id":1}"#, at: ["data"], offset: 8)
    expectError(NestedArticle.self, #"{"data":null,"id":1}"#, at: ["data"], offset: 8)
    expectError(
      NestedArticle.self, #"{"data":{"meta":{"title":1}},"id":1}"#, at: ["data", "meta", "title"],
      offset: 25)
    expectError(
      NestedArticle.self, #"{"data":{"meta":{"title":""}},"id":1,"more":7}"#, at: ["more"],
      offset: 44)
  }

  @Test func unknownMembersOfNestedObjectsAreRefused() throws {
    try expectBoth(
      #"{"a":{"x":1,"b":{"y":2,"z":3}},"id":4}"#, NestedStrict(x: 1, y: 2, z: 3, id: 4))
    #expect(
      try RushJSONDecoder().decode(NestedStrict.self, from: #"{"id":4,"a":{"b":null,"x":1}}"#)
        == NestedStrict(x: 1, id: 4))
    #expect(
      try RushJSONDecoder().decode(NestedStrict.self, from: #"{"id":4,"a":{"x":1}}"#)
        == NestedStrict(x: 1, id: 4))
    expectError(NestedStrict.self, #"{"a":{"x":1,"q":0},"id":4}"#, at: ["a", "q"], offset: 12)
    expectError(
      NestedStrict.self, #"{"a":{"x":1,"b":{"q":0}},"id":4}"#, at: ["a", "b", "q"], offset: 17)
    expectError(NestedStrict.self, #"{"a":{"x":1},"id":4,"q":0}"#, at: ["q"], offset: 20)
    expectError(NestedStrict.self, #"{"a":{"x":1},"id":4,"b":{}}"#, at: ["b"], offset: 20)
  }

  @Test func flattenedAndUnknownMembersAreBesideTheObjects() throws {
    try expectBoth(
      #"{"a":{"x":1},"b":{"y":2},"id":3,"more":[]}"#,
      NestedShared(x: 1, spot: NestedPart(y: 2, id: 3), rest: ["more": []]))
  }

  @Test func classesReadNestedMembers() throws {
    let value = try RushJSONDecoder().decode(NestedClass.self, from: #"{"a":{"x":1,"y":2}}"#)
    #expect(value.x == 1 && value.y == 2)
    #expect(try value.jsonString() == #"{"a":{"x":1,"y":2}}"#)
  }

  @Test func objectsOfAPartialTypeMayBeMissing() throws {
    let decoder = RushJSONDecoder()
    let none = try decoder.decode(NestedPartial.Partial.self, from: "{}")
    #expect(none.title == nil && none.count == nil && none.setting == nil)
    let some = try decoder.decode(
      NestedPartial.Partial.self, from: #"{"data":{"title":"t"},"setting":true}"#)
    #expect(some.title == "t" && some.count == nil && some.setting == .flag(true))
  }

  @Test func faultsOfNestedMembersAndUntaggedCasesAreFound() throws {
    func faults<T: Decodable>(_ type: T.Type, _ text: String) throws -> [String] {
      try RushJSONDecoder().faults(of: type, in: Array(text.utf8)).map { "\($0.pointer)" }
    }
    #expect(
      try faults(NestedStrict.self, #"{"a":{"x":"1","q":0,"b":[]},"id":"4"}"#)
        == ["/a/x", "/a/q", "/a/b", "/id"])
    #expect(
      try faults(NestedPartial.self, #"{"data":{"title":1},"setting":{"from":1},"more":2}"#)
        == ["/data/title", "/setting"])
  }

  @Test func strategiesForKeysApplyToNestedNames() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try decoder.decode(NestedStrict.self, from: #"{"a":{"x":1},"id":4}"#)
        == NestedStrict(x: 1, id: 4))
  }
}
