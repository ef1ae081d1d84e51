import CorpusGenerator
import Foundation
import RushJSON
import RushJSONEditing
import Testing

/// Trees in Codable types, with foreign coders.
@Suite struct RawJSONCodableTests {
  private struct Box<Value: Codable & Sendable>: Codable, Sendable {
    var value: Value
  }

  private static func decode(_ text: String) throws -> RawJSON {
    try JSONDecoder().decode(RawJSON.self, from: Data(text.utf8))
  }

  private static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Texts that survive a round trip, except for the order of names.
  static let texts = [
    "null", "true", "false", "0", "-0", "1", "-1", "3.14", "0.1", "-2.5e-9", "1e-100",
    "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
    "170141183460469231731687303715884105727", "-123456789012345678901234567890",
    "340282366920938463463374607431768211455", #""""#, #""a/b\n\u0001é\u2028""#, "[]", "{}",
    "[[],{}]",
    "[null,true,[1,[2,[3]]],{\"a\":[{\"b\":null}]},\"x\"]",
    #"{"":1,"a":{"b":{"c":[]}},"n":null,"t":[true,false]}"#,
  ]

  @Test(arguments: texts)
  func foundationReadsAndWritesAsWeDo(_ text: String) throws {
    let value = try RawJSON(parsing: text)
    #expect(try Self.decode(text) == value)
    #expect(try Self.encode(value) == value.description || text.contains("2.5e-9"))
    #expect(try Self.decode(Self.encode(value)) == value)
    #expect(try Self.decode("[\(text),\(text)]") == [value, value])
    // As a part of another value.
    let box = try JSONDecoder().decode(Box<RawJSON>.self, from: Data("{\"value\":\(text)}".utf8))
    #expect(box.value == value)
  }

  @Test(arguments: texts)
  func propertyListsCarryWhatTheyCan(_ text: String) throws {
    let value = try RawJSON(parsing: text)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      do {
        let data = try encoder.encode(Box(value: value))
        let back = try PropertyListDecoder().decode(Box<RawJSON>.self, from: data).value
        // Null is a string there, by the encoder's choice; 128 bits are not to be had.
        if !text.contains("null") { #expect(back == value, "\(format)") }
      } catch is EncodingError {
        #expect(value.jsonNumberValue?.uint64 == nil && value.jsonNumberValue?.int64 == nil)
      }
    }
  }

  @Test func partsOfTheirOwn() throws {
    #expect(try Self.encode(Box<RawJSON.Object>(value: ["b": 1])) == #"{"value":{"b":1}}"#)
    #expect(try Self.encode(Box<RawJSON.Array>(value: [1, nil])) == #"{"value":[1,null]}"#)
    #expect(try Self.encode(Box<JSONNumber>(value: 2.50)) == #"{"value":2.5}"#)
    #expect(
      try Self.encode(Box<JSONPatch>(value: [.remove("/a~1b")]))
        == #"{"value":[{"op":"remove","path":"/a~1b"}]}"#)
    #expect(try Self.encode(Box<JSONPointer>(value: "/a/0")) == #"{"value":"/a/0"}"#)
    let text = Data(#"{"value":[{"op":"remove","path":"/a~1b"}]}"#.utf8)
    #expect(try JSONDecoder().decode(Box<JSONPatch>.self, from: text).value == [.remove("/a~1b")])
    #expect(try JSONDecoder().decode(Box<RawJSON.Array>.self, from: text).value.count == 1)
    #expect(
      try JSONDecoder().decode(
        Box<[String: JSONNumber]>.self, from: Data(#"{"value":{"a":1}}"#.utf8)
      )
      .value == ["a": 1])
  }

  private static let mismatches: [(any (Decodable & Sendable).Type, String)] = [
    (Box<RawJSON.Object>.self, #"{"value":[]}"#), (Box<RawJSON.Array>.self, #"{"value":{}}"#),
    (Box<JSONNumber>.self, #"{"value":"1"}"#), (Box<JSONPatch>.self, #"{"value":[{"op":"x"}]}"#),
    (Box<JSONPointer>.self, #"{"value":"a"}"#),
  ]

  @Test(arguments: 0..<5)
  func mismatchesHaveAPath(_ index: Int) throws {
    let (type, text) = Self.mismatches[index]
    let error = #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    switch try #require(error) {
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      #expect(context.codingPath.map(\.stringValue) == ["value"])
      #expect(index < 3 || context.underlyingError != nil)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func whatTheDecoderCannotGive() throws {
    let data = try PropertyListEncoder().encode(["l": [["date": Date(timeIntervalSince1970: 0)]]])
    let error = #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode(RawJSON.self, from: data)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["l", "Index 0", "date"])
    // R19: a text that Foundation's decoder refuses as a whole.
    #expect(throws: DecodingError.self) { try Self.decode(#"{"ok":1,"big":1e400}"#) }
  }

  // R22
  @Test func numbersThatCannotBeWritten() throws {
    for number in [
      JSONNumber(Double.nan), JSONNumber(Double.infinity), try JSONNumber(text: "1e400"),
    ] {
      let value: RawJSON = ["a": [0, .number(number)]]
      let error = #expect(throws: EncodingError.self) { try Self.encode(value) }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
    }
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let value: RawJSON = .array([.number(.nan), .number(-.infinity)] as RawJSON.Array)
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"["?","-"]"#)
  }

  @Test func deepTrees() throws {
    func tree(_ depth: Int) -> RawJSON {
      var value: RawJSON = []
      for level in 1..<depth {
        value = level % 2 == 0 ? .array([value] as RawJSON.Array) : ["a": value]
      }
      return value
    }
    // As deep as Foundation's encoder allows.
    let text = try Self.encode(tree(511))
    #expect(text == tree(511).description)
    #expect(try Self.decode(text) == tree(511))
    for depth in [513, 100_000] {
      let isRefused: Bool
      do {
        _ = try Self.encode(tree(depth))
        isRefused = false
      } catch EncodingError.invalidValue(_, let context) {
        isRefused = context.debugDescription.contains("512")
      }
      #expect(isRefused)
    }
    // A tree that was deeper before.
    var value: RawJSON = ["a": tree(1000)]
    value["a"] = 1
    #expect(try Self.encode(value) == #"{"a":1}"#)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func randomDocuments(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    for _ in 0..<50 {
      let bytes = generator.document(maximumDepth: 5, maximumBytes: 600)
      // What Foundation can tell apart: names by Swift's equality, other numbers as Double.
      var value = try RawJSON(parsing: bytes)
      value.transform { value in
        switch value {
        case .dictionary(let object): value = .dictionary(RawJSON.Object(Dictionary(object)))
        case .number(let number) where number.exactly(Int128.self) == nil:
          value = .number(number.nearestDouble)
        default: break
        }
      }
      #expect(try Self.decode(value.description) == value, "seed \(seed): \(value)")
      #expect(try Self.decode(Self.encode(value)) == value, "seed \(seed): \(value)")
    }
  }
}
