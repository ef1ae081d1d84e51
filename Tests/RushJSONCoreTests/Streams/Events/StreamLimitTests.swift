import RushJSONCore
import RushJSONStreams
import Testing

/// The limits bound the memory of a stream, and its bytes bound the cost, for any text.
@Suite struct StreamLimitTests {
  private static let chunk = [UInt8](repeating: 0x61, count: 1 << 12)

  /// A text that never ends: its beginning, and a part that repeats.
  struct Endless: Sendable, CustomTestStringConvertible {
    var start: String
    var more: String
    var testDescription: String { "\(start) \(more)…" }

    var startBytes: [UInt8] { Array(start.utf8) }
    var moreBytes: [UInt8] {
      Array(String(repeating: more, count: (1 << 12) / more.utf8.count).utf8)
    }
  }

  private static let elements = [
    Endless(start: "[1,\"", more: "a"), Endless(start: "[1,\"", more: "\\u00e9"),
    Endless(start: "{\"a\":1,\"", more: "a"), Endless(start: "[1,[2,\"", more: "é"),
    Endless(start: "{\"a\":1,\"b\":{\"", more: "a"), Endless(start: "[1,'", more: "\\'a"),
    Endless(start: "{a:1,b", more: "a"), Endless(start: "[1,{b", more: "é"),
    Endless(start: "[1,/*", more: "* "), Endless(start: "[1,//", more: "é"),
    Endless(start: "[1,", more: " "), Endless(start: "[1,[", more: "2,"),
  ]

  /// An element of 64 chunks with a limit of two: the reader does not hold the rest.
  @Test(arguments: elements)
  func elementsAreNotHeldBeyondTheirLength(_ endless: Endless) throws {
    let limit = 2 << 12
    var options = JSONReadingOptions.json5
    options.maximumLength = .max
    var reader = JSONRecord.ElementReader(options: options, maximumLength: limit)
    var found: [String] = []
    func drain() throws {
      do throws(JSONStreamError) {
        while let record = try reader.next() { found.append("\(record.offset)") }
      } catch {
        guard error.kind == .recordTooLong else { throw error }
        found.append("too long at \(error.offset)")
      }
    }
    reader.feed(endless.startBytes)
    try drain()
    for _ in 0..<64 {
      reader.feed(endless.moreBytes)
      try drain()
      #expect(reader.heldCount <= 3 * limit)
    }
    #expect(found.count == (endless.start.contains("/") || endless.more == " " ? 1 : 2))
  }

