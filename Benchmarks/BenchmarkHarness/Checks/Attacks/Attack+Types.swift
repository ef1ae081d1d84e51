import Foundation
import RushJSON
import RushJSONProperties

extension Attack {
  /// Texts for types that ask for one thing and get another.
  static let types = [
    Attack(
      name: "types", summary: "values that a type does not expect",
      cases: [
        decoding("dates that are long strings", LossyArray<Date>.self, reports) { _ in
          "\"2024-06-24T21:00:33." + String(repeating: "1", count: 1000) + "\""
        },
        decoding("names in snake case", [String: Int].self, snakeCase: true) {
          "\"" + String(repeating: "_", count: 100) + "a_\($0)\":1"
        },
        decoding("names of many words in snake case", [String: Int].self, snakeCase: true) {
          "\"" + String(repeating: "a_", count: 100) + "b\($0)\":1"
        },
        decoding(
          "unions whose first choice fails", [OneOrOther].self, unions,
          ordinary: { "{\"a\":\($0)}" }
        ) { "{\"b\":\($0)}" },
        decoding("lossy arrays that lose everything", LossyArray<Int>.self, reports) {
          "\"\($0)\""
        },
        decoding(
          "lossy dictionaries that lose everything", LossyDictionary<String>.self, lossyDictionary
        ) {
          "\"\($0)\":1"
        },
        decoding("lossy arrays in each other", LossyArray<LossyArray<Int>>.self, nestedReports) {
          _ in
          "[" + [String](repeating: "null", count: 900).joined(separator: ",") + "]"
        },
        decoding("dynamic keys", DynamicMembers.self, dynamicKeys) { "\"key\($0)\":1" },
        decoding(
          "keys beyond ASCII", DynamicMembers.self, dynamicKeys, ordinary: { "\"key\($0)\":1" }
        ) { "\"é\($0)\":1" },
        decoding("keys with equivalents", DynamicMembers.self, equivalentKeys) { "\"K\($0)\":1" },
        decoding("names that collide", [FortyMembers].self, collidingNames) { _ in
          "{" + CollidingNames.all.prefix(64).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        },
        encoding("keys that collide"),
      ])
  ]

  /// A type that decodes the items. It is compared with ordinary records, or with items that it expects.
  private static func decoding<Value: Decodable & SendableMetatype>(
    _ name: String, _ type: Value.Type, _ allowance: Allowance? = nil,
    snakeCase: Bool = false, ordinary: (@Sendable (Int) -> String)? = nil,
    _ item: @escaping @Sendable (Int) -> String
  ) -> AttackCase {
    @Sendable func input(_ size: Int, _ item: (Int) -> String) -> AttackInput {
      let isObject = !item(0).hasPrefix("{") && item(0).contains("\":")
      let count = size / (item(1000).utf8.count + 1) + 1
      let text = isObject ? GrowthText.object(count, item) : GrowthText.list(count, item)
      return AttackInput(bytes: text.count) {
        let decoder = RushJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        if snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        blackHole(try decoder.decode(type, from: text))
        return count
      }
    }
    return AttackCase(
      name, allowance: allowance,
      ordinary: { size in
        if let ordinary { return input(size, ordinary) }
        let text = OrdinaryText.array.text(size)
        return AttackInput(bytes: text.count) {
          try RushJSONDecoder().decode([OrdinaryText.Record].self, from: text).count
        }
      }
    ) { input($0, item) }
  }

  /// A dictionary whose keys share a slot of the table of prepared names.
  private static func encoding(_ name: String) -> AttackCase {
    AttackCase(name, ordinary: (0..<70).map { "name\($0)" }, hostile: CollidingNames.all) {
      keys, size in
      let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
      let bytes = keys.reduce(0) { $0 + $1.utf8.count + 5 }
      let count = size / bytes + 1
      return AttackInput(bytes: bytes * count) {
        let encoder = RushJSONEncoder()
        return try encoder.encodeToBytes([[String: Int]](repeating: values, count: count)).count
      }
    }
  }
}

/// Asks for forty members of the colliding names, last first.
private struct FortyMembers: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyName.self)
    for name in CollidingNames.all.prefix(64).suffix(40).reversed() {
      blackHole(try container.decode(Int.self, forKey: AnyName(name)))
    }
  }
}
