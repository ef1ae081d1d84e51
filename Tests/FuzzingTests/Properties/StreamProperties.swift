import RushJSONCore
import RushJSONStreams

/// A stream in chunks gives the events, values and errors of the same stream in one piece.
enum StreamProperties {
  static func run(_ input: inout FuzzInput) throws {
    let options = input.readingOptions()
    let content: JSONEventReader.Content = input.flag() ? .values : .value
    let cuts = input.cuts()
    let text = input.rest()
    let pieces = chunks(of: text, cuts)
    func check<T: Equatable>(_ what: String, _ read: ([[UInt8]]) throws -> T) throws {
      try checkEqual("\(what): chunked ≡ whole", read(pieces), read([text]))
    }
    for way in input.sampled(Way.allCases) {
      switch way {
      case .events: try check("events") { try events($0, content, options) }
      case .skips: try check("skipping") { try skips($0, content, options) }
      case .values: try check("values") { try values($0, content, options) }
      case .elements: try check("elements") { try elements($0, options) }
      case .matches: try check("projection") { try matches($0, options) }
      case .shortTexts: try checkShortText(text, options)
      case .verdict: if content == .value { try checkSkipping(text, pieces, options) }
      }
    }
  }

  private enum Way: CaseIterable {
    case events, skips, values, elements, matches, shortTexts, verdict
  }

  /// Passing over a value accepts and refuses what reading it does.
  private static func checkSkipping(
    _ text: [UInt8], _ pieces: [[UInt8]], _ options: JSONReadingOptions
  ) throws {
    var verdict: JSONSyntaxError?
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text, options: options)
    } catch { verdict = error }
    let skipped = try skips(pieces, .value, options)
    try checkEqual("skipping ≡ tokenizer", skipped.errors.last?.syntaxError, verdict)
    if verdict == nil { try checkEqual("one value is passed", skipped.records.count, 1) }
    let nothing = JSONProjection([JSONPointer(tokens: ["no such name"])])
    let projected = try matches(pieces, options, nothing)
    try checkEqual("projection ≡ tokenizer", projected.errors.last?.syntaxError, verdict)
  }

  /// A text in memory gives the values, matches and errors of a stream, unless members have the same name.
  private static func checkShortText(_ text: [UInt8], _ options: JSONReadingOptions) throws {
    for projection in [some, several, unchecked] {
      let matches = outcome { () throws(JSONStreamError) in
        try projection.matches(in: text, options: options)
      }
      let values = outcome { () throws(JSONStreamError) in
        try projection.values(in: text, options: options)
      }
      try checkEqual(
        "values of bytes", values,
        outcome { () throws(JSONStreamError) in
          try projection.values(in: text.lazy.map { $0 }, options: options)
        })
      var reader = JSONProjection.Reader(projection, options: options)
      reader.feed(text)
      reader.finish()
      let streamed = outcome { () throws(JSONStreamError) in
        var matches: [JSONProjection.Match] = []
        while let match = try reader.next() { matches.append(match) }
        return matches
      }
      if reader.hasDuplicates {
        try check("duplicates are seen", options.duplicateNames == .keepLast)
        continue
      }
      try checkEqual("short text ≡ stream: matches", matches, streamed)
      try checkEqual(
        "short text ≡ stream: values", values,
        outcome { try projection.values(inChunks: [text], options: options) })
    }
  }

  /// What was read, as it is written and with the order of its members, or the error.
  private static func outcome<T>(_ read: () throws -> T) -> String {
    do { return "\(try read())" } catch {
      let place = error as? JSONStreamError
      return "\(error) \(String(describing: place?.location)) \(String(describing: place?.pointer))"
    }
  }

  private static let severalPatterns: [JSONPattern] = [
    "$.a", "$.a.*", "$[*]", "$.b[0:3]", "$[*][*]", "/b/0", "$.*.a",
  ]
  private static let several = JSONProjection(patterns: severalPatterns)
  private static let unchecked = JSONProjection(patterns: severalPatterns, skipping: .unchecked)

  struct Event: Equatable {
    var event: JSONEventReader.Event
    var offset: Int
    var text: String?
  }

  private static func events(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions
  ) throws -> StreamTrace<Event> {
    try trace(chunks, content, options) { (reader) throws(JSONStreamError) in
      guard let event = try reader.next() else { return nil }
      return Event(
        event: event, offset: reader.offset, text: reader.number()?.text ?? reader.string())
    }
  }

  private static func skips(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions
  ) throws -> StreamTrace<Bool> {
    try trace(chunks, content, options) { (reader) throws(JSONStreamError) in
      try reader.skipValue() ? true : nil
    }
  }

  private static func values(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions
  ) throws -> StreamTrace<String> {
    try trace(chunks, content, options) { (reader) throws(JSONStreamError) in
      try reader.readValue().map { "\($0)" }
    }
  }

  private static func trace<Record: Equatable>(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions,
    next: (inout JSONEventReader) throws(JSONStreamError) -> Record?
  ) throws -> StreamTrace<Record> {
    var reader = JSONEventReader(content, options: options)
    return try StreamTrace(of: chunks) {
      reader.feed($0)
    } finish: {
      reader.finish()
    } next: { () throws(JSONStreamError) in
      try next(&reader)
    }
  }

  private static func elements(
    _ chunks: [[UInt8]], _ options: JSONReadingOptions
  ) throws -> StreamTrace<JSONRecord> {
    var reader = JSONRecord.ElementReader(options: options)
    return try StreamTrace(of: chunks) {
      reader.feed($0)
    } finish: {
      reader.finish()
    } next: { () throws(JSONStreamError) in
      try reader.next()
    }
  }

  private static let some = JSONProjection([
    JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b", "0"]),
  ])

  private static func matches(
    _ chunks: [[UInt8]], _ options: JSONReadingOptions, _ projection: JSONProjection = some
  ) throws -> StreamTrace<JSONProjection.Match> {
    var reader = JSONProjection.Reader(projection, options: options)
    return try StreamTrace(of: chunks) {
      reader.feed($0)
    } finish: {
      reader.finish()
    } next: { () throws(JSONStreamError) in
      try reader.next()
    }
  }
}
