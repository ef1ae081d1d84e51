import Foundation
import RushJSON
import Testing

/// `JSONField` in types of all kinds: missing, `null` and a value stay apart, in both directions.
@Suite struct FieldTests {
  /// Codable alone.
  struct Plain: Codable, Equatable { var id: Int }
  /// Without Codable.
  struct Direct: Decodable, Encodable, JSONReadable, JSONWritable, Equatable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var id: Int

    init(id: Int) { self.id = id }
    init(from reader: inout JSONReader) throws { id = try reader.value("id") }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("id", id)
      try writer.endObject()
    }
  }

  struct Twin: Codable, Equatable {
    var a: JSONField<Int>
    var b: JSONField<Plain>
    var c: JSONField<[Plain]>
    var d: JSONField<Date>?
  }

  struct Update: Decodable, Encodable, JSONReadable, JSONWritable, Equatable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var a: JSONField<Int>
    var b: JSONField<Plain>
    var c: JSONField<[Plain]>
    var d: JSONField<Date>?
    var e: JSONField<Direct>
    var f: JSONField<Int> = .value(1)
    var g: JSONField<Plain>
    var h: [String: JSONField<Direct>]?
    var i: [String: JSONField<Plain>]?

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      a = try reader.value("a")
      b = try reader.value("b")
      c = try reader.value("c")
      d = try reader.value("d")
      e = try reader.value("e", also: ["E"])
      try reader.value("f", into: &f)
      g = try reader.value("g", also: ["G"])
      h = try reader.value("h")
      i = try reader.value("i")
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("a", a)
      try writer.member("b", b)
      try writer.member("c", c)
      try writer.member("d", d)
      try writer.member("e", e)
      try writer.member("f", f)
      try writer.member("g", g)
      try writer.member("h", h)
      try writer.member("i", i)
      try writer.endObject()
    }
  }

  private let decoder = RushJSONDecoder()
  private let encoder = RushJSONEncoder()

  @Test(
    arguments: [
      ("{}", nil),
      (#"{"a":null,"b":null,"c":null,"e":null,"f":null,"g":null}"#, nil),
      (#"{"a":1,"b":{"id":2},"c":[],"d":0,"e":{"id":3},"f":4,"g":{"id":5}}"#, nil),
      (#"{"E":null,"G":{"id":5}}"#, #"{"e":null,"g":{"id":5}}"#),
      (#"{"d":null}"#, nil),
      (#"{"f":1,"h":{"x":null},"i":{"x":null}}"#, nil),
    ] as [(String, String?)])
  func membersWithoutCodable(text: String, written: String?) throws {
    let update = try decoder.decode(Update.self, from: text)
    #expect(try encoder.encodeToString(update) == written ?? text)
    #expect(try update.jsonString() == written ?? text)
  }

  @Test(arguments: [
    "{}", #"{"a":null,"b":null}"#, #"{"a":1,"b":{"id":2},"c":null}"#, #"{"d":null}"#,
  ])
  func membersAreThoseOfCodable(text: String) throws {
    let twin = try decoder.decode(Twin.self, from: text)
    let update = try decoder.decode(Update.self, from: text)
    #expect(twin.a == update.a && twin.b == update.b && twin.c == update.c && twin.d == update.d)
    let tree = try RawJSON(parsing: encoder.encodeToBytes(update)).objectValue
    var expected = try #require(tree)
    expected["f"] = nil
    #expect(try RawJSON(parsing: encoder.encodeToBytes(twin)).objectValue == expected)
  }

  @Test func errorsHaveTheirPath() {
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Update.self, from: #"{"a":"x"}"#)
    }
    guard case .typeMismatch(_, let context)? = error else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["a"])
  }

  // MARK: - Dictionaries

  enum Key: String, Codable, CodingKeyRepresentable { case a, b, c }

  @Test func missingEntriesAreLeftOut() throws {
    let fields: [String: JSONField<Int>] = ["a": .missing, "b": .null, "c": .value(1)]
    let expected: RawJSON = ["b": nil, "c": 1]
    #expect(try RawJSON(parsing: fields.jsonBytes()) == expected)
    let plain: [String: JSONField<Plain>] = ["a": .missing, "b": .null, "c": .value(Plain(id: 1))]
    let direct: [String: JSONField<Direct>] = ["a": .missing, "c": .value(Direct(id: 1))]
    let optional: [String: JSONField<Int>?] = ["a": .missing, "b": .null, "c": JSONField.value(1)]
    for formatting in [RushJSONEncoder.OutputFormatting(), .sortedKeys, .prettyPrinted] {
      let encoder = RushJSONEncoder()
      encoder.outputFormatting = formatting
      #expect(try RawJSON(parsing: encoder.encode(fields)) == expected)
      #expect(try RawJSON(parsing: encoder.encode(plain)) == ["b": nil, "c": ["id": 1]])
      #expect(try RawJSON(parsing: encoder.encodeToBytes(direct)) == ["c": ["id": 1]])
      #expect(try RawJSON(parsing: encoder.encode([fields])) == [expected])
      #expect(try RawJSON(parsing: encoder.encode(["x": fields])) == ["x": expected])
      #expect(
        try RawJSON(parsing: encoder.encode([1: fields["a"]!, 2: fields["c"]!])) == ["2": 1])
      let keyed: [Key: JSONField<Int>] = [.a: .missing, .b: .null, .c: .value(1)]
      #expect(try RawJSON(parsing: encoder.encode(keyed)) == expected)
      #expect(try RawJSON(parsing: encoder.encode(optional)) == expected)
    }
    #expect(try RawJSON(parsing: optional.jsonBytes()) == expected)
  }

  @Test func elementsAndWholeValuesAreNull() throws {
    #expect(
      try encoder.encodeToString([JSONField<Int>.missing, .null, .value(1)]) == "[null,null,1]")
    #expect(try encoder.encodeToString(JSONField<Int>.missing) == "null")
    #expect(try [JSONField<Int>.missing].jsonString() == "[null]")
    #expect(try decoder.decode([JSONField<Direct>].self, from: "[null]") == [.null])
  }

  @Test func missingEntriesAreLeftOutOfTextThatLeaves() throws {
    // Long enough for the text to leave in many pieces, at any place of an entry.
    var fields: [String: JSONField<String>] = [:]
    for index in 0..<20_000 {
      fields["name \(index)"] =
        index % 2 == 0 ? .missing : .value(String(repeating: "x", count: index % 23))
    }
    var text: [UInt8] = []
    try encoder.encode(fields) { unsafe $0.withUnsafeBytes { unsafe text.append(contentsOf: $0) } }
    let object = try #require(try RawJSON(parsing: text).objectValue)
    #expect(object.count == 10_000 && !object.contains { $0.value.isNull })
  }

  // MARK: - Types that do not know that they hold a field

  struct Box<Value> { var value: Value }

  @Test func genericMembersRoundTrip() throws {
    for value: JSONField<Int> in [.missing, .null, .value(1)] {
      let text = try encoder.encodeToString(Box(value: value))
      #expect(try decoder.decode(Box<JSONField<Int>>.self, from: text).value == value)
    }
    // A super encoder belongs to no member that could be left out.
    struct Super: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPathKey.self)
        try JSONField<Int>.missing.encode(to: container.superEncoder())
      }
    }
    #expect(try encoder.encodeToString(["a": Super()]) == #"{"a":{"super":null}}"#)
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encodeToString(["a": Super()]) == #"{"a":{"super":null}}"#)
  }

  @Test func optionalFieldsThatAreMissingAreLeftOut() throws {
    struct Wrapped: Codable { var a: JSONField<Int>? }
    let cases: [(JSONField<Int>?, String)] = [
      (.missing, "{}"), (.null, #"{"a":null}"#), (nil, "{}"),
    ]
    for (value, text) in cases {
      #expect(try encoder.encodeToString(Wrapped(a: value)) == text)
      #expect(try JSONEncoder().encode(Wrapped(a: value)) == Data(text.utf8))
    }
  }
}

extension FieldTests.Box: Codable where Value: Codable {}
