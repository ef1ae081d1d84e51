import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

@Suite struct JSONProjectionTests {
  static func pointer(_ text: String) -> JSONPointer {
    JSONPointer(tokens: text.split(separator: "/").map(String.init))
  }

  static let text = Array(
    """
    {"meta": {"n": 1, "list": [0, 1, {"x": "y"}, []]}, "data": [{"id": 1}, {"id": 2, "a\\u0062": true}],
     "references": {"favorites": [3, 4], "others": {"data": 5}}, "data2": null, "": {"": "empty"}}
    """.utf8)

  static let cases: [(pointers: [String], values: [String?])] = [
    (["/data/1/id"], ["2"]), (["/references/favorites", "/data/0"], ["[3,4]", "{\"id\":1}"]),
    (
      ["/data", "/data/1", "/data/1/id"],
      ["[{\"id\":1},{\"id\":2,\"ab\":true}]", "{\"id\":2,\"ab\":true}", "2"]
    ),
    (["/meta/list/2/x", "/meta/list/9", "/meta/n/x", "/nothing"], ["\"y\"", nil, nil, nil]),
    (["/data/1/ab"], ["true"]), (["/references/others/data"], ["5"]), (["/data2"], ["null"]),
    ([], []), (["/meta/list/3", "/meta/list/0"], ["[]", "0"]),
  ]

  @Test(arguments: cases.indices, [JSONProjection.Skipping.checked, .unchecked])
  func values(_ index: Int, _ skipping: JSONProjection.Skipping) throws {
    let row = Self.cases[index]
    let projection = JSONProjection(row.pointers.map(Self.pointer), skipping: skipping)
    let values = try projection.values(in: Self.text)
    #expect(try values.map { try $0?.jsonString() } == row.values)
    for size in [1, 2, 7, 64] {
      var found = [RawJSON?](repeating: nil, count: row.pointers.count)
      var reader = JSONProjection.Reader(projection, options: .strict, pieceSize: 24)
      for chunk in Chunks.of(size, Self.text) {
        reader.feed(chunk)
        while let match = try reader.next() { found[match.position] = match.value }
      }
      reader.finish()
      while let match = try reader.next() { found[match.position] = match.value }
      #expect(found == values, "in chunks of \(size)")
    }
  }

  /// The number at the end of a text that is cut may have had more digits, so it is no match.
  @Test(
    arguments: ["{\"a\":1,\"b\":{\"c\":23", "{\"a\":1,\"b\":23", "{\"a\":1,\"b\":[2,[3"],
    [1, 4, 100])
  func numberAtTheEndOfACutTextIsNoMatch(_ text: String, _ size: Int) throws {
    let projection = JSONProjection(["/a", "/b", "/b/c", "/b/1/0"].map(Self.pointer))
    var reader = JSONProjection.Reader(projection, options: .strict, pieceSize: 24)
    var found: [RawJSON] = []
    for chunk in Chunks.of(size, Array(text.utf8)) {
      reader.feed(chunk)
      while let match = try reader.next() { found.append(match.value) }
    }
    reader.finish()
    #expect(throws: JSONStreamError.self) {
      while let match = try reader.next() { found.append(match.value) }
    }
    #expect(found == [1])
  }

  @Test func wholeTextAndEmptyNames() throws {
    let projection = JSONProjection([.root, JSONPointer(tokens: ["", ""])])
    let values = try projection.values(in: Self.text)
    #expect(values == [try RawJSON(parsing: Self.text), "empty"])
  }

  @Test func duplicateNames() throws {
    let text = Array("{\"a\":1,\"b\":0,\"a\":2}".utf8)
    let projection = JSONProjection([Self.pointer("/a")])
    #expect(try projection.values(in: text) == [2])
    #expect(
      try projection.values(in: text, options: JSONReadingOptions(duplicateNames: .keepFirst)) == [
        1
      ])
  }

  /// Thousands of paths, into an object, an array and several levels: looked up, not tried one by
  /// one.
  @Test func manyPaths() throws {
    let count = 20_000
    var tree = RawJSON.dictionary(RawJSON.Object())
    for index in 0..<count { tree["n\(index)"] = .number(JSONNumber(index)) }
    let object = try tree.jsonBytes()
    let names = JSONProjection((0..<count).reversed().map { JSONPointer(tokens: ["n\($0)"]) })
    #expect(
      try names.values(in: object) == (0..<count).reversed().map { .number(JSONNumber($0)) })
    let array = try RawJSON.array(RawJSON.Array((0..<count).map { [.number(JSONNumber($0))] }))
      .jsonBytes()
    let indexes = JSONProjection((0..<count).map { JSONPointer(tokens: ["\($0)", "0"]) })
    #expect(try indexes.values(in: array) == (0..<count).map { .number(JSONNumber($0)) })
    // Bytes, not canonical equivalence, and neither is a prefix of the other's bytes.
    let similar = JSONProjection(["/\u{e9}", "/e\u{301}", "/e", "/ea", "/"])
    #expect(
      try similar.values(in: Array("{\"e\":1,\"\":2,\"e\u{301}\":3}".utf8)) == [nil, 3, 1, nil, 2])
  }

  /// Every table in a value that is not wanted: refused as by every reader.
  @Test func checksWhatItPasses() {
    for syntax in SyntaxTable.all {
      let text =
        Array("{\"a\":1,\"b\":".utf8) + syntax.bytes
        + Array((",\"c\":[" + String(repeating: "{\"d\":[1,2]},", count: 200) + "0]}").utf8)
      var options = syntax.options
      options.maximumDepth += 2
      options.maximumLength = max(options.maximumLength, 4000)
      let expected = SkippingTests.refusalOfParser(text, options: options)
      var found: JSONSyntaxError?
      do throws(JSONStreamError) {
        let values = try JSONProjection([Self.pointer("/a"), Self.pointer("/c/200")]).values(
          in: text, options: options)
        #expect(values == [1, 0])
      } catch {
        found = error.syntaxError
      }
      #expect(found == expected, "\(visible(syntax.bytes))")
    }
  }

  /// All paths of generated documents, as a tree has them, in random chunks.
  @Test(arguments: PropertySeed.all(count: 8))
  func everyPath(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    for _ in 0..<10 {
      let text = generator.document(maximumDepth: 6, maximumBytes: 3000)
      let tree = try RawJSON(parsing: text)
      var paths = tree.paths().filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
      paths.append(JSONPointer(tokens: ["no", "such"]))
      let projection = JSONProjection(paths)
      var found = [RawJSON?](repeating: nil, count: paths.count)
      var reader = JSONProjection.Reader(projection, options: .strict, pieceSize: 48)
      for chunk in Chunks.random(text, largest: 1500, using: &random) {
        reader.feed(chunk)
        while let match = try reader.next() { found[match.position] = match.value }
      }
      reader.finish()
      while let match = try reader.next() { found[match.position] = match.value }
      for (path, value) in zip(paths, found) {
        #expect(value == tree[path], "\(path) of \(visible(text))")
      }
    }
  }
}
