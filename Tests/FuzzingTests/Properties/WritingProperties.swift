import RushJSONCore

/// What is written with any options is read as the same tree, and its length is known before.
enum WritingProperties {
  static func run(_ input: inout FuzzInput) throws {
    var options = JSONWritingOptions()
    options.escaping = JSONWritingOptions.Escaping(rawValue: input.byte() & 15)
    let choices = input.byte()
    switch choices & 3 {
    case 1: options.layout = .foundation
    case 2: options.layout = .indented(by: .spaces(Int(choices >> 6)))
    case 3: options.layout = .indented(by: .tabs(Int(choices >> 6)))
    default: break
    }
    if choices & 4 != 0 { options.nameOrder = .utf8 }
    if choices & 8 != 0 { options.nameOrder = .utf16 }
    if choices & 16 != 0 { options.refusesDuplicateNames = true }
    let limit = Int(input.byte())
    let text = input.rest(.long)
    guard let tree = try? RawJSON(parsing: text), let document = try? JSONDocument(parsing: text)
    else { return }
    let written = try tree.jsonBytes(options)
    let back = try RawJSON(parsing: written)
    try checkEqual("write ∘ read", back, tree)
    for way in input.sampled(Way.allCases) {
      switch way {
      case .order:
        // Equal trees may differ in the order of members, equal texts do not.
        try checkEqual("write ∘ read keeps the order", try back.jsonBytes(options), written)
      case .length:
        try checkEqual("length", try tree.jsonLength(in: .bytes, options: options), written.count)
      case .string:
        try checkEqual("string", Array(try tree.jsonString(options).utf8), written)
      case .sink:
        var streamed: [UInt8] = []
        try tree.writeJSON(options) { span in
          for index in span.indices { streamed.append(span[index]) }
        }
        try checkEqual("sink", streamed, written)
      case .document where !options.refusesDuplicateNames:
        let copy = try document.jsonBytes(options)
        try checkEqual("document: write ∘ read", try RawJSON(parsing: copy), tree)
        try checkEqual(
          "length of a document", try document.jsonLength(in: .bytes, options: options), copy.count)
      case .document: break
      case .limit:
        var limited = options
        limited.maximumLength = limit
        try checkEqual(
          "limit of length", try? tree.jsonBytes(limited), written.count <= limit ? written : nil)
      case .canonical: try checkCanonical(tree)
      }
    }
  }

  private enum Way: CaseIterable {
    case order, length, string, sink, document, limit, canonical
  }

  private static func checkCanonical(_ tree: RawJSON) throws {
    // Numbers beyond Double have no canonical form.
    guard let canonical = try? tree.jsonBytes(.canonical) else { return }
    let again = try RawJSON(parsing: canonical)
    try checkEqual("canonical form is stable", try again.jsonBytes(.canonical), canonical)
    try checkEqual(
      "canonical form of any order", try reversed(tree).jsonBytes(.canonical), canonical)
  }

  /// The same tree with the members of its objects from the last to the first.
  private static func reversed(_ tree: RawJSON) -> RawJSON {
    switch tree {
    case .array(let elements): .array(RawJSON.Array(elements.map(reversed)))
    case .dictionary(let object):
      .dictionary(
        RawJSON.Object(
          object.reversed().map { RawJSON.Object.Member(name: $0.name, value: reversed($0.value)) })
      )
    default: tree
    }
  }
}
