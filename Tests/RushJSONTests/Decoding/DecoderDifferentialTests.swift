import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Random texts decoded as types of many shapes, with both decoders: the same value, or an error with the
/// same case, path and type, except for the listed differences.
@Suite("Differential decoding", .serialized)
struct DecoderDifferentialTests {
  private static let seed = UInt64(20_260)

  private struct Wide: Decodable {
    struct Inner: Decodable { var x: Double?; var y: [Int]?; var z: String? }
    enum Kind: String, Decodable { case a, b, c }
    var id: Int?
    var name: String?
    var flag: Bool?
    var ratio: Double?
    var small: UInt8?
    var kind: Kind?
    var inner: Inner?
    var list: [Inner]?
    var map: [String: Int]?
    var nested: [String: [Inner?]]?
    var date: Date?
    var link: URL?
    var money: Decimal?
    var single: Float?
    var numbers: [Int: Bool]?
  }

  /// Names that are keys of the types, other names, and some with escapes.
  private static let names = [
    "id", "name", "flag", "ratio", "small", "kind", "inner", "list", "map", "nested", "date",
    "link",
    "money", "single", "numbers", "x", "y", "z", "other", "\\u0069d", "n\\u0061me", "1", "2", "é",
    "",
  ]

  private struct Writer {
    var generator: SeededGenerator
    var text = ""

    mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: 0..<values.count, using: &generator)]
    }

    mutating func value(_ depth: Int) {
      switch Int.random(in: 0..<(depth > 4 ? 7 : 11), using: &generator) {
      case 0: text += "null"
      case 1: text += pick(["true", "false"])
      case 2:
        text += pick([
          "0", "1", "-1", "255", "300", "1.5", "2.0", "1e2", "-0", "1234567890123", "0.1", "1e-3",
          "99999999999999999999",
        ])
      case 3:
        text += pick([
          "\"a\"", "\"b\"", "\"\"", "\"https://x.y/z\"", "\"\\u00e9\"", "\"1\"",
          "\"a longer text of words\"",
        ])
      case 4: text += pick(["1", "2", "3"])
      case 5: text += "\"name\""
      case 6: text += "[]"
      case 7, 8:
        text += "["
        for index in 0..<Int.random(in: 0..<7, using: &generator) {
          if index > 0 { text += "," }
          value(depth + 1)
        }
        text += "]"
      default: object(depth)
      }
    }

    mutating func object(_ depth: Int) {
      text += "{"
      for index in 0..<Int.random(in: 0..<12, using: &generator) {
        if index > 0 { text += pick([",", " , "]) }
        text += "\"\(pick(DecoderDifferentialTests.names))\":"
        value(depth + 1)
      }
      text += "}"
    }
  }

  /// The outcomes agree, or differ as the differences allow: an error about a number has its path and a
  /// text, which Foundation's lacks; and which of several wrong members of a dictionary is met first is
  /// random there.
  private func agree(_ foundation: Outcome, _ rush: Outcome, isDictionary: Bool) -> Bool {
    if foundation == rush { return true }
    guard foundation.value == nil, rush.value == nil else { return false }
    if isDictionary { return true }
    let dictionaries: Set = ["map", "nested", "numbers"]
    let inner = zip(foundation.path, rush.path).prefix { $0 == $1 }.map(\.0)
    if inner.contains(where: dictionaries.contains) { return true }
    return foundation.errorCase == "dataCorrupted" && foundation.path.isEmpty
      && foundation.text == "The given data was not valid JSON."
      && (rush.text?.contains("is not representable in") == true
        || rush.path.contains(where: dictionaries.contains))
  }

  @Test("random texts", arguments: [0, 1, 2])
  func randomTexts(settings: Int) {
    let both = BothDecoders([[], [.snakeCase], [.secondsSince1970, .json5]][settings])
    var valid = 0
    for round in 0..<400 {
      var writer = Writer(generator: SeededGenerator(seed: Self.seed &+ UInt64(round)))
      if round % 2 == 0 { writer.object(0) } else { writer.value(0) }
      let data = Data(writer.text.utf8)
      func check<T: Decodable>(_ type: T.Type, isDictionary: Bool = false) {
        let (foundation, rush) = both.outcomes(type, data)
        if foundation.value != nil { valid += 1 }
        #expect(
          agree(foundation, rush, isDictionary: isDictionary),
          "seed \(Self.seed &+ UInt64(round)), \(type): \(writer.text)\n\(foundation)\n\(rush)")
      }
      check(Wide.self)
      check([Wide].self)
      check([String: Wide?].self, isDictionary: true)
      check([String: [Int]].self, isDictionary: true)
      check([[Double]].self)
      check([String: String?].self, isDictionary: true)
      check([Int?].self)
    }
    // Otherwise the texts prove nothing.
    #expect(valid > 100, "\(valid)")
  }
}
