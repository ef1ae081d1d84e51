import Foundation
import RushJSON
import Testing

/// The requirements for extra data, row by row. A row about this library's writer or coders is covered
/// here with the tree's own text and Foundation's coders only.
@Suite("Extra data, row by row")
struct ExtraDataTableTests {
  private func decode(_ text: String) throws -> RawJSON {
    let decoded = try JSONDecoder().decode(RawJSON.self, from: Data(text.utf8))
    // Foundation's decoder and this library's parser give the same tree.
    #expect(try RawJSON(parsing: text) == decoded)
    return decoded
  }

  private func encode(_ value: RawJSON) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("R1: booleans") func r1() throws {
    #expect(try decode(#"{"k": false}"#) == .dictionary(["k": .bool(false)]))
    #expect(try decode(#"{"k": true}"#) == .dictionary(["k": .bool(true)]))
  }

  @Test("R2: numbers, equal by value") func r2() throws {
    #expect(try decode(#"{"k": 3}"#) == ["k": .number(3)])
    #expect(try decode(#"{"k": 3.14}"#) == ["k": .number(3.14)])
    #expect(try RawJSON(parsing: "3") == RawJSON(parsing: "3.0"))
    #expect(try RawJSON(parsing: "3").hashValue == RawJSON(parsing: "3.0").hashValue)
  }

  @Test("R3: strings") func r3() throws {
    #expect(try decode(#"{"k": "asd"}"#) == ["k": .string("asd")])
  }

  @Test("R4: numbers as text", arguments: ["3.14", "3", "-3", "0", "0.1"]) func r4(_ text: String)
    throws
  {
    let number = try #require(Double(text))
    let value: RawJSON = .dictionary(["k": .number(number)] as RawJSON.Object)
    #expect(try encode(value) == "{\"k\":\(text)}")
    #expect(value.description == "{\"k\":\(text)}")
  }

