import Foundation
import RushJSONMacros

// Optionals, collections, members, and the same values as properties.

extension CliffRow {
  static let optionals = CliffRow(
    name: "optionals",
    values: [
      .of("Int? in an array", [1, nil, 3] as [Int?]),
      .of("Bool? in an array", [true, nil] as [Bool?]),
      .of("Double? in an array", [0.5, nil] as [Double?]),
      .of("String? in an array", ["abc", nil] as [String?]),
      .of("Int?, all null", [nil] as [Int?], like: "Int? in an array"),
      .of("optional struct in an array", [Point(x: 1, y: 2), nil] as [Point?]),
    ])

  private static let keys =
    "the standard library makes each key and asks for its value: 11,600 of 12,400 for an enum"
  private static let setReason =
    "the standard library allocates, hashes and inserts, by metadata for other elements than Int"

  static let collections = CliffRow(
    name: "collections",
    values: [
      .of("[Int] of 3", [[1, 2, 3]]), .of("[Double] of 8", [Array(repeating: 0.25, count: 8)]),
      .of("[Float] of 8", [Array(repeating: Float(0.25), count: 8)], like: "[Double] of 8"),
      .of("[String] of 3", [["a", "bc", "def"]]), .of("[[Int]]", [[[1, 2], [3]]]),
      .of("empty array", [[]] as [[Int]], like: "[Int] of 3"),
      .of("[String: Int] of 2", [["a": 1, "b": 2]]),
      .of("[Int: Int] of 1", [[1: 2]], because: keys),
      .of(
        "[Int: Int] of 8", [Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, $0) })],
        because: keys),
      .of(
        "[Enum: Int] of 1", [[Mood.calm: 1]],
        because: keys),
      .of("[String: [Int]]", [["a": [1, 2]]]),
      .of("Set<Int> of 3", [Set([1, 2, 3])], because: setReason),
      .of("Set<String> of 3", [Set(["a", "b", "c"])], because: setReason),
      .of("array of structs", [[Point(x: 1, y: 2), Point(x: 3, y: 4)]]),
    ])

  private static func text(_ order: [Int], hasUnknown: Bool, space: String) -> String {
    let members = order.map {
      "\(hasUnknown ? "\"u\($0)\":0," : "")\(space)\"m\($0)\":\(space)\($0)"
    }
    return "{\(members.joined(separator: ","))\(space)}"
  }

  private static func object<Members: CliffMembers>(
    _ type: Members.Type, _ order: [Int], _ name: String, like neighbour: String? = nil,
    hasUnknown: Bool = false, space: String = "", because reason: String? = nil
  ) -> CliffValue {
    .of(
      name, parts: (hasUnknown ? 2 : 1) * Members.count, Members(numbers: order),
      text: text(order, hasUnknown: hasUnknown, space: space), like: neighbour, because: reason)
  }

  private static let missing =
    "what the compiler writes asks for each optional by a function of the standard library"

  static let members = CliffRow(
    name: "members",
    values: [
      object(Few.self, Array(0..<4), "4 members"),
      object(Some.self, Array(0..<32), "32 members", like: "4 members"),
      object(Some.self, Array((0..<32).reversed()), "32 members, reversed", like: "32 members"),
      object(Some.self, shuffled(32), "32 members, shuffled", like: "32 members"),
      object(
        Some.self, Array(stride(from: 0, to: 32, by: 2)), "32 members, half missing",
        like: "32 members", because: missing),
      object(Some.self, [0], "32 members, one there", like: "32 members", because: missing),
      object(
        Some.self, Array(0..<32), "32 members, unknown between", like: "32 members",
        hasUnknown: true),
      object(Some.self, Array(0..<32), "32 members, spaced", like: "32 members", space: "  "),
      object(Many.self, Array(0..<65), "65 members", like: "32 members"),
      object(Most.self, Array(0..<200), "200 members", like: "32 members"),
      object(Most.self, shuffled(200), "200 members, shuffled", like: "32 members"),
      object(Most.self, [0], "200 members, one there", like: "32 members", because: missing),
    ])

  /// The numbers below `count` in an order without a pattern.
  private static func shuffled(_ count: Int) -> [Int] {
    (0..<count).sorted { ($0 * 7919) % 509 < ($1 * 7919) % 509 }
  }

  static let models = CliffRow(
    name: "models",
    values: [
      CliffValue.model("{v: UUID}", DirectUUID.self, PlainUUID.self, [UUID()]),
      CliffValue.model(
        "{v: Decimal}", DirectDecimal.self, PlainDecimal.self,
        [Decimal(sign: .plus, exponent: -2, significand: 1250)]),
      CliffValue.model(
        "{v: Date}", DirectDate.self, PlainDate.self, [Date(timeIntervalSince1970: 1_732_500_000)]),
      CliffValue.model("{v: Int?}", DirectOptional.self, PlainOptional.self, [1, nil]),
      CliffValue.model("{v: enum}", DirectMood.self, PlainMood.self, [Mood.calm]),
      CliffValue.model("{v: [Int] of 3}", DirectInts.self, PlainInts.self, [[1, 2, 3]]),
      CliffValue.model(
        "{v: [Double] of 8}", DirectDoubles.self, PlainDoubles.self,
        [Array(repeating: 0.25, count: 8)]),
      CliffValue.model(
        "{v: [String: Int] of 2}", DirectNames.self, PlainNames.self, [["a": 1, "b": 2]]),
    ].flatMap { $0 })
}

