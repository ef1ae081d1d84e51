import RushJSONCore
import RushJSONStreams

/// All readers say the same about a text, and make the same of it, whatever the options are.
enum ReadingProperties {
  static func run(_ input: inout FuzzInput) throws {
    let options = input.readingOptions()
    let text = input.rest(.long)
    var verdict: JSONSyntaxError?
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text, options: options)
    } catch { verdict = error }
    func read<T>(_ property: String, _ make: () throws -> T) throws -> T? {
      do {
        let value = try make()
        try checkEqual(property, nil, verdict)
        return value
      } catch let error as JSONSyntaxError {
        try checkEqual(property, error, verdict)
      } catch let error as JSONStreamError {
        try checkEqual(property, error.syntaxError, verdict)
      } catch DecodingError.dataCorrupted(let context) {
        try checkEqual(property, context.underlyingError as? JSONSyntaxError, verdict)
      }
      return nil
    }

    let document = try read("document ≡ tokenizer") {
      try JSONDocument(parsing: text, options: options)
    }
    let tree = try read("tree ≡ tokenizer") { try RawJSON(parsing: text, options: options) }
    for way in input.sampled(Way.allCases) {
      switch way {
      case .events: _ = try read("events ≡ tokenizer") { try readEvents(text, options) }
      case .partial:
        let partial = try read("partial ≡ tokenizer") { () -> RawJSON? in
          var partial = PartialJSON(.init(readingOptions: options))
          try partial.feed(text)
          try partial.finish()
          return partial.snapshot()
        }
        try checkEqual("partial value ≡ tree", partial ?? nil, tree)
      case .contents:
        if let document, let tree { try checkContents(document, tree, options) }
      default: try checkOther(way, text, options, tree, read)
      }
    }
    if let verdict {
      try check("an error is inside the text", (0...text.count).contains(verdict.offset))
      if input.takes(oneIn: 16) {
        _ = verdict.location(in: text)
        _ = verdict.pointer(in: text)
        _ = verdict.report(in: text)
      }
    }
  }

  /// The ways to read a text that are compared with the tokenizer, documents and trees.
  private enum Way: CaseIterable {
    case events, partial, contents, careful, decoder, line, elements
  }

  private static func readEvents(_ text: [UInt8], _ options: JSONReadingOptions) throws {
    var reader = JSONEventReader(options: options)
    reader.feed(text)
    reader.finish()
    while try reader.next() != nil {}
  }

  /// Readers that differ for some texts, which are left out.
  private static func checkOther(
    _ way: Way, _ text: [UInt8], _ options: JSONReadingOptions, _ tree: RawJSON?,
    _ read: (String, () throws -> RawJSON) throws -> RawJSON?
  ) throws {
    switch way {
    // The fast pass takes no text with such a limit, so the careful pass reads all of it.
    case .careful where text.count < 8192:
      var careful = options
      careful.maximumNumberLength = min(careful.maximumNumberLength, 8191)
      let value = try read("careful pass ≡ tokenizer") {
        try RawJSON(parsing: text, options: careful)
      }
      try checkEqual("careful pass: tree", value, tree)
    case .decoder:
      // Like Foundation's, the decoder reads UTF-16 and UTF-32, which it tells by zeros and marks.
      let isMarked = text.starts(with: [0xff, 0xfe]) || text.starts(with: [0xfe, 0xff])
      if text.prefix(4).contains(0) || isMarked { return }
      let decoder = RushJSONCoreDecoder()
      decoder.readingOptions = options
      let value = try read("decoder ≡ tokenizer") { try decoder.decode(RawJSON.self, from: text) }
      try checkEqual("decoder: tree", value, tree)
    // A line feed ends a line, and so does a carriage return before the end of the stream.
    case .line where !text.isEmpty && !text.contains(0x0a) && text.last != 0x0d:
      var lines = JSONLines([text])
      lines.skipsBlankLines = false
      let value = try read("line ≡ tokenizer") {
        var value: RawJSON?
        for line in lines.trees(options: options) { value = try line.get() }
        return value ?? .string("no line")
      }
      try checkEqual("line: tree", value, tree)
    // A scalar has no elements. After an error or a comment, only the reader knows whether it is one.
    case .elements where tree?.arrayValue != nil:
      let value = try read("elements ≡ tokenizer") {
        let elements = JSONElements(at: .root, in: [text], options: options)
        return .array(RawJSON.Array(try elements.trees().map { try $0.get() }))
      }
      try checkEqual("elements: tree", value, tree)
    default: break
    }
  }

  /// Writes the document, which has all members, and reads that: the same tree.
  private static func checkContents(
    _ document: JSONDocument, _ tree: RawJSON, _ options: JSONReadingOptions
  ) throws {
    // Numbers that are not finite cannot be written.
    guard let written = try? document.jsonBytes() else {
      return try check(
        "a strict document can be written",
        !options.leniencies.isDisjoint(with: [.nonFiniteNumbers, .extendedNumbers]))
    }
    var again = JSONReadingOptions(duplicateNames: options.duplicateNames)
    again.maximumDepth = max(options.maximumDepth, again.maximumDepth)
    try checkEqual("document ≡ tree", try RawJSON(parsing: written, options: again), tree)
  }
}
