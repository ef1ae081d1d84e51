import Foundation
import RushJSONPocket
import Testing

/// The table of the pocket's behaviours, row by row.
@Suite("Pocket")
struct PocketTests {
  @Test("P1: the empty pocket as JSON") func p1() throws {
    #expect(try Pocket().jsonString() == #"{"data":{},"references":{}}"#)
    #expect("\(Pocket())" == #"{"data":{},"references":{}}"#)
  }

  @Test("P2: add a, a, b") func p2() {
    var pocket = Pocket()
    for value in ["a", "a", "b"] { pocket.addReference(value, forKey: "fav") }
    #expect(pocket.references == ["fav": ["a", "b"]])
    #expect(pocket.references(forKey: "fav") == ["a", "b"])
    #expect(pocket.references(forKey: "other") == [])
  }

  @Test("P3: remove b, again, and from an unknown key") func p3() {
    var pocket = Pocket(references: ["fav": ["a", "b"]])
    let removed = [
      pocket.removeReference("b", forKey: "fav"),
      pocket.removeReference("b", forKey: "fav"),
      pocket.removeReference("b", forKey: "other"),
    ]
    #expect(removed == [true, false, false])
    #expect(pocket.references == ["fav": ["a"]])
  }

  @Test("P4: the last element goes, the key stays") func p4() throws {
    var pocket = Pocket(references: ["fav": ["a"]])
    pocket.removeReference("a", forKey: "fav")
    #expect(pocket.references == ["fav": []])
    #expect(try pocket.jsonString() == #"{"data":{},"references":{"fav":[]}}"#)
  }

  @Test("P5: removed references are null in JSON") func p5() throws {
    var pocket = Pocket(references: ["fav": ["a"]])
    pocket.removeReferences(forKey: "fav")
    #expect(try pocket.jsonString() == #"{"data":{},"references":{"fav":null}}"#)
    pocket.forgetReferences(forKey: "fav")
    #expect(pocket == Pocket())
  }

  @Test("P6: adding after removing makes a list again") func p6() {
    var pocket = Pocket(references: ["fav": ["a"]])
    pocket.removeReferences(forKey: "fav")
    pocket.addReference("b", forKey: "fav")
    #expect(pocket.references == ["fav": ["b"]])
  }

  @Test("P7: removing one after removing all") func p7() {
    var pocket = Pocket(references: ["fav": ["a"]])
    pocket.removeReferences(forKey: "fav")
    let removed = pocket.removeReference("a", forKey: "fav")
    #expect(!removed)
    #expect(pocket.references == ["fav": nil])
  }

  @Test("P8: duplicates that are set stay; removing takes all of them") func p8() throws {
    var pocket = Pocket()
    pocket.setReferences(["x", "x"], forKey: "fav")
    #expect(try pocket.jsonString() == #"{"data":{},"references":{"fav":["x","x"]}}"#)
    let removed = pocket.removeReference("x", forKey: "fav")
    #expect(removed)
    #expect(pocket.references == ["fav": []])
    pocket.setReferences(nil, forKey: "fav")
    #expect(pocket.references == ["fav": nil])
  }

  static let p9Text = #"{"references":{"f":["a","b"]},"data":{"x":1,"y":[1,{"z":null}]}}"#

  @Test("P9: both parts are read, and null is kept") func p9() throws {
    let pocket = try Pocket(parsing: Self.p9Text)
    #expect(pocket.references == ["f": ["a", "b"]])
    #expect(pocket.data == ["x": 1, "y": [1, ["z": nil]]])
    #expect(
      try pocket.jsonString()
        == #"{"data":{"x":1,"y":[1,{"z":null}]},"references":{"f":["a","b"]}}"#)
    #expect(try Pocket(parsing: Data(Self.p9Text.utf8)) == pocket)
    #expect(try Pocket(parsing: Array(Self.p9Text.utf8)) == pocket)
  }

  @Test("P10: a null list is null") func p10() throws {
    let pocket = try Pocket(parsing: #"{"references":{"f":null},"data":{}}"#)
    #expect(pocket.references == ["f": nil])
    #expect(pocket.references.count == 1)
  }

  @Test("P11: an element that is not a string is an error at its path") func p11() {
    #expect(throws: error(.wrongKind(expected: .string, found: .number), "/references/f/1", 25)) {
      try Pocket(parsing: #"{"references":{"f":["a", 5],"g":["b"]}}"#)
    }
  }

  @Test("P12: missing and null parts are empty, other kinds are errors") func p12() throws {
    #expect(try Pocket(parsing: #"{"references":null,"data":null}"#) == Pocket())
    #expect(try Pocket(parsing: "{}") == Pocket())
    #expect(throws: error(.wrongKind(expected: .object, found: .array), "/references", 14)) {
      try Pocket(parsing: #"{"references":[],"data":[]}"#)
    }
    #expect(throws: error(.wrongKind(expected: .object, found: .array), "/data", 8)) {
      try Pocket(parsing: #"{"data":[]}"#)
    }
  }

  @Test("P13: a text that is not an object, or not JSON") func p13() {
    #expect(throws: error(.wrongKind(expected: .object, found: .array), "", 0)) {
      try Pocket(parsing: "[]")
    }
    #expect(throws: JSONSyntaxError(.unexpectedEnd, at: 8)) { try Pocket(parsing: #"{"data":"#) }
  }

