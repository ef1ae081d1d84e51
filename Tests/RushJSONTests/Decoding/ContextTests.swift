import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Extraction by path and decoding with a context: rows of the acceptance table, by their numbers.
@Suite("Extraction and contexts")
struct ContextTests {
  private enum Day: Int, Codable {
    case sunday, monday, tuesday, wednesday, thursday, friday, saturday
  }

  private struct Address: Codable, Hashable { var street: String; var city: String? }
  private struct Person: Codable, Hashable { var name: String?; var address: Address? }

  private func root(_ text: String) throws -> JSONDocument.Value {
    try JSONDocument(parsing: text).root
  }

  /// Expects the same value from a document and a tree.
  private func both<T: Decodable & Equatable>(
    _ type: T.Type, _ text: String, _ read: (JSONDocument.Value) throws -> T,
    _ readTree: (RawJSON) throws -> T
  ) throws -> T {
    let value = try read(root(text))
    #expect(try readTree(RawJSON(parsing: text)) == value)
    return value
  }

  @Test("O1, O25, O26: paths")
  func paths() throws {
    #expect(
      try both(
        Int.self, #"{"int":-3}"#, { try $0.value(at: ["int"]) }, { try $0.value(at: ["int"]) })
        == -3)
    #expect(
      try both(
        Int.self, #"{"object":{"int":-3}}"#, { try $0.value(at: ["object", "int"]) },
        { try $0.value(at: ["object", "int"]) }) == -3)
    #expect(try root(#"{"a.b":9}"#).value(Int.self, at: ["a.b"]) == 9)
    #expect(try root(#"{"o":{"arr":[1]}}"#).value(Int.self, at: ["o", "arr", 0]) == 1)
    #expect(try root("5").decode(Int.self) == 5)
  }

  @Test(
    "O2, O3, O4, O11, O23: errors name the component",
    arguments: [
      (#"{"a":{}}"#, "keyNotFound", ["a"]), (#"{}"#, "keyNotFound", []),
      (#"{"a":"string"}"#, "typeMismatch", ["a"]),
      (#"{"a":null}"#, "valueNotFound", ["a"]),
      (#"{"a":{"b":null}}"#, "valueNotFound", ["a", "b"]),
      (#"{"a":{"b":"x"}}"#, "typeMismatch", ["a", "b"]),
      (#"{"a":{"b":3.5}}"#, "dataCorrupted", ["a", "b"]),
      (#"{"a":{"b":true}}"#, "typeMismatch", ["a", "b"]), (#"{"a":[]}"#, "keyNotFound", ["a"]),
      (#"{"a":{"b":99999999999999999999}}"#, "dataCorrupted", ["a", "b"]),
    ])
  func errors(text: String, errorCase: String, path: [String]) throws {
    let outcome = Outcome { try root(text).value(Int.self, at: ["a", "b"]) }
    #expect(outcome.errorCase == errorCase)
    #expect(outcome.path == path)
    #expect(Outcome { try RawJSON(parsing: text).value(Int.self, at: ["a", "b"]) } == outcome)
  }

  @Test("O5, O6: optional values and defaults")
  func optionals() throws {
    let value = try root(#"{"n":1,"z":null,"s":"x"}"#)
    #expect(try value.valueIfPresent(Int.self, at: ["n"]) == 1)
    #expect(try value.valueIfPresent(Int.self, at: ["z"]) == nil)
    #expect(try value.valueIfPresent(Int.self, at: ["missing", "below"]) == nil)
    #expect(try value.valueIfPresent(Int.self, at: ["z", "below"]) == nil)
    #expect(throws: DecodingError.self) { try value.valueIfPresent(Int.self, at: ["s"]) }
    #expect(throws: DecodingError.self) { try value.valueIfPresent(Int.self, at: ["s", "below"]) }
    #expect(try value.valueIfPresent(at: ["missing"]) ?? 7 == 7)
    #expect(throws: DecodingError.self) { try value.valueIfPresent(at: ["s"]) ?? 7 }
    #expect(try value.field(Int.self, at: ["n"]) == .value(1))
    #expect(try value.field(Int.self, at: ["z"]) == .null)
    #expect(try value.field(Int.self, at: ["missing"]) == .missing)
  }

  @Test("O7 to O10: numbers")
  func numbers() throws {
    #expect(try root("[-128,127]").decode([Int8].self) == [.min, .max])
    #expect(try root("18446744073709551615").decode(UInt64.self) == .max)
    #expect(try root("2.2250738585072e-115").decode(Double.self) == 2.2250738585072e-115)
    #expect(try root("1.17549e-37").decode(Float.self) == 1.17549e-37)
    for (type, text) in [(Int8.self, "300"), (UInt.self, "-1"), (Int.self, "18446744073709551615")]
      as [(any Decodable.Type, String)]
    {
      func read<T: Decodable>(_ type: T.Type) throws { _ = try root(text).decode(type) }
      #expect(throws: DecodingError.self) { try read(type) }
    }
  }

  @Test("O14 to O18: URLs, dates, transforms, enums")
  func conversions() throws {
    #expect(
      try root(#""https://developer.apple.com/""#).decode(URL.self).host() == "developer.apple.com")
    #expect(throws: DecodingError.self) { try root("true").decode(URL.self) }
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    for (text, seconds) in [
      ("2016-11-18T04:26:59Z", 1_479_443_219), ("2016-11-18T04:26:59+02:00", 1_479_443_219 - 7200),
      ("2016-11-18T04:26:59.000Z", 1_479_443_219),
    ] as [(String, Double)] {
      #expect(
        try root("\"\(text)\"").decode(Date.self, decoder: decoder)
          == Date(timeIntervalSince1970: seconds))
    }
    #expect(Int(try root(#""12345""#).decode(String.self)) == 12345)
    #expect(try root(#"{"d":"1"}"#).valueIfPresent(String.self, at: ["e"]).map { Int($0) } == nil)
    #expect(try root("5").decode(Day.self) == .friday)
    #expect(try root("[0,1,2,3,4,5,6]").decode([Day].self).last == .saturday)
    #expect(try root(#"{"Sat":6}"#).decode([String: Day].self)["Sat"] == .saturday)
    #expect(try root("[0,0,0,0,0,0,0]").decode(Set<Day>.self).count == 1)
  }

  @Test("O20 to O22: collections and models")
  func collections() throws {
    #expect(Outcome { try root(#"[1,"x",null]"#).decode([Int].self) }.path == ["Index 1#1"])
    #expect(try root(#"[1,"x",null]"#).decode(LossyArray<Int?>.self).wrappedValue == [1, nil])
    #expect(Outcome { try root(#"{"k":1,"j":"x"}"#).decode([String: Int].self) }.path == ["j"])
    let person = #"{"name":"n","address":{"street":"1 Infinite Loop","city":"Cupertino"}}"#
    #expect(try root(person).decode(Person.self).address?.city == "Cupertino")
    for text in [#"{"name":"n"}"#, #"{"name":"n","address":null}"#] {
      #expect(try root(text).decode(Person.self).address == nil)
    }
    #expect(try root("[\(person),\(person),\(person)]").decode([Person].self).count == 3)
    #expect(try root("[\(person),\(person),\(person)]").decode(Set<Person>.self).count == 1)
  }

  @Test("O26: tuples from arrays")
  func tuples() throws {
    let (x, name, flag) = try root(#"[1.5,"n",true]"#).tuple(Double.self, String.self, Bool.self)
    #expect(x == 1.5 && name == "n" && flag)
    #expect(throws: DecodingError.self) { try root("[1]").tuple(Int.self, Int.self) }
    #expect(throws: DecodingError.self) { try root("[1,2,3]").tuple(Int.self, Int.self) }
  }

  /// A factory of addresses, which fills in values that the text does not contain.
  private struct Towns { var city: String }

  private struct Home: DecodableWithContext, Equatable {
    var street: String
    var city: String
    init(from decoder: any Decoder, context: Towns) throws {
      let container = try decoder.container(keyedBy: Name.self)
      street = try container.decode(String.self, forKey: "street")
      city = try container.decodeIfPresent(String.self, forKey: "city") ?? context.city
    }
  }

  private struct Family: DecodableWithContext {
    var home: Home
    var second: Home?
    var all: [Home]
    var named: [String: Home?]
    init(from decoder: any Decoder, context: Towns) throws {
      let container = try decoder.container(keyedBy: Name.self)
      home = try container.decode(Home.self, forKey: "home", context: context)
      second = try container.decodeIfPresent(Home.self, forKey: "second", context: context)
      all = try container.decode([Home].self, forKey: "all", context: context)
      named = try container.decode([String: Home?].self, forKey: "named", context: context)
    }
  }

  @Test("O28, O29: a context reaches everything")
  func contexts() throws {
    let text =
      #"{"home":{"street":"a"},"second":null,"all":[{"street":"b","city":"c"}],"named":{"x":{"street":"d"},"y":null}}"#
    let decoder = RushJSONDecoder()
    let family = try decoder.decode(from: text, { try Family(from: $0, context: Towns(city: "t")) })
    #expect(family.home.city == "t" && family.second == nil)
    #expect(family.all.map(\.city) == ["c"])
    #expect(family.named["x"]??.city == "t" && family.named["y"] == .some(nil))
    #expect(
      try decoder.decode(
        from: "[{\"street\":\"s\"}]", { try [Home](from: $0, context: Towns(city: "t")) }
      )
      .first?.city == "t")
    #expect(
      try decoder.decode(
        from: #"{"h":{"street":"s"}}"#, at: "/h", { try Home(from: $0, context: Towns(city: "t")) }
      ).city == "t")
    let missing = Outcome {
      try decoder.decode(from: #"{"home":{}}"#, { try Family(from: $0, context: Towns(city: "t")) })
    }
    #expect(missing.errorCase == "keyNotFound" && missing.path == ["home"])
    let absent = Outcome {
      try decoder.decode(from: "{}", { try Family(from: $0, context: Towns(city: "t")) })
    }
    #expect(absent.errorCase == "keyNotFound" && absent.type == "home")
  }

  @Test("O31, O32: an update keeps what is missing and clears what is null")
  func updates() throws {
    struct Patch: Decodable { var street: JSONField<String>; var city: JSONField<String> }
    var city: String? = "Cupertino"
    var street: String? = "old"
    let keeping = try root(#"{"street":"1 Infinite Loop"}"#).decode(Patch.self)
    keeping.city.updating(&city)
    keeping.street.updating(&street)
    #expect(city == "Cupertino" && street == "1 Infinite Loop")
    try root(#"{"city":null}"#).decode(Patch.self).city.updating(&city)
    #expect(city == nil)
    #expect(throws: DecodingError.self) { try root(#"{"city":5}"#).decode(Patch.self) }
  }

  @Test("O33: fragments")
  func fragments() throws {
    #expect(try RushJSONDecoder().decode(Int.self, from: "3") == 3)
    #expect(try RushJSONDecoder().decode([Int].self, from: "[1,2]") == [1, 2])
    do {
      _ = try RushJSONDecoder().decode([Int].self, from: "[1,")
    } catch DecodingError.dataCorrupted(let context) {
      #expect((context.underlyingError as? JSONSyntaxError)?.offset == 3)
    }
  }
}
