import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Members whose value has another shape than their type, in both directions, with both coders.
@Suite("Values of another shape")
struct ShapeTests {
  private struct Author: Codable, Equatable { var name: String }
  private struct Options: Codable, Equatable { var depth: Int? }

  private struct Tags: Codable, Equatable { @OneOrMany var tags: [String] }
  private struct Authors: Codable, Equatable { @OneOrMany var authors: [Author] }
  private struct Rows: Codable, Equatable { @OneOrMany var rows: [[Int]] }
  private struct Numbers: Codable, Equatable { @OneOrMany var numbers: [Int?] }
  private struct Labels: Codable, Equatable { @ObjectOrEmptyArray var labels: [String: Int] }
  private struct Depth: Codable, Equatable { @ObjectOrEmptyArray var options: Options }
  private struct Writer: Codable, Equatable { @ObjectOrEmptyArray var author: Author }
  private struct MaybeWriter: Codable, Equatable { @ObjectOrEmptyArray var author: Author? }
  private struct MaybeLabels: Codable, Equatable { @ObjectOrEmptyArray var labels: [String: Int]? }

  /// Decodes with both decoders, and compares the result and what both encoders write.
  private func expect<T: Codable & Equatable>(
    _ text: String, _ value: T, writes written: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let data = Data(text.utf8)
    for decoded in [
      try RushJSONDecoder().decode(T.self, from: data),
      try JSONDecoder().decode(T.self, from: data),
    ] {
      #expect(decoded == value, sourceLocation: location)
      let own = try RushJSONEncoder().encodeToString(decoded)
      let other = String(decoding: try JSONEncoder().encode(decoded), as: UTF8.self)
      #expect(own == written ?? text, sourceLocation: location)
      #expect(other == written ?? text, sourceLocation: location)
    }
  }