  private func error(
    _ kind: JSONValueError.Kind, _ pointer: String, _ offset: Int
  ) -> JSONValueError {
    JSONValueError(
      kind,
      at: JSONPointer(tokens: pointer.split(separator: "/").map(String.init)), offset: offset)
  }

  @Test("P21: lists outside of the filter are not built, but checked to be JSON")
  func p21() throws {
    let text =
      #"{"references":{"a":["1"],"favorites":["2","3"],"b":7},"data":{"x":1}}"#
    // The same error in a list that is built.
    #expect(throws: error(.wrongKind(expected: .array, found: .number), "/references/b", 51)) {
      try Pocket(parsing: text)
    }
    let pocket = try Pocket(parsing: text, filterReferences: ["favorites", "missing"])
    #expect(pocket == Pocket(references: ["favorites": ["2", "3"]], data: ["x": 1]))
    #expect(try Pocket(parsing: text, filterReferences: []) == Pocket(data: ["x": 1]))
    #expect(throws: JSONSyntaxError.self) {
      try Pocket(
        parsing: #"{"references":{"a":[01],"favorites":["2"]}}"#, filterReferences: ["favorites"])
    }
    // The same filter on an existing pocket.
    let all = Pocket(references: ["favorites": ["2"], "b": ["1"], "c": nil], data: ["x": 1])
    #expect(
      all.filtered(references: ["favorites", "c", "d"])
        == Pocket(references: ["favorites": ["2"], "c": nil], data: ["x": 1]))
    #expect(all.filtered(references: nil) == all)
  }

  @Test("P23: equal pockets have equal hashes") func p23() {
    let one = Pocket(references: ["a": ["1"], "b": nil], data: ["x": 3, "y": nil])
    var other = Pocket(data: ["y": nil, "x": 3.0])
    other.removeReferences(forKey: "b")
    #expect(one != other)
    other.addReference("1", forKey: "a")
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    other.setReferences([], forKey: "b")
    #expect(one != other)
  }

  @Test("A pocket that is deep in data is read without recursion")
  func deepData() throws {
    let depth = 100_000
    let text =
      #"{"data":{"x":"# + String(repeating: "[", count: depth)
      + String(repeating: "]", count: depth) + "}}"
    var options = JSONReadingOptions()
    options.maximumDepth = .max
    let pocket = try Pocket(JSONDocument(parsing: text, options: options))
    #expect(pocket.data.count == 1)
    #expect(throws: Pocket.Failure.self) { try Pocket.DataLimit.standard.check(pocket.data) }
  }

  @Test("Saving: lists replace, null removes, other lists remain")
  func saving() {
    let stored = Pocket(references: ["a": ["1"], "b": ["2"], "c": ["3"]], data: ["x": 1])
    let saved = Pocket(references: ["a": [], "b": nil, "d": ["4"]], data: ["y": 2])
    #expect(
      stored.saving(saved)
        == Pocket(references: ["a": [], "c": ["3"], "d": ["4"]], data: ["y": 2]))
  }

  @Test("Codable with Foundation's coders") func codable() throws {
    let text = #"{"data":{"x":[null,1.5]},"references":{"a":["1"],"b":null}}"#
    let pocket = try JSONDecoder().decode(Pocket.self, from: Data(text.utf8))
    #expect(pocket == Pocket(references: ["a": ["1"], "b": nil], data: ["x": [nil, 1.5]]))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(pocket), as: UTF8.self) == text)
    for empty in ["{}", #"{"references":null,"data":null}"#] {
      #expect(try JSONDecoder().decode(Pocket.self, from: Data(empty.utf8)) == Pocket())
    }
    let path: [String] = coding(#"{"references":{"f":["a",5]}}"#)
    #expect(path == ["references", "f", "Index 1"])
    #expect(coding(#"{"references":[]}"#) == ["references"])
    #expect(coding(#"{"data":[]}"#) == ["data"])
  }

  /// The path of the type mismatch.
  private func coding(_ text: String) -> [String] {
    do {
      _ = try JSONDecoder().decode(Pocket.self, from: Data(text.utf8))
      return ["accepted"]
    } catch DecodingError.typeMismatch(_, let context) {
      return context.codingPath.map(\.stringValue)
    } catch {
      return ["\(error)"]
    }
  }
}