  /// All bytes from the beginning of an unfinished element on are held, and none before it.
  @Test(arguments: [1, 2, 7, 64, 700])
  func whatIsHeldIsTheElement(_ size: Int) throws {
    let long = String(repeating: "long ", count: 300)
    let element = Array(#"{"a":[1,2,"x\n",{"b":"\#(long)"}],"c":[true,12345,null]"#.utf8)
    var reader = JSONRecord.ElementReader(options: .strict)
    reader.feed(Array("[1,".utf8))
    #expect(try reader.next()?.bytes == Array("1".utf8)[...])
    var fed = 0
    for chunk in Chunks.of(size, element) {
      reader.feed(chunk)
      fed += chunk.count
      #expect(try reader.next() == nil)
      #expect(reader.heldCount == fed)
    }
  }

  /// The reader does not hold values beside the path.
  @Test(arguments: ["{\"x\":\"", "{\"x", "{\"x\":[\"", "{\"x\":{\"", "{x"])
  func whatIsBesideThePathIsNotHeld(_ start: String) throws {
    var reader = JSONRecord.ElementReader(
      at: JSONPointer(tokens: ["items"]), options: .json5, maximumLength: 1 << 8)
    reader.feed(Array(start.utf8))
    for _ in 0..<64 {
      #expect(try reader.next() == nil)
      reader.feed(Self.chunk)
      #expect(reader.heldCount <= 1 << 14)
    }
  }

  /// Numbers and words that are too long are refused as soon as that is certain.
  @Test(arguments: [
    ("[1", "1"), ("[-0.", "0"), ("[1e", "9"), ("[0x", "0"), ("[tru", "e"), ("[@", "@"),
  ])
  func endlessNumbersAreRefused(_ start: String, _ more: String) {
    for leniencies in [[], JSONReadingOptions.Leniencies.json5] {
      let options = JSONReadingOptions(leniencies: leniencies)
      let text = Array((start + String(repeating: more, count: 200_000)).utf8)
      var reader = JSONEventReader(options: options)
      var partial = PartialJSON(.init(readingOptions: options))
      var fed = 0
      var errors: [JSONSyntaxError?] = [nil, nil]
      for chunk in Chunks.of(1000, text) where errors.contains(nil) {
        fed += chunk.count
        do throws(JSONStreamError) {
          reader.feed(chunk)
          while try reader.next() != nil {}
        } catch {
          errors[0] = errors[0] ?? error.syntaxError
        }
        do throws(JSONStreamError) { try partial.feed(chunk) } catch {
          errors[1] = errors[1] ?? error.syntaxError
        }
      }
      #expect(fed < 70_000)
      let expected = SkippingTests.refusalOfParser(text, options: options)
      #expect(errors == [expected, expected])
    }
  }

  @Test(arguments: ["[\"", "{\"", "['", "{"])
  func endlessStringsAreRefused(_ start: String) {
    var options = JSONReadingOptions.json5
    options.maximumStringLength = 10_000
    let text = Array((start + String(repeating: "é", count: 20_000)).utf8)
    var reader = JSONEventReader(options: options)
    var fed = 0
    do throws(JSONStreamError) {
      for chunk in Chunks.of(999, text) {
        fed += chunk.count
        reader.feed(chunk)
        while try reader.next() != nil {}
      }
      Issue.record("no error")
    } catch {
      #expect(error.syntaxError == JSONSyntaxError(.stringTooLong, at: 1))
      #expect(fed < 12_000)
    }
  }

  /// The reader does not hold values beside the path that it skips by blocks.
  @Test func blocksBesideThePathAreNotHeld() throws {
    var reader = JSONRecord.ElementReader(
      at: JSONPointer(tokens: ["items"]), options: .stream, maximumLength: 1 << 8)
    let values = Array(String(repeating: "[1,2],", count: 700).utf8)
    reader.feed(Array("{\"x\":[".utf8))
    for _ in 0..<64 {
      #expect(try reader.next() == nil)
      reader.feed(values)
      #expect(try reader.next() == nil)
      #expect(reader.heldCount <= 1 << 14)
    }
  }

  /// The last bytes of a long name, whose first bytes the reader has dropped, are not its name.
  @Test(arguments: ["\"", "'", ""], [100, 4090, 4094, 4095, 4096, 5000])
  func droppedNamesAreNotOnThePath(_ quote: String, _ length: Int) throws {
    let start = Array("{\(quote)\(String(repeating: "x", count: length))".utf8)
    let end = Array("a\(quote):[9],\"a\":[1]}".utf8)
    for limit in [8, 4096, 1 << 20] {
      var reader = JSONRecord.ElementReader(
        at: JSONPointer(tokens: ["a"]), options: .json5, maximumLength: limit)
      var found: [String] = []
      for chunk in [start, end] {
        reader.feed(chunk)
        if chunk == end { reader.finish() }
        while let record = try reader.next() {
          found.append(String(decoding: record.bytes, as: UTF8.self))
        }
      }
      #expect(found == ["1"], "limit \(limit)")
    }
  }

  // MARK: - Elements however cut

  /// A long name that ends with an escape, which a chunk cuts.
  @Test(arguments: 4080...4100)
  func longNamesWithCutEscapes(_ length: Int) {
    let text = Array("{\"\(String(repeating: "x", count: length))\\u0061\":1,\"b\":2}".utf8)
    for limit in [4090, 4096, 4100, 4110] {
      let whole = Self.elements(text, [text[...]], limit: limit, .strict)
      for cut in (length + 1)...(length + 10) {
        let found = Self.elements(text, Chunks.cut(text, at: cut), limit: limit, .strict)
        #expect(found == whole, "limit \(limit), cut at \(cut)")
      }
    }
  }

  private static func elements(
    _ text: [UInt8], _ chunks: [ArraySlice<UInt8>], limit: Int, _ options: JSONReadingOptions
  ) -> [String] {
    var reader = JSONRecord.ElementReader(options: options, maximumLength: limit)
    var found: [String] = []
    func drain() -> Bool {
      while true {
        do throws(JSONStreamError) {
          guard let record = try reader.next() else { return true }
          found.append("\(record.offset) \(record.name ?? "") \(visible(record.bytes))")
        } catch {
          found.append("\(error)")
          if error.endsStream { return false }
        }
      }
    }
    for chunk in chunks {
      reader.feed(chunk)
      if !drain() { return found }
    }
    reader.finish()
    _ = drain()
    return found
  }

  /// Long and damaged elements and names give the same records and errors, however the text is cut.
  @Test(arguments: [
    "[\"LONG\",1]", "{\"LONG\":1,\"b\":2}", "[\"LONG\\x\",1]", "[\"\\xLONG\",1]", "{LONG:1,b:2}",
    "{b@LONG:1}",
    "[[\"LONG\",[]],1]", "['LONG\\u0061\u{1}',1]", "[1,/*LONG*/2]", "[[1,/*LONG*/2],3]",
    "[1,/*LONG", "[[1,/*LONG",
    "{\"a\":{\"LONG\":\"LONG\"},\"b\":\"LONG\"}", "[\"LONG", "[\"LONG\"x", "[[\"LONG\"x",
    "[\"éLONG⟨FF⟩\"]", "[1LONG,2]",
  ])
  func longElementsHoweverCut(_ pattern: String) {
    for length in [3, 10, 9000] {
      let long = String(repeating: "né", count: length / 3)
      let text = MarkedBytes(pattern.replacing("LONG", with: long)).bytes
      for limit in [5, 11, 8995, 20_000] {
        for stringBytes in [1 << 20, 4100, 8] {
          var options = JSONReadingOptions.json5
          options.maximumStringLength = stringBytes
          let whole = Self.elements(text, [text[...]], limit: limit, options)
          for size in [1, 7, 1000, 4096] where size > 7 || text.count < 1000 {
            let found = Self.elements(text, Chunks.of(size, text), limit: limit, options)
            #expect(
              found == whole,
              "\(pattern) of \(length), limits \(limit) and \(stringBytes), by \(size)")
          }
        }
      }
    }
  }

