import CorpusGenerator
import RushJSONCore
import Testing

/// Whole texts: written, read back as the same value, and written again as the same text.
@Suite struct TextFormTests {
  /// The text without whitespace between tokens, found in the simplest way.
  private static func minified(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in text {
      if isInString {
        result.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if ![0x20, 0x09, 0x0a, 0x0d].contains(byte) {
        result.append(byte)
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    return result
  }

  private static func check(_ text: [UInt8], _ comment: @autoclosure () -> Comment) throws {
    var reading = JSONReadingOptions()
    reading.maximumDepth = 1 << 20
    var options = JSONWritingOptions()
    options.maximumDepth = 1 << 20
    let document = try JSONDocument(parsing: text, options: reading)
    let compact = try document.jsonBytes(options)
    // Digits, escapes, order and duplicates: all unchanged.
    #expect(compact == minified(text), comment())
    #expect(try document.jsonLength(options: options) == compact.count, comment())

    let tree = try RawJSON(parsing: text, options: reading)
    let written = try tree.jsonBytes(options)
    #expect(try RawJSON(parsing: written, options: reading) == tree, comment())
    #expect(
      try RawJSON(parsing: written, options: reading).jsonBytes(options) == written, comment())

    for layout in [.indented(by: .spaces(2)), .foundation, .indented(by: .tabs(1))]
      as [JSONWritingOptions.Layout]
    {
      // Deep texts are mostly indentation.
      if layout != .indented(by: .tabs(1)), text.count > 100_000 { continue }
      var pretty = options
      pretty.layout = layout
      let first = try document.jsonBytes(pretty)
      #expect(minified(first) == compact, comment())
      #expect(
        try JSONDocument(parsing: first, options: reading).jsonBytes(pretty) == first, comment())
    }
    var sorted = options
    sorted.nameOrder = .utf8
    let ordered = try tree.jsonBytes(sorted)
    #expect(try RawJSON(parsing: ordered, options: reading) == tree, comment())
    #expect(
      try RawJSON(parsing: ordered, options: reading).jsonBytes(sorted) == ordered, comment())
  }

  @Test(arguments: TestFolder.documents.filter { $0 != "deep.json" })
  func corpus(_ name: String) throws {
    try Self.check(TestFolder.corpus.bytes(of: name), "\(name)")
  }

  @Test(arguments: TestFolder.accept.names)
  func accepted(_ name: String) throws {
    try Self.check(TestFolder.accept.bytes(of: name), "\(name)")
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func generated(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    for count in 0..<50 {
      let text = generator.document(maximumDepth: 6, maximumBytes: 800)
      try Self.check(text, "document \(count)")
    }
  }

  /// A document, a tree and single calls, sorted or not, in all layouts, give the same text.
  @Test(arguments: PropertySeed.all(count: 8))
  func allWaysAgree(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    for count in 0..<40 {
      let text = generator.document(maximumDepth: 5, maximumBytes: 400)
      let tree = try RawJSON(parsing: text)
      // Read from a tree, so that duplicates and escapes are the same.
      let document = try JSONDocument(parsing: tree.jsonBytes())
      for layout in [.compact, .foundation] as [JSONWritingOptions.Layout] {
        for order in [.asGiven, .utf8, .utf16] as [JSONWritingOptions.NameOrder] {
          var options = JSONWritingOptions()
          options.layout = layout
          options.nameOrder = order
          let expected = try tree.jsonString(options)
          let comment: Comment = "document \(count), \(layout), \(order)"
          #expect(try document.jsonString(options) == expected, comment)
          var writer = JSONWriter(options: options)
          try Self.write(tree, to: &writer)
          #expect(try writer.finishString() == expected, comment)
        }
      }
    }
  }

  /// Writes a tree token by token.
  static func write(_ tree: RawJSON, to writer: inout JSONWriter) throws {
    switch tree {
    case .null: try writer.null()
    case .bool(let value): try writer.bool(value)
    case .number(let value): try writer.number(value)
    case .string(let value): try writer.string(value)
    case .array(let elements):
      try writer.beginArray()
      for element in elements { try write(element, to: &writer) }
      try writer.endArray()
    case .dictionary(let members):
      try writer.beginObject()
      for member in members {
        try writer.name(member.name)
        try write(member.value, to: &writer)
      }
      try writer.endObject()
    }
  }

  /// A value inside a document is written as it would be alone.
  @Test func partsOfDocuments() throws {
    let document = try JSONDocument(parsing: #"{"a": [1, {"b": [ ]}, "x"], "c": [[2], 3] }"#)
    #expect(try document.root["a"]?.jsonString() == #"[1,{"b":[]},"x"]"#)
    #expect(try document.root["a"]?[1]?.jsonString() == #"{"b":[]}"#)
    #expect(try document.root["a"]?[1]?["b"]?.jsonString() == "[]")
    #expect(try document.root["a"]?[2]?.jsonString() == #""x""#)
    #expect(try document.root["c"]?[0]?.jsonString(.pretty) == "[\n  2\n]")
    #expect(try document.root["c"]?[1]?.jsonString() == "3")
  }
}

extension TextFormTests {
  @Test(
    arguments: [
      (.foundation, "[1,1e+20,0.5]"), (.swift, "[1.0,1e+20,0.5]"),
    ] as [(JSONNumber.Layout, String)])
  func layoutsOfDouble(layout: JSONNumber.Layout, text: String) throws {
    var options = JSONWritingOptions.compact
    options.numberLayout = layout
    var writer = JSONWriter(options: options)
    try writer.beginArray()
    for number in [1, 1e20, 0.5] { try writer.double(number) }
    try writer.endArray()
    #expect(try writer.finishString() == text)
  }
}