  @Test("R5: null is not missing") func r5() throws {
    #expect(try decode("null") == .null)
    let value = try decode(#"{"a":null}"#)
    #expect(value["a"] == .some(.null))
    #expect(value["a"]?.isNil == true)
    #expect(try decode("{}")["a"] == nil)
    #expect(value.field("a") == .null)
    #expect(value.field("b") == .missing)
  }

  @Test("R6: an attachment into a tree and back") func r6() throws {
    struct Way: Codable, Equatable {
      struct Stretch: Codable, Equatable {
        var id: Int
        var type: String
      }
      var type: String
      var stretch: Stretch
      var url: URL
    }
    let url = try #require(URL(string: "https://example.org/way?id=7"))
    let way = Way(type: "hike", stretch: .init(id: 123, type: "steep"), url: url)
    let raw = try JSONDecoder().decode(RawJSON.self, from: JSONEncoder().encode(way))
    #expect(raw["stretch"]?["id"]?.intValue == 123)
    #expect(raw["url"]?.urlValue == url)
    #expect(try JSONDecoder().decode(Way.self, from: JSONEncoder().encode(raw)) == way)
  }

  @Test("R7: kinds are not converted") func r7() {
    #expect(RawJSON.number(30).numberValue == 30)
    #expect(RawJSON.number(30).stringValue == nil)
    #expect(RawJSON.string("true").boolValue == nil)
    #expect(RawJSON.number(1).boolValue == nil)
  }

  @Test("R8: arrays of numbers") func r8() {
    #expect(([10, 20] as RawJSON).numberArrayValue == [10, 20])
    #expect(("x" as RawJSON).numberArrayValue == nil)
  }

  @Test("R9: strict and lossy arrays") func r9() {
    #expect(([10, "wrong"] as RawJSON).numberArrayValue == nil)
    #expect(([10, "wrong"] as RawJSON).stringArrayValue == nil)
    #expect(([10, false] as RawJSON).boolArrayValue == nil)
    #expect(([10, "wrong"] as RawJSON).lossyArray(of: Double.self) == [10])
    #expect(([10, "wrong"] as RawJSON).lossyArray(of: String.self) == ["wrong"])
    #expect(([10, false] as RawJSON).lossyArray(of: Bool.self) == [false])
  }

  @Test("R10: literals") func r10() {
    let values: [(RawJSON, RawJSON)] = [
      (["price": 23], .dictionary(["price": .integer(23)] as RawJSON.Object)),
      ([20, 30], .array([.number(20), .number(30)] as RawJSON.Array)), ("Hello", .string("Hello")),
      (23.5, .double(23.5)), (23, .integer(23)), (true, .bool(true)), (nil, .null),
    ]
    for (literal, value) in values { #expect(literal == value) }
  }

  @Test("R11: integer literals are exact") func r11() {
    #expect((9_007_199_254_740_993 as RawJSON).description == "9007199254740993")
    #expect((9_007_199_254_740_993 as RawJSON) != 9_007_199_254_740_992)
  }

  @Test("R12: setting a member keeps the others and their order") func r12() {
    var value: RawJSON = ["from": "Lisbon", "destination": "Porto", "seats": 2]
    value["destination"] = "Madrid"
    #expect(value.description == #"{"from":"Lisbon","destination":"Madrid","seats":2}"#)
  }

  @Test("R13: setting nil removes, setting null stores") func r13() {
    var value: RawJSON = ["x": 1, "y": 2]
    value["x"] = nil
    value["z"] = .null
    #expect(value.description == #"{"y":2,"z":null}"#)
  }

  @Test("R14: on other kinds, get is nil; set does nothing, or throws, or makes what is missing")
  func r14() throws {
    var value: RawJSON = "str"
    #expect(value["k"] == nil)
    #expect(value[0] == nil)
    value["k"] = 1
    value[path: "k"] = 1
    #expect(value == "str")
    #expect(throws: JSONValueError(.wrongKind(expected: .object, found: .string))) {
      try value.set(1, at: "/k")
    }
    value = nil
    value[path: "k", .pastTheEnd] = 1
    #expect(value == ["k": [1]])
  }

  @Test("R15: elements") func r15() {
    var value: RawJSON = ["Hello", "World"]
    #expect(value[1] == "World")
    value[1] = "Stream"
    #expect(value[0] == "Hello")
    #expect(value == ["Hello", "Stream"])
  }

  static let integers = [
    "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
  ]

  @Test("R17: large integers come back", arguments: integers) func r17(_ text: String) throws {
    #expect(try RawJSON(parsing: text).description == text)
    #expect(try encode(decode("[\(text)]")) == "[\(text)]")
  }

  @Test(
    "R18: numbers keep their spelling",
    arguments: ["123456789012345678901234567890", "1.10", "1e400"])
  func r18(_ text: String) throws {
    let value = try RawJSON(parsing: text)
    #expect(value.description == text)
    #expect((value.doubleValue == nil) == (text == "1e400"))
  }

  @Test("R19: one number out of range spoils nothing") func r19() throws {
    let value = try RawJSON(parsing: #"{"ok":1,"big":1e400}"#)
    #expect(value["ok"] == 1)
    #expect(value["big"]?.doubleValue == nil)
    #expect(value["big"]?.jsonNumberValue?.text == "1e400")
  }

  @Test("R20: a lone surrogate has a place") func r20() throws {
    let text = #"["\ud800"]"#
    #expect(throws: JSONSyntaxError(.loneSurrogate, at: 2)) { try RawJSON(parsing: text) }
    #expect(JSONSyntaxError(.loneSurrogate, at: 2).pointer(in: text) == "/0")
    let options = JSONReadingOptions(leniencies: .loneSurrogates)
    #expect(try RawJSON(parsing: text, options: options) == ["\u{fffd}"])
  }

  @Test("R22: NaN and infinity are refused with their path") func r22() throws {
    for number in [Double.nan, .infinity] {
      let error = #expect(throws: EncodingError.self) { try encode(["a": .number(number)]) }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["a"])
    }
  }

  @Test("R23: escapes") func r23() {
    #expect(("a/b\u{1}\u{2028}" as RawJSON).description == "\"a/b\\u0001\u{2028}\"")
  }

  @Test("R24: depth") func r24() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try RawJSON(parsing: nested(512)).description == nested(512))
    for depth in [513, 100_000] {
      #expect(throws: JSONSyntaxError(.tooDeep, at: 512)) { try RawJSON(parsing: nested(depth)) }
    }
    var value: RawJSON = nil
    for _ in 0..<100_000 { value = .array([value] as RawJSON.Array) }
    value = 1
    #expect(value == 1)
  }

