import CorpusGenerator
import Testing

@testable import RushJSONCore

/// The loop that writes trees gives the text that a writer gives that is told each token.
@Suite struct TreeWritingTests {
  struct Form: CustomTestStringConvertible {
    let testDescription: String
    let options: JSONWritingOptions

    init(_ name: String, _ set: (inout JSONWritingOptions) -> Void) {
      var options = JSONWritingOptions()
      set(&options)
      (testDescription, self.options) = (name, options)
    }
  }

  static let forms = [
    Form("compact") { _ in },
    Form("escaped slashes") { $0.escaping = .slashes },
    Form("escaped HTML") { $0.escaping = .html },
    Form("escaped line separators") { $0.escaping = .lineSeparators },
    Form("ASCII") { $0.escaping = .nonASCII },
    Form("sorted") { $0.nameOrder = .utf8 },
    Form("sorted by UTF-16, escaped slashes") {
      ($0.nameOrder, $0.escaping) = (.utf16, .slashes)
    },
    Form("numbers as Double") { ($0.numbers, $0.nonFiniteNumbers) = (.double, .null) },
    Form("indented") { $0.layout = .indented(by: .spaces(2)) },
    Form("indented by tabs, sorted") {
      ($0.layout, $0.nameOrder) = (.indented(by: .tabs(1)), .utf8)
    },
    Form("as Foundation") { ($0.layout, $0.escaping) = (.foundation, .slashes) },
  ]

  /// The text of a tree, token by token.
  private static func reference(
    _ tree: RawJSON, _ options: JSONWritingOptions
  ) throws -> String {
    var writer = JSONWriter(options: options)
    try TextFormTests.write(tree, to: &writer)
    return try writer.finishString()
  }

