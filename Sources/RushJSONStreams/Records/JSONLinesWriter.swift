// Writes records so that a reader can separate them again.
//
//   lines       {"a":1}␊{"a":2}␊              a line feed follows each record
//   sequence    ␞{"a":1}␊␞{"a":2}␊            and a record separator precedes it (RFC 7464)

public import RushJSONCore
internal import _RushJSONShims

/// Writes JSON Lines (NDJSON), or a sequence by RFC 7464, record by record, to memory or to a sink.
///
/// ```swift
/// var writer = JSONLinesWriter { try file.write(contentsOf: $0.withUnsafeBytes { Data($0) }) }
/// for tree in trees { try writer.write(tree) }
/// try writer.finish()
/// ```
///
/// Readers find the same records: the writer refuses a record that they would split, and writes
/// nothing of it. With a sink, the writer holds at most one record and 64 KiB.
public struct JSONLinesWriter: ~Copyable {
  /// The separator of records.
  public let framing: JSONRecord.LineReader.Framing
  private let options: JSONWritingOptions
  private var buffer: OutputBuffer
  /// The number of records that were written.
  public private(set) var recordCount = 0

  /// Writes to memory.
  /// - Parameter options: How trees and documents are written. Lines are always compact, whatever
  ///   the layout. The maximum length applies to each record.
  public init(
    _ framing: JSONRecord.LineReader.Framing = .lines, options: JSONWritingOptions = .compact
  ) { self.init(framing, options, OutputBuffer()) }

  /// Writes to `sink`, which receives at most 64 KiB at a time, valid only during the call.
  /// - Parameter options: As for a writer to memory.
  // Part of the user's module, so that this one does not capture a closure of spans (`ByteSink`).
  @_alwaysEmitIntoClient
  public init(
    _ framing: JSONRecord.LineReader.Framing = .lines, options: JSONWritingOptions = .compact,
    sink: @escaping (Span<UInt8>) throws -> Void
  ) {
    // Invariant: the bytes are valid during the call of the closure.
    self.init(
      framing, options: options,
      to: ByteSink { unsafe try sink($0.buffer.span) })
  }

  @usableFromInline
  init(_ framing: JSONRecord.LineReader.Framing, options: JSONWritingOptions, to sink: ByteSink) {
    self.init(framing, options, OutputBuffer(sink: sink))
  }

  private init(
    _ framing: JSONRecord.LineReader.Framing, _ options: JSONWritingOptions,
    _ buffer: consuming OutputBuffer
  ) {
    var options = options
    if framing == .lines { options.layout = .compact }
    self.framing = framing
    self.options = options
    self.buffer = buffer
  }

  /// The number of bytes that were written, including those that separate records.
  public var byteCount: Int { buffer.count }

  // MARK: - Records

  /// Writes a tree, a document, or a value of a document as a record.
  /// - Throws: ``JSONWritingError``. If the sink failed, nothing more can be written.
  /// - Complexity: O(*n*) in the bytes of the record.
  public mutating func write(_ value: some JSONWritable) throws(JSONWritingError) {
    var writer = JSONWriter(options: options, capacity: value._estimatedTextLength)
    try value.writeWhole(to: &writer)
    // Compact text contains no line feed, and no text a record separator: strings escape both.
    try writer.withText { frame($0) }
    try check()
  }

  /// Writes a record that is JSON text, byte for byte but without whitespace around it.
  /// - Throws: ``JSONWritingError/Kind/invalidJSON(_:)`` if `options` do not accept the text,
  ///   ``JSONWritingError/Kind/lineFeed(at:)`` if it has several lines and the framing is lines.
  /// - Complexity: O(*n*) in the bytes of the record, which are checked and copied.
  public mutating func write(json text: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONWritingError)
  {
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text, options: options)
    } catch {
      throw JSONWritingError(.invalidJSON(error))
    }
    try text.withSpan { (text) throws(JSONWritingError) in try write(checked: text) }
  }

  /// Writes a record whose text is known to be JSON, for example because an encoder made it.
  ///
  /// The writer checks only that readers would not split the record.
  /// - Throws: ``JSONWritingError/Kind/lineFeed(at:)`` or ``JSONWritingError/Kind/separator(at:)``.
  /// - Complexity: O(*n*) in the bytes of the record, which are copied.
  public mutating func write(unchecked text: Span<UInt8>) throws(JSONWritingError) {
    try write(checked: text)
  }

  private mutating func write(checked text: Span<UInt8>) throws(JSONWritingError) {
    let refusal = unsafe text.withUnsafeBytes { bytes -> JSONWritingError.Kind? in
      let bytes = unsafe CheckedBytes(bytes)
      var end = bytes.count
      var start = 0
      while end > 0, bytes[end &- 1].isSpace { end &-= 1 }
      while start < end, bytes[start].isSpace { start &+= 1 }
      assert(start >= 0 && start <= end && end <= bytes.count)
      let record = CheckedBytes(rebasing: bytes[start..<end])
      if record.isEmpty { return .invalidJSON(JSONSyntaxError(.emptyText, at: bytes.count)) }
      let found = unsafe Int(rush_find_byte(record.baseAddress, record.count, framing.delimiter))
      assert(found >= 0 && found <= end &- start)
      if found < record.count {
        return framing == .lines ? .lineFeed(at: start &+ found) : .separator(at: start &+ found)
      }
      frame(record)
      return nil
    }
    if let refusal { throw JSONWritingError(refusal) }
    try check()
  }

  private mutating func frame(_ record: CheckedBytes) {
    buffer.reserve(1)
    if framing == .textSequence { buffer.put(.recordSeparator) }
    buffer.append(record)
    buffer.reserve(1)
    buffer.put(.lineFeed)
    recordCount &+= 1
  }

  private func check() throws(JSONWritingError) {
    if case .sink(let error)? = buffer.failure { throw JSONWritingError(.sink, underlying: error) }
  }

  // MARK: - The end

  /// Hands all held bytes to the sink, so that records do not wait for later ones.
  /// - Throws: ``JSONWritingError`` if the sink failed, now or before.
  public mutating func flush() throws(JSONWritingError) {
    _ = buffer.finish()
    try check()
  }

  /// Returns all records. With a sink, hands it the held bytes and returns nothing.
  /// - Throws: ``JSONWritingError`` if the sink failed, now or before.
  /// - Complexity: O(*n*) in the bytes of all records, which are copied.
  @discardableResult
  public mutating func finish() throws(JSONWritingError) -> [UInt8] {
    try flush()
    return buffer.isWhole ? Array(buffer.bytes) : []
  }
}

// MARK: - Values of types

extension JSONLinesWriter {
  /// Encodes a value with `encoder`, or with default options, and writes it as a record.
  /// - Throws: `EncodingError`, the error of the type's own `encode(to:)`, or
  ///   ``JSONWritingError/Kind/lineFeed(at:)`` if the encoder's text has several lines.
  /// - Complexity: O(*n*) in the bytes of the record.
  public mutating func write(
    encoding value: some Encodable, encoder: RushJSONCoreEncoder? = nil
  ) throws {
    try (encoder ?? .plain).text(value) { text in
      // Invariant: the text lives during the call.
      try write(unchecked: unsafe text.buffer.span)
    }
  }
}