  // MARK: - Cost

  /// Passing over deep values in pieces: each open container is looked at a few times, not once for
  /// each piece.
  @Test(arguments: [
    ("[", "]"), ("{\"a\":", "}"), ("[[1,2],", ",0]"), ("[{\"b\":[3]},{\"c\":", "},4]"),
  ])
  func deepValuesArePassedInLinearTime(_ open: String, _ close: String) throws {
    let depth = 10_000
    var options = JSONReadingOptions.strict
    options.maximumDepth = 3 * depth
    let inner = String(repeating: ",[1,{\"x\":\"y\"}]", count: 1000)
    let text = Array(
      (String(repeating: open, count: depth) + "[0\(inner)]"
        + String(repeating: close, count: depth))
        .utf8)
    for size in [600, 4096] {
      var reader = JSONEventReader(options: options)
      var isPassed = false
      for chunk in Chunks.of(size, text) {
        reader.feed(chunk)
        if !isPassed { isPassed = try reader.skipValue() }
      }
      reader.finish()
      if !isPassed { isPassed = try reader.skipValue() }
      #expect(isPassed)
      #expect(try reader.next() == nil)
      let isAtEnd = reader.isAtEnd
      #expect(isAtEnd)
      #expect(reader.levelsLooked <= 8 * text.count)
    }
  }

  private static let tokens = [
    ("/*", "* ", "*/1"), ("//", " x", "\n1"), ("\"", "\\\"a", "\""), ("'", "a\\'", "'"),
    ("", " ", "1"),
    ("{", "a", ":1}"), ("", "1", ""),
  ]

  /// A token in small pieces: each byte is read a few times, not once for each later piece.
  @Test(arguments: tokens.indices, [64, 1000])
  func bytesAreReadAFewTimes(_ index: Int, _ size: Int) throws {
    let token = Self.tokens[index]
    var options = JSONReadingOptions.json5
    options.maximumNumberLength = 1 << 20
    let middle = String(repeating: token.1, count: 60_000 / token.1.utf8.count)
    let text = Array((token.0 + middle + token.2).utf8)
    var reader = JSONEventReader(options: options)
    var partial = PartialJSON(.init(readingOptions: options))
    for chunk in Chunks.of(size, text) {
      reader.feed(chunk)
      while try reader.next() != nil {}
      try partial.feed(chunk)
    }
    reader.finish()
    while try reader.next() != nil {}
    try partial.finish()
    #expect(reader.bytesRead <= 4 * text.count)
    #expect(partial.bytesRead <= 4 * text.count)
  }

  /// Likewise if the token is part of an element, or is skipped.
  @Test(arguments: tokens.indices, [64, 1000])
  func bytesOfElementsAreReadAFewTimes(_ index: Int, _ size: Int) throws {
    let token = Self.tokens[index]
    var options = JSONReadingOptions.json5
    options.maximumNumberLength = 1 << 20
    let middle = String(repeating: token.1, count: 60_000 / token.1.utf8.count)
    let value = token.0 + middle + token.2
    for (text, pointer) in [("[\(value)]", []), ("{a:\(value),b:[]}", ["b"])] {
      for limit in [5000, 1 << 20] {
        var reader = JSONRecord.ElementReader(
          at: JSONPointer(tokens: pointer), options: options, maximumLength: limit)
        do throws(JSONStreamError) {
          for chunk in Chunks.of(size, Array(text.utf8)) {
            reader.feed(chunk)
            while try reader.next() != nil {}
          }
        } catch {
          #expect(error.kind == .recordTooLong && limit == 5000 && pointer.isEmpty)
        }
        #expect(reader.bytesRead <= 4 * text.utf8.count, "limit \(limit)")
      }
    }
  }

  /// Names that are compared with others are held as long as they grow.
  @Test(arguments: [64, 1000], ["{\"a\":1,\"", "{\"a\":{\"", "{a:1,", "{\"a\":[{\""])
  func bytesOfComparedNamesAreReadAFewTimes(_ size: Int, _ start: String) throws {
    var options = JSONReadingOptions.json5
    options.duplicateNames = .refuse
    let text = Array((start + String(repeating: "n", count: 60_000)).utf8)
    var reader = JSONRecord.ElementReader(
      at: JSONPointer(tokens: ["items"]), options: options, maximumLength: 256)
    for chunk in Chunks.of(size, text) {
      reader.feed(chunk)
      #expect(try reader.next() == nil)
    }
    #expect(reader.bytesRead <= 4 * text.count)
  }
}