  /// Writes a tree in all forms, to memory and to a sink.
  private static func expectSame(
    _ tree: RawJSON, _ note: Comment = "", _ place: SourceLocation = #_sourceLocation
  ) throws {
    for form in forms {
      guard let expected = try? reference(tree, form.options) else {
        // A number beyond the range of `Double` has no text as one.
        #expect(throws: JSONWritingError.self, sourceLocation: place) {
          try tree.jsonBytes(form.options)
        }
        continue
      }
      let text = String(decoding: try tree.jsonBytes(form.options), as: UTF8.self)
      #expect(text == expected, "\(form.testDescription): \(note)", sourceLocation: place)
      var pieces: [UInt8] = []
      try tree.writeJSON(form.options) { bytes in
        for index in bytes.indices { pieces.append(bytes[index]) }
      }
      #expect(
        String(decoding: pieces, as: UTF8.self) == expected,
        "\(form.testDescription), to a sink: \(note)", sourceLocation: place)
    }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "-9", "10", "99", "-100", "12345678", "123456789",
    "1234567890", "-12345678901", "9999999999999999", "10000000000000000", "18446744073709551615",
    "1.10", "-0.5", "1E+05", "-1.5e-7", "0.00000000000000000000000000000000000000000000000000001",
    "1e400", "123456789012345678901234567890", "\"\"", "\"a\"", "[]", "{}", "[[]]", "[{}]",
    "{\"\":{}}",
    "[[],[],{}]", "{\"a\":[],\"b\":{},\"c\":[1,[2,{\"d\":3}]]}", "[null,true,false,\"x\",1,1.5]",
    #"{"id":7,"a name of more than fifteen bytes":"a string of more than fifteen bytes"}"#,
    #"{"a\"b":"c\\d","é":"\u0000\n","/":"http://a/b","<&>":"'\u2028"}"#,
    #"{"b":1,"a":2,"ab":3,"":4,"\ud83d\ude00":5,"\ufffd":6}"#,
  ])
  func textsInAllForms(_ text: String) throws {
    try Self.expectSame(RawJSON(parsing: text))
  }

  @Test func stringsOfAllLengthsWithAnEscapeAnywhere() throws {
    for count in Array(0...70) + [127, 128, 129, 191, 192, 200, 4095, 4096, 8189, 8190, 8191, 9000]
    {
      let plain = String(repeating: "x", count: count)
      var values: [RawJSON] = [.string(plain)]
      for place in Set([0, 1, 7, 8, 14, 15, 16, 31, 32, 63, 64, 65, count - 1]) where place < count
      {
        guard place >= 0 else { continue }
        var bytes = Array(plain.utf8)
        for escape in "\"\\/\n\u{1}" {
          bytes[place] = escape.utf8.first ?? 0
          values.append(.string(String(decoding: bytes, as: UTF8.self)))
        }
      }
      for value in values {
        let name = if case .string(let string) = value { string } else { "" }
        for tree in [[value, 1], .dictionary([name: value, "b": 2])] as [RawJSON] {
          let expected = try Self.reference(tree, .compact)
          #expect(try tree.jsonString() == expected)
          // A tree that was read knows whether its strings have escapes.
          #expect(try RawJSON(parsing: expected).jsonString() == expected)
          let slashes = try Self.reference(tree, Self.forms[1].options)
          #expect(try RawJSON(parsing: expected).jsonString(Self.forms[1].options) == slashes)
        }
      }
    }
  }

  /// Short scalars, commas and brackets need no room of their own, but at the end of each piece they do.
  @Test func piecesEndAnywhere() throws {
    let deep = try RawJSON(
      parsing: String(repeating: "[", count: 300) + "-12345678901234567890"
        + String(repeating: "]", count: 300))
    let names = RawJSON.dictionary(["exactly 15 byte": "exactly 15 byte", "id": [[], [:]]])
    for padding in 65_000..<65_560 where padding % 3 == 0 {
      let tree: RawJSON = [.string(String(repeating: "p", count: padding)), deep, names]
      let expected = try Self.reference(tree, .compact)
      var pieces: [UInt8] = []
      try tree.writeJSON { bytes in
        #expect(bytes.count <= 64 << 10)
        for index in bytes.indices { pieces.append(bytes[index]) }
      }
      #expect(String(decoding: pieces, as: UTF8.self) == expected)
    }
  }

  @Test(arguments: PropertySeed.all(count: 20))
  func randomTreesInAllForms(_ seed: PropertySeed) throws {
    var generator = TreeGenerator(seed: seed.value)
    for _ in 0..<30 {
      let tree = generator.tree()
      try Self.expectSame(tree, "read")
      try Self.expectSame(generator.changed(tree), "changed")
      let text = try tree.jsonBytes()
      #expect(try RawJSON(parsing: text).jsonBytes() == text)
    }
  }

  // MARK: - Refusals

  @Test func numbersWithoutTextHaveTheirPath() throws {
    for (name, order) in [("b", JSONWritingOptions.NameOrder.asGiven), ("b", .utf8)] {
      var options = JSONWritingOptions()
      options.nameOrder = order
      let tree: RawJSON = ["z": [1, 2], "b": [1, ["c": .number(JSONNumber(Double.nan))]]]
      do throws(JSONWritingError) {
        _ = try tree.jsonBytes(options)
        Issue.record("wrote a number without a text")
      } catch {
        #expect(error.pointer?.description == "/\(name)/1/c")
      }
    }
  }

  @Test func depthAndLengthAreLimited() throws {
    let tree: RawJSON = [[["a", 1.5]], 7]
    for depth in 0...4 {
      var options = JSONWritingOptions()
      options.maximumDepth = depth
      if depth < 3 {
        #expect(throws: JSONWritingError.self) { try tree.jsonBytes(options) }
      } else {
        #expect(try tree.jsonString(options) == #"[[["a",1.5]],7]"#)
      }
    }
    for length in 0...20 {
      var options = JSONWritingOptions()
      options.maximumLength = length
      if length < 15 {
        #expect(throws: JSONWritingError.self) { try tree.jsonBytes(options) }
      } else {
        #expect(try tree.jsonString(options) == #"[[["a",1.5]],7]"#)
      }
    }
  }

  // MARK: - Contents

  private static func contents(_ value: RawJSON) -> StorageContents? { value.storage?.contents }

  @Test func readTreesKnowTheirEscapes() throws {
    let plain = try RawJSON(parsing: #"{"a":"b","a name of sixteen":"a value of sixteen","c":1}"#)
    #expect(Self.contents(plain) == [.ownedNames, .ownedValues])
    let values = try RawJSON(parsing: #"{"a":"\n"}"#)
    #expect(Self.contents(values) == .escapedValues)
    let names = try RawJSON(parsing: #"{"\n":1,"b":["\""]}"#)
    #expect(Self.contents(names) == [.escapedNames, .ownedValues])
    #expect(names["b"].flatMap(Self.contents) == .escapedValues)
    #expect(Self.contents(["a"]) == .all)
  }

  @Test func lenientTextsMayHaveAnything() throws {
    let tree = try RawJSON(parsing: "{'a\"b': 'c\"d', e: '\\x41'}", options: .json5)
    #expect(Self.contents(tree)?.isSuperset(of: .escaped) == true)
    #expect(try tree.jsonString() == #"{"a\"b":"c\"d","e":"A"}"#)
    var controls = JSONReadingOptions()
    controls.leniencies = .controlCharacters
    let raw = try RawJSON(parsing: "[\"a\nb\"]", options: controls)
    #expect(try raw.jsonString() == #"["a\nb"]"#)
  }

  @Test func changesMayNeedEscapes() throws {
    let text = #"{"a":"b","c":["d"]}"#
    var set = try RawJSON(parsing: text)
    set["a"] = "\""
    #expect(try set.jsonString() == #"{"a":"\"","c":["d"]}"#)
    var added = try RawJSON(parsing: text)
    added["\\"] = 1
    #expect(try added.jsonString() == #"{"a":"b","c":["d"],"\\":1}"#)
    var deep = try RawJSON(parsing: text)
    deep[JSONPointer(tokens: ["c", "0"])] = "\n"
    #expect(try deep.jsonString() == #"{"a":"b","c":["\n"]}"#)
    guard case .array(var array)? = try RawJSON(parsing: text)["c"] else {
      Issue.record("no array")
      return
    }
    array[0] = "\t"
    array.append("\u{1}")
    #expect(try RawJSON.array(array).jsonString() == #"["\t","\u0001"]"#)
    array.replaceSubrange(0..<1, with: ["\\"])
    #expect(try RawJSON.array(array).jsonString() == #"["\\","\u0001"]"#)
  }
}