  /// Expects an error with a path from both decoders, with an offset from this library's.
  private func fails<T: Decodable>(
    _ type: T.Type, _ text: String, at path: [String], offset: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    func context(_ decode: () throws -> T) -> DecodingError.Context? {
      do {
        _ = try decode()
      } catch DecodingError.typeMismatch(_, let context),
        DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context),
        DecodingError.dataCorrupted(let context)
      {
        return context
      } catch {}
      return nil
    }
    let own = context { try RushJSONDecoder().decode(type, from: text) }
    #expect(own?.codingPath.map(\.stringValue) == path, sourceLocation: location)
    #expect((own?.underlyingError as? JSONValueError)?.offset == offset, sourceLocation: location)
    let other = context { try JSONDecoder().decode(type, from: Data(text.utf8)) }
    #expect(other?.codingPath.map(\.stringValue) == path, sourceLocation: location)
  }

  // MARK: - One or many

  @Test func oneOrMany() throws {
    try expect(#"{"tags":"a"}"#, Tags(tags: ["a"]))
    try expect(#"{"tags":["a"]}"#, Tags(tags: ["a"]))
    try expect(#"{"tags":["a","b"]}"#, Tags(tags: ["a", "b"]))
    try expect(#"{"tags":[]}"#, Tags(tags: []))
    try expect(#"{"tags":null}"#, Tags(tags: []), writes: #"{"tags":[]}"#)
    try expect("{}", Tags(tags: []), writes: #"{"tags":[]}"#)
    try expect(#"{"tags":""}"#, Tags(tags: [""]))
    try expect(#"{"authors":{"name":"x"}}"#, Authors(authors: [Author(name: "x")]))
    try expect(
      #"{"authors":[{"name":"x"},{"name":"y"}]}"#,
      Authors(authors: [Author(name: "x"), Author(name: "y")]))
    try expect(#"{"rows":[[1],[]]}"#, Rows(rows: [[1], []]))
    try expect(#"{"numbers":[1,null]}"#, Numbers(numbers: [1, nil]))
    try expect(#"{"numbers":1}"#, Numbers(numbers: [1]))
  }

  @Test func wrongKindsOfOneOrMany() {
    fails(Tags.self, #"{"tags":1}"#, at: ["tags"], offset: 8)
    fails(Tags.self, #"{"tags":{}}"#, at: ["tags"], offset: 8)
    fails(Tags.self, #"{"tags":["a",1]}"#, at: ["tags", "Index 1"], offset: 13)
    fails(Tags.self, #"{"tags":["a",null]}"#, at: ["tags", "Index 1"], offset: 13)
    fails(Tags.self, #"{"tags":[["a"]]}"#, at: ["tags", "Index 0"], offset: 9)
    fails(Authors.self, #"{"authors":{"name":1}}"#, at: ["authors", "name"], offset: 19)
    fails(Authors.self, #"{"authors":{}}"#, at: ["authors"], offset: 11)
    fails(Authors.self, #"{"authors":[{"name":"x"},{}]}"#, at: ["authors", "Index 1"], offset: 25)
    // An array holds the elements, so this is no element.
    fails(Rows.self, #"{"rows":[1]}"#, at: ["rows", "Index 0"], offset: 9)
    fails([Tags].self, #"[{"tags":"a"},{"tags":false}]"#, at: ["Index 1", "tags"], offset: 22)
  }

  @Test func theFormThatIsWritten() throws {
    func text(_ value: Tags) throws -> String { try RushJSONEncoder().encodeToString(value) }
    var value = Tags(tags: ["a"])
    #expect(try text(value) == #"{"tags":["a"]}"#)
    value.$tags = true
    #expect(try text(value) == #"{"tags":"a"}"#)
    value.tags = ["a", "b"]
    #expect(try text(value) == #"{"tags":["a","b"]}"#)
    value.tags = []
    #expect(try text(value) == #"{"tags":[]}"#)
    var read = try RushJSONDecoder().decode(Tags.self, from: #"{"tags":"a"}"#)
    read.tags[0] = "b"
    #expect(try text(read) == #"{"tags":"b"}"#)
    read.tags.append("c")
    #expect(try text(read) == #"{"tags":["b","c"]}"#)
    #expect("\(OneOrMany(wrappedValue: [1, 2]))" == "[1,2]")
    // As a type of its own.
    let both = try RushJSONDecoder().decode([OneOrMany<Int>].self, from: "[1,[2,3],null]")
    #expect(both.map(\.wrappedValue) == [[1], [2, 3], []])
    #expect(try RushJSONEncoder().encodeToString(both) == "[1,[2,3],[]]")
  }

  // MARK: - Empty arrays for objects

  @Test func emptyArraysForObjects() throws {
    try expect(#"{"labels":[]}"#, Labels(labels: [:]), writes: #"{"labels":{}}"#)
    try expect(#"{"labels":{}}"#, Labels(labels: [:]))
    try expect(#"{"labels":{"a":1}}"#, Labels(labels: ["a": 1]))
    try expect(#"{"options":[]}"#, Depth(options: Options()), writes: #"{"options":{}}"#)
    try expect(#"{"options":{"depth":2}}"#, Depth(options: Options(depth: 2)))
    try expect(#"{"author":{"name":"x"}}"#, Writer(author: Author(name: "x")))
    try expect(#"{"author":{"name":"x"}}"#, MaybeWriter(author: Author(name: "x")))
    for text in [#"{"author":[]}"#, #"{"author":null}"#, "{}", #"{"author":[ ]}"#] {
      try expect(text, MaybeWriter(author: nil), writes: "{}")
    }
    try expect(#"{"labels":[]}"#, MaybeLabels(labels: [:]), writes: #"{"labels":{}}"#)
    try expect(#"{"labels":null}"#, MaybeLabels(labels: nil), writes: "{}")
    #expect("\(ObjectOrEmptyArray(wrappedValue: ["a": 1]))" == #"{"a":1}"#)
  }

  @Test func wrongKindsInPlaceOfObjects() {
    fails(Labels.self, #"{"labels":[1]}"#, at: ["labels"], offset: 10)
    fails(Labels.self, #"{"labels":[[]]}"#, at: ["labels"], offset: 10)
    fails(Labels.self, #"{"labels":""}"#, at: ["labels"], offset: 10)
    fails(Labels.self, #"{"labels":{"a":[]}}"#, at: ["labels", "a"], offset: 15)
    fails(Labels.self, "{}", at: [], offset: 0)
    fails(Writer.self, #"{"author":[]}"#, at: ["author"], offset: 10)
    fails(Writer.self, #"{"author":{}}"#, at: ["author"], offset: 10)
    fails(MaybeWriter.self, #"{"author":{}}"#, at: ["author"], offset: 10)
    fails(MaybeWriter.self, #"{"author":[1]}"#, at: ["author"], offset: 10)
    fails(MaybeWriter.self, #"{"author":{"name":[]}}"#, at: ["author", "name"], offset: 18)
    fails([Writer].self, #"[{"author":[]}]"#, at: ["Index 0", "author"], offset: 11)
    fails(
      ObjectOrEmptyArray<Int>.self, " []", at: [], offset: 1)
  }

  @Test func typesReadFromEmptyArraysKeepTheirOptions() throws {
    struct Aware: Decodable {
      var mark: String?
      init(from decoder: any Decoder) throws {
        mark = decoder.userInfo[CodingUserInfoKey(rawValue: "mark")!] as? String
        #expect(decoder.codingPath.isEmpty || decoder.codingPath.map(\.stringValue) == ["a"])
      }
    }
    let decoder = RushJSONDecoder()
    decoder.userInfo[CodingUserInfoKey(rawValue: "mark")!] = "m"
    let found = try decoder.decode([String: ObjectOrEmptyArray<Aware>].self, from: #"{"a":[]}"#)
    #expect(found["a"]?.wrappedValue.mark == "m")
    // Nothing but objects is made of nothing: an array stays one.
    #expect(
      try decoder.decode(ObjectOrEmptyArray<[Int]>.self, from: "[]").wrappedValue == [])
  }

  // MARK: - Numbers for strings, and strings for numbers

  private struct Order: Codable, Equatable { @Stringified var id: String }
  private struct Count: Codable, Equatable { @Stringified var count: UInt8 }
  private struct Price: Codable, Equatable { @Stringified var price: Double }

  @Test func numbersForStrings() throws {
    try expect(#"{"id":"a7"}"#, Order(id: "a7"))
    try expect(#"{"id":7}"#, Order(id: "7"))
    try expect(#"{"id":"7"}"#, Order(id: "7"))
    try expect(#"{"id":-12345678901234}"#, Order(id: "-12345678901234"))
    try expect(#"{"id":18446744073709551615}"#, Order(id: "18446744073709551615"))
    try expect(#"{"id":""}"#, Order(id: ""))
    // Only this library's coders keep digits.
    for number in ["1.50", "1e3", "-0", "123456789012345678901234567890", "1e400", "0.1E-9"] {
      let value = try RushJSONDecoder().decode(Order.self, from: "{\"id\":\(number)}")
      #expect(value.id == number)
      #expect(try RushJSONEncoder().encodeToString(value) == "{\"id\":\(number)}")
    }
    fails(Order.self, #"{"id":true}"#, at: ["id"], offset: 6)
    fails(Order.self, #"{"id":null}"#, at: ["id"], offset: 6)
    fails(Order.self, #"{"id":[7]}"#, at: ["id"], offset: 6)
    fails(Order.self, #"{"id":{}}"#, at: ["id"], offset: 6)
    fails(Order.self, "{}", at: [], offset: 0)
  }

  @Test func stringsThatWereNumbers() throws {
    func text(_ value: Order) throws -> String { try RushJSONEncoder().encodeToString(value) }
    var value = try RushJSONDecoder().decode(Order.self, from: #"{"id":7}"#)
    value.id = "8"
    #expect(try text(value) == #"{"id":8}"#)
    for id in ["a8", "", "08", "+8", " 8", "NaN", "0x8", "1.", "1e", "\"", "8,9"] {
      value.id = id
      #expect(try text(value) == (try RushJSONEncoder().encodeToString(["id": id])))
    }
    #expect(try text(Order(id: "8")) == #"{"id":"8"}"#)
    value.$id = true
    value.id = "8"
    #expect(try text(value) == #"{"id":"8"}"#)
  }

  @Test func stringsForNumbers() throws {
    try expect(#"{"count":255}"#, Count(count: 255))
    try expect(#"{"count":"255"}"#, Count(count: 255))
    try expect(#"{"price":"-1.5"}"#, Price(price: -1.5))
    try expect(#"{"price":"1e300"}"#, Price(price: 1e300), writes: #"{"price":"1e+300"}"#)
    for text in [
      "256", "-1", "1.0", "1e1", " 1", "1 ", "", "0x1", "1,0", "１", "99999999999999999999", "null",
    ] {
      fails(Count.self, "{\"count\":\"\(text)\"}", at: ["count"], offset: 9)
    }
    for text in ["1e400", "-1e999", "1.7976931348623159e308", "", "1,5", "--1", "1.5€"] {
      fails(Price.self, "{\"price\":\"\(text)\"}", at: ["price"], offset: 9)
    }
    fails(Count.self, #"{"count":null}"#, at: ["count"], offset: 9)
    fails(Count.self, #"{"count":false}"#, at: ["count"], offset: 9)
    let digits = String(repeating: "9", count: 100_000)
    fails(Count.self, "{\"count\":\"\(digits)\"}", at: ["count"], offset: 9)
    fails(Price.self, "{\"price\":\"\(digits)\"}", at: ["price"], offset: 9)
    for word in ["inf", "-infinity", "nan"] {
      fails(Price.self, "{\"price\":\"\(word)\"}", at: ["price"], offset: 9)
    }
  }

  /// Strategies say what infinities are, in both directions.
  @Test func infinitiesAreAsTheStrategySays() throws {
    let value = Price(price: .infinity)
    #expect(throws: EncodingError.self) { try RushJSONEncoder().encode(value) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
    let (encoder, other) = (RushJSONEncoder(), JSONEncoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "max", negativeInfinity: "min", nan: "-")
    other.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "max", negativeInfinity: "min", nan: "-")
    let text = try encoder.encode(value)
    #expect(try text == other.encode(value) && text == Data(#"{"price":"max"}"#.utf8))
    let decoder = RushJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "max", negativeInfinity: "min", nan: "-")
    #expect(try decoder.decode(Price.self, from: text).price == .infinity)
  }

  // MARK: - Optional members

  private struct Optionals: Codable, Equatable {
    @Formatted<JSONStyles.OneOrMany<String>?> var tags: [String]?
    @Formatted<JSONStyles.Stringified<Int>?> var count: Int?
    @Formatted<JSONStyles.Stringified<String>?> var id: String?
    @Formatted<JSONStyles.LenientBool?> var isOpen: Bool?
    @Formatted<[JSONStyles.Stringified<Int>]?> var list: [Int]?
  }

  @Test func stylesOfOptionalMembers() throws {
    let none = Optionals(tags: nil, count: nil, id: nil, isOpen: nil, list: nil)
    try expect("{}", none)
    try expect(
      #"{"tags":null,"count":null,"id":null,"isOpen":null,"list":null}"#, none, writes: "{}")
    func one(_ text: String, _ value: Optionals, writes written: String) throws {
      try expect(text, value, writes: written)
    }
    var value = none
    value.tags = ["a"]
    try one(#"{"tags":"a"}"#, value, writes: #"{"tags":["a"]}"#)
    value = none
    value.count = 5
    try one(#"{"count":5}"#, value, writes: #"{"count":"5"}"#)
    value = none
    value.id = "5"
    try one(#"{"id":5}"#, value, writes: #"{"id":"5"}"#)
    value = none
    value.isOpen = true
    try one(#"{"isOpen":"yes"}"#, value, writes: #"{"isOpen":true}"#)
    value = none
    value.list = [1, 2]
    try one(#"{"list":["1",2]}"#, value, writes: #"{"list":["1","2"]}"#)
    fails(Optionals.self, #"{"count":"x"}"#, at: ["count"], offset: 9)
    fails(Optionals.self, #"{"isOpen":2}"#, at: ["isOpen"], offset: 10)
    fails(Optionals.self, #"{"tags":[1]}"#, at: ["tags", "Index 0"], offset: 9)
    fails(Optionals.self, #"{"list":["1","x"]}"#, at: ["list", "Index 1"], offset: 13)
  }

  // MARK: - Defaults

  private enum NoViews: JSONDefaults.Provider {
    static var defaultValue: Stringified<Int> { Stringified(wrappedValue: 0) }
  }
  private struct Views: Codable, Equatable { @DefaultValue<NoViews> @Stringified var views: Int }

  @Test func defaultsOfLenientMembers() throws {
    try expect(#"{"views":3}"#, Views(views: 3))
    try expect(#"{"views":"3"}"#, Views(views: 3))
    try expect("{}", Views(views: 0), writes: #"{"views":"0"}"#)
    try expect(#"{"views":null}"#, Views(views: 0), writes: #"{"views":"0"}"#)
    fails(Views.self, #"{"views":"x"}"#, at: ["views"], offset: 9)
  }
}
