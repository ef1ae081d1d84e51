import CorpusGenerator
import RushJSONCore
import Testing

/// Streams of generated and long texts, cut anywhere. (Every conformance case is read as a stream
/// by the table of readers.)
@Suite struct StreamTests {
  /// A tree from events, to compare with the one that is read at once.
  static func tree(
    _ bytes: [UInt8], chunk: Int, options: JSONReadingOptions = .strict
  ) throws -> RawJSON? {
    var reader = JSONEventReader(options: options)
    // The open containers: the number of their elements or members, and their name.
    struct Open {
      var isObject = false
      var elements: [RawJSON] = []
      var names: [String] = []
      var outer = ""
    }
    var open: [Open] = []
    var name = ""
    var result: RawJSON?
    func add(_ value: RawJSON, named name: String) {
      if open.isEmpty {
        result = value
        return
      }
      open[open.count - 1].elements.append(value)
      open[open.count - 1].names.append(name)
    }
    func end() {
      guard let ended = open.popLast() else {
        Issue.record("nothing is open")
        return
      }
      var object = RawJSON.Object()
      if ended.isObject {
        for (name, value) in zip(ended.names, ended.elements) { object[name] = value }
      }
      add(ended.isObject ? .dictionary(object) : .array(ended.elements), named: ended.outer)
    }
    func drain() throws {
      while let event = try reader.next() {
        switch event {
        case .beginArray: open.append(Open(outer: name))
        case .beginObject: open.append(Open(isObject: true, outer: name))
        case .endArray, .endObject: end()
        case .name: name = reader.string() ?? ""
        case .string: add(.string(reader.string() ?? ""), named: name)
        case .number: add(.number(reader.number() ?? 0), named: name)
        case .bool(let value): add(.bool(value), named: name)
        case .null: add(.null, named: name)
        }
      }
    }
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + chunk)
      reader.feed(bytes[start..<end])
      start = end
      try drain()
    }
    reader.finish()
    try drain()
    return result
  }

  @Test(arguments: PropertySeed.all(count: 6))
  func everyCutOfGeneratedDocuments(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    for count in 0..<12 {
      let text = generator.document(maximumDepth: 5, maximumBytes: 120)
      let whole = StreamTrace.whole(text)
      #expect(whole.error == nil)
      for cut in 0...text.count {
        #expect(StreamTrace(text, cuts: [cut]) == whole, "document \(count) cut at \(cut)")
      }
      #expect(StreamTrace.byteByByte(text) == whole, "document \(count) byte by byte")
      #expect(try Self.tree(text, chunk: 7) == RawJSON(parsing: text), "document \(count)")
    }
  }

  @Test(arguments: PropertySeed.all(count: 4))
  func damagedDocuments(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    var random = SeededGenerator(seed: seed.value)
    for count in 0..<40 {
      var text = generator.document(maximumDepth: 4, maximumBytes: 80)
      for _ in 0...random.integer(in: 0...2) {
        text[random.integer(in: 0...(text.count - 1))] = UInt8(random.integer(in: 0...255))
      }
      let whole = StreamTrace.whole(text)
      var error: JSONSyntaxError?
      do throws(JSONSyntaxError) { try JSONDocument.validate(text) } catch let other {
        error = other
      }
      #expect(whole.error?.syntaxError == error, "document \(count): \(visible(text))")
      #expect(StreamTrace.byteByByte(text) == whole, "document \(count): \(visible(text))")
      let cuts = Array(stride(from: 3, to: text.count, by: 5))
      #expect(StreamTrace(text, cuts: cuts) == whole, "document \(count): \(visible(text))")
    }
  }

  @Test(arguments: TestFolder.documents.filter { $0 != "deep.json" })
  func corpusInChunks(_ name: String) throws {
    let text = try TestFolder.corpus.bytes(of: name)
    var options = JSONReadingOptions()
    options.maximumDepth = 1 << 20
    let expected = try RawJSON(parsing: text, options: options)
    for chunk in [61, 4096, 65_536, text.count] {
      #expect(try Self.tree(text, chunk: chunk, options: options) == expected, "chunks of \(chunk)")
    }
  }

  // MARK: - Several values

  @Test func values() throws {
    let text = Array(" 1 2\n[3]{\"a\":4}\"5\"true null".utf8)
    let whole = StreamTrace.whole(text, content: .values)
    #expect(
      whole.description
        == "1:1 3:2 5:beginArray 6:3 7:endArray 8:beginObject 9:a: 13:4 14:endObject 15:'5' 18:bool(true) 23:null"
    )
    for cut in 0...text.count {
      #expect(StreamTrace(text, cuts: [cut], content: .values) == whole)
    }
    #expect(StreamTrace.byteByByte(text, content: .values) == whole)
    #expect(StreamTrace.whole([], content: .values).description.isEmpty)
    #expect(StreamTrace.whole(Array(" \n".utf8), content: .values).description.isEmpty)
    #expect(StreamTrace.whole([]).error?.kind == .syntax(.emptyText))
    #expect(StreamTrace.whole(Array("1 2".utf8)).error?.kind == .syntax(.expectedEnd))
    #expect(StreamTrace.byteByByte(Array("1 2".utf8)).error?.offset == 2)
    #expect(
      StreamTrace.byteByByte(Array("1 [".utf8), content: .values).error?.kind
        == .syntax(.unexpectedEnd))
  }

  // MARK: - Whole values

  @Test func readingAndSkipping() throws {
    let text = Array(
      #"{"skip":[1,{"x":"]"}],"keep":{"a":[1.5,"é\n"],"b":null},"n":12,"s":"t"}"#.utf8)
    for chunk in [1, 2, 3, 7, 1000] {
      var reader = JSONEventReader()
      var found: [String] = []
      var start = 0
      var wantsKeep = false
      var wantsSkip = false
      func step() throws -> Bool {
        if wantsSkip {
          guard try reader.skipValue() else { return false }
          wantsSkip = false
        }
        if wantsKeep {
          guard let text = try reader.readText() else { return false }
          found.append(String(decoding: text, as: UTF8.self))
          wantsKeep = false
        }
        guard let event = try reader.next() else { return false }
        if event == .name {
          wantsSkip = reader.string() == "skip"
          wantsKeep = !wantsSkip
        }
        return true
      }
      while start < text.count {
        reader.feed(text[start..<min(text.count, start + chunk)])
        start += chunk
        while try step() {}
      }
      reader.finish()
      while try step() {}
      let isAtEnd = reader.isAtEnd
      #expect(isAtEnd)
      #expect(found == [#"{"a":[1.5,"é\n"],"b":null}"#, "12", #""t""#], "chunks of \(chunk)")
    }
  }

  // MARK: - Errors

  @Test func errorsSayWhere() throws {
    let text = Array("{\"a\": [1,\r\n 2, \n{\"b\\n\": \"é\", \"c\": 01}]}".utf8)
    for chunk in [1, 4, 1000] {
      let reading = StreamTrace(text, cuts: stride(from: chunk, to: text.count, by: chunk))
      #expect(reading.error?.kind == .syntax(.leadingZero))
      #expect(reading.error?.pointer?.description == "/a/2/c")
      let location = reading.error.map { JSONSourceLocation(of: $0.offset, in: text) }
      #expect(reading.error?.location == location)
    }
  }

  @Test func limits() {
    var options = JSONReadingOptions()
    options.maximumStringLength = 10
    options.maximumNumberLength = 10
    // A string that never ends is refused while it comes, and not held.
    var reader = JSONEventReader(options: options)
    var error: JSONStreamError?
    reader.feed(Array("[\"".utf8))
    for _ in 0..<100 {
      do throws(JSONStreamError) { while try reader.next() != nil {} } catch let other {
        error = other
        break
      }
      reader.feed([0x61])
    }
    #expect(error?.kind == .syntax(.stringTooLong))
    #expect(error?.offset == 1)
  }
}

