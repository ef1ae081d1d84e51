import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties
import Testing

// Members of another shape in types of the macro.

@JSONModel struct Shaped: Codable, Equatable {
  @OneOrMany var tags: [String]
  @ObjectOrEmptyArray var labels: [String: Int]
  @ObjectOrEmptyArray var author: Point?
  @Stringified var id: String
  @Stringified var count: Int
  @Formatted<JSONStyles.Stringified<Double>?> var price: Double?
  @Formatted<JSONStyles.OneOrMany<Int>?> var list: [Int]?
}

@JSONModel struct ShapedWithDefaults: Equatable {
  @Name("t", also: "tags") @OneOrMany var tags = ["x"]
  @ObjectOrEmptyArray var labels = ["a": 1]
  @Stringified var count = 7
  @ObjectOrEmptyArray var defaults = Settings()
}

/// Codable demands these members.
@JSONModel nonisolated struct Settings: Codable, Equatable {
  var depth = 3
  var name = "n"
}

@Suite struct ShapedMemberTests {
  @Test(arguments: [
    #"{"labels":[],"id":7,"count":"5"}"#,
    #"{"tags":null,"labels":{},"author":null,"id":"x","count":5,"price":null,"list":null}"#,
    #"{"tags":"a","labels":{"a":1},"author":[],"id":"7","count":5,"price":"1.5","list":3}"#,
    #"{"list":[],"price":2,"count":"-5","id":-1,"author":{"x":1,"y":2},"labels":[],"tags":["a"]}"#,
  ])
  func valuesAreThoseOfCodable(text: String) throws {
    let data = Data(text.utf8)
    let expected = try JSONDecoder().decode(Shaped.self, from: data)
    let value = try RushJSONDecoder().decode(Shaped.self, from: data)
    #expect(value == expected)
    #expect(value.$tags == expected.$tags && value.$id == expected.$id)
    let written = try RawJSON(parsing: RushJSONEncoder().encode(value))
    let other = try RawJSON(parsing: JSONEncoder().encode(expected))
    #expect(written == other)
    #expect(try RushJSONDecoder().decode(Shaped.self, from: value.jsonString()) == value)
  }

  @Test(arguments: [
    (#"[{"labels":[1]}]"#, "labels", 11), (#"[{"tags":1}]"#, "tags", 9),
    (#"[{"labels":[],"author":[1]}]"#, "author", 23),
    (#"[{"labels":[],"id":7,"count":"x"}]"#, "count", 29),
    (#"[{"labels":[],"id":7,"count":1,"price":"1e999"}]"#, "price", 39),
  ])
  func errorsHaveTheirPlace(text: String, name: String, offset: Int) {
    do {
      _ = try RushJSONDecoder().decode([Shaped].self, from: text)
      Issue.record("no error")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == ["Index 0", name])
      #expect((context.underlyingError as? JSONValueError)?.offset == offset)
    } catch {
      Issue.record(error)
    }
  }

  @Test func initialValuesAreDefaults() throws {
    func read(_ text: String) throws -> ShapedWithDefaults {
      try RushJSONDecoder().decode(ShapedWithDefaults.self, from: text)
    }
    #expect(try read("{}") == ShapedWithDefaults())
    #expect(try read(#"{"tags":"y"}"#).tags == ["y"])
    #expect(try read(#"{"t":[]}"#).tags == [])
    #expect(try read(#"{"labels":[]}"#).labels == [:])
    // The model's own code reads the empty object.
    #expect(try read(#"{"defaults":[]}"#).defaults == Settings())
    #expect(
      try ShapedWithDefaults().jsonString()
        == #"{"t":["x"],"labels":{"a":1},"count":"7","defaults":{"depth":3,"name":"n"}}"#)
    #expect(try read(#"{"tags":"y","count":1}"#).jsonString().hasPrefix(#"{"t":"y","#))
  }
}
