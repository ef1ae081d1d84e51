import RushJSONCore

/// All readers say the same about a text, and make the same of it, whatever the options are.
enum ReadingProperties {
  static func run(_ input: inout FuzzInput) throws {
    let options = input.readingOptions()
    let text = input.rest()
    var verdict: JSONSyntaxError?
    do throws(JSONSyntaxError) {
      try JSONTokenizer.validate(text, options: options)
    } catch { verdict = error }

    var document: JSONDocument?
    do {
      document = try JSONDocument(parsing: text, options: options)
      try checkEqual("document ≡ tokenizer", nil, verdict)
    } catch let error as JSONSyntaxError {
      try checkEqual("document ≡ tokenizer", error, verdict)
    }
    var tree: RawJSON?
    do {
      tree = try RawJSON(parsing: text, options: options)
      try checkEqual("tree ≡ tokenizer", nil, verdict)
    } catch let error as JSONSyntaxError {
      try checkEqual("tree ≡ tokenizer", error, verdict)
    }
    try checkEqual("events ≡ tokenizer", eventsError(text, options), verdict)
    var partial = PartialJSON(.init(reading: options))
    do {
      try partial.feed(text)
      try partial.finish()
      try checkEqual("partial ≡ tokenizer", nil, verdict)
      try checkEqual("partial value ≡ tree", partial.snapshot(), tree)
    } catch let error as JSONStreamError {
      try checkEqual("partial ≡ tokenizer", error.syntaxError, verdict)
    }
    if let verdict {
      try check("an error is inside the text", (0...text.count).contains(verdict.offset))
      _ = verdict.location(in: text)
      _ = verdict.pointer(in: text)
      _ = verdict.report(in: text)
    }
    if let document, let tree { try checkContents(document, tree, options) }
  }

  private static func eventsError(
    _ text: [UInt8], _ options: JSONReadingOptions
  ) -> JSONSyntaxError? {
    var reader = JSONEventReader(options: options)
    reader.feed(text)
    reader.finish()
    do throws(JSONStreamError) {
      while try reader.next() != nil {}
      return nil
    } catch { return error.syntaxError }
  }

  /// Writes the document, which has all members, and reads that: the same tree.
  private static func checkContents(
    _ document: JSONDocument, _ tree: RawJSON, _ options: JSONReadingOptions
  ) throws {
    var cursor = document.cursor()
    var count = 0
    repeat { count += 1 } while cursor.advance()
    try check("a cursor visits at most all records", count <= document.recordCount + 1)
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
