import Foundation
import RushJSON
import Testing

/// A coding path holds the key that was asked with, not one made from the name in the text.
@Suite("Keys in coding paths are those that were asked with", .serialized)
struct AskedKeyTests {
  /// A key that cannot be made from its name alone.
  private struct Numbered: CodingKey, Sendable {
    var stringValue: String
    var intValue: Int?
    init?(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    init(_ name: String, _ number: Int) { (stringValue, intValue) = (name, number) }
  }

  /// A key that no name makes, with more words than an existential holds.
  private struct Large: CodingKey, Sendable {
    var stringValue: String
    var intValue: Int?
    var rest = (1, 2, 3, 4)
    init(name: String) { (stringValue, intValue) = (name, 40) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private final class Shared: CodingKey, Sendable {
    let stringValue: String
    var intValue: Int? { 50 }
    init(name: String) { stringValue = name }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private enum Listed: Int, CodingKey { case first = 1, second }

  private struct NumberedKeys: CodingKey, Sendable {
    let number: Int
    var stringValue: String { "n\(number)" }
    var intValue: Int? { number }
    init(number: Int) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { number = intValue }
  }

  /// The keys of a path: type, scalars of the name, number. Positions have a private type.
  private static func text(_ path: [any CodingKey]) -> String {
    path.map { key in
      let name = key.stringValue.unicodeScalars.map { String($0.value, radix: 16) }
      let type = "\(type(of: key))"
      let isOwn = ["Numbered", "Large", "Shared", "Listed", "NumberedKeys"].contains(type)
      return "\(isOwn ? type : "")(\(name.joined(separator: " "))#\(key.intValue ?? -1))"
    }.joined(separator: "/")
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      text(context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      "\(text(context.codingPath)) lacks \(text([key]))"
    default: "\(error)"
    }
  }

  private static func failure(_ body: () throws -> Any) -> String {
    do { return "\(try body())" } catch { return text(of: error) }
  }

  /// Notes all paths that a type can see or cause.
  private struct Leaf: Decodable {
    var paths: [String]

    init(from decoder: any Decoder) throws {
      paths = [text(decoder.codingPath)]
      paths.append(failure { try decoder.singleValueContainer().decode(Bool.self) })
      paths.append(failure { try decoder.singleValueContainer().decode([Bool].self) })
      paths.append(failure { try decoder.singleValueContainer().decode(Date.self) })
      paths.append(
        failure {
          let container = try decoder.container(keyedBy: Numbered.self)
          let key = Numbered("x", 9)
          return [
            text(container.codingPath), failure { try container.decode(Bool.self, forKey: key) },
            failure { try container.decode([Bool].self, forKey: key) },
            text(try container.superDecoder(forKey: key).codingPath),
          ]
        })
      paths.append(
        failure {
          var container = try decoder.unkeyedContainer()
          return [text(container.codingPath), failure { try container.decode(Bool.self) }]
        })
    }
  }

  /// Goes down by one key in each way, and by the same key once more.
  private static func below(_ decoder: any Decoder, _ key: some CodingKey) throws -> [String] {
    let container = try decoder.container(keyedBy: type(of: key))
    var paths: [String] = []
    paths += try container.decode(Leaf.self, forKey: key).paths
    paths += try container.decodeIfPresent(Leaf.self, forKey: key)?.paths ?? ["nil"]
    paths += try Leaf(from: container.superDecoder(forKey: key)).paths
    paths.append(failure { try container.decode(Bool.self, forKey: key) })
    paths.append(failure { try container.decode(Date.self, forKey: key) })
    paths.append(failure { try container.decodeIfPresent([Bool].self, forKey: key) as Any })
    paths.append(failure { try container.decode([String: Bool].self, forKey: key) })
    paths.append(failure { try container.decode([String: [Bool]].self, forKey: key) })
    paths.append(failure { try container.decode([[Bool]].self, forKey: key) })
    paths.append(failure { try container.decode([Int: Leaf].self, forKey: key).mapValues(\.paths) })
    paths.append(
      failure {
        let nested = try container.nestedContainer(keyedBy: Numbered.self, forKey: key)
        return [text(nested.codingPath)]
          + (try nested.decodeIfPresent(Leaf.self, forKey: Numbered("x", 8))?.paths ?? [])
      })
    paths.append(
      failure {
        var nested = try container.nestedUnkeyedContainer(forKey: key)
        return [text(nested.codingPath)] + (try nested.decode(Leaf.self).paths)
      })
    return paths
  }

  /// What the object with the key is inside of. `Level` enters members.
  private enum Outer: CaseIterable { case root, member, element, elementOfMember, deep }

  private static func enter(
    _ outer: Outer, _ decoder: any Decoder, _ body: (any Decoder) throws -> [String]
  ) throws -> [String] {
    guard outer == .element || outer == .elementOfMember else { return try body(decoder) }
    var container = try decoder.unkeyedContainer()
    return try body(container.superDecoder())
  }

  /// Objects in objects, deep enough that paths are remembered.
  private struct Level: Decodable {
    @TaskLocal static var body = Probe.Body { _ in "" }
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try? decoder.container(keyedBy: Numbered.self)
      if let container, container.contains(Numbered("o", 0)) {
        // Asked with two keys of one type, of which each is seen.
        let number = decoder.codingPath.count
        let first = try container.decode(Level.self, forKey: Numbered("o", number)).text
        text =
          number == 3 || number == 11
          ? first + (try container.decode(Level.self, forKey: Numbered("o", 100 + number)).text)
          : first
      } else {
        text = try Level.body.use(decoder)
      }
    }
  }

  private static func wrapped(_ text: String, in outer: Outer) -> String {
    switch outer {
    case .root: text
    case .member: "{\"o\":\(text)}"
    case .element: "[\(text)]"
    case .elementOfMember: "{\"o\":[\(text)]}"
    case .deep: String(repeating: "{\"o\":", count: 14) + text + String(repeating: "}", count: 14)
    }
  }

  private static let values =
    ["null", "\"s\"", "7", "[]", "[1]", "{}", "{\"x\":1}", "[[1],{\"x\":2}]"]
    // Its member has a number as a key of a dictionary.
    + (isFoundationOfSwift63 ? ["{\"7\":{\"x\":[\"y\"]}}"] : [])

  private static let dates: [Setting?] = [
    nil,
    .customDate { decoder in
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "seen by a strategy"))
    },
  ]

