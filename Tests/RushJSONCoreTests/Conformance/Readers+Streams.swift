import RushJSONCore
import RushJSONStreams
import Testing

extension Readers {
  // MARK: - Events

  /// However a text is cut, a stream gives the same events, offsets and errors.
  static let events = [
    Reader(name: "events of one chunk") { bytes, options in
      if let error = StreamTrace.whole(bytes, options: options).error { throw error }
    },
    Reader(name: "events byte by byte", maximumLength: 4095) { bytes, options in
      let trace = StreamTrace.byteByByte(bytes, options: options)
      #expect(trace == StreamTrace.whole(bytes, options: options), "\(visible(bytes))")
      if let error = trace.error { throw error }
    },
    Reader(name: "events cut at every byte", maximumLength: 48) { bytes, options in
      let whole = StreamTrace.whole(bytes, options: options)
      for cut in 0...bytes.count {
        let trace = StreamTrace(bytes, cuts: [cut], options: options)
        #expect(trace == whole, "cut at \(cut) of \(visible(bytes))")
      }
      if let error = whole.error { throw error }
    },
  ]

  /// Finds nothing, so it checks the whole text and skips it.
  static let projection = Reader(name: "projection") { bytes, options in
    _ = try JSONProjection(["/no such name"]).values(in: bytes, options: options)
  }

  // MARK: - Partial values

  static let partialValues = [
    Reader(name: "partial value of one chunk") { bytes, options in
      try readPartial([bytes[...]], options)
    },
    Reader(name: "partial value byte by byte", maximumLength: 4095) { bytes, options in
      try readPartial(Chunks.of(1, bytes), options)
    },
  ]

  private static func readPartial(
    _ chunks: [ArraySlice<UInt8>], _ options: JSONReadingOptions
  ) throws {
    var partial = PartialJSON(.init(readingOptions: options))
    for chunk in chunks { try partial.feed(chunk) }
    try partial.finish()
  }

  // MARK: - Records

  static let elements = [
    Reader(name: "elements of one chunk", exceptions: [scalar]) { bytes, options in
      try readAll(JSONElements(at: .root, in: [bytes], options: options).documents())
    },
    Reader(name: "elements byte by byte", exceptions: [scalar], maximumLength: 4095) {
      bytes, options in
      let chunks = Chunks.of(1, bytes)
      try readAll(JSONElements(at: .root, in: chunks, options: options).documents())
    },
    Reader(name: "values of one chunk", exceptions: [noValue, nextValue]) { bytes, options in
      try readAll(JSONElements(concatenated: [bytes], options: options).documents())
    },
    Reader(name: "values byte by byte", exceptions: [noValue, nextValue], maximumLength: 4095) {
      bytes, options in
      let chunks = Chunks.of(1, bytes)
      try readAll(JSONElements(concatenated: chunks, options: options).documents())
    },
    Reader(name: "separated values of one chunk", exceptions: [noValue, nextValue]) {
      bytes, options in
      let elements = JSONElements(concatenated: [bytes], hasCommas: true, options: options)
      try readAll(elements.documents())
    },
    Reader(
      name: "separated values byte by byte", exceptions: [noValue, nextValue], maximumLength: 4095
    ) { bytes, options in
      let elements = JSONElements(
        concatenated: Chunks.of(1, bytes), hasCommas: true, options: options)
      try readAll(elements.documents())
    },
  ]

  private static let scalar = Reader.Exception(
    reason: "A scalar has no elements, so reading stops after it."
  ) {
    if case .failed = $0.own { !beginsWithBracket($0.text[...]) } else { false }
  }

  /// Whether `[` or `{` is the first byte after whitespace and comments.
  private static func beginsWithBracket(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop { $0 <= 0x20 }
    guard text.starts(with: "/".utf8) else { return "[{".utf8.contains(text.first ?? 0) }
    if text.starts(with: "//".utf8) {
      return beginsWithBracket(text.drop { $0 != 0x0a && $0 != 0x0d })
    }
    let end = text.indices.dropFirst(3).first { text[$0] == 0x2f && text[$0 - 1] == 0x2a }
    return end.map { beginsWithBracket(text[($0 + 1)...]) } ?? false
  }

  private static let noValue = Reader.Exception(reason: "A stream of values may have none.") {
    $0.expected.kind == .emptyText && $0.own.isAccepted
  }

  private static let nextValue = Reader.Exception(
    reason: "Another value may follow a value, and is read in turn."
  ) {
    guard case .refused(let expected) = $0.expected, expected.kind == .expectedEnd else {
      return false
    }
    if case .refused(let own) = $0.own { return own.offset >= expected.offset }
    return $0.own.isAccepted
  }

  static let lines = [
    Reader(name: "line of one chunk", exceptions: [lineFeed, noLine, carriageReturn]) {
      bytes, options in
      try readLines([bytes[...]], options)
    },
    Reader(
      name: "line byte by byte", exceptions: [lineFeed, noLine, carriageReturn], maximumLength: 4095
    ) { bytes, options in
      try readLines(Chunks.of(1, bytes), options)
    },
  ]

  private static let lineFeed = Reader.Exception(reason: "A line feed ends a line.") {
    $0.text.contains(0x0a)
  }

  private static let noLine = Reader.Exception(reason: "An empty stream has no lines.") {
    $0.text.isEmpty && $0.own.isAccepted
  }

  private static let carriageReturn = Reader.Exception(
    reason: "A carriage return at the end belongs to the end of the line."
  ) {
    $0.text.last == 0x0d
  }

  private static func readLines(
    _ chunks: [ArraySlice<UInt8>], _ options: JSONReadingOptions
  ) throws {
    var lines = JSONLines(chunks)
    lines.skipsBlankLines = false
    try readAll(lines.trees(options: options))
  }

  /// Reads records up to the first error.
  private static func readAll<Output>(
    _ records: JSONRecord.Values<[some JSONChunk], Output>
  ) throws {
    for record in records { _ = try record.get() }
  }
}
