import CorpusGenerator
import Foundation
import RushJSON
import RushJSONProperties

extension Attack {
  /// Numbers that are long, or hard to round.
  static let numbers = [
    text("a number beyond the limit", "`1e999…`", filled("[1e", "9", "]")),
    text(
      "exponents of 65,000 digits", "`1e-999…`, side by side",
      filled("[0", ",1e-" + String(repeating: "9", count: 65_000), "]")),
    text(
      "mantissas of 65,000 digits", "`0.333…`, side by side",
      filled("[0", ",0." + String(repeating: "3", count: 65_000), "]")),
    text(
      "numbers without a limit", "`333…`, `0.000…1`, `1e-000…1`, with the limit raised",
      options: unlimited
    ) { size in
      filled("[", longNumbers(size), "0]")(size)
    },
    text(
      "halves of 770 digits", "numbers just above the middle of two neighbours, side by side",
      filled("[0", ",\(halfway)", "]")),
    text(
      "halves of 30 digits", "`9007199254740993.00000000000001`, side by side",
      allowances: longNumbers,
      filled("[0", ",9007199254740993.00000000000001", "]")),
    text(
      "smallest numbers", "`4.9406564584124654e-324`, side by side",
      filled("[0", ",4.9406564584124654e-324", "]")),
    text(
      "numbers of 25 digits", "`0.1234567890123456789012345`, side by side",
      allowances: longNumbers,
      filled("[0", ",0.1234567890123456789012345", "]")),
    Attack(
      name: "numbers as other types", summary: "`1e-999…` and `333…` of 60,000 digits each",
      cases: [
        numberCase("as Double", Double.self), numberCase("as Float", Float.self),
        numberCase("as Int", Int.self), numberCase("as Decimal", Decimal.self),
        AttackCase("compared by value", ordinary: short, hostile: long, comparing),
      ]),
  ]

  private static let unlimited = JSONReadingOptions.changed { $0.maximumNumberLength = .max }

  /// Three numbers, `size` bytes together, and the comma after each.
  private static func longNumbers(_ size: Int) -> String {
    let count = max(1, size / 3 - 8)
    let zeros = String(repeating: "0", count: count)
    return String(repeating: "3", count: count) + ",0.\(zeros)1,1e-\(zeros)1,"
  }

  private static let long = [
    "1e-" + String(repeating: "9", count: 60_000), String(repeating: "3", count: 60_000),
    "0." + String(repeating: "0", count: 30_000) + String(repeating: "3", count: 30_000),
  ]
  private static let short = ["1e-20", "12345678", "0.0012345"]

  /// A number just above 3 · 2⁻¹⁰⁷⁵, the middle between 2⁻¹⁰⁷⁴ and its double.
  private static let halfway: String = {
    // 3 · 5¹⁰⁷⁵ has the digits of 3 · 2⁻¹⁰⁷⁵.
    let text = BigDecimal(3).multiplied(by: 5, times: 1075).text
    return "\(text.prefix(1)).\(text.dropFirst())1e-\(1076 - text.utf8.count)"
  }()

  /// Decodes each number. Those that the type cannot hold are errors.
  private static func numberCase<Number: Decodable & SendableMetatype>(
    _ name: String, _ type: Number.Type
  ) -> AttackCase {
    AttackCase(name, ordinary: short, hostile: long) { numbers, size in
      let text = filled("[0", "," + numbers.joined(separator: ","), "]")(size)
      return AttackInput(bytes: text.count) {
        try RushJSONDecoder().decode(LossyArray<Number>.self, from: text).wrappedValue.count
      }
    }
  }

  @Sendable private static func comparing(_ numbers: [String], _ size: Int) -> AttackInput {
    let count = size / numbers.reduce(0) { $0 + $1.utf8.count } + 1
    var all: [JSONNumber] = []
    for _ in 0..<count { all += numbers.compactMap { JSONNumber($0) } }
    return AttackInput(bytes: numbers.reduce(0) { $0 + $1.utf8.count } * count) {
      var equal = 0
      for (index, number) in all.enumerated() where index > 0 {
        if number == all[index - 1] { equal += 1 }
        var hasher = Hasher()
        hasher.combine(number)
        blackHole(hasher.finalize())
      }
      return equal
    }
  }
}
