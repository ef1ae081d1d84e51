import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// However a text is cut, its stream gives the same events, values and error as the whole text.
struct StreamEquivalence {
  let text: [UInt8]
  var options = JSONReadingOptions.strict
  let whole: StreamReading

  init(_ text: [UInt8], options: JSONReadingOptions = .strict) {
    self.text = text
    self.options = options
    whole = StreamReading([text[...]], options: options)
  }

  /// Compares one chunk with the document: events, or kind, offset, line, column and path.
  func checkOneShot(at sourceLocation: SourceLocation = #_sourceLocation) {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text, options: options)
      #expect(whole.error == nil, "\(visible(text))", sourceLocation: sourceLocation)
      let events = try? DocumentEvents.list(document)
      #expect(
        whole.events.map(\.asInDocument) == events, "\(visible(text))",
        sourceLocation: sourceLocation)
    } catch {
      #expect(
        whole.error?.syntaxError == error, "\(visible(text))", sourceLocation: sourceLocation)
      #expect(
        whole.error?.location == error.location(in: text), "\(visible(text)) \(error)",
        sourceLocation: sourceLocation)
      // A report knows no options: it unescapes names without quotes, which Foundation's grammar does not.
      let keepsEscapes =
        options.leniencies.contains(.foundation) && text.contains(UInt8(ascii: "\\"))
      #expect(
        keepsEscapes || whole.error?.pointer == error.pointer(in: text),
        "\(visible(text)) \(error)",
        sourceLocation: sourceLocation)
    }
  }

  /// Compares the text in `chunks` with the text in one.
  func check(
    _ chunks: [ArraySlice<UInt8>], pieceSize: Int = JSONEventReader.pieceSize,
    at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = StreamReading(chunks, options: options, pieceSize: pieceSize)
    if found == whole { return }
    let events = zip(found.events, whole.events).first { $0 != $1 }
    Issue.record(
      """
      \(visible(text.prefix(4000))) in chunks of \(chunks.prefix(100).map(\.count))
      \(found.events.count) events, not \(whole.events.count); \(String(describing: events))
      \(String(describing: found.error)), not \(String(describing: whole.error))
      """, sourceLocation: sourceLocation)
  }

  func checkEveryCut(at sourceLocation: SourceLocation = #_sourceLocation) {
    for place in 0...text.count { check(Chunks.cut(text, at: place), at: sourceLocation) }
  }

  func checkBytes(at sourceLocation: SourceLocation = #_sourceLocation) {
    check(Chunks.of(1, text), at: sourceLocation)
    // Comments are dropped every few bytes.
    check(Chunks.of(1, text), pieceSize: 3, at: sourceLocation)
  }

  /// Compares the other readers of streams: of several values, skipping all, and a partial
  /// value.
  func checkOthers(at sourceLocation: SourceLocation = #_sourceLocation) {
    let values = StreamReading([text[...]], .values, options: options)
    for size in [1, 2] {
      let found = StreamReading(Chunks.of(size, text), .values, options: options, pieceSize: 4)
      #expect(
        found == values, "values of \(visible(text)) by \(size), \(options)",
        sourceLocation: sourceLocation)
      #expect(
        SkippingTests.refusal(Chunks.of(size, text), options: options)
          == SkippingTests.refusal([text[...]], options: options),
        "skipping \(visible(text)) by \(size), \(options)", sourceLocation: sourceLocation)
    }
    checkPartial(at: sourceLocation)
  }

  /// Compares a partial value, byte by byte and whole: kind, offset and place.
  func checkPartial(at sourceLocation: SourceLocation = #_sourceLocation) {
    for size in [1, 3, max(1, text.count)] {
      var partial = PartialJSON(.init(readingOptions: options))
      var found: JSONStreamError?
      do throws(JSONStreamError) {
        for chunk in Chunks.of(size, text) {
          try partial.feed(chunk)
          _ = partial.snapshot()
        }
        try partial.finish()
      } catch {
        found = error
      }
      #expect(
        found?.syntaxError == whole.error?.syntaxError && found?.location == whole.error?.location,
        "\(visible(text)) by \(size): \(String(describing: found)), \(options)",
        sourceLocation: sourceLocation)
    }
  }

  func checkRandomCuts(
    _ count: Int, largest: Int, seed: UInt64,
    at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<count {
      check(Chunks.random(text, largest: largest, using: &random), at: sourceLocation)
    }
  }
}