private struct Point: Codable, Equatable {
  var x: Int
  var y: Int
}

// MARK: - Members

/// A type with so many optional members `m0`, `m1`, …, which it reads and writes as the compiler's code does.
private protocol CliffMembers: Codable, Equatable, Sendable, SendableMetatype {
  static var count: Int { get }
  var numbers: [Int?] { get set }
  init()
}

private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static let all = (0..<200).map { MemberKey(stringValue: "m\($0)") }
}

extension CliffMembers {
  init(numbers: [Int]) {
    self.init()
    self.numbers = Array(repeating: nil, count: Self.count)
    for number in numbers { self.numbers[number] = number }
  }

  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: MemberKey.self)
    numbers = try MemberKey.all.prefix(Self.count).map {
      try container.decodeIfPresent(Int.self, forKey: $0)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for (key, number) in zip(MemberKey.all, numbers) {
      try container.encodeIfPresent(number, forKey: key)
    }
  }
}

private struct Few: CliffMembers {
  static let count = 4
  var numbers: [Int?] = []
}

private struct Some: CliffMembers {
  static let count = 32
  var numbers: [Int?] = []
}

private struct Many: CliffMembers {
  static let count = 65
  var numbers: [Int?] = []
}

private struct Most: CliffMembers {
  static let count = 200
  var numbers: [Int?] = []
}

// MARK: - Properties

@JSONModel struct DirectUUID: CliffBox { var v: UUID }
@JSONModel struct DirectDecimal: CliffBox { var v: Decimal }
@JSONModel struct DirectDate: CliffBox { var v: Date }
@JSONModel struct DirectOptional: CliffBox { var v: Int? }
@JSONModel struct DirectMood: CliffBox { var v: Mood }
@JSONModel struct DirectInts: CliffBox { var v: [Int] }
@JSONModel struct DirectDoubles: CliffBox { var v: [Double] }
@JSONModel struct DirectNames: CliffBox { var v: [String: Int] }

struct PlainUUID: CliffBox { var v: UUID }
struct PlainDecimal: CliffBox { var v: Decimal }
struct PlainDate: CliffBox { var v: Date }
struct PlainOptional: CliffBox { var v: Int? }
struct PlainMood: CliffBox { var v: Mood }
struct PlainInts: CliffBox { var v: [Int] }
struct PlainDoubles: CliffBox { var v: [Double] }
struct PlainNames: CliffBox { var v: [String: Int] }
