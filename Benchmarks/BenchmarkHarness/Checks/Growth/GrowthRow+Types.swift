import RushJSON
import RushJSONProperties

extension GrowthRow {
  /// Types: narrow and wide objects, dynamic keys, failing values and unused ones.
  static let decoding = [
    decoding("decode-narrow", 500, [ThreeMembers].self, \.count) {
      GrowthText.list($0) { _ in GrowthText.objectText(3) }
    },
    decoding("decode-wide", 250, [ThreeMembers].self, \.count, wide),
    decoding("decode-wide-snake-case", 250, [ThreeMembers].self, snakeCase: true, \.count, wide),
    decoding("decode-dictionary", 1000, [String: Int].self, \.count, GrowthText.members),
    decoding("decode-dictionary-of-structs", 500, [String: ThreeMembers].self, \.count) {
      GrowthText.object($0) { #""k\#($0)":\#(GrowthText.objectText(3))"# }
    },
    decoding("decode-dynamic-keys", 1000, DynamicMembers.self, \.count, GrowthText.members),
    decoding("decode-dynamic-keys-not-ascii", 500, DynamicMembers.self, \.count) {
      GrowthText.object($0) { #""é\#($0)":\#($0)"# }
    },
    // U+212A is canonically equivalent to K, so a key may mean either name.
    decoding("decode-dynamic-keys-kelvin", 500, DynamicMembers.self, \.count) {
      GrowthText.object($0) { $0 == 0 ? #""é":0"# : #""K\#($0)":\#($0)"# }
    },
    decoding(
      "decode-dynamic-keys-twice", 500, DynamicMembers.self, expected: { $0 - 1 }, \.count
    ) {
      GrowthText.object($0) { #""K\#(max($0, 1))":\#($0)"# }
    },
    decoding(
      "decode-dynamic-keys-snake-case", 500, DynamicMembers.self, snakeCase: true, \.count
    ) {
      GrowthText.object($0) { #""é_a\#($0)":\#($0)"# }
    },
    decoding("decode-nested", 100, NestedArray.self, \.depth, GrowthText.arrays),
    decoding(
      "lossy-array", 500, LossyArray<Int>.self, expected: { _ in 0 }, \.wrappedValue.count, strings),
    decoding("union-by-try", 500, [IntOrString].self, \.count, strings),
    decoding("union-by-try-of-objects", 250, [OneOrOther].self, \.count) {
      GrowthText.list($0) { #"{"b":\#($0)}"# }
    },
  ]

  private static func decoding<Value: Decodable & SendableMetatype>(
    _ name: String, _ count: Int, _ type: Value.Type, snakeCase: Bool = false,
    expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ found: @escaping @Sendable (Value) -> Int, _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> GrowthRow {
    row(name, count, expected: expected, of: text) { text in
      let decoder = RushJSONDecoder()
      if snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
      return found(try decoder.decode(type, from: text))
    }
  }

  private static func wide(_ count: Int) -> [UInt8] {
    GrowthText.list(count) { _ in GrowthText.objectText(66) }
  }
}

private struct ThreeMembers: Decodable {
  let m0: Int
  let m1: Int
  let m2: Int
}

/// All members of an object, each by a key made from its name.
struct DynamicMembers: Decodable {
  var count = 0

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyName.self)
    for key in container.allKeys {
      blackHole(try container.decode(Int.self, forKey: key))
      count += 1
    }
  }
}

struct AnyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct NestedArray: Decodable {
  let depth: Int

  init(from decoder: any Decoder) throws {
    let elements = try decoder.singleValueContainer().decode([NestedArray].self)
    depth = 1 + (elements.first?.depth ?? 0)
  }
}

private enum IntOrString: Decodable {
  case int(Int)
  case string(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .int(try container.decode(Int.self))
    } catch {
      self = .string(try container.decode(String.self))
    }
  }
}

/// A union whose first choice may fail.
enum OneOrOther: Decodable {
  case one(One)
  case other(Other)

  struct One: Decodable { let a: Int }
  struct Other: Decodable { let b: Int }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .one(try container.decode(One.self))
    } catch {
      self = .other(try container.decode(Other.self))
    }
  }
}

extension GrowthRow {
  /// Types to text, in the order of the text and out of it; text from trees and from tokens.
  static let encoding = [
    encoding(
      "encode-array", 500, value: { (0..<$0).map { TwoMembers(id: $0, name: "number \($0)") } }),
    encoding(
      "encode-dictionary", 500,
      value: { Dictionary(uniqueKeysWithValues: (0..<$0).map { ("m\($0)", $0) }) }),
    members("encode-members") { _ in },
    // More names than an encoder keeps.
    encoding("encode-snake-case", 600, { $0.keyEncodingStrategy = .convertToSnakeCase }) {
      container, count in
      for index in 0..<count { try container.encode(index, forKey: AnyName("myName\(index)")) }
    },
    members("encode-sorted") { $0.outputFormatting = .sortedKeys },
    members("encode-indented") { $0.outputFormatting = .prettyPrinted },
    members("encode-canonical") { $0.outputFormatting = .canonical },
    // A repeated name turns the text into nodes.
    encoding("encode-names-twice", 250) { container, count in
      for index in 0..<2 * count { try container.encode(index, forKey: AnyName("m\(index / 2)")) }
    },
    encoding("encode-in-turns", 250) { container, count in
      var lists = [
        container.nestedUnkeyedContainer(forKey: AnyName("a")),
        container.nestedUnkeyedContainer(forKey: AnyName("b")),
      ]
      for index in 0..<2 * count { try lists[index % 2].encode(index) }
      for index in 2..<count { try container.encode(index, forKey: AnyName("m\(index)")) }
    },
    encoding("encode-super-encoders", 250) { container, count in
      let encoders = (0..<count).map { container.superEncoder(forKey: AnyName("m\($0)")) }
      for encoder in encoders {
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    },
    encoding("encode-failing-members", 250) { container, count in
      try encodeFailures(count, in: &container)
    },
    encoding("encode-failing-members-off-path", 250) { container, count in
      for index in 0..<2 { try container.encode(index, forKey: AnyName("m0")) }
      try encodeFailures(count, in: &container)
    },
    encoding("encode-failing-elements-off-path", 250, expected: { _ in 3 }) { container, count in
      for index in 0..<2 { try container.encode(index, forKey: AnyName("m0")) }
      var list = container.nestedUnkeyedContainer(forKey: AnyName("list"))
      for _ in 0..<count {
        do { try list.encode(Failing()) } catch { continue }
      }
      try container.encode(1, forKey: AnyName("last"))
    },
    row("write-tree", 500, of: { try RawJSON(parsing: records($0)) }) {
      try decodedCount($0.jsonBytes())
    },
    row("write-tree-canonical", 250, of: { try RawJSON(parsing: records($0)) }) {
      try decodedCount($0.jsonBytes(.canonical))
    },
    writing("writer", 2000) { writer, count in
      try writer.beginArray()
      for index in 0..<count { try writer.integer(index) }
      try writer.endArray()
    },
    writing("writer-refusals", 500) { writer, count in
      try writer.beginArray()
      for index in 0..<count {
        try writer.integer(index)
        do throws(JSONWritingError) { try writer.double(.nan) } catch { blackHole(error.kind) }
      }
      try writer.endArray()
    },
    writing("writer-of-sorted-objects", 250, options: .canonical) { writer, count in
      try writer.beginObject()
      for index in 0..<count {
        try writer.name("m\(index)")
        try writer.beginObject()
        for name in ["b", "a"] {
          try writer.name(name)
          try writer.null()
        }
        try writer.endObject()
      }
      try writer.endObject()
    },
  ]

  private static func writing(
    _ name: String, _ count: Int, options: JSONWritingOptions = .compact,
    _ write: @escaping @Sendable (inout JSONWriter, Int) throws -> Void
  ) -> GrowthRow {
    row(name, count, of: { $0 }) { count in
      var writer = JSONWriter(options: options)
      try write(&writer, count)
      return try decodedCount(writer.finish())
    }
  }

  /// A value that is made beforehand.
  private static func encoding<Value: Encodable & SendableMetatype>(
    _ name: String, _ count: Int, expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ configure: @escaping @Sendable (RushJSONEncoder) -> Void = { _ in },
    value: @escaping @Sendable (Int) -> Value
  ) -> GrowthRow {
    row(name, count, expected: expected, of: value) { value in
      let encoder = RushJSONEncoder()
      configure(encoder)
      return try decodedCount(encoder.encodeToBytes(value))
    }
  }

  /// Members that a container gets one by one.
  private static func encoding(
    _ name: String, _ count: Int, expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ configure: @escaping @Sendable (RushJSONEncoder) -> Void = { _ in },
    _ body: @escaping @Sendable (inout KeyedEncodingContainer<AnyName>, Int) throws -> Void
  ) -> GrowthRow {
    encoding(
      name, count, expected: expected, configure, value: { ByContainer(count: $0, body: body) })
  }

  private static func members(
    _ name: String, _ configure: @escaping @Sendable (RushJSONEncoder) -> Void
  ) -> GrowthRow {
    encoding(name, 500, configure) { container, count in
      for index in 0..<count { try container.encode(index, forKey: AnyName("m\(index)")) }
    }
  }

  private static func encodeFailures(
    _ count: Int, in container: inout KeyedEncodingContainer<AnyName>
  ) throws {
    for index in 0..<count {
      do {
        try container.encode(Failing(), forKey: AnyName("f\(index)"))
      } catch {
        try container.encode(index, forKey: AnyName("m\(index)"))
      }
    }
  }

  /// The number of values in the root of a text.
  private static func decodedCount(_ text: [UInt8]) throws -> Int {
    try JSONDocument(parsing: text).root.count
  }
}

private struct TwoMembers: Encodable {
  let id: Int
  let name: String
}

private struct ByContainer: Encodable {
  let count: Int
  let body: @Sendable (inout KeyedEncodingContainer<AnyName>, Int) throws -> Void

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyName.self)
    try body(&container, count)
  }
}

private struct Failing: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyName.self)
    try container.encode(1, forKey: AnyName("a"))
    throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "always"))
  }
}