  private static func check<Key: CodingKey & Sendable>(
    _ key: Key, _ names: String..., settings: [Setting] = []
  ) {
    for outer in Outer.allCases {
      for name in names {
        for value in values {
          let text = wrapped("{\"w\":0,\"\(name)\":\(value)}", in: outer)
          for date in dates {
            let settings = settings + (date.map { [$0] } ?? [])
            let use: @Sendable (any Decoder) throws -> String = { decoder in
              try enter(outer, decoder) { try below($0, key) }.joined(separator: "\n")
            }
            Level.$body.withValue(Probe.Body(use: use)) {
              expectSameUse(text, settings: settings) { try Level(from: $0).text }
            }
          }
        }
      }
    }
  }

  @Test("a number that the name alone does not make")
  func numbers() {
    Self.check(Numbered(intValue: 1), "1", "\\u0031")
    Self.check(Numbered("a", 30), "a")
    Self.check(Large(name: "a"), "a")
    Self.check(Shared(name: "a"), "a")
    Self.check(Listed.first, "first")
    Self.check(NumberedKeys(number: 5), "n5")
  }

  @Test("another spelling of the name")
  func spellings() {
    Self.check(Numbered("\u{e9}", 1), "e\u{301}", "\\u00e9", "e\\u0301")
    Self.check(Numbered("e\u{301}", 1), "\u{e9}")
    Self.check(Numbered("K", 1), "\u{212a}")
    Self.check(Numbered("\u{212a}", 1), "K")
  }

  @Test("with key strategies")
  func strategies() {
    let custom = Setting.customKeys { $0.last ?? Numbered("", 0) }
    for setting in [Setting.snakeCase, custom] {
      Self.check(Numbered(intValue: 1), "1", settings: [setting])
      Self.check(Numbered("\u{e9}", 1), "e\u{301}", settings: [setting])
      Self.check(Large(name: "aB"), "a_b", "aB", settings: [setting])
    }
  }
}