extension StreamTests {
  /// `readValue` and `readDocument` read the value that is next, and ask for more where it is cut.
  @Test func valuesOfAStreamAsTreesAndDocuments() throws {
    var reader = JSONEventReader()
    reader.feed(Array(#"{"user":{"id":1,"na"#.utf8))
    #expect(try reader.next() == .beginObject)
    #expect(try reader.next() == .name)
    #expect(try reader.readValue() == nil)
    reader.feed(Array(#"me":"Ada"},"list":[1,2.50]}"#.utf8))
    reader.finish()
    #expect(try reader.readValue() == ["id": 1, "name": "Ada"])
    #expect(try reader.readDocument()?.root.jsonString() == "[1,2.50]")
    #expect(try reader.readValue() == nil)
    #expect(try reader.next() == .endObject)
    #expect(try reader.readDocument() == nil)
  }

  /// The bytes of a long comment are dropped. Its last star may be the last of them.
  @Test(arguments: [4080, 4092, 4093, 4094, 4095, 4096, 4097, 9000], [1, 2])
  func starsWhereAPieceOfACommentEnds(_ length: Int, _ stars: Int) throws {
    let comment = String(repeating: "x", count: length) + String(repeating: "*", count: stars)
    var reader = JSONEventReader(options: JSONReadingOptions(leniencies: .comments))
    var events: [JSONEventReader.Event] = []
    for chunk in ["[/*", comment, "/true]"] {
      reader.feed(Array(chunk.utf8))
      if chunk == "/true]" { reader.finish() }
      while let event = try reader.next() { events.append(event) }
    }
    #expect(events == [.beginArray, .bool(true), .endArray])
  }
}
