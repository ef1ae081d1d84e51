// Writes records so that they can be told apart again.
//
//   lines       {"a":1}␊{"a":2}␊              a line feed behind each record
//   sequence    ␞{"a":1}␊␞{"a":2}␊            a record separator before, a line feed behind (RFC 7464)

internal import _RushJSONShims

/// Writes JSON Lines (NDJSON), or a sequence by RFC 7464: one record after the other, to memory or to a
/// sink.
///
/// ```swift
/// var writer = JSONLinesWriter { try file.write(contentsOf: $0.withUnsafeBytes { Data($0) }) }
/// for tree in trees { try writer.write(tree) }
/// try writer.finish()
/// ```
///
/// What it writes can be read again: a record that would fall apart into several is refused, and
/// nothing is written of it. With a sink no more is held than one record and 64 KiB.
public struct JSONLinesWriter: ~Copyable {
  /// What tells where a record ends.
  public let framing: JSONRecord.LineReader.Framing
  private let options: JSONWritingOptions
  private var buffer: OutputBuffer
  /// How many records were written.
  public private(set) var recordCount = 0

  /// Writes to memory.
  ///
  /// - Parameter options: How trees and documents are written. Lines are always compact, whatever the
  ///   layout; the most bytes count for each record.
  public init(
    _ framing: JSONRecord.LineReader.Framing = .lines, options: JSONWritingOptions = .compact
  ) {
    self.init(framing, options, OutputBuffer())
  }

  /// Writes to `sink`, which is given at most 64 KiB at a time, valid only during the call.
  ///
  /// - Parameter options: As for memory.
  public init(
    _ framing: JSONRecord.LineReader.Framing = .lines, options: JSONWritingOptions = .compact,
    sink: @escaping (Span<UInt8>) throws -> Void
  ) {
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

  /// How many bytes were written, with what separates records.
  public var byteCount: Int { buffer.count }

  // MARK: - Records

  /// Writes a tree, a document, or a value of one as a record.
  ///
  /// - Throws: ``JSONWritingError``. If the sink failed, nothing more can be written.
  /// - Complexity: O(*n*) in the bytes of the record.
  public mutating func write(_ value: some JSONWritable) throws(JSONWritingError) {
    var writer = JSONWriter(options: options, capacity: value.estimatedTextLength)
    try value.write(to: &writer)
    // Compact text has no line feed, and no text a record separator: they are escaped in strings.
    unsafe try writer.withText { unsafe frame($0) }
    try check()
  }

  /// Writes a record that is JSON text already, byte for byte but for whitespace around it.
  ///
  /// - Throws: ``JSONWritingError/Kind/invalidJSON(_:)`` if it is not JSON by `reading`,
  ///   ``JSONWritingError/Kind/lineFeed(at:)`` if it has several lines and shall be one.
  /// - Complexity: O(*n*) in the bytes of the record, which are checked and copied.
  public mutating func write(json text: [UInt8], reading: JSONReadingOptions = .strict)
    throws(JSONWritingError)
  {
    do throws(JSONSyntaxError) {
      try JSONTokenizer.validate(text, options: reading)
    } catch {
      throw JSONWritingError(.invalidJSON(error))
    }
    try write(checked: text.span)
  }

  /// Writes a record whose text need not be checked, as it was made by something that writes JSON.
  ///
  /// Whether it is a record for itself is looked at, and nothing else.
  /// - Throws: ``JSONWritingError/Kind/lineFeed(at:)`` or ``JSONWritingError/Kind/separator(at:)``.
  /// - Complexity: O(*n*) in the bytes of the record, which are copied.
  public mutating func write(unchecked text: Span<UInt8>) throws(JSONWritingError) {
    try write(checked: text)
  }

  private mutating func write(checked text: Span<UInt8>) throws(JSONWritingError) {
    let refusal = unsafe text.withUnsafeBytes { bytes -> JSONWritingError.Kind? in
      var end = bytes.count
      var start = 0
      // Invariant: both indexes are inside.
      while end > 0, unsafe StreamBytes.isSpace(bytes[end &- 1]) { end &-= 1 }
      while start < end, unsafe StreamBytes.isSpace(bytes[start]) { start &+= 1 }
      let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if unsafe record.isEmpty { return .invalidJSON(JSONSyntaxError(.emptyText, at: bytes.count)) }
      let delimiter: UInt8 = framing == .lines ? 0x0a : 0x1e
      let found = unsafe Int(rush_find_byte(record.baseAddress, record.count, delimiter))
      if found < record.count {
        return framing == .lines ? .lineFeed(at: start &+ found) : .separator(at: start &+ found)
      }
      unsafe frame(record)
      return nil
    }
    if let refusal { throw JSONWritingError(refusal) }
    try check()
  }

  private mutating func frame(_ record: UnsafeRawBufferPointer) {
    buffer.reserve(1)
    if framing == .sequence { buffer.put(0x1e) }
    unsafe buffer.append(record)
    buffer.reserve(1)
    buffer.put(0x0a)
    recordCount &+= 1
  }

  private func check() throws(JSONWritingError) {
    if case .sink(let error)? = buffer.failure { throw JSONWritingError(.sink, underlying: error) }
  }

  // MARK: - The end

  /// Hands what is held on to the sink, so that records do not wait for others.
  ///
  /// - Throws: That the sink failed, now or before.
  public mutating func flush() throws(JSONWritingError) {
    _ = buffer.finish()
    try check()
  }

  /// All records, or with a sink, after the rest was handed on, nothing.
  ///
  /// - Throws: That the sink failed, now or before.
  /// - Complexity: O(*n*) in the bytes of all records, which are copied.
  @discardableResult
  public mutating func finish() throws(JSONWritingError) -> [UInt8] {
    try flush()
    return unsafe buffer.isWhole ? Array(buffer.bytes) : []
  }
}

extension Sequence where Element: JSONWritable {
  /// The values as JSON Lines: one on each line.
  ///
  /// - Throws: ``JSONWritingError`` if a value has no text in this form.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func jsonLines(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> [UInt8]
  {
    var writer = JSONLinesWriter(options: options)
    for value in self { try writer.write(value) }
    return try writer.finish()
  }
}
