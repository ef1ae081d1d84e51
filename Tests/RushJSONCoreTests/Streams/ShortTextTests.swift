import RushJSONCore
import RushJSONStreams
import Testing

/// Short texts are read as documents. A stream of the same text gives the same, unless it delivers members that a later
/// one of their name replaces.
@Suite struct ShortTextTests {
  static let projections: [JSONProjection] = {
    let patterns: [JSONPattern] = [
      "$.a", "$.a.*", "$.a.b", "$[*]", "$.*.b", "$[1:3]", "$[*][*]", "/0/a", "$.list[2]",
      "$.list[0]",
    ]
    return [
      JSONProjection(["/a"]), JSONProjection(["/a", "/a/b", "/b/1", "", "/list/2"]),
      JSONProjection([]),
      JSONProjection(patterns: patterns), JSONProjection(patterns: Array(patterns.dropFirst())),
      JSONProjection(patterns: patterns, skipping: .unchecked),
      // More names than are compared one by one.
      JSONProjection((0..<12).map { JSONPointer(tokens: ["n\($0)"]) } + ["/a", "/b"]),
    ]
  }()

  static let texts = [
    #"{"a":1,"b":[0,1],"a":{"b":2,"c":3,"b":4}}"#, #"{"a":{"b":1,"c":2,"b":3},"a":{"c":5}}"#,
    #"{"list":[0,-0,1.50,1e2,18446744073709551615,123456789012345678901234567890]}"#,
    #"[{"a":"x"},{"b":"é"},[1,[2]],"a string of many bytes",null,true]"#,
    #"{"\u0061":"\ud83d\ude00","b":{"b":"\n"},"n1":1,"n11":2,"n3":"three","list":[]}"#,
    #" "text" "#, "-0", "", " ", "{", #"{"a":1"#, #"{"a":tru}"#, #"{"x":[1,2,],"a":1}"#,
    #"{"a":1} 2"#,
    #"{'a':+.5,b:[0x1F,-0x0,],/* */ "list":[+1,NaN,-Infinity]}"#, "\u{feff}{\"a\":1}",
    #"{"x":{"y":1,"y":2},"a":3}"#,
  ]

  static let options: [JSONReadingOptions] = {
    var shallow = JSONReadingOptions.strict
    shallow.maximumDepth = 1
    var short = JSONReadingOptions.strict
    short.maximumLength = 12
    short.maximumStringLength = 4
    return [
      .strict, .json5, shallow, short, JSONReadingOptions(duplicateNames: .keepFirst),
      JSONReadingOptions(duplicateNames: .refuse),
    ]
  }()

  /// The result with the spelling of its numbers and the order of its members, or all of the error.
  static func outcome<T>(_ read: () throws(JSONStreamError) -> T) -> String {
    do throws(JSONStreamError) { return "\(try read())" } catch {
      return "\(error) \(String(describing: error.location)) \(String(describing: error.pointer))"
    }
  }

  static func check(_ text: [UInt8], _ options: JSONReadingOptions) {
    for projection in projections {
      let matches = outcome { () throws(JSONStreamError) in
        try streamed(projection, text, options)
      }
      let values = outcome { () throws(JSONStreamError) in
        try Self.values(streamed(projection, text, options), projection, options)
      }
      let shown = "\(visible(text)), \(projection.patterns)"
      #expect(
        outcome { () throws(JSONStreamError) in try projection.values(in: text, options: options) }
          == values, "\(shown)")
      #expect(
        outcome { () throws(JSONStreamError) in
          try projection.values(in: text.lazy.map { $0 }, options: options)
        } == values, "\(shown)")
      let found = outcome { () throws(JSONStreamError) in
        try projection.matches(in: text, options: options)
      }
      // A tree has a repeated member where its first one is, and a document where the last one is.
      #expect(
        repeatsNames(text, options) ? found.sorted() == matches.sorted() : found == matches,
        "\(shown)")
    }
  }

  private static func repeatsNames(_ text: [UInt8], _ options: JSONReadingOptions) -> Bool {
    var options = options
    options.duplicateNames = .refuse
    do throws(JSONSyntaxError) { try JSONDocument.validate(text.span, options: options) } catch {
      return error.kind == .duplicateName
    }
    return false
  }

  /// The matches of a stream, or of a document if the stream says that some of its matches do not count.
  private static func streamed(
    _ projection: JSONProjection, _ text: [UInt8], _ options: JSONReadingOptions
  ) throws(JSONStreamError) -> [JSONProjection.Match] {
    var reader = JSONProjection.Reader(projection, options: options)
    reader.feed(text)
    reader.finish()
    var matches: [JSONProjection.Match] = []
    while let match = try reader.next() { matches.append(match) }
    guard reader.hasDuplicates else { return matches }
    let document = try JSONRecord(bytes: text[...], offset: 0).document(options: options)
    return projection.matches(in: document.root)
  }

  /// The value of each pattern: the last one, or the first if duplicate names say so.
  private static func values(
    _ matches: [JSONProjection.Match], _ projection: JSONProjection, _ options: JSONReadingOptions
  ) -> [RawJSON?] {
    var values = [RawJSON?](repeating: nil, count: projection.patterns.count)
    for match in matches {
      if options.duplicateNames == .keepFirst, values[match.position] != nil { continue }
      values[match.position] = match.value
    }
    return values
  }

  @Test(arguments: texts) func streamsGiveTheSame(_ text: String) {
    for options in Self.options { Self.check(Array(text.utf8), options) }
  }

  @Test func streamsGiveTheSameForEverySyntax() {
    for syntax in SyntaxTable.all {
      Self.check(syntax.bytes, syntax.options)
      Self.check(Array("{\"a\":".utf8) + syntax.bytes + Array(",\"b\":[1,2]}".utf8), syntax.options)
    }
  }

  /// Around the length from which a text is a stream, and around that of texts that are copied.
  @Test(arguments: [1024, JSONProjection.longestShortText]) func lengths(_ length: Int) {
    for count in length - 2...length + 2 {
      let rest = #"{"a":{"b":1},"list":[1,2,{"c":3}],"x":""}"#
      let filler = String(repeating: "y", count: count - rest.utf8.count)
      let text = Array((rest.dropLast(2) + filler + "\"}").utf8)
      #expect(text.count == count)
      Self.check(text, .strict)
    }
  }

  @Test func deepTexts() {
    var options = JSONReadingOptions.strict
    options.maximumDepth = .max
    for name in ["[", "{\"a\":"] {
      let text = String(repeating: name, count: 1000) + "1"
      let end = String(repeating: name == "[" ? "]" : "}", count: 1000)
      Self.check(Array((text + end).utf8), options)
      Self.check(Array(text.utf8), options)
      Self.check(Array((text + end).utf8), .strict)
    }
  }

  /// A refused text leaves nothing in the memory that the next text is read with.
  @Test func refusedTextsLeaveNothing() throws {
    let projection = JSONProjection(["/a"])
    for _ in 0..<3 {
      #expect(throws: JSONStreamError.self) {
        try projection.values(in: Array(#"{"a":[1,{"b":"#.utf8))
      }
      #expect(try projection.values(in: Array(#"{"b":[1,2]}"#.utf8)) == [nil])
      #expect(try projection.values(in: Array(#"{"a":[1,2]}"#.utf8)) == [[1, 2]])
    }
  }
}
