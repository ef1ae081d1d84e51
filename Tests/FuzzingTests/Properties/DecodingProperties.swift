import Foundation
import RushJSON
import RushJSONCore

/// A random type decodes to the same from a text, a document and a tree, and a text has faults exactly if it does not.
enum DecodingProperties {
  private enum Source {
    case text([UInt8]), document(JSONDocument), tree(RawJSON)
  }

  private struct Coders: Sendable {
    let decoder = RushJSONDecoder()
    /// What it has in `userInfo`.
    let context = Described.Context()
  }

  private static let kept = KeptCoders<Coders>()

  static func run(_ input: inout FuzzInput) throws {
    let choices = input.byte() & 63
    try kept.with(Int(choices)) {
      coders(choices)
    } _: { coders in
      let shape = Shape.random(&input, scalars: Shape.Scalar.allCases)
      let text = text(&input, shape, isJSON5: coders.decoder.allowsJSON5)
      try compare(coders, shape, text, &input)
    }
  }

  private static func coders(_ choices: UInt8) -> Coders {
    let coders = Coders()
    let decoder = coders.decoder
    if choices & 1 != 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    if choices & 2 != 0 { decoder.dateDecodingStrategy = .iso8601 }
    if choices & 4 != 0 { decoder.allowsJSON5 = true }
    if choices & 8 != 0 { decoder.assumesTopLevelDictionary = true }
    if choices & 16 != 0 { decoder.nameStyle = .kebabCase }
    if choices & 32 != 0 {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    decoder.userInfo[Described.Context.key] = coders.context
    return coders
  }

  /// A text for the type, or any.
  private static func text(_ input: inout FuzzInput, _ shape: Shape, isJSON5: Bool) -> [UInt8] {
    guard input.chance(1, in: 2) else { return input.rest() }
    var texts = ShapeText(input, isJSON5: isJSON5) { $0 }
    defer { input = texts.generator }
    return Array(texts.text(of: shape).utf8)
  }

  private static func compare(
    _ coders: Coders, _ shape: Shape, _ text: [UInt8], _ input: inout FuzzInput
  ) throws {
    let decoder = coders.decoder
    let fromText = value(coders, shape, .text(text))
    if input.takes(oneIn: 3) {
      try checkEqual(
        "decoding twice gives the same", value(coders, shape, .text(text)), fromText)
    }
    if input.takes(oneIn: 3) { try checkFaults(coders, shape, text, isDecoded: fromText != nil) }
    // Only the decoder reads UTF-16 and UTF-32, and texts without the braces around them.
    if decoder.assumesTopLevelDictionary || text.contains(0) { return }
    if let first = text.first, first >= 0x80 { return }
    var options = decoder.readingOptions
    // The highest bit changes JSON5 to what Foundation reads. This file is also one of another package, which cannot
    // name it.
    if decoder.allowsJSON5 { options.leniencies.formUnion([.json5, .init(rawValue: 1 << 15)]) }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: text, options: options)
    } catch {
      return try checkEqual("no value of a text that is not JSON", fromText, nil)
    }
    if input.takes(oneIn: 2) {
      try checkEqual(
        "decode: document ≡ text", value(coders, shape, .document(document)), fromText)
    }
    // A tree has no duplicate names; the decoder's policy has chosen among them.
    if shape.looksAtNames || !input.takes(oneIn: 2) { return }
    let tree = try RawJSON(parsing: text, options: options)
    try checkEqual("decode: tree ≡ text", value(coders, shape, .tree(tree)), fromText)
  }

  private static func checkFaults(
    _ coders: Coders, _ shape: Shape, _ text: [UInt8], isDecoded: Bool
  ) throws {
    func faults<T: Decodable>(_ type: T.Type) throws -> [JSONValueError] {
      try coders.decoder.faults(of: type, in: text, limit: 4)
    }
    let found: [JSONValueError]
    do {
      found = try coders.context.with(shape.described) {
        if case .subclass = shape { return try faults(Employee.asPerson) }
        return try faults(shape.type)
      }
    } catch is JSONSyntaxError {
      return try checkEqual("a text that is not JSON has no value", isDecoded, false)
    }
    try checkEqual("no faults exactly if the text is decoded", found.isEmpty, isDecoded)
    let offsets = found.map { $0.offset ?? -1 }
    try checkEqual("faults are in the order of the text", offsets, offsets.sorted())
    try checkEqual("the limit holds", found.count > 4, false)
  }

  /// The value as text, or `nil` if there is an error.
  private static func value(
    _ coders: Coders, _ shape: Shape, _ source: Source
  ) -> String? {
    let decoder = coders.decoder
    func outcome<T: Codable>(_ type: T.Type) -> Outcome {
      Outcome {
        switch source {
        case .text(let text): try decoder.decode(type, from: text)
        case .document(let document): try decoder.decode(type, from: document)
        case .tree(let tree): try decoder.decode(type, from: tree)
        }
      }
    }
    return coders.context.with(shape.described) {
      if case .subclass = shape { return outcome(Employee.asPerson).value }
      return outcome(shape.type).value
    }
  }
}