  @Test("R25: duplicate names by policy") func r25() throws {
    let text = #"{"a":1,"a":2}"#
    var options = JSONReadingOptions()
    #expect(try RawJSON(parsing: text, options: options)["a"] == 2)
    options.duplicateNames = .keepFirst
    #expect(try RawJSON(parsing: text, options: options)["a"] == 1)
    options.duplicateNames = .refuse
    #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: text, options: options) }
    // A document keeps all duplicates, which a tree cannot.
    #expect(try JSONDocument(parsing: text).root.members().map { try $0.value.int() } == [1, 2])
  }

  @Test(
    "R26: what is not JSON",
    arguments: [
      ("[1,]", 3), (#"{"a":1,}"#, 7), ("[01]", 2), ("[1.]", 3), (#"["\x"]"#, 2), ("[\"\t\"]", 2),
    ])
  func r26(_ text: String, _ offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test("R28: a byte order mark is refused, or skipped by an option") func r28() throws {
    let text = Data([0xef, 0xbb, 0xbf] + "[1]".utf8)
    #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: text) }
    let options = JSONReadingOptions(leniencies: .byteOrderMark)
    #expect(try RawJSON(parsing: text, options: options) == [1])
  }

  @Test(
    "R29: unknown fields, and only these",
    arguments: ["user", "message", "channel", "member", "reaction"])
  func r29(_ kind: String) throws {
    let known = #""id":"\#(kind)-1","created_at":"2026-01-02T03:04:05Z""#
    let custom = #"""
      "secret_note":"Anakin is Vader!","good_movies_count":3,"awesome":true,\#
      "nested_stuff":{"how_many_times":42,"small":0.001,"colors":["blue","yellow",42]}
      """#
    let model = try JSONDecoder().decode(Model.self, from: Data("{\(known),\(custom)}".utf8))
    #expect(model.id == "\(kind)-1")
    #expect(
      model.extraData == [
        "secret_note": "Anakin is Vader!", "good_movies_count": 3, "awesome": true,
        "nested_stuff": [
          "how_many_times": 42, "small": 0.001, "colors": ["blue", "yellow", 42],
        ],
      ])
    #expect(try JSONDecoder().decode(Model.self, from: Data("{\(known)}".utf8)).extraData == [:])
  }

  private struct Model: Decodable {
    var id: String
    var createdAt: String
    var extraData: [String: RawJSON]

    enum CodingKeys: String, CodingKey, CaseIterable {
      case id
      case createdAt = "created_at"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      createdAt = try container.decode(String.self, forKey: .createdAt)
      extraData = try [String: RawJSON](from: decoder)
      for key in CodingKeys.allCases { extraData[key.rawValue] = nil }
    }
  }

  @Test("R32: no data are no extra data") func r32() throws {
    for data in [nil, Data()] as [Data?] {
      #expect(try [String: RawJSON](parsing: data) == [:])
      #expect(try RawJSON.Object(parsing: data) == [:])
    }
    #expect(try [String: RawJSON](parsing: Data(#"{"a":1}"#.utf8)) == ["a": 1])
    #expect(throws: JSONValueError(.wrongKind(expected: .object, found: .array))) {
      try RawJSON.Object(parsing: Data("[]".utf8))
    }
    #expect(throws: JSONSyntaxError.self) { try RawJSON.Object(parsing: Data("{".utf8)) }
  }

  @Test("R33: no conversion traps") func r33() {
    for number in [1e300, -1e300, .nan, .infinity, 0.5] as [Double] {
      #expect(RawJSON.number(number).intValue == nil)
      #expect(RawJSON.number(number).uint64Value == nil)
    }
  }
}
