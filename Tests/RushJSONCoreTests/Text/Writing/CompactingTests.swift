import CorpusGenerator
import RushJSONCore
import Testing

/// The text of an array or object without whitespace is what a walk along the tape writes. A smaller limit
/// of depth than that of reading forces the walk.
@Suite struct CompactingTests {
  private static let walking = {
    var options = JSONWritingOptions.compact
    options.maximumDepth = JSONReadingOptions.strict.maximumDepth - 1
    return options
  }()

  private static func check(
    _ value: JSONDocument.Value, _ comment: @autoclosure () -> Comment
  ) throws {
    let expected = try value.jsonBytes(walking)
    #expect(try value.jsonBytes() == expected, comment())
    var pieces: [UInt8] = []
    try value.writeJSON { piece in
      for index in piece.indices { pieces.append(piece[index]) }
    }
    #expect(pieces == expected, comment())
  }

  @Test(arguments: TestFolder.documents)
  func corpus(_ name: String) throws {
    let document = try JSONDocument(parsing: try TestFolder.corpus.bytes(of: name))
    try Self.check(document.root, "\(name)")
    // Every value of the first level, which begin and end anywhere.
    switch document.root.kind {
    case .array: for element in try document.root.elements() { try Self.check(element, "\(name)") }
    case .object:
      for member in try document.root.members() { try Self.check(member.value, "\(name)") }
    default: break
    }
  }

  /// Strings, escapes and whitespace around the ends of blocks and of pieces of 8 KiB.
  @Test(arguments: [0, 1, 50, 62, 63, 64, 65, 8120, 8180, 8190, 8191, 8192, 8193])
  func ends(_ length: Int) throws {
    for filler in ["x", " ", "\\\\", "\\\"", "é"] {
      let text = String(repeating: filler, count: length / max(1, filler.utf8.count))
      for space in ["", " ", "\n\t\r "] {
        let json =
          "\(space)[\(space)\"\(text)\"\(space),{\(space)}\(space),[\(space)1,\"\\\\\" ]"
          + "\(space)]\(space)"
        try Self.check(JSONDocument(parsing: json).root, "\(length) \(filler.debugDescription)")
      }
    }
  }

  /// Texts of one byte more or less than a piece of 8 KiB, or two, whose last byte is a bracket.
  @Test(arguments: [8_192, 16_384])
  func lastByteOfAPiece(_ size: Int) throws {
    for length in (size - 2)...(size + 2) {
      // Two bytes for each number after the first, which has as many digits as are missing.
      let first = String(repeating: "1", count: length % 2 == 0 ? 2 : 1)
      let count = (length - first.utf8.count - 2) / 2
      let text = "[\(first)\(String(repeating: ",1", count: count))]"
      #expect(text.utf8.count == length)
      #expect(try JSONDocument(parsing: text).jsonBytes() == Array(text.utf8), "\(length)")
    }
  }

