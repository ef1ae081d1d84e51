import CorpusGenerator
import RushJSONCore
import RushJSONProperties
import Testing

/// `print`, string interpolation and `dump` show the beginning of the compact JSON of a document.
@Suite struct ValueDescriptionTests {
  @Test(arguments: [
    "null", "true", "-1.50e+07", #""a\u0041é""#, "[]", "{}", "[[],{}]",
    #"{"a":[1,{"b":null},false],"é":"x"}"#,
    #"{"a":1,"a":2}"#,
  ])
  func shortValuesAreWhole(_ text: String) throws {
    let document = try JSONDocument(parsing: "  " + text.replacing(":", with: " : ") + "\n")
    #expect(document.description == text)
    #expect("\(document.root)" == text)
    #expect("\([document.root])" == "[\(text)]")
    var dumped = ""
    dump(document, to: &dumped)
    #expect(dumped == "- \(text)\n")
    dumped = ""
    dump(document.root, to: &dumped)
    #expect(dumped == "- \(text)\n")
  }

  @Test func partOfADocument() throws {
    let document = try JSONDocument(parsing: #"{"a": [1, {"b": [2, 3]}], "c": "x"}"#)
    #expect(document.root["a"]?.description == #"[1,{"b":[2,3]}]"#)
    #expect(document.root["a"]?[1]?.description == #"{"b":[2,3]}"#)
    #expect(document.root["c"]?.description == #""x""#)
  }

  @Test(arguments: PropertySeed.all(count: 20))
  func isTheCompactText(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value)
    for _ in 0..<40 {
      let document = try JSONDocument(
        parsing: generator.document(maximumDepth: 6, maximumBytes: 2500))
      let whole = Array(try document.jsonString().utf8)
      let shown = document.description
      if whole.count <= 1000 {
        #expect(Array(shown.utf8) == whole)
      } else {
        let beginning = shown.utf8.dropLast("…".utf8.count)
        #expect(shown.hasSuffix("…") && whole[beginning.count] & 0xc0 != 0x80)
        #expect((997...1000).contains(beginning.count) && whole.starts(with: beginning))
      }
    }
  }

  @Test func lengthOfExactlyTheLimitIsWhole() throws {
    for (count, isWhole) in [(998, true), (999, false)] {
      let text = "\"" + String(repeating: "x", count: count) + "\""
      let shown = try JSONDocument(parsing: text).description
      #expect(shown == (isWhole ? text : text.prefix(1000) + "…"))
    }
    // Not in the middle of a character of three bytes.
    let shown = try JSONDocument(parsing: "\"" + String(repeating: "€", count: 500) + "\"")
      .description
    #expect(shown == "\"" + String(repeating: "€", count: 333) + "…")
  }

  @Test func lenientTextIsShownAsJSON() throws {
    let document = try JSONDocument(
      parsing: #"{a: 'x"\'', /* no */ b: [+.5, 0x1F, NaN, -Infinity,], }"#, options: .json5)
    #expect(document.description == #"{"a":"x\"'","b":[0.5,31,"NaN","-Infinity"]}"#)
  }

  // Ten thousand descriptions of everything would take minutes.
  @Test func longDocumentsAreNotRead() throws {
    let many = "[" + String(repeating: "1,", count: 2_000_000) + "1]"
    let long = "[\"" + String(repeating: "x", count: 4_000_000) + "\"]"
    let escaped = "[\"" + String(repeating: "\\n", count: 2_000_000) + "\"]"
    for text in [many, long, escaped] {
      let document = try JSONDocument(parsing: text)
      var total = 0
      for _ in 0..<10_000 { total += document.description.utf8.count }
      #expect(total == 10_000 * 1003)
      #expect(document.description == text.prefix(1000) + "…")
    }
  }

  @Test func deepDocumentsAreCut() throws {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    var options = JSONReadingOptions.strict
    options.maximumDepth = depth
    let document = try JSONDocument(parsing: text, options: options)
    #expect(document.description == text.prefix(1000) + "…")
    let short = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try JSONDocument(parsing: short).description == short)
  }

  @Test func wrappersShowTheirValues() throws {
    struct Model: Codable {
      @LossyArray var tags: [String]
      @LossyDictionary var table: [String: Int]
      @Stringified var count: Int
      @LenientBool var isOn: Bool
      @DefaultValue<JSONDefaults.Empty> var list: [Int]
      @DefaultValue<JSONDefaults.Zero> var zero: Double
      @ExtraFields var extra: [String: RawJSON]
    }
    let model = Model(
      tags: ["a", "b"], table: ["x": 1], count: 5, isOn: true, list: [1, 2], zero: 0.5,
      extra: ["mood": ["ok", nil]])
    #expect(
      "\(model)" == #"""
        Model(_tags: ["a","b"], _table: {"x":1}, _count: 5, _isOn: true, _list: [1,2], _zero: 0.5, \#
        _extra: {"mood":["ok",null]})
        """#)
    var dumped = ""
    dump(model, to: &dumped)
    #expect(
      dumped.contains(#"_tags: ["a","b"]"#) && dumped.contains(#"_extra: {"mood":["ok",null]}"#))
    // A type that is not JSON is shown as Swift shows it.
    struct Own { var a = 1 }
    #expect("\(LossyArray(wrappedValue: [Own()]))" == String(reflecting: [Own()]))
    let long = LossyArray(wrappedValue: [Int](repeating: 1, count: 1_000_000))
    #expect(long.description == "[" + String(repeating: "1,", count: 499) + "1…")
    #expect("\(LossyArray(wrappedValue: [Double.nan]))" == "[nan]")
  }
}
