import RushJSONCore
import Testing

@Suite struct JSONValueErrorTests {
  static let messages: [(JSONValueError, String)] = [
    (
      JSONValueError(
        .wrongKind(expected: .string, found: .number), at: "/users/0/name"),
      "expected a string, found a number at /users/0/name"
    ),
    (
      JSONValueError(.wrongKind(expected: .array, found: .object)),
      "expected an array, found an object"
    ),
    (
      JSONValueError(.wrongKind(expected: .bool, found: .null), at: "/a", offset: 5),
      "expected a boolean, found null at /a (byte 5)"
    ),
    (
      JSONValueError(.missingName("na\nme"), at: "/users/0"),
      "no member is named \"na␊me\" in the object at /users/0"
    ),
    (
      JSONValueError(.indexOutOfRange(3, count: 2), at: "/users"),
      "no element has index 3 in the array of 2 at /users"
    ),
    (
      JSONValueError(.invalidIndex("01"), at: "/users"),
      "\"01\" is not the index of an element in the array at /users"
    ),
    (
      JSONValueError(.notRepresentable(number: "1e400", type: "Double"), at: "/x"),
      "the number 1e400 cannot be represented as Double at /x"
    ),
    (
      JSONValueError(.invalidFormat(text: "now", expected: "an RFC 3339 date"), at: "/x"),
      "expected an RFC 3339 date, found \"now\" at /x"
    ),
  ]

  @Test(arguments: messages)
  func message(_ error: JSONValueError, _ text: String) {
    #expect(error.description == text)
  }

  @Test func longPartsAreShortened() {
    let digits = String(repeating: "9", count: 1_000_000)
    let error = JSONValueError(
      .notRepresentable(number: digits, type: "Int"),
      at: JSONPointer(tokens: Array(repeating: "name", count: 100_000)))
    #expect(error.description.utf8.count < 400)
    #expect(error.description.contains(" at …/name/name"))
  }

  @Test func kinds() {
    #expect(
      JSONKind.allCases.map(\.description)
        == ["null", "boolean", "number", "string", "array", "object"])
    #expect(
      JSONKind.allCases.map(\.phrase)
        == ["null", "a boolean", "a number", "a string", "an array", "an object"])
  }
}
