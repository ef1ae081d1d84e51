import RushJSON

extension GrowthRow {
  /// Types: narrow and wide objects, dynamic keys, failing values and unused ones.
  static let decoding = [
    decoding("decode-narrow", 500, [ThreeMembers].self, \.count) {
      GrowthText.list($0) { _ in GrowthText.objectText(3) }
    },
    decoding("decode-wide", 250, [ThreeMembers].self, \.count, wide),
    decoding("decode-wide-snake-case", 250, [ThreeMembers].self, snakeCase: true, \.count, wide),
    decoding("decode-dictionary", 1000, [String: Int].self, \.count, members),
    decoding("decode-dictionary-of-structs", 500, [String: ThreeMembers].self, \.count) {
      GrowthText.object($0) { #""k\#($0)":\#(GrowthText.objectText(3))"# }
    },
    decoding("decode-dynamic-keys", 1000, DynamicMembers.self, \.count, members),
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
    GrowthRow(name, count, expected: expected) { count in
      let text = text(count)
      return {
        let decoder = RushJSONDecoder()
        if snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return found(try decoder.decode(type, from: text))
      }
    }
  }

  private static func wide(_ count: Int) -> [UInt8] {
    GrowthText.list(count) { _ in GrowthText.objectText(66) }
  }

  private static func members(_ count: Int) -> [UInt8] { Array(GrowthText.objectText(count).utf8) }

  static func strings(_ count: Int) -> [UInt8] { GrowthText.list(count) { #""a\#($0)""# } }
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
