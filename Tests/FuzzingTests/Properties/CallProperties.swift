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

  private static let kept = KeptCoders<BothEncoders>()

  /// With one of three treatments of keys: as they are, in snake case, by a function of the whole path.
  private static func coders(_ keys: Int) -> BothEncoders {
    let both = BothEncoders([])
    switch keys {
    case 0: break
    case 1:
      both.rush.keyEncodingStrategy = .convertToSnakeCase
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
    default:
      both.rush.keyEncodingStrategy = .custom(path)
      both.foundation.keyEncodingStrategy = .custom(path)
    }
    return both
  }

  private static func plainEncoder(_ keys: Int) -> PlainEncoder {
    var plain = PlainEncoder()
    switch keys {
    case 0: break
    case 1: plain.name = { try snakeCase($0.last?.stringValue ?? "") }
    default: plain.name = { path($0).stringValue }
    }
    return plain
  }

  /// Names of members, and what becomes of them.
  private struct Names: Sendable {
    let names: [String]
    /// The names as they are encoded, by the bytes of the original ones.
    let slots: [[UInt8]: String]
    /// Whether names that differ are the same to Foundation, before or after.
    let areEquivalent: Bool

    init(_ names: [String], _ keys: Int) throws {
      let plain = plainEncoder(keys)
      self.names = names
      let all = ["", "late", "more"].flatMap { prefix in names.map { prefix + $0 } }
      slots = Dictionary(
        try all.map { (Array($0.utf8), try plain.name([RandomCalls.Name(stringValue: $0)])) },
        uniquingKeysWith: { first, _ in first })
      areEquivalent =
        CallProperties.areEquivalent(all) || CallProperties.areEquivalent(Array(slots.values))
    }
  }

  /// By the treatment of keys, and by the byte that chooses the names, or 256 for the common ones.
  private static let known = Mutex<[[Int]: Names]>([:])

  private static func names(_ keys: Int, _ choice: Int) throws -> Names {
    if let names = known.withLock({ $0[[keys, choice]] }) { return names }
    var names = RandomCalls.commonNames
    if choice < 256 {
      var generator = SeededGenerator(seed: UInt64(choice))
      names = (0..<6).map { _ in RandomNames.name(&generator) } + ["aB", "a_b"]
    }
    let made = try Names(names, keys)
    known.withLock { $0[[keys, choice]] = made }
    return made
  }

  static func run(_ input: inout FuzzInput) throws {
    let keys = input.choice(3)
    let names = try names(keys, input.chance(1, in: 8) ? Int(input.byte()) : 256)
    // Foundation loses the beginnings of the paths that it gives to custom strategies.
    let isForFoundation = input.chance(2, in: 3) && keys != 2 && !names.areEquivalent
    let slots = names.slots
    // A type that is encoded again must make the same calls, so its own seed chooses them.
    let calls = RandomCalls(
      seed: input.word(), names: names.names, isForFoundation: isForFoundation,
      converted: { slots[Array($0.utf8)] ?? $0 })
    try kept.with(keys) {
      coders(keys)
    } _: { both in
      try compare(calls, plainEncoder(keys), both)
    }
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
    try check("encoder ≡ plain encoder", ours, expected)
    try check("paths of encoders", notes.wrongPaths.isEmpty, "\(notes.wrongPaths)")
    try check("counts of containers", notes.wrongCounts.isEmpty, "\(notes.wrongCounts)")
    guard value.isForFoundation else { return }
    let theirs = Flat {
      try Flat.document(JSONDocument(parsing: Array(both.foundation.encode(value))).root)
    }
    try check("encoder ≡ Foundation's", ours.sorted, theirs.sorted)
  }
}

private func check(_ property: String, _ found: Flat, _ expected: Flat) throws(PropertyFailure) {
  if found.isEqual(to: expected) { return }
  throw PropertyFailure(
    property: property, detail: "found    \(found.text)\nexpected \(expected.text)")
}

/// A value in a form of its own, with its members in their order or sorted; or the case of an error.
private struct Flat {
  indirect enum Value {
    case scalar(String)
    case array([Value])
    case object([(String, Value)])
  }

  let value: Value

  private init(value: Value) { self.value = value }

  init(_ make: () throws -> Value) {
    do {
      value = try make()
    } catch {
      value = .scalar("refused")
    }
  }

  var text: String { Self.text(value) }

  /// With the members of each object in the order of their names.
  var sorted: Flat { Flat(value: Self.sorted(value)) }

  func isEqual(to other: Flat) -> Bool { Self.areEqual(value, other.value) }

  private static func areEqual(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.scalar(let a), .scalar(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a.elementsEqual(b, by: areEqual)
    case (.object(let a), .object(let b)):
      a.elementsEqual(b) { $0.0.utf8.elementsEqual($1.0.utf8) && areEqual($0.1, $1.1) }
    default: false
    }
  }

  private static func sorted(_ value: Value) -> Value {
    switch value {
    case .scalar: value
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
      .object(
        members.map { ($0, sorted($1)) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .scalar(let text): text
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\($0.debugDescription): \(text($1))" }.joined(separator: ", "))}"
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