  /// A number of more digits than are written in one piece.
  @Test(arguments: [8_191, 8_192, 8_193, 20_000])
  func longNumbers(_ length: Int) throws {
    let number = String(repeating: "7", count: length)
    var options = JSONReadingOptions.strict
    options.maximumNumberLength = length
    let text = "{ \"b\" : \(number), \"a\":[\(number)]}"
    let document = try JSONDocument(parsing: text, options: options)
    var indented = JSONWritingOptions.compact
    indented.layout = .indented(by: .spaces(0))
    var sorted = JSONWritingOptions.compact
    sorted.nameOrder = .utf8
    #expect(try document.jsonBytes() == Array("{\"b\":\(number),\"a\":[\(number)]}".utf8))
    #expect(try document.jsonBytes(sorted) == Array("{\"a\":[\(number)],\"b\":\(number)}".utf8))
    #expect(
      try document.jsonBytes(indented)
        == Array("{\n\"b\": \(number),\n\"a\": [\n\(number)\n]\n}".utf8))
    var pieces: [UInt8] = []
    try document.root.writeJSON(indented) { piece in
      for index in piece.indices { pieces.append(piece[index]) }
    }
    #expect(try pieces == document.jsonBytes(indented))
  }

  /// A number that is longer than all the memory before a sink.
  @Test func aNumberBeyondTheWindowOfASink() throws {
    let number = String(repeating: "7", count: 200_000)
    var options = JSONReadingOptions.strict
    options.maximumNumberLength = .max
    let document = try JSONDocument(parsing: "[\(number)]", options: options)
    var pieces: [UInt8] = []
    try document.root.writeJSON(Self.walking) { piece in
      for index in piece.indices { pieces.append(piece[index]) }
    }
    #expect(pieces == Array("[\(number)]".utf8))
  }

  /// The escapes of strings around 8 KiB stay as they are.
  @Test func escapesInLongStrings() throws {
    for length in [100, 8_180, 20_000] {
      for count in length...(length + 16) {
        let text = "[\"" + String(repeating: "a", count: count - 6) + "\\u0062\"]"
        try Self.check(JSONDocument(parsing: text).root, "\(count)")
        #expect(try JSONDocument(parsing: text).jsonBytes(Self.walking) == Array(text.utf8))
      }
    }
  }

  /// A number without a JSON text is refused in each order of names.
  @Test(arguments: [JSONWritingOptions.NameOrder.asGiven, .utf8, .utf16])
  func nonFiniteNumbers(_ order: JSONWritingOptions.NameOrder) throws {
    let document = try JSONDocument(parsing: "{b: [1, NaN], a: 2}", options: .json5)
    var options = JSONWritingOptions.compact
    options.nameOrder = order
    #expect(Self.refusal(document, options) == .notRepresentable(number: "NaN"))
    options.nonFiniteNumbers = .null
    let (a, b) = ("\"a\":2", "\"b\":[1,null]")
    let members = order == .asGiven ? [b, a] : [a, b]
    #expect(try document.jsonBytes(options) == Array("{\(members.joined(separator: ","))}".utf8))
  }

  /// Strings are copied from the text only if they are there as the options want them.
  @Test(arguments: [JSONWritingOptions.NameOrder.asGiven, .utf8, .utf16])
  func stringsInEveryForm(_ order: JSONWritingOptions.NameOrder) throws {
    var options = JSONWritingOptions.compact
    options.nameOrder = order
    let strict = try JSONDocument(parsing: #"{"a\u002fb":["c/d"]}"#)
    #expect(try strict.jsonBytes(options) == Array(#"{"a\u002fb":["c/d"]}"#.utf8))
    options.escaping = .slashes
    #expect(try strict.jsonBytes(options) == Array(#"{"a\/b":["c\/d"]}"#.utf8))
    options.escaping = []
    let lenient = try JSONDocument(parsing: "{'a':['c\"d']}", options: .json5)
    #expect(try lenient.jsonBytes(options) == Array(#"{"a":["c\"d"]}"#.utf8))
    options.numbers = .double
    #expect(try lenient.jsonBytes(options) == Array(#"{"a":["c\"d"]}"#.utf8))
  }

  @Test func limits() throws {
    let document = try JSONDocument(parsing: "[ 1, [ 2, [ 3 ] ] ]")
    var options = JSONWritingOptions.compact
    options.maximumDepth = 2
    #expect(Self.refusal(document, options) == .tooDeep(limit: 2))
    options.maximumDepth = 3
    #expect(try document.jsonBytes(options) == Array("[1,[2,[3]]]".utf8))
    options.maximumDepth = .max
    options.maximumLength = 11
    #expect(try document.jsonBytes(options) == Array("[1,[2,[3]]]".utf8))
    options.maximumLength = 10
    #expect(Self.refusal(document, options) == .tooLong(limit: 10))
  }

  private static func refusal(
    _ document: JSONDocument, _ options: JSONWritingOptions
  ) -> JSONWritingError.Kind? {
    do throws(JSONWritingError) {
      _ = try document.jsonBytes(options)
      return nil
    } catch {
      return error.kind
    }
  }

  /// Each form of output has a walk of its own, and each walk counts the levels.
  @Test(arguments: [JSONWritingOptions.NameOrder.asGiven, .utf8, .utf16])
  func depthInEveryForm(_ order: JSONWritingOptions.NameOrder) throws {
    for text in ["[[[]]]", "[[[1]]]", #"[[{}]]"#, #"[{"a":{"b":1}}]"#, #"{"b":[{"a":""}],"a":1}"#] {
      let document = try JSONDocument(parsing: text)
      for layout in [.compact, .indented(by: .spaces(2))] as [JSONWritingOptions.Layout] {
        var options = JSONWritingOptions.compact
        options.nameOrder = order
        options.layout = layout
        options.maximumDepth = 2
        #expect(Self.refusal(document, options) == .tooDeep(limit: 2), "\(text), \(layout)")
        options.maximumDepth = 3
        #expect(Self.refusal(document, options) == nil, "\(text), \(layout)")
      }
    }
  }

  /// The depth at which a value is written counts too.
  @Test func depthOfTheWriter() throws {
    let most = JSONWritingOptions.compact.maximumDepth
    let deep = String(repeating: "[", count: most) + String(repeating: "]", count: most)
    let document = try JSONDocument(parsing: deep)
    #expect(try document.jsonBytes() == Array(deep.utf8))
    var writer = JSONWriter()
    try writer.beginArray()
    do throws(JSONWritingError) {
      try writer.value(document.root)
      Issue.record("too deep")
    } catch {
      #expect(error.kind == .tooDeep(limit: most))
    }
  }

  /// Runs of plain bytes of every length between escapes.
  @Test func escapes() throws {
    let escapes = [
      ("\\n", "\n"), ("\\\"", "\""), ("\\u00e9", "é"), ("\\u20AC", "€"), ("\\u0041", "A"),
      ("\\ud83d\\ude00", "😀"), ("\\u0000", "\0"), ("\\uffff", "\u{ffff}"),
    ]
    for length in 0..<70 {
      for (escape, meaning) in escapes {
        let plain = String(repeating: "a", count: length)
        let json = "[\"\(plain)\(escape)\(plain)\(escape)\(escape)\", 1]"
        let expected = plain + meaning + plain + meaning + meaning
        #expect(try JSONDocument(parsing: json).root[0]?.string() == expected)
        #expect(try RawJSON(parsing: json)[0]?.stringValue == expected)
      }
    }
  }
}
