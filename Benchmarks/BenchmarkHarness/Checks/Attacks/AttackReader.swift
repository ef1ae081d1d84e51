import RushJSON
import RushJSONStreams

/// A reader of whole texts or of texts in pieces, or a writer of what was read.
struct AttackReader: Sendable {
  let name: String
  var ordinary = OrdinaryText.array
  var ordinaryOptions = JSONReadingOptions.strict
  /// What is allowed for every text.
  var allowance: Allowance?
  /// What part of the length the texts have. Some readers take long for each byte.
  var divisor = 1
  /// Prepares what is not counted, and returns the operation, which is.
  private let prepare:
    @Sendable ([UInt8], JSONReadingOptions) throws -> (bytes: Int, operation: () throws -> Int)

  func input(_ text: [UInt8], options: JSONReadingOptions) throws -> AttackInput {
    let (bytes, operation) = try prepare(text, options)
    return AttackInput(
      bytes: max(bytes, text.count), countsRecords: allowance?.perRecord != nil,
      operation: operation)
  }

  static let all = texts + pieces + written
  static let parsing = [validate, document, tree, events, skip, partial]

  static let texts = [validate, document, tree, decoder, events, skip, partial, elements]

  static let validate = reader("validate") { text, options in
    try JSONDocument.validate(text, options: options)
    return 1
  }

  static let document = reader("document") { text, options in
    try JSONDocument(parsing: text, options: options).recordCount
  }

  static let tree = reader("tree") { text, options in
    try RawJSON(parsing: text, options: options).jsonArrayValue?.count ?? 0
  }

  /// A type that asks each value what it is.
  static let decoder = reader("decoder", divisor: 4) { text, options in
    let decoder = RushJSONDecoder()
    decoder.readingOptions = options
    blackHole(try decoder.decode(AnyValue.self, from: text))
    return 1
  }

  static let events = reader("events") { text, options in
    try RushJSONStream.eventCount(of: [text[...]], options: options)
  }

  static let skip = reader("skip") { text, options in
    var reader = JSONEventReader(options: options)
    reader.feed(text)
    reader.finish()
    _ = try reader.skipValue()
    return try reader.next() == nil ? 1 : 0
  }

  static let partial = reader("partial value") { text, options in
    var partial = PartialJSON(.init(readingOptions: options))
    try partial.feed(text)
    try partial.finish()
    return partial.snapshot()?.jsonArrayValue?.count ?? 0
  }

  static let elements = reader("elements", allowance: .elements) { text, options in
    try RushJSONStream.elementCount(of: [text[...]], options: options)
  }

  static let pieces = [slowEvents, slowPartial, slowElements]

  /// Byte by byte.
  static let slowEvents = reader("events, slow") { text, options in
    let pieces = GrowthText.pieces(1, of: text)
    return { try RushJSONStream.eventCount(of: pieces, options: options) }
  }

  /// A snapshot after each piece, which is let go before the next one: each piece copies the open lists of one that is
  /// kept, as Docs/Hostile.md says.
  static let slowPartial = reader("partial value, slow") { text, options in
    let pieces = GrowthText.pieces(16, of: text)
    return {
      var partial = PartialJSON(.init(readingOptions: options))
      var last: RawJSON?
      for piece in pieces {
        last = nil
        try partial.feed(piece)
        last = partial.snapshot()
      }
      try partial.finish()
      return last?.jsonArrayValue?.count ?? 0
    }
  }

  static let slowElements = reader("elements, slow", allowance: .slowElements) { text, options in
    let pieces = GrowthText.pieces(16, of: text)
    return { try RushJSONStream.elementCount(of: pieces, options: options) }
  }

  static let written = [
    writer("write a document", JSONDocument.init(parsing:options:)) { try $0.jsonBytes() },
    writer("write a tree", RawJSON.init(parsing:options:)) { try $0.jsonBytes() },
    writer("canonical form", RawJSON.init(parsing:options:)) { try $0.jsonBytes(.canonical) },
    writer("indented", RawJSON.init(parsing:options:)) { try $0.jsonBytes(.pretty) },
    writer(
      "encoder", divisor: 4, { text, _ in try RushJSONDecoder().decode(AnyValue.self, from: text) }
    ) { try RushJSONEncoder().encodeToBytes($0) },
    // Compares two trees, and hashes one.
    reader("compare and hash") { text, options in
      let tree = try RawJSON(parsing: text, options: options)
      let other = try RawJSON(parsing: text, options: options)
      return { tree == other ? Set([tree]).count : 0 }
    },
  ]

  // MARK: - Making readers

  /// The reading is counted.
  private static func reader(
    _ name: String, divisor: Int = 1, allowance: Allowance? = nil,
    _ read: @escaping @Sendable ([UInt8], JSONReadingOptions) throws -> Int
  ) -> AttackReader {
    AttackReader(name: name, allowance: allowance, divisor: divisor) { text, options in
      (text.count, { try read(text, options) })
    }
  }

  /// What is done after the reading is counted.
  private static func reader(
    _ name: String, allowance: Allowance? = nil,
    _ prepare: @escaping @Sendable ([UInt8], JSONReadingOptions) throws -> () throws -> Int
  ) -> AttackReader {
    AttackReader(name: name, allowance: allowance) { text, options in
      (text.count, try prepare(text, options))
    }
  }

  /// The writing is counted. Its result is the length of what was written.
  private static func writer<Value>(
    _ name: String, divisor: Int = 1,
    _ read: @escaping @Sendable ([UInt8], JSONReadingOptions) throws -> Value,
    _ write: @escaping @Sendable (Value) throws -> [UInt8]
  ) -> AttackReader {
    AttackReader(name: name, divisor: divisor) { text, options in
      let value = try read(text, options)
      var bytes = 0
      do { bytes = try write(value).count } catch { bytes = 0 }
      return (bytes, { try write(value).count })
    }
  }
}

/// What ordinary programs send.
enum OrdinaryText: Sendable {
  case array, lines, sequence, events

  struct Record: Codable {
    let id: Int
    let name: String
    let tags: [String]
    let at: [Double]
    let ok: Bool
  }

  private static let record =
    #"{"id":1048576,"name":"an ordinary name","tags":["a","b"],"at":[48.137,11.575],"ok":true}"#

  /// At least `size` bytes.
  func text(_ size: Int) -> [UInt8] {
    let record = OrdinaryText.record
    let count = size / (record.utf8.count + 1) + 1
    switch self {
    case .array: return GrowthText.list(count) { _ in record }
    case .lines: return GrowthText.list(count, from: "", separator: "\n", to: "\n") { _ in record }
    case .sequence:
      return GrowthText.list(count, from: "", separator: "", to: "") { _ in "\u{1e}\(record)\n" }
    case .events:
      return GrowthText.list(count, from: "", separator: "", to: "") { _ in "data: \(record)\n\n" }
    }
  }
}
