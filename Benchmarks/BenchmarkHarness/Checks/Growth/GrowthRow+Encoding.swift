import RushJSON

extension GrowthRow {
  /// Types to text, in the order of the text and out of it; text from trees and from tokens.
  static let encoding = [
    GrowthRow("encode-array", 500) { count in
      let values = (0..<count).map { TwoMembers(id: $0, name: "number \($0)") }
      return { try decodedCount(RushJSONEncoder().encodeToBytes(values)) }
    },
    GrowthRow("encode-dictionary", 500) { count in
      let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("m\($0)", $0) })
      return { try decodedCount(RushJSONEncoder().encodeToBytes(values)) }
    },
    members("encode-members") { _ in },
    encoding("encode-snake-case", 250, { $0.keyEncodingStrategy = .convertToSnakeCase }) {
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
    GrowthRow("encode-failing-elements-off-path", 250, expected: { _ in 3 }) { count in
      let value = ByContainer(count: count) { container, count in
        for index in 0..<2 { try container.encode(index, forKey: AnyName("m0")) }
        var list = container.nestedUnkeyedContainer(forKey: AnyName("list"))
        for _ in 0..<count {
          do { try list.encode(Failing()) } catch { continue }
        }
        try container.encode(1, forKey: AnyName("last"))
      }
      return { try decodedCount(RushJSONEncoder().encodeToBytes(value)) }
    },
    GrowthRow("write-tree", 500) { count in
      let tree = try RawJSON(parsing: records(count))
      return { try decodedCount(tree.jsonBytes()) }
    },
    GrowthRow("write-tree-canonical", 250) { count in
      let tree = try RawJSON(parsing: records(count))
      return { try decodedCount(tree.jsonBytes(.canonical)) }
    },
    GrowthRow("writer", 2000) { count in
      return {
        var writer = JSONWriter()
        try writer.beginArray()
        for index in 0..<count { try writer.integer(index) }
        try writer.endArray()
        return try decodedCount(writer.finish())
      }
    },
    GrowthRow("writer-refusals", 500) { count in
      return {
        var writer = JSONWriter()
        try writer.beginArray()
        for index in 0..<count {
          try writer.integer(index)
          do throws(JSONWritingError) { try writer.double(.nan) } catch { blackHole(error.kind) }
        }
        try writer.endArray()
        return try decodedCount(writer.finish())
      }
    },
    GrowthRow("writer-of-sorted-objects", 250) { count in
      return {
        var writer = JSONWriter(options: .canonical)
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
        return try decodedCount(writer.finish())
      }
    },
  ]

  private static func encoding(
    _ name: String, _ count: Int,
    _ configure: @escaping @Sendable (RushJSONEncoder) -> Void = { _ in },
    _ body: @escaping @Sendable (inout KeyedEncodingContainer<AnyName>, Int) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, count) { count in
      let value = ByContainer(count: count, body: body)
      return {
        let encoder = RushJSONEncoder()
        configure(encoder)
        return try decodedCount(encoder.encodeToBytes(value))
      }
    }
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
