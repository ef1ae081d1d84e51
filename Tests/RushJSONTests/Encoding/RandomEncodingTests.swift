import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Random legal calls, encoded by our encoder, by a plain one, and by Foundation's.
@Suite struct RandomEncodingTests {
  enum Keys: CaseIterable { case asTheyAre, snakeCase, custom }

  /// Names by Foundation's conversion, each looked up once.
  private final class SnakeCase {
    private var known: [[UInt8]: String] = [:]
    private let encoder = JSONEncoder()

    init() { encoder.keyEncodingStrategy = .convertToSnakeCase }

    func name(_ name: String) throws -> String {
      if let known = known[Array(name.utf8)] { return known }
      let text = try encoder.encode(
        Scripted { encoder in
          var container = encoder.container(keyedBy: RandomCalls.Name.self)
          try container.encode(1, forKey: RandomCalls.Name(stringValue: name))
        })
      let converted = try JSONDecoder().decode([String: Int].self, from: text).keys.first ?? ""
      known[Array(name.utf8)] = converted
      return converted
    }
  }

  private static func path(_ path: [any CodingKey]) -> any CodingKey {
    RandomCalls.Name(stringValue: "<\(path.map(\.stringValue).joined(separator: "."))>")
  }

  /// Whether any two of the names are the same to Foundation although their bytes differ.
  private static func areEquivalent(_ names: [String]) -> Bool {
    Set(names).count != Set(names.map { Array($0.utf8) }).count
  }

  /// To replay a failure, give its seed as the only argument.
  @Test(
    "random calls give what a plain encoder and Foundation's give", arguments: Keys.allCases,
    0..<8 as Range<UInt64>)
  func randomCalls(_ keys: Keys, _ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let both = BothEncoders([])
    var plain = PlainEncoder()
    switch keys {
    case .asTheyAre: break
    case .snakeCase:
      let snakeCase = SnakeCase()
      plain.name = { try snakeCase.name($0.last?.stringValue ?? "") }
      both.rush.keyEncodingStrategy = .convertToSnakeCase
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
    case .custom:
      plain.name = { Self.path($0).stringValue }
      both.rush.keyEncodingStrategy = .custom(Self.path)
      both.foundation.keyEncodingStrategy = .custom(Self.path)
    }
    for _ in 0..<150 {
      let callSeed = generator.next()
      var names = RandomCalls.commonNames
      if generator.chance(1, in: 2) {
        names = (0..<6).map { _ in RandomNames.name(&generator) } + ["aB", "a_b"]
      }
      let all = ["", "late", "more"].flatMap { prefix in names.map { prefix + $0 } }
      let slots = Dictionary(
        try all.map { (Array($0.utf8), try plain.name([RandomCalls.Name(stringValue: $0)])) },
        uniquingKeysWith: { first, _ in first })
      // Foundation loses the beginnings of the paths that it gives to custom strategies.
      let isForFoundation =
        keys != .custom && generator.chance(2, in: 3) && !Self.areEquivalent(all)
        && !Self.areEquivalent(Array(slots.values))
      try check(
        RandomCalls(
          seed: callSeed, names: names, isForFoundation: isForFoundation,
          converted: { slots[Array($0.utf8)] ?? $0 }), plain, both,
        "seed \(callSeed), names \(names)")
    }
  }

  private func check(
    _ value: RandomCalls, _ plain: PlainEncoder, _ both: BothEncoders, _ comment: Comment
  ) throws {
    var noted = value
    let notes = RandomCalls.Notes()
    noted.notes = notes
    let ours = Flat {
      try Flat.document(JSONDocument(parsing: both.rush.encodeToBytes(noted)).root)
    }
    let expected = Flat { try Flat.plain(plain.encode(value)) }
    #expect(ours.text == expected.text, comment)
    #expect(notes.wrongPaths.isEmpty, comment)
    #expect(notes.wrongCounts.isEmpty, comment)
    guard value.isForFoundation else { return }
    let theirs = Flat {
      try Flat.document(JSONDocument(parsing: Array(both.foundation.encode(value))).root)
    }
    #expect(ours.sorted == theirs.sorted, comment)
  }
}

/// A value in a form of its own, with its members in their order or sorted; or the case of an error.
private struct Flat {
  indirect enum Value {
    case scalar(String)
    case array([Value])
    case object([(String, Value)])
  }

  let value: Value

  init(_ make: () throws -> Value) {
    do {
      value = try make()
    } catch {
      value = .scalar("refused")
    }
  }

  var text: String { Self.text(value, isSorted: false) }
  var sorted: String { Self.text(value, isSorted: true) }

  private static func text(_ value: Value, isSorted: Bool) -> String {
    switch value {
    case .scalar(let text): return text
    case .array(let elements):
      return "[\(elements.map { text($0, isSorted: isSorted) }.joined(separator: ", "))]"
    case .object(let members):
      var lines = members.map {
        "\($0.debugDescription): \(text($1, isSorted: isSorted))"
      }
      if isSorted { lines.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
      return "{\(lines.joined(separator: ", "))}"
    }
  }

  static func plain(_ node: PlainNode) -> Value {
    switch node.content {
    case .nothing: .object([])
    case .scalar(let text): .scalar(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    case .array(let elements): .array(elements.map(plain))
    case .object(let members): .object(members.map { ($0.name, plain($0.value)) })
    }
  }

  static func document(_ value: JSONDocument.Value) throws -> Value {
    switch value.kind {
    case .array: .array(try value.elements().map(document))
    case .object: .object(try value.members().map { ($0.name, try document($0.value)) })
    case .string: .scalar(try value.string().debugDescription)
    default: .scalar(try value.jsonString())
    }
  }
}
