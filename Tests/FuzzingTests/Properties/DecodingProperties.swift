import Foundation
import RushJSON
import RushJSONCore

/// A type that the input chooses decodes to the same from a text, a document and a tree.
enum DecodingProperties {
  /// What to ask a decoder for.
  indirect enum Shape: Sendable {
    case int, int8, uint64, double, float, bool, string, data, date, url, decimal, rawJSON, number
    case optional(Shape)
    case array(Shape)
    case dictionary
    case object([(name: String, shape: Shape, isOptional: Bool)])
    case allKeys
  }

  /// The entry of the user info that holds the shape.
  static let key = CodingUserInfoKey(rawValue: "shape")

  static func run(_ input: inout FuzzInput) throws {
    let decoder = RushJSONDecoder()
    let choices = input.byte()
    if choices & 1 != 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    if choices & 2 != 0 { decoder.dateDecodingStrategy = .iso8601 }
    if choices & 4 != 0 { decoder.allowsJSON5 = true }
    if choices & 8 != 0 { decoder.assumesTopLevelDictionary = true }
    if choices & 16 != 0 { decoder.nameStyle = .kebabCase }
    if choices & 32 != 0 {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    let shape = shape(&input, 4)
    if let key { decoder.userInfo[key] = shape }
    let text = input.rest()
    let fromText = result { try decoder.decode(Shaped.self, from: text) }
    try checkEqual(
      "decoding twice gives the same", result { try decoder.decode(Shaped.self, from: text) },
      fromText)
    // Only the decoder reads UTF-16 and UTF-32, and texts without the braces around them.
    if decoder.assumesTopLevelDictionary || text.contains(0) { return }
    if let first = text.first, first >= 0x80 { return }
    var options = decoder.readingOptions
    if decoder.allowsJSON5 { options.leniencies.formUnion(.json5) }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: text, options: options)
    } catch {
      return try checkEqual("no value of a text that is not JSON", fromText, nil)
    }
    try checkEqual(
      "decode: document ≡ text", result { try decoder.decode(Shaped.self, from: document) },
      fromText)
    // A tree has no duplicate names; the decoder's policy has chosen among them.
    let tree = try RawJSON(parsing: text, options: options)
    if case .allKeys = shape { return }
    try checkEqual(
      "decode: tree ≡ text", result { try decoder.decode(Shaped.self, from: tree) }, fromText)
  }

  private static func result(_ decode: () throws -> Shaped) -> String? { try? decode().text }

  static func shape(_ input: inout FuzzInput, _ depth: Int) -> Shape {
    switch input.choice(depth == 0 ? 13 : 18) {
    case 0: return .rawJSON
    case 1: return .int
    case 2: return .int8
    case 3: return .uint64
    case 4: return .double
    case 5: return .float
    case 6: return .bool
    case 7: return .string
    case 8: return .data
    case 9: return .date
    case 10: return .url
    case 11: return .decimal
    case 12: return .number
    case 13: return .optional(shape(&input, depth - 1))
    case 14: return .array(shape(&input, depth - 1))
    case 15: return .dictionary
    case 16: return .allKeys
    default:
      let names = ["a", "b", "userName", "é", "a/b", "a longer name than fifteen bytes"]
      return .object(
        (0..<input.choice(5)).map { _ in
          let choice = input.byte()
          return (
            names[Int(choice & 127) % names.count], shape(&input, depth - 1), choice & 128 != 0
          )
        })
    }
  }
}

/// A value of the shape in the decoder's user info, as text.
private struct Shaped: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    guard let key = DecodingProperties.key,
      let shape = decoder.userInfo[key] as? DecodingProperties.Shape
    else {
      throw CancellationError()
    }
    text = try Self.text(shape, decoder)
  }

  private static func text(
    _ shape: DecodingProperties.Shape, _ decoder: any Decoder
  ) throws -> String {
    func single<T: Decodable>(_ type: T.Type) throws -> String {
      "\(try decoder.singleValueContainer().decode(type))"
    }
    switch shape {
    case .int: return try single(Int.self)
    case .int8: return try single(Int8.self)
    case .uint64: return try single(UInt64.self)
    case .double: return try single(Double.self)
    case .float: return try single(Float.self)
    case .bool: return try single(Bool.self)
    case .string: return try single(String.self)
    case .data:
      return "\(Array(try decoder.singleValueContainer().decode(Data.self)))"
    case .date:
      return "\(try decoder.singleValueContainer().decode(Date.self).timeIntervalSince1970)"
    case .url: return try single(URL.self)
    case .decimal: return try single(Decimal.self)
    case .rawJSON: return try single(RawJSON.self)
    case .number: return try single(JSONNumber.self)
    case .dictionary:
      let members = try decoder.singleValueContainer().decode([String: RawJSON].self)
      return members.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
    case .optional(let wrapped):
      return try decoder.singleValueContainer().decodeNil() ? "nil" : text(wrapped, decoder)
    case .array(let element):
      var container = try decoder.unkeyedContainer()
      var texts: [String] = []
      while !container.isAtEnd { texts.append(try text(element, container.superDecoder())) }
      return "\(texts)"
    case .allKeys:
      return "\(try decoder.container(keyedBy: FuzzName.self).allKeys.map(\.stringValue))"
    case .object(let members):
      let container = try decoder.container(keyedBy: FuzzName.self)
      var texts: [String] = []
      for member in members {
        let name = FuzzName(member.name)
        if member.isOptional, try !container.contains(name) || container.decodeNil(forKey: name) {
          texts.append("nil")
        } else {
          texts.append(try text(member.shape, container.superDecoder(forKey: name)))
        }
      }
      return "\(texts)"
    }
  }
}

/// Any name.
struct FuzzName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
