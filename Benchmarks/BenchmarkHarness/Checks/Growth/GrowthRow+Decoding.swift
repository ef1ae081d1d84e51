import RushJSON

extension GrowthRow {
  /// Types: narrow and wide objects, dynamic keys, failing values and unused ones.
  static let decoding = [
    GrowthRow("decode-narrow", 500) { count in
      let text = GrowthText.list(count) { _ in GrowthText.objectText(3) }
      return { try RushJSONDecoder().decode([ThreeMembers].self, from: text).count }
    },
    GrowthRow("decode-wide", 250) { count in
      let text = GrowthText.list(count) { _ in GrowthText.objectText(66) }
      return { try RushJSONDecoder().decode([ThreeMembers].self, from: text).count }
    },
    GrowthRow("decode-wide-snake-case", 250) { count in
      let text = GrowthText.list(count) { _ in GrowthText.objectText(66) }
      return {
        let decoder = RushJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([ThreeMembers].self, from: text).count
      }
    },
    GrowthRow("decode-dictionary", 1000) { count in
      let text = Array(GrowthText.objectText(count).utf8)
      return { try RushJSONDecoder().decode([String: Int].self, from: text).count }
    },
    GrowthRow("decode-dictionary-of-structs", 500) { count in
      let text = GrowthText.object(count) { #""k\#($0)":\#(GrowthText.objectText(3))"# }
      return { try RushJSONDecoder().decode([String: ThreeMembers].self, from: text).count }
    },
    GrowthRow("decode-dynamic-keys", 1000) { count in
      let text = Array(GrowthText.objectText(count).utf8)
      return { try RushJSONDecoder().decode(DynamicMembers.self, from: text).count }
    },
    GrowthRow("decode-dynamic-keys-not-ascii", 500) { count in
      let text = GrowthText.object(count) { #""é\#($0)":\#($0)"# }
      return { try RushJSONDecoder().decode(DynamicMembers.self, from: text).count }
    },
    GrowthRow("decode-dynamic-keys-kelvin", 500) { count in
      // U+212A is canonically equivalent to K, so a key may mean either name.
      let text = GrowthText.object(count) { $0 == 0 ? #""é":0"# : #""K\#($0)":\#($0)"# }
      return { try RushJSONDecoder().decode(DynamicMembers.self, from: text).count }
    },
    GrowthRow("decode-dynamic-keys-twice", 500, expected: { $0 - 1 }) { count in
      let text = GrowthText.object(count) { #""K\#(max($0, 1))":\#($0)"# }
      return { try RushJSONDecoder().decode(DynamicMembers.self, from: text).count }
    },
    GrowthRow("decode-dynamic-keys-snake-case", 500) { count in
      let text = GrowthText.object(count) { #""é_a\#($0)":\#($0)"# }
      return {
        let decoder = RushJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(DynamicMembers.self, from: text).count
      }
    },
    GrowthRow("decode-nested", 100) { count in
      let text = GrowthText.arrays(count)
      return { try RushJSONDecoder().decode(NestedArray.self, from: text).depth }
    },
    GrowthRow("lossy-array", 500, expected: { _ in 0 }) { count in
      let text = GrowthText.list(count) { #""a\#($0)""# }
      return { try RushJSONDecoder().decode(LossyArray<Int>.self, from: text).wrappedValue.count }
    },
    GrowthRow("union-by-try", 500) { count in
      let text = GrowthText.list(count) { #""a\#($0)""# }
      return { try RushJSONDecoder().decode([IntOrString].self, from: text).count }
    },
    GrowthRow("union-by-try-of-objects", 250) { count in
      let text = GrowthText.list(count) { #"{"b":\#($0)}"# }
      return { try RushJSONDecoder().decode([OneOrOther].self, from: text).count }
    },
  ]
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
