import CorpusGenerator
import RushJSONCore
import Testing

/// Passing over values: the same texts are accepted, the same refused for the same reason, and what
/// follows is read as if nothing had been passed.
@Suite struct SkippingTests {
  /// Passes over the one value of a text. Returns why it is refused.
  static func refusal(
    _ chunks: [ArraySlice<UInt8>], options: JSONReadingOptions = .strict,
    kernel: BlockKernel = .fastest
  ) -> JSONSyntaxError? {
    // Small pieces, so that nearly all is passed by blocks.
    var reader = JSONEventReader(options: options, kernel: kernel, pieceSize: 24)
    do throws(JSONStreamError) {
      var isPassed = false
      for chunk in chunks {
        reader.feed(chunk)
        if !isPassed { isPassed = try reader.skipValue() }
      }
      reader.finish()
      if !isPassed { isPassed = try reader.skipValue() }
      // Nothing is left, which only this finds out.
      while try reader.next() != nil {}
      return isPassed || !chunks.contains { !$0.isEmpty }
        ? nil : JSONSyntaxError(.emptyText, at: -1)
    } catch {
      return error.syntaxError
    }
  }

  static func refusalOfParser(_ text: [UInt8], options: JSONReadingOptions) -> JSONSyntaxError? {
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text, options: options)
      return nil
    } catch {
      return error
    }
  }

  static func check(
    _ text: [UInt8], options: JSONReadingOptions = .strict,
    kernels: [BlockKernel] = BlockKernel.available, seed: UInt64? = nil,
    at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = refusalOfParser(text, options: options)
    for kernel in kernels {
      #expect(
        refusal([text[...]], options: options, kernel: kernel) == expected,
        "\(kernel): \(visible(text))", sourceLocation: sourceLocation)
    }
    guard let seed else { return }
    var random = SeededGenerator(seed: seed)
    let chunks = Chunks.random(text, largest: 1500, using: &random)
    #expect(
      refusal(chunks, options: options) == expected,
      "\(chunks.map(\.count)): \(visible(text))", sourceLocation: sourceLocation)
  }

  /// `value` in the middle of a text that is long enough for blocks, at any place of a block.
  static func among(_ value: [UInt8], at place: Int) -> [UInt8] {
    let padding = [UInt8](repeating: 0x20, count: place)
    return Array("{\"x\":[1,{\"a\\n\":null,\"b\":[-0.5,true]},\"\u{e9}\",\n".utf8) + padding + value
      + Array((String(repeating: ",[1,\"a\", {\"b\":false}]", count: 40) + "]}").utf8)
  }

  /// The tables, with every kernel, at places of a block where they lie in one or two. The largest
  /// blocks have 512 bytes.
  @Test(arguments: [0, 1, 2, 3])
  func tables(_ part: Int) {
    for (index, syntax) in SyntaxTable.all.enumerated() where index % 4 == part {
      var options = syntax.options
      options.maximumDepth += 2
      options.maximumLength = max(options.maximumLength, 4000)
      #if DEBUG
        let places = [index % 64, (index + 29) % 64, 400 + index % 64]
      #else
        let places = Array(0..<64) + Array(400..<512)
      #endif
      for place in places {
        Self.check(Self.among(syntax.bytes, at: place), options: options, seed: UInt64(index))
      }
      Self.check(syntax.bytes, options: syntax.options)
    }
  }

  /// The line and column of an error after values that were skipped, whose lines a kernel may have
  /// counted.
  @Test(arguments: ["\n", "\r\n", "\r", " "], ["x", "\u{e9}", "\u{1F600}"])
  func lines(_ end: String, _ letter: String) {
    for count in [3, 30, 300] {
      let values = Array(repeating: "{\"a\":\(end)[1, \"\(letter)\"]}", count: count)
      let text = "[[" + values.joined(separator: ",\(end)") + "],\(end)\"\(letter)\", ?]"
      for kernel in BlockKernel.available {
        var reader = JSONEventReader(kernel: kernel, pieceSize: 24)
        reader.feed(Array(text.utf8))
        reader.finish()
        do throws(JSONStreamError) {
          let first = try reader.next()
          let isPassed = try reader.skipValue()
          #expect(first == .beginArray && isPassed)
          while try reader.next() != nil {}
          Issue.record("\(kernel), \(count): no error")
        } catch {
          #expect(error.location == error.syntaxError?.location(in: text), "\(kernel), \(count)")
        }
      }
    }
  }

  /// Every change of a byte of the samples, in the middle of a longer text.
  @Test(arguments: SampleDocuments.all.indices)
  func everySingleByteChange(_ index: Int) {
    #if DEBUG
      let bytes: [UInt8] = [0x00, 0x20, 0x22, 0x2c, 0x2e, 0x30, 0x3a, 0x5c, 0x5d, 0x7b, 0x7d, 0xc3]
      let kernels = [BlockKernel.fastest]
    #else
      let bytes = Array(UInt8.min...UInt8.max)
      let kernels = BlockKernel.available
    #endif
    let changes = Mutation.singleByteChanges(of: SampleDocuments.all[index], to: bytes)
    for (number, change) in changes.enumerated() {
      let place = number % 64 + (number / 64 % 2) * 400
      Self.check(Self.among(change.bytes, at: place), kernels: kernels)
    }
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func generated(_ seed: PropertySeed) {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    var random = SeededGenerator(seed: seed.value)
    for _ in 0..<10 {
      let text = generator.document(maximumDepth: 40, maximumBytes: 4000)
      Self.check(text, seed: seed.value)
      for count in 1...3 {
        Self.check(Mutation.edited(text, count: count, using: &random), seed: seed.value)
      }
    }
  }

  @Test(arguments: TestFolder.documents)
  func corpus(_ name: String) throws {
    let text = try TestFolder.corpus.bytes(of: name)
    Self.check(text, kernels: [.fastest], seed: 3)
  }

  /// For each event in turn: skips the value there, and reads the rest.
  @Test(arguments: [0, 1, 2, 3], [false, true])
  func readsOnBehind(_ seed: UInt64, isUnchecked: Bool) {
    var generator = DocumentGenerator(seed: 77 + seed, finiteNumbers: false)
    let text = Self.among(generator.document(maximumDepth: 12, maximumBytes: 3000), at: 3)
    let whole = StreamReading([text[...]]).events
    var random = SeededGenerator(seed: seed)
    for place in stride(from: 0, to: whole.count, by: 3) {
      let chunks = Chunks.random(text, largest: 2000, using: &random)
      var expected = Array(whole[..<place])
      var rest = whole[place...]
      Self.dropValue(&rest)
      expected += rest
      let found = Self.events(chunks, passingAt: place, isUnchecked: isUnchecked)
      #expect(found == expected, "at event \(place) of \(visible(text)) in \(chunks.map(\.count))")
    }
  }

  /// Removes the events that `skipValue` skips.
  private static func dropValue(_ events: inout ArraySlice<ReadEvent>) {
    if case .name = events.first?.what { events.removeFirst() }
    var depth = 0
    while let event = events.first {
      switch event.what {
      case .beginArray, .beginObject: depth += 1
      case .endArray, .endObject:
        if depth == 0 { return }
        depth -= 1
      default: break
      }
      events.removeFirst()
      if depth == 0 { return }
    }
  }

  private static func events(
    _ chunks: [ArraySlice<UInt8>], passingAt place: Int, isUnchecked: Bool
  ) -> [ReadEvent] {
    var reading = StreamReading()
    var reader = JSONEventReader(kernel: .fastest, pieceSize: 24)
    var isPassed = false
    func pass(_ reading: inout StreamReading, _ reader: inout JSONEventReader)
      throws(JSONStreamError)
    {
      while reading.events.count < place {
        guard try reading.readOne(&reader) else { return }
      }
      if !isPassed {
        isPassed = try isUnchecked ? reader.skipValueUnchecked() : reader.skipValue()
        // At the end of a container there is no value.
        if !isPassed, try reader.isBeforeEnd() == true { isPassed = true }
        if !isPassed { return }
      }
      while try reading.readOne(&reader) {}
    }
    do throws(JSONStreamError) {
      for chunk in chunks {
        reader.feed(chunk)
        try pass(&reading, &reader)
      }
      reader.finish()
      try pass(&reading, &reader)
    } catch {
      Issue.record("\(error)")
    }
    return reading.events
  }
}
