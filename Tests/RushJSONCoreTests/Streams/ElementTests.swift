import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

@Suite struct ElementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pointer: String
    var text: String
    var limit = 1 << 20
    var elements: [String]
    var testDescription: String { "\(pointer) in \(text)" }
  }

  private static let nested =
    #"{"a":[0,{"b c":{"items":[1,"two\n",[3,{"x":"]"}],{},null],"z":1}}],"a":[],"e":{"k":1,"\u006c":[2]}}"#

  private static let cases = [
    Case(pointer: "", text: "[]", elements: []),
    Case(pointer: "", text: " [1 , 2]", elements: ["2:1", "6:2"]),
    Case(pointer: "", text: #"{"a":1,"b":{}}"#, elements: ["5:a=1", "11:b={}"]),
    Case(
      pointer: "/a/1/b c/items", text: nested,
      elements: ["25:1", #"27:"two\n""#, #"35:[3,{"x":"]"}]"#, "49:{}", "52:null"]),
    Case(pointer: "/e", text: nested, elements: ["83:k=1", "94:l=[2]"]),
    Case(pointer: "/x", text: #"{"a":1}"#, elements: ["no array or object at '/x' (6)"]),
    Case(pointer: "/1", text: "[[1]]", elements: ["no array or object at '/1' (4)"]),
    Case(pointer: "/-", text: "[[1]]", elements: ["no array or object at '/-' (1)"]),
    Case(pointer: "/a/0", text: #"{"a":[7]}"#, elements: ["no array or object at '/a/0' (6)"]),
    Case(pointer: "/a", text: #"{"a":[1,2}"#, elements: ["6:1", "8:2", "error at 9"]),
    Case(pointer: "/a", text: #"{"a":[1],"b":tru}"#, elements: ["6:1", "error at 13"]),
    Case(pointer: "", text: "[1]2", elements: ["1:1", "error at 3"]),
    Case(pointer: "", text: "[1,", elements: ["1:1", "error at 3"]),
    // The number at the end of the text may have had more digits.
    Case(pointer: "", text: "[1,2", elements: ["1:1", "error at 4"]),
    Case(pointer: "", text: "[1,2 ", elements: ["1:1", "3:2", "error at 5"]),
    Case(pointer: "", text: #"{"a":true,"b":-2.5e1"#, elements: ["5:a=true", "error at 20"]),
    Case(
      pointer: "/a", text: #"{"a":[1,2,3,4,5,6,78"#,
      elements: ["6:1", "8:2", "10:3", "12:4", "14:5", "16:6", "error at 20"]),
    Case(pointer: "", text: "", elements: ["error at 0"]),
    Case(
      pointer: "", text: #"[[1,2,3],4,"567890",{"a":[]}]"#, limit: 5,
      elements: ["too long at 1", "9:4", "too long at 11", "too long at 20"]),
  ]

  private static func read(
    _ text: [UInt8], at pointer: JSONPointer?, cuts: [Int], limit: Int
  ) -> [String] {
    var chunks: [[UInt8]] = []
    var start = 0
    for end in cuts + [text.count] {
      chunks.append(Array(text[start..<end]))
      start = end
    }
    let elements =
      pointer.map { JSONElements(at: $0, in: chunks, policy: .deliver, maximumLength: limit) }
      ?? JSONElements(concatenated: chunks, policy: .deliver, maximumLength: limit)
    return elements.records().map { result in
      switch result {
      case .success(let record):
        let name = record.name.map { "\($0)=" } ?? ""
        return "\(record.offset):\(name)\(String(decoding: record.bytes, as: UTF8.self))"
      case .failure(let error):
        switch error.kind {
        case .noContainer: return "\(error) (\(error.offset))"
        case .recordTooLong: return "too long at \(error.offset)"
        default: return "error at \(error.offset)"
        }
      }
    }
  }

  @Test(arguments: cases)
  func elementsHoweverCut(_ test: Case) throws {
    let pointer = try JSONPointer(test.pointer)
    let text = Array(test.text.utf8)
    func read(_ cuts: [Int]) -> [String] {
      Self.read(text, at: pointer, cuts: cuts, limit: test.limit)
    }
    #expect(read([]) == test.elements)
    #expect(read(Array(0..<text.count)) == test.elements, "byte by byte")
    for cut in 0...text.count { #expect(read([cut]) == test.elements, "cut at \(cut)") }
  }

  @Test func values() throws {
    let text = Array("1 \"a\"[2]{\"b\":[]}\n-3.5e1".utf8)
    let expected = ["0:1", "2:\"a\"", "5:[2]", "8:{\"b\":[]}", "17:-3.5e1"]
    for cut in 0...text.count {
      #expect(Self.read(text, at: nil, cuts: [cut], limit: 100) == expected, "cut at \(cut)")
    }
    #expect(Self.read([], at: nil, cuts: [], limit: 100) == [])
    #expect(Self.read(Array("1 }".utf8), at: nil, cuts: [], limit: 100) == ["0:1", "error at 2"])
  }

  @Test(arguments: PropertySeed.all(count: 3))
  func generatedDocuments(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: true)
    for count in 0..<30 {
      let parts = (0..<5).map { _ in generator.document(maximumDepth: 5, maximumBytes: 200) }
      var text = Array(#"{"x":["#.utf8)
      for (index, part) in parts.enumerated() {
        if index > 0 { text.append(0x2c) }
        text += part
      }
      text += Array("]}".utf8)
      let expected = try RawJSON(parsing: text)["x"]
      for size in [1, 7, text.count] {
        let chunks = stride(from: 0, to: text.count, by: size).map {
          text[$0..<min($0 + size, text.count)]
        }
        let elements = JSONElements(at: JSONPointer(tokens: ["x"]), in: chunks)
        let trees = try elements.trees().map { try $0.get() }
        #expect(RawJSON.array(trees) == expected, "document \(count) in chunks of \(size)")
        let documents = try elements.documents().map {
          try RawJSON(parsing: try $0.get().jsonBytes())
        }
        #expect(documents == trees, "document \(count) in chunks of \(size)")
      }
    }
  }

  private struct Item: Decodable, Equatable { var id: Int }

  @Test func decoding() async throws {
    let text = #"{"items":[{"id":1},{"id":"x"},{"id":3}]}"#
    let pointer = JSONPointer(tokens: ["items"])
    let chunks = text.utf8.map { [$0] }
    let results = JSONElements(at: pointer, in: chunks, policy: .deliver).values(of: Item.self)
    let found = results.map { try? $0.get() }
    #expect(found == [Item(id: 1), nil, Item(id: 3)])
    let stream = AsyncStream<[UInt8]> { source in
      for chunk in chunks { source.yield(chunk) }
      source.finish()
    }
    var ids: [Int] = []
    for try await item in JSONElements(at: pointer, in: stream, policy: .skip)
      .values(of: Item.self)
    {
      ids.append(try item.get().id)
    }
    #expect(ids == [1, 3])
  }
}

extension ElementTests {
  @Test func valuesThatFollowEachOther() throws {
    var reader = JSONRecord.ElementReader(ofValues: .stream, maximumLength: 16)
    reader.feed(Array(#"{"a":1} [2]3"#.utf8))
    reader.finish()
    var texts: [String] = []
    while let record = try reader.next() {
      texts.append(String(decoding: record.bytes, as: UTF8.self))
    }
    #expect(texts == [#"{"a":1}"#, "[2]", "3"])
  }

  /// Without a decoder, each kind of record takes the member that a new decoder takes.
  @Test func duplicateNamesInRecords() throws {
    struct Item: Decodable, Sendable { var a: Int }
    let record = #"{"a":1,"a":2}"#
    let elements = JSONElements(at: .root, in: ["[\(record)]"])
    let lines = JSONLines([record + "\n"])
    let events = ServerSentEvent.Stream(["data: \(record)\n\n"])
    let decoded = try RushJSONCoreDecoder().decode(Item.self, from: Array(record.utf8))
    #expect(decoded.a == 1)
    #expect(try elements.values(of: Item.self).map { try $0.get().a } == [1])
    #expect(try lines.values(of: Item.self).map { try $0.get().a } == [1])
    #expect(try events.values(of: Item.self).map { try $0.get().a } == [1])
    #expect(try elements.trees().map { try $0.get()["a"] } == [2])
    #expect(try lines.trees().map { try $0.get()["a"] } == [2])
    var refused = elements
    refused.options.duplicateNames = .refuse
    #expect(throws: JSONStreamError.self) {
      try refused.values(of: Item.self).map { try $0.get().a }
    }
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions.duplicateNames = .keepLast
    #expect(try elements.values(of: Item.self, decoder: decoder).map { try $0.get().a } == [2])
  }

  /// What follows the elements of the first container cannot replace them.
  @Test(arguments: [JSONReadingOptions.DuplicateNames.keepFirst, .keepLast])
  func theFirstContainerCounts(_ policy: JSONReadingOptions.DuplicateNames) throws {
    var elements = JSONElements(at: "/a", in: [#"{"a":[1],"a":[2]}"#])
    elements.options.duplicateNames = policy
    #expect(try elements.trees().map { try $0.get() } == [1])
    elements.options.duplicateNames = .refuse
    #expect(throws: JSONStreamError.self) { try elements.trees().map { try $0.get() } }
  }

  /// A part of an object begins after a member whose name it does not know.
  @Test(arguments: [1, 40, 100])
  func anErrorAtTheStartOfAPartIsAtTheObject(count: Int) throws {
    let members = (0..<100).map { "\"member \($0)\":[\($0)]" }
    for (opening, pointer) in [(#"{"a":{"#, "/a"), (#"{"a":[{}],"b":[{"#, "/b/0")] {
      var reader = try JSONRecord.ElementReader(at: JSONPointer(pointer))
      let text = opening + members.prefix(count).joined(separator: ",")
      reader.feed(text.utf8)
      #expect(try reader.findContainer())
      var wanted = text.utf8.count - opening.utf8.count
      while wanted > 0, try reader.pass(&wanted) == .part {}
      let place = reader.place(isFirst: false)
      #expect(place.position.offset == text.utf8.count)
      reader.restart(at: place)
      reader.feed(" x".utf8)
      let error = #expect(throws: JSONStreamError.self) { try reader.next() }
      #expect(error?.pointer?.description == pointer)
    }
  }
}
