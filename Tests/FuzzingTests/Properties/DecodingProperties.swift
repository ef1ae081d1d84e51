import Foundation
import RushJSON
import RushJSONCore

/// A random type decodes to the same from a text, a document and a tree.
enum DecodingProperties {
  private enum Source {
    case text([UInt8]), document(JSONDocument), tree(RawJSON)
  }

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
    let shape = Shape.random(&input, scalars: Shape.Scalar.allCases)
    let text = text(&input, shape, isJSON5: decoder.allowsJSON5)
    try compare(decoder, shape, text)
  }

  /// A text for the type, or any.
  private static func text(_ input: inout FuzzInput, _ shape: Shape, isJSON5: Bool) -> [UInt8] {
    guard input.chance(1, in: 2) else { return input.rest() }
    var texts = ShapeText(input, isJSON5: isJSON5) { $0 }
    defer { input = texts.generator }
    return Array(texts.text(of: shape).utf8)
  }

  private static func compare(
    _ decoder: RushJSONDecoder, _ shape: Shape, _ text: [UInt8]
  ) throws {
    let fromText = value(decoder, shape, .text(text))
    try checkEqual(
      "decoding twice gives the same", value(decoder, shape, .text(text)), fromText)
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
      "decode: document ≡ text", value(decoder, shape, .document(document)), fromText)
    // A tree has no duplicate names; the decoder's policy has chosen among them.
    if shape.looksAtNames { return }
    let tree = try RawJSON(parsing: text, options: options)
    try checkEqual("decode: tree ≡ text", value(decoder, shape, .tree(tree)), fromText)
  }

  /// The value as text, or `nil` if there is an error.
  private static func value(
    _ decoder: RushJSONDecoder, _ shape: Shape, _ source: Source
  ) -> String? {
    let context = Described.Context()
    decoder.userInfo[Described.Context.key] = context
    func outcome<T: Codable>(_ type: T.Type) -> Outcome {
      Outcome {
        switch source {
        case .text(let text): try decoder.decode(type, from: text)
        case .document(let document): try decoder.decode(type, from: document)
        case .tree(let tree): try decoder.decode(type, from: tree)
        }
      }
    }
    return context.with(shape.described) {
      if case .subclass = shape { return outcome(Employee.asPerson).value }
      return outcome(shape.type).value
    }
  }
}
