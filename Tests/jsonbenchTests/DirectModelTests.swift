import CorpusGenerator
import Foundation
import RushJSON
import Testing

@testable import BenchmarkDirectModels
@testable import BenchmarkHarness
@testable import BenchmarkModels

/// Models that are read and written without Codable give what the same models give with it.
@Suite struct DirectModelTests {
  /// The two types for a document.
  struct Pair: Sendable, CustomStringConvertible {
    let description: String
    let text: [UInt8]
    let codable: TypedModels.Model
    let direct: TypedModels.Model

    init(
      _ name: String, _ text: [UInt8], _ codable: TypedModels.Model, _ direct: TypedModels.Model
    ) {
      (description, self.text, self.codable, self.direct) = (name, text, codable, direct)
    }
  }

  static let pairs: [Pair] =
    [
      sample("tiny", \.tiny),
      sample("small", \.small),
      Pair(
        "sparse", Array(#"[{"c":true,"j":"x","t":1},{"a":1,"b":null,"t":2.5},{}]"#.utf8),
        TypedModels.codable.sparse.type, TypedModels.direct.sparse.type),
      Pair(
        "dictionary",
        Array(#"{"a":{"id":1,"name":"x","ok":true},"b":{"id":2,"name":"","ok":false}}"#.utf8),
        [String: BenchmarkModels.TinyModel].self, [String: BenchmarkDirectModels.TinyModel].self),
    ] + [CorpusShape.timeline, .catalogue, .geography, .dates].compactMap(document)

  private static func sample(
    _ name: String, _ sample: KeyPath<TypedModels, TypedModels.Sample>
  ) -> Pair {
    let codable = TypedModels.codable[keyPath: sample]
    return Pair(
      name, Array(codable.text().utf8), codable.type, TypedModels.direct[keyPath: sample].type)
  }

  private static func document(_ shape: CorpusShape) -> Pair? {
    guard let codable = TypedModels.codable.documents["\(shape).json"],
      let direct = TypedModels.direct.documents["\(shape).json"]
    else { return nil }
    return Pair("\(shape)", shape.generate(seed: 7, targetBytes: 2_500), codable, direct)
  }

  // MARK: - Outcomes

  /// What a decoder makes of a text: the value as Foundation's encoder writes it, or the error.
  enum Outcome: Equatable {
    case value(Data)
    case error(kind: String, path: [String], place: String)
  }

  private static func outcome(
    _ type: any Codable.Type, _ text: [UInt8], _ decoder: RushJSONDecoder
  ) throws -> Outcome {
    func decoded<T: Codable>(_ type: T.Type) throws -> Outcome {
      do {
        let value = try decoder.decode(type, from: text)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return .value(try encoder.encode(value))
      } catch let error as DecodingError {
        let (kind, context): (String, DecodingError.Context) =
          switch error {
          case .typeMismatch(_, let context): ("type", context)
          case .valueNotFound(_, let context): ("value", context)
          case .keyNotFound(let key, let context): ("key \(key.stringValue)", context)
          case .dataCorrupted(let context): ("data", context)
          @unknown default: fatalError("unknown case")
          }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        let place =
          switch context.underlyingError {
          case let error as JSONValueError: "\(error.kind) \(error.pointer) \(error.offset ?? -1)"
          case let error?: "\(error)"
          case nil: "none"
          }
        return .error(kind: kind, path: path, place: place)
      }
    }
    return try decoded(type)
  }

  private static func decoder(_ seed: Int) -> RushJSONDecoder {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    if seed & 1 != 0 { decoder.readingOptions.duplicateNames = .keepLast }
    return decoder
  }

  private func expectAgreement(_ pair: Pair, _ text: [UInt8], _ seed: Int) throws {
    let decoder = Self.decoder(seed)
    let expected = try Self.outcome(pair.codable, text, decoder)
    let found = try Self.outcome(pair.direct, text, decoder)
    let message: Comment =
      "\(pair) seed \(seed): \(String(decoding: text, as: UTF8.self).prefix(3000))"
    #expect(expected == found, message)
  }

  // MARK: - Tests

  @Test func everyGeneratedDocumentHasTypes() {
    #expect(Self.pairs.count == 8)
  }

  @Test(arguments: pairs) func valuesAgree(_ pair: Pair) throws {
    for seed in 0..<2 { try expectAgreement(pair, pair.text, seed) }
    guard case .value = try Self.outcome(pair.direct, pair.text, Self.decoder(0)) else {
      Issue.record("\(pair) is refused")
      return
    }
  }

  @Test(arguments: pairs) func editedTextsAgree(_ pair: Pair) throws {
    for seed in 0..<30 {
      var random = SeededGenerator(seed: UInt64(seed))
      try expectAgreement(
        pair, Mutation.edited(pair.text, count: 1 + seed % 3, using: &random), seed)
    }
  }

  /// Members are left out, repeated, renamed, moved, escaped and replaced.
  @Test(arguments: pairs) func changedValuesAgree(_ pair: Pair) throws {
    let tree = try RawJSON(parsing: pair.text)
    for seed in 0..<80 {
      var writer = TreeChanger(random: SeededGenerator(seed: UInt64(seed)), rarity: 4 << (seed % 8))
      try expectAgreement(pair, Array(writer.text(of: tree).utf8), seed)
    }
  }

  @Test(arguments: pairs) func textsAgree(_ pair: Pair) throws {
    for seed in 0..<12 {
      let encoder = RushJSONEncoder()
      encoder.dateFormat = .rfc3339
      switch seed {
      case 1: encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      case 2: encoder.outputFormatting = .withoutEscapingSlashes
      case 3: encoder.outputFormatting = .canonical
      case 4: encoder.keyEncodingStrategy = .convertToSnakeCase
      case 5: encoder.nilEncodingStrategy = .null
      case 6: encoder.nilEncodingStrategy = .omit
      case 7: encoder.nameStyle = .kebabCase
      case 8: encoder.maximumLength = 20
      case 9: encoder.maximumDepth = 2
      case 10: encoder.keyEncodingStrategy = .custom { JSONKey($0.last!.stringValue + "x") }
      default: break
      }
      let expected = try Self.text(pair.codable, pair.text, encoder)
      let found = try Self.text(pair.direct, pair.text, encoder)
      #expect(Self.sorted(expected) == Self.sorted(found), "\(pair) \(seed)")
      if pair.description != "catalogue", pair.description != "dictionary",
        pair.description != "geography"
      {
        #expect(expected == found, "\(pair) \(seed)")
      }
    }
  }

  private struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// The bytes of a text in an order: dictionaries have none.
  private static func sorted(_ text: String) -> [UInt8] { text.utf8.sorted() }

  private static func text(
    _ type: any Codable.Type, _ text: [UInt8], _ encoder: RushJSONEncoder
  ) throws -> String {
    func encoded<T: Codable>(_ type: T.Type) throws -> String {
      let value = try decoder(0).decode(type, from: text)
      do {
        return try encoder.encodeToString(value)
      } catch let error as EncodingError {
        guard case .invalidValue(_, let context) = error else { return "other" }
        return "error at \(context.codingPath.map(\.stringValue))"
      }
    }
    return try encoded(type)
  }
}

/// Writes trees with a few changes.
struct TreeChanger {
  var random: SeededGenerator
  /// One value or name in this many changes.
  let rarity: Int

  mutating func text(of tree: RawJSON) -> String {
    if random.chance(1, in: rarity * 4) {
      return random.element(of: [
        "null", "true", "0", "-1.5", "1e400", "1.0", "12345678901234567890", "300", #""""#,
        #""a\u0062c""#, "[]", "{}", "[1]", #"{"id":1}"#,
      ])
    }
    switch tree {
    case .array(let elements):
      return "[" + elements.map { text(of: $0) }.joined(separator: ",") + "]"
    case .dictionary(let object):
      var members = object.map { (name: Self.quoted($0.name), value: text(of: $0.value)) }
      while random.chance(1, in: rarity), !members.isEmpty {
        let place = random.integer(in: 0...(members.count - 1))
        switch random.integer(in: 0...6) {
        case 0: members.remove(at: place)
        case 1:
          members.insert(
            (
              members[place].name,
              random.element(of: ["1", "null", #""x""#, "true", "{}", members[place].value])
            ),
            at: random.integer(in: 0...members.count))
        case 2: members[place].name = Self.quoted("other")
        case 3: members.swapAt(place, random.integer(in: 0...(members.count - 1)))
        case 4: members.insert((Self.quoted("more"), "[{}]"), at: place)
        case 5: members.shuffle(using: &random)
        default: members[place].name = Self.escaped(members[place].name)
        }
      }
      return "{" + members.map { "\($0.name):\($0.value)" }.joined(separator: ", ") + "}"
    default: return Self.text(tree)
    }
  }

  private static func text(_ tree: RawJSON) -> String {
    do { return try tree.jsonString() } catch { return "null" }
  }

  private static func quoted(_ name: String) -> String { text(.string(name)) }

  /// The name with its first letter as an escape.
  private static func escaped(_ name: String) -> String {
    guard let first = name.dropFirst().first, let value = first.asciiValue, value > 0x40 else {
      return name
    }
    return "\"\\u00\(String(value, radix: 16))" + name.dropFirst(2)
  }
}
