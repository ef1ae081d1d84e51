import CorpusGenerator
import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Trees with names that Foundation's coders take for one, or that their key strategies convert to one.
@Suite struct ForeignCoderTests {
  private struct Box<Value: Codable & Sendable>: Codable, Sendable {
    var boxedValue: Value
  }

  private enum Kind: String { case known }

  /// The last name is one that strategies make of another.
  private static let names = [
    "aB", "a_b", "a-b", "AB", "e\u{301}", "\u{e9}", "\u{212a}", "K", "k", "", "_", "boxed_value",
  ]

  private struct Lowercase: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(stringValue: String) { self.stringValue = stringValue.lowercased() }
    init?(intValue: Int) { nil }
  }

  private static func encoders() -> [JSONEncoder] {
    let encoders = [JSONEncoder(), JSONEncoder(), JSONEncoder()]
    encoders[1].keyEncodingStrategy = .convertToSnakeCase
    encoders[2].keyEncodingStrategy = .custom {
      Lowercase(stringValue: $0.last?.stringValue ?? "")
    }
    return encoders
  }

  private static func decoders() -> [JSONDecoder] {
    let decoders = [JSONDecoder(), JSONDecoder(), JSONDecoder()]
    decoders[1].keyDecodingStrategy = .convertFromSnakeCase
    decoders[2].keyDecodingStrategy = .custom {
      Lowercase(stringValue: $0.last?.stringValue ?? "")
    }
    return decoders
  }

  /// The tree with one member of those whose names Swift considers equal, the last.
  private static func folded(_ tree: RawJSON) -> RawJSON {
    var tree = tree
    tree.transform { value in
      if case .dictionary(let object) = value {
        value = .dictionary(RawJSON.Object(Dictionary(object)))
      }
    }
    return tree
  }

  private static func randomTree(
    _ random: inout SeededGenerator, _ depth: Int, hasNull: Bool = true
  ) -> RawJSON {
    switch Int.random(in: hasNull ? 0..<9 : 1..<9, using: &random) {
    case 0: return .null
    case 1: return .bool(true)
    case 2: return .number(JSONNumber(Int.random(in: -9...9, using: &random)))
    case 3: return .string("text")
    case 4...5 where depth > 0:
      let count = Int.random(in: 0...3, using: &random)
      return .array(
        RawJSON.Array((0..<count).map { _ in randomTree(&random, depth - 1, hasNull: hasNull) }))
    case 6... where depth > 0:
      var object = RawJSON.Object()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let name = names.randomElement(using: &random) ?? ""
        object[name] = randomTree(&random, depth - 1, hasNull: hasNull)
      }
      return .dictionary(object)
    default: return false
    }
  }

  @Test(arguments: [
    #"{"\u00e9":{},"e\u0301":[]}"#, #"{"\u00e9":[1],"e\u0301":{"a":1}}"#, #"{"aB":{},"a_b":[]}"#,
    #"{"\u00e9":{"a":1},"e\u0301":{"b":2}}"#, #"[{"aB":[[]],"a_b":{"aB":[],"a_b":{}}}]"#,
    #"{"K":{},"\u212a":[]}"#, #"{"aB":1,"a_b":2}"#,
  ])
  func foundationsEncoderKeepsTheLastOfEqualNames(_ text: String) throws {
    let tree = try RawJSON(parsing: text)
    let expected = Self.folded(tree)
    for encoder in Self.encoders() {
      #expect(try RawJSON(parsing: encoder.encode(tree)) == expected)
      #expect(try RawJSON(parsing: encoder.encode(["aB": tree])) == ["aB": expected])
      #expect(
        try RawJSON(parsing: encoder.encode(OpenEnum<Kind>.unknown(tree))) == expected)
      #expect(
        try RawJSON(parsing: encoder.encode([JSONField<RawJSON>.value(tree)])) == [expected])
      if let object = tree.objectValue {
        #expect(try RawJSON(parsing: encoder.encode(object)) == expected)
        #expect(
          try RawJSON(parsing: encoder.encode(ExtraFields(wrappedValue: ["x": tree])))
            == ["x": expected])
      }
    }
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let list = try encoder.encode(Box(boxedValue: tree))
      let back = try PropertyListDecoder().decode(Box<RawJSON>.self, from: list)
      #expect(back.boxedValue == expected || expected != tree)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func randomTreesKeepTheirNames(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let tree = Self.randomTree(&random, 4)
      let expected = Self.folded(tree)
      for encoder in Self.encoders() {
        let text = try encoder.encode(tree)
        #expect(try RawJSON(parsing: text) == expected, "seed \(seed): \(tree)")
      }
      let text = Data("[\(expected)]".utf8)
      for decoder in Self.decoders() {
        #expect(try decoder.decode(RawJSON.self, from: text) == [expected], "seed \(seed): \(tree)")
        let boxed = Data(#"{"boxedvalue":\#(expected),"boxedValue":\#(expected)}"#.utf8)
        let box: RawJSON?
        if case .custom = decoder.keyDecodingStrategy {
          box = try decoder.decode([String: RawJSON].self, from: boxed)["boxedValue"]
        } else {
          box = try decoder.decode(Box<RawJSON>.self, from: boxed).boxedValue
        }
        #expect(box == expected, "seed \(seed): \(tree)")
      }
      let list = Self.randomTree(&random, 4, hasNull: false)
      let data = try PropertyListEncoder().encode(Box(boxedValue: list))
      let back = try PropertyListDecoder().decode(Box<RawJSON>.self, from: data).boxedValue
      // A list may hold both of two equal names, and its decoder takes either. Equal strings become one.
      if list.description.utf8.allSatisfy({ $0 < 0x80 }) {
        #expect(back == list, "seed \(seed): \(list)")
      }
    }
  }

  @Test func errorsUnderAStrategyHaveTheirPath() throws {
    let tree: RawJSON = ["aB": [["a_b": .number(.nan)]]]
    for encoder in Self.encoders() {
      let error = #expect(throws: EncodingError.self) { try encoder.encode(["key": tree]) }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["key", "aB", "Index 0", "a_b"])
    }
    for decoder in Self.decoders() {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(RawJSON.self, from: Data(#"{"aB":[{"a_b":1e400}]}"#.utf8))
      }
      guard case .dataCorrupted? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  /// A coder with a strategy recurses, so it refuses what would exhaust the stack of a thread.
  @Test func deepTreesUnderAStrategyAreRefused() throws {
    func tree(_ depth: Int) -> RawJSON {
      (1..<depth).reduce(into: ["a": 1] as RawJSON) { tree, _ in tree = ["a": tree] }
    }
    for (index, encoder) in Self.encoders().enumerated() {
      for depth in [48, 49, 500] {
        let isRefused = index > 0 && depth > 48
        let text = Data(tree(depth).description.utf8)
        if isRefused {
          #expect(throws: EncodingError.self) { try encoder.encode(tree(depth)) }
          #expect(throws: DecodingError.self) {
            try Self.decoders()[index].decode(RawJSON.self, from: text)
          }
        } else {
          #expect(try RawJSON(parsing: encoder.encode(tree(depth))) == tree(depth))
          #expect(try Self.decoders()[index].decode(RawJSON.self, from: text) == tree(depth))
        }
      }
    }
  }

  /// An encoder with neither options nor keys that are equal keeps the order of members.
  @Test func otherEncodersGetMembersInTheirOrder() throws {
    func names(_ node: PlainNode) -> [String] {
      switch node.content {
      case .object(let members): members.flatMap { [$0.name] + names($0.value) }
      case .array(let elements): elements.flatMap(names)
      case .nothing, .scalar: []
      }
    }
    let tree: RawJSON = ["b": 1, "a": ["d": [], "c": ["z": 1, "y": [["x": 1, "w": 2]]]]]
    #expect(names(try PlainEncoder().encode(tree)) == ["b", "a", "d", "c", "z", "y", "x", "w"])
  }
}