@Suite struct StreamEquivalenceTests {
  /// Each text alone.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func tables(_ part: Int) {
    for (index, syntax) in SyntaxTable.all.enumerated() where index % 8 == part {
      let alone = StreamEquivalence(syntax.bytes, options: syntax.options)
      alone.checkOneShot()
      alone.checkEveryCut()
      alone.checkBytes()
      alone.checkRandomCuts(2, largest: 12, seed: UInt64(index))
    }
  }

  /// A debug build tests one of this many combinations for each text, a different one each time.
  #if DEBUG
    private static let share = 6
  #else
    private static let share = 1
  #endif

  /// Limits that nearly every text meets somewhere.
  static func tightened(_ options: JSONReadingOptions) -> [JSONReadingOptions] {
    var all: [JSONReadingOptions] = []
    func add(_ change: (inout JSONReadingOptions) -> Void) {
      var tight = options
      change(&tight)
      all.append(tight)
    }
    for limit in [0, 1, 2, 3, 5] {
      add { $0.maximumStringLength = limit }
      add { $0.maximumNumberLength = limit }
      add { $0.maximumLength = 2 * limit + 1 }
      add { ($0.maximumStringLength, $0.maximumLength) = (limit, 8) }
      add { ($0.maximumStringLength, $0.maximumNumberLength, $0.maximumDepth) = (limit, limit, 1) }
    }
    return all
  }

  /// Every table with tight limits: all readers report the first error, even if it is a limit.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func tablesWithTightLimits(_ part: Int) {
    for (index, syntax) in SyntaxTable.all.enumerated()
    where index % 8 == part && syntax.bytes.count <= 40 {
      for (number, options) in Self.tightened(syntax.options).enumerated()
      where (index / 8 + number) % Self.share == 0 {
        let text = StreamEquivalence(syntax.bytes, options: options)
        text.checkOneShot()
        text.checkEveryCut()
        text.checkBytes()
        text.checkOthers()
      }
    }
  }

  /// Every table with other leniencies than its own: none, each alone, and all.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func tablesWithOtherLeniencies(_ part: Int) {
    let all = (0..<10).map { JSONReadingOptions.Leniencies(rawValue: 1 << $0) }
    let sets =
      all + [
        [], .json5, [.unquotedNames, .comments], JSONReadingOptions.Leniencies(rawValue: 1023),
      ]
    for (index, syntax) in SyntaxTable.all.enumerated()
    where index % 8 == part && syntax.bytes.count <= 40 {
      for (number, leniencies) in sets.enumerated()
      where (index / 8 + number) % Self.share == 0 {
        var options = syntax.options
        options.leniencies = leniencies
        let text = StreamEquivalence(syntax.bytes, options: options)
        text.checkOneShot()
        text.checkEveryCut()
        text.checkBytes()
        text.checkOthers()
      }
    }
  }

  /// Texts in which the end of a piece could change which error comes first.
  static let odd = [
    "{ // test", "{ /* test", "{a:1, // b", "{a\\⟨FF FF FF⟩", "{\\⟨FF FF FF⟩", "{a\\u00⟨FF⟩",
    "{a⟨C3⟩",
    "{\"abc\\u12", "[\"abcd\\x", "[\"ab\u{1}cdefgh", "[\"\\ud83d\\ude00abc", "['abc\\'def'",
    "[12345x",
    "[-Infinit", "[1e+", "[0x123456789abcdef01", "{abc\\u0064ef :1}", "{äöü😀:1}", "[\"äöü😀",
    "[ab/**/c]",
    "/*/ */1", "//⟨0D⟩1", "/**⟨FF⟩*/1", "// ⟨C3⟩", "['a\\⟨0D 0A⟩b']", "{abcdefgh@:1}",
    "[truefalse]",
    "[\"abcdef⟨FF⟩\"]", "{'abc⟨0A⟩':1}", "[1,2] x", "[+.5e5]", "{\"a\":1,\"a\":2}", "{abc:1,abc:2}",
  ]

  @Test(arguments: odd)
  func oddTexts(_ text: String) {
    let bytes = MarkedBytes(text).bytes
    let sets: [JSONReadingOptions.Leniencies] = [
      [], .json5, .unquotedNames, .comments, .singleQuotes,
    ]
    for leniencies in sets {
      for duplicates in [JSONReadingOptions.DuplicateNames.keepLast, .refuse] {
        let plain = JSONReadingOptions(leniencies: leniencies, duplicateNames: duplicates)
        for options in Self.tightened(plain) + [plain] {
          let text = StreamEquivalence(bytes, options: options)
          text.checkOneShot()
          text.checkEveryCut()
          text.checkBytes()
          text.checkOthers()
        }
      }
    }
  }

  @Test func tablesAmongManyTokens() {
    let before = Array(("{\"a\\n\":[\n" + String(repeating: "0,", count: 20)).utf8)
    let after = Array((String(repeating: ",[1,\"a\"]", count: 10) + "]}").utf8)
    for (index, syntax) in SyntaxTable.all.enumerated() where syntax.bytes.count < 100 {
      var options = syntax.options
      options.maximumDepth += 2
      options.maximumLength = max(options.maximumLength, 4000)
      let among = StreamEquivalence(before + syntax.bytes + after, options: options)
      among.checkOneShot()
      among.checkBytes()
      among.checkRandomCuts(2, largest: 40, seed: UInt64(index))
    }
  }

  @Test(arguments: TestFolder.published.names)
  func published(_ name: String) throws {
    let bytes = try TestFolder.published.bytes(of: name)
    let stream = StreamEquivalence(bytes)
    stream.checkOneShot()
    stream.checkBytes()
    if bytes.count < 300 { stream.checkEveryCut() }
    stream.checkRandomCuts(2, largest: 1000, seed: 1)
  }

  @Test(arguments: [TestFolder.accept, .reject, .either])
  func cases(_ folder: TestFolder) throws {
    for name in folder.names {
      let bytes = try folder.bytes(of: name)
      let stream = StreamEquivalence(bytes)
      stream.checkOneShot()
      stream.checkBytes()
      if bytes.count < 200 { stream.checkEveryCut() }
    }
  }

  /// Random cuts; byte by byte in a release build alone.
  @Test(arguments: TestFolder.documents)
  func corpus(_ name: String) throws {
    let bytes = try TestFolder.corpus.bytes(of: name)
    let stream = StreamEquivalence(bytes)
    stream.checkOneShot()
    #if DEBUG
      stream.checkRandomCuts(1, largest: 5000, seed: 5)
    #else
      stream.checkBytes()
      stream.checkRandomCuts(10, largest: 50_000, seed: 5)
    #endif
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func generated(_ seed: PropertySeed) {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    #if DEBUG
      let count = 4
    #else
      let count = 64
    #endif
    for _ in 0..<count {
      let stream = StreamEquivalence(generator.document(maximumDepth: 8, maximumBytes: 600))
      stream.checkOneShot()
      stream.checkEveryCut()
      stream.checkBytes()
    }
  }

  /// Damaged documents: the first error, wherever the cut is.
  @Test(arguments: PropertySeed.all(count: 8))
  func damaged(_ seed: PropertySeed) {
    var random = SeededGenerator(seed: seed.value)
    for (index, bytes) in SampleDocuments.all.enumerated() {
      for options in [JSONReadingOptions.strict, .json5] {
        let edited = Mutation.edited(bytes, count: 1 + index % 3, using: &random)
        let stream = StreamEquivalence(edited, options: options)
        stream.checkOneShot()
        stream.checkBytes()
        stream.checkRandomCuts(2, largest: 30, seed: seed.value)
      }
    }
  }

  @Test(arguments: SampleDocuments.all.indices)
  func everyPrefix(_ index: Int) {
    for prefix in Mutation.prefixes(of: SampleDocuments.all[index]) {
      let stream = StreamEquivalence(Array(prefix))
      stream.checkOneShot()
      stream.checkBytes()
      stream.checkRandomCuts(1, largest: 12, seed: UInt64(index))
    }
  }
}
