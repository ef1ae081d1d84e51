import Foundation
import RushJSON
import Synchronization

#if !ONE_MODULE
  import CorpusGenerator
#endif

/// Random legal calls, encoded by our encoder, by a plain one, and by Foundation's.
enum CallProperties {
  /// Names by Foundation's conversion, each looked up once.
  private static let knownNames = Mutex<[[UInt8]: String]>([:])

  private static func snakeCase(_ name: String) throws -> String {
    let bytes = Array(name.utf8)
    if let known = knownNames.withLock({ $0[bytes] }) { return known }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let text = try encoder.encode(
      Scripted { encoder in
        var container = encoder.container(keyedBy: RandomCalls.Name.self)
        try container.encode(1, forKey: RandomCalls.Name(stringValue: name))
      })
    let converted = try JSONDecoder().decode([String: Int].self, from: text).keys.first ?? ""
    knownNames.withLock { known in
      if known.count > 10_000 { known = [:] }
      known[bytes] = converted
    }
    return converted
  }

  private static func path(_ path: [any CodingKey]) -> any CodingKey {
    RandomCalls.Name(stringValue: "<\(path.map(\.stringValue).joined(separator: "."))>")
  }

  /// Whether any two of the names are the same to Foundation although their bytes differ.
  private static func areEquivalent(_ names: [String]) -> Bool {
    Set(names).count != Set(names.map { Array($0.utf8) }).count
  }

  static func run(_ input: inout FuzzInput) throws {
    let keys = input.choice(3)
    let both = BothEncoders([])
    var plain = PlainEncoder()
    switch keys {
    case 0: break
    case 1:
      plain.name = { try snakeCase($0.last?.stringValue ?? "") }
      both.rush.keyEncodingStrategy = .convertToSnakeCase
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
    default:
      plain.name = { path($0).stringValue }
      both.rush.keyEncodingStrategy = .custom(path)
      both.foundation.keyEncodingStrategy = .custom(path)
    }
    var names = RandomCalls.commonNames
    if input.chance(1, in: 8) {
      var generator = SeededGenerator(seed: UInt64(input.byte()))
      names = (0..<6).map { _ in RandomNames.name(&generator) } + ["aB", "a_b"]
    }
    let all = ["", "late", "more"].flatMap { prefix in names.map { prefix + $0 } }
    let slots = Dictionary(
      try all.map { (Array($0.utf8), try plain.name([RandomCalls.Name(stringValue: $0)])) },
      uniquingKeysWith: { first, _ in first })
    // Foundation loses the beginnings of the paths that it gives to custom strategies.
    let isForFoundation =
      input.chance(2, in: 3) && keys != 2 && !areEquivalent(all)
      && !areEquivalent(Array(slots.values))
    // A type that is encoded again must make the same calls, so its own seed chooses them.
    let calls = RandomCalls(
      seed: input.word(), names: names, isForFoundation: isForFoundation,
      converted: { slots[Array($0.utf8)] ?? $0 })
    try compare(calls, plain, both)
  }

  private static func compare(
    _ value: RandomCalls, _ plain: PlainEncoder, _ both: BothEncoders
  ) throws {
    var noted = value
    let notes = RandomCalls.Notes()
    noted.notes = notes
    let ours = Flat {
      try Flat.document(JSONDocument(parsing: both.rush.encodeToBytes(noted)).root)
    }
    let expected = Flat { try Flat.plain(plain.encode(value)) }
    try checkEqual("encoder ≡ plain encoder", ours.text, expected.text)
    try check("paths of encoders", notes.wrongPaths.isEmpty, "\(notes.wrongPaths)")
    try check("counts of containers", notes.wrongCounts.isEmpty, "\(notes.wrongCounts)")
    guard value.isForFoundation else { return }
    let theirs = Flat {
      try Flat.document(JSONDocument(parsing: Array(both.foundation.encode(value))).root)
    }
    try checkEqual("encoder ≡ Foundation's", ours.sorted, theirs.sorted)
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
