import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Optionals, sets, and dictionaries whose keys are not strings: as if the standard library decoded them by containers.
@Suite struct CollectionTests {
  private enum Name: String, Codable { case first, second, third }

  /// Its own `init(rawValue:)` accepts values that no case has.
  private struct Level: RawRepresentable, Codable, Hashable {
    nonisolated(unsafe) static var calls = 0
    let rawValue: Int
    init?(rawValue: Int) {
      unsafe Level.calls += 1
      if rawValue < 0 { return nil }
      self.rawValue = rawValue % 10
    }
  }

  /// Decodes itself.
  private enum Tolerant: String, Codable {
    case known, unknown
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = Tolerant(rawValue: text) ?? .unknown
    }
  }

  private static let scalars = [
    "null", "1", "0", "-3", "1.5", "true", "\"a\"", "\"first\"", "\"second\"", "\"1\"", "[]", "{}",
    "[1,2]", "[null]", "{\"1\":2}", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "1e400",
    "\"known\"",
  ]
  private static let names = ["1", "2", "01", "+1", "-7", "a", "", "first", "1.0", "\\u0031"]

  private static func texts(seed: UInt64, count: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    func pick(_ values: [String]) -> String { values[random.integer(in: 0...values.count - 1)] }
    return (0..<count).map { _ in
      // Mostly of one kind, so that many texts can be decoded.
      let kind = random.integer(in: 0...4)
      func scalar() -> String {
        if random.integer(in: 0...9) == 0 { return pick(scalars) }
        return [
          ["1", "2", "3", "4"], ["null", "1", "2"], ["\"first\"", "\"second\""], ["true", "null"],
          ["\"a\"", "null"],
        ][kind].randomElement(using: &random) ?? "null"
      }
      let size = random.integer(in: 0...5)
      if random.integer(in: 0...1) == 0 {
        return "[" + (0..<size).map { _ in scalar() }.joined(separator: ",") + "]"
      }
      return "{" + (0..<size).map { _ in "\"\(pick(names))\":\(scalar())" }.joined(separator: ",")
        + "}"
    }
  }

  /// Decoded by the standard library's own `init(from:)`.
  private struct Plain<T: Decodable>: Decodable {
    let value: T
    init(from decoder: any Decoder) throws { value = try T(from: decoder) }
  }

  /// Expects the values and errors of the standard library's `init(from:)`, and Foundation's values.
  private func check<T: Decodable>(_ type: T.Type, _ settings: [Setting] = []) {
    let both = BothDecoders(settings)
    for text in Self.scalars + Self.texts(seed: 74, count: 300) {
      let data = Data(text.utf8)
      let (foundation, rush) = both.outcomes(type, data)
      let plain = Outcome { try both.rush.decode(Plain<T>.self, from: data).value }
      if rush != plain { Issue.record("\(type) from \(text): \(rush), not \(plain)") }
      // Of keys that mean the same integer, Foundation takes one by chance.
      if text.contains("01") || text.contains("+1") { continue }
      if rush.value != foundation.value {
        Issue.record("\(type) from \(text): \(rush), Foundation \(foundation)")
      }
    }
  }

  @Test func optionalsInArrays() {
    check([Int?].self)
    check([Bool?].self)
    check([String?].self)
    check([Double?].self)
    check([Float?].self)
    check([UInt8?].self)
    check([Name?].self)
    check([UUID?].self)
    check([[Int]?].self)
    check([Int??].self)
    check([Tolerant?].self)
    check([String: Int?].self)
    check([Int: Bool?].self)
  }

  @Test func sets() {
    check(Set<Int>.self)
    check(Set<String>.self)
    check(Set<Bool>.self)
    check(Set<Name>.self)
    check(Set<Int?>.self)
    check([Set<Int>].self)
  }

  @Test func keysThatAreNotStrings() {
    check([Int: Int].self)
    check([Int: String].self)
    check([Int: [Int]].self)
    check([Int: Name].self)
    check([Int: Int].self, [.snakeCase])
    check([Name: Int].self)
    check([Name: Name].self)
    check([Bool: String].self)
    check([UUID: Int].self)
    check([Tolerant: Int?].self)
  }

  @Test func rawValuesAreMadeByTheProgramsInitialiser() throws {
    unsafe Level.calls = 0
    let text = Data("[1, 12, 3, 23]".utf8)
    let values = try RushJSONDecoder().decode([Level].self, from: text)
    #expect(values.map(\.rawValue) == [1, 2, 3, 3])
    let calls = unsafe Level.calls
    #expect(calls == 4)
    #expect(try RushJSONDecoder().decode(Set<Level>.self, from: text).count == 3)
    check([Level].self)
    check([Level?].self)
    check([Level: Int].self)
  }

  @Test func repeatedKeysFollowTheOption() throws {
    let decoder = RushJSONDecoder()
    let text = Data(#"{"1": 1, "2": 2, "1": 3, "01": 4}"#.utf8)
    #expect(try decoder.decode([Int: Int].self, from: text) == [1: 4, 2: 2])
    decoder.readingOptions.duplicateNames = .keepLast
    let last = Data(#"{"1": 1, "2": 2, "1": 3}"#.utf8)
    #expect(try decoder.decode([Int: Int].self, from: last) == [1: 3, 2: 2])
  }
}
