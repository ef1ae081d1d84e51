/// The error of a stream or of one of its records, with its offset in the whole stream.
///
/// The error is one reference, so readers and results that can hold one stay small.
public struct JSONStreamError: Error, Sendable {
  /// Why reading failed.
  public enum Kind: Sendable, Hashable {
    /// The text is not JSON.
    case syntax(JSONSyntaxError.Kind)
    /// A record is JSON, but its value cannot be converted. The underlying error has the reason.
    case value
    /// A record is longer than the limit.
    case recordTooLong
    /// The end of a record is missing, so part of it may be lost.
    ///
    /// This concerns a number or a literal at the end of a sequence's record (RFC 7464 §2.4), and a
    /// last line without a line feed, or a last event without an empty line after it, if the reader
    /// refuses these.
    case truncatedRecord
    /// The first record of a sequence has no separator before it (RFC 7464 §2.1).
    case missingSeparator
    /// A stream of server-sent events ended without the event that marks its end, so part of it may be
    /// lost.
    case missingEndMark
    /// The stream is a JSON text instead of server-sent events, as in a server's answer to a refused request.
    /// The record has the text, or its first 64 KiB.
    case bodyInsteadOfEvents
    /// The value at ``JSONStreamError/pointer`` is not an array or object, or does not exist.
    case noContainer
    /// A pattern counts from the end of an array, such as `$[-1]`. A stream does not know where that is; a document
    /// or a tree does.
    case countsFromEnd(pattern: String)
    /// The stream is longer than the limit.
    case streamTooLong
    /// The source of the chunks failed. The underlying error has the reason.
    case source
    /// A file, a pipe or a socket cannot be opened or read: its path or descriptor, the system's
    /// error number, and the system's message for it.
    case file(name: String, code: Int32, message: String)
  }

  private struct Contents {
    var kind: Kind
    var offset: Int
    var line: Int?
    var location: JSONSourceLocation?
    var pointer: JSONPointer?
    var record: JSONRecord?
    var underlying: (any Error)?
    /// The limit that the options set for a syntax error, or the limit of a record.
    var limit: JSONSyntaxError.Limit?
    var leniencies: JSONReadingOptions.Leniencies = []
  }

  private final class Storage: Sendable {
    let contents: Contents
    init(_ contents: Contents) { self.contents = contents }
  }

  private let storage: Storage
  private var contents: Contents { storage.contents }

  /// Why reading failed.
  public var kind: Kind { contents.kind }

  /// The byte offset of the fault from the start of the stream.
  ///
  /// For a record without a syntax error this is where the record begins; for a failed source it is
  /// the number of bytes before the failure.
  public var offset: Int { contents.offset }

  /// The one-based line of the fault, or of the first byte of the record. `nil` if it is unknown.
  public var line: Int? { location?.line ?? contents.line }

  /// The line and column of the fault. `nil` for faults of records, whose columns are not counted.
  public var location: JSONSourceLocation? { contents.location }

  /// The path of the value that has the fault or precedes it. `nil` for faults of records. For a fault
  /// inside a value that is skipped or read whole, this is the path of that value.
  public var pointer: JSONPointer? { contents.pointer }

  /// The record, if the fault is in one; the first 1024 bytes at most of one that is too long.
  public var record: JSONRecord? { contents.record }

  /// The error that the decoder, the closure or the source threw.
  ///
  /// If a record is not JSON, this is a ``JSONSyntaxError`` whose offset counts from the start of
  /// the record, so `report(in:)` works with ``JSONRecord/bytes``.
  public var underlying: (any Error)? { contents.underlying }

  /// The syntax error, with its offset in the whole stream. `nil` for other kinds.
  public var syntaxError: JSONSyntaxError? {
    guard case .syntax(let kind) = kind else { return nil }
    return JSONSyntaxError(kind, at: offset, limit: limit, leniencies: contents.leniencies)
  }

  /// The limit that the stream, the record or the text exceeds. `nil` for other errors.
  public var limit: JSONSyntaxError.Limit? { contents.limit }

  /// Whether nothing after the fault can be read.
  public var endsStream: Bool {
    switch kind {
    case .syntax: record == nil
    case .noContainer, .countsFromEnd, .streamTooLong, .source, .file, .missingEndMark,
      .bodyInsteadOfEvents:
      true
    case .value, .recordTooLong, .truncatedRecord, .missingSeparator: false
    }
  }
}

// MARK: - Making errors

extension JSONStreamError {
  private init(_ contents: Contents) { storage = Storage(contents) }

  /// The text of the stream is not JSON.
  package init(
    _ error: JSONSyntaxError, location: JSONSourceLocation?, pointer: JSONPointer? = nil
  ) {
    self.init(
      Contents(
        kind: .syntax(error.kind), offset: error.offset, location: location, pointer: pointer,
        limit: error.limit, leniencies: error.leniencies))
  }

  /// An error of the stream as a whole.
  package init(
    _ kind: Kind, offset: Int, line: Int? = nil, location: JSONSourceLocation? = nil,
    pointer: JSONPointer? = nil, underlying: (any Error)? = nil, limit: JSONSyntaxError.Limit? = nil
  ) {
    self.init(
      Contents(
        kind: kind, offset: offset, line: line, location: location, pointer: pointer,
        underlying: underlying, limit: limit))
  }

  /// An error of a record, by default of its first byte.
  package init(
    _ kind: Kind, in record: JSONRecord, offset: Int? = nil, line: Int? = nil,
    underlying: (any Error)? = nil, limit: JSONSyntaxError.Limit? = nil
  ) {
    let syntax = underlying as? JSONSyntaxError
    self.init(
      Contents(
        kind: kind, offset: offset ?? record.offset, line: line ?? record.line, record: record,
        underlying: underlying, limit: syntax?.limit ?? limit,
        leniencies: syntax?.leniencies ?? []))
  }

  /// Wraps an error that was thrown while a value was made of `record`. A ``JSONStreamError`` of the same record
  /// only gets the line.
  package init(_ error: any Error, in record: JSONRecord) {
    switch error {
    case let error as JSONStreamError where error.record?.offset == record.offset:
      let fault = error.underlying as? JSONSyntaxError
      self.init(
        error.kind, in: record, offset: error.offset,
        line: fault.flatMap { record.streamLine(of: $0.offset) }, underlying: error.underlying)
    case let error as JSONSyntaxError:
      let offset = record.streamOffset(of: error.offset)
      self.init(
        .syntax(error.kind), in: record, offset: offset, line: record.streamLine(of: error.offset),
        underlying: error)
    default:
      Self.place(error, in: record)
      self.init(.value, in: record, underlying: error)
    }
  }

  /// Sets the line where the text of an error's value begins: that of the record.
  private static func place(_ error: (any Error)?, in record: JSONRecord) {
    let value = error as? JSONValueError ?? (error as? DecodingError)?.valueError
    value?.placeInText?.firstLine = record.line ?? 1
  }

  /// The source of a stream failed after `offset` bytes, on `line`.
  package init(source error: any Error, offset: Int, line: Int?) {
    if let error = error as? JSONStreamError, case .file = error.kind {
      self.init(error.kind, offset: offset, line: line)
    } else {
      self.init(.source, offset: offset, line: line, underlying: error)
    }
  }

  /// The same error, with at most `count` tokens of its path.
  package func withPath(upTo count: Int) -> JSONStreamError {
    guard let pointer, pointer.tokens.count > count else { return self }
    var contents = contents
    contents.pointer = JSONPointer(tokens: Array(pointer.tokens.prefix(count)))
    return JSONStreamError(contents)
  }

  /// The same error, with greater indexes on its path: by that of `indexes` at the same level.
  package func moved(indexes: [Int?]) -> JSONStreamError {
    guard var pointer else { return self }
    for (level, index) in indexes.enumerated() where level < pointer.tokens.count {
      guard let index, let own = Int(pointer.tokens[level]) else { continue }
      pointer.tokens[level] = String(own &+ index)
    }
    var contents = contents
    contents.pointer = pointer
    return JSONStreamError(contents)
  }

  /// The same error, `lines` lines further on; of unknown line if `lines` is `nil`.
  package func moved(lines: Int?) -> JSONStreamError {
    guard let record else { return self }
    var contents = contents
    let moved = record.moved(lines: lines)
    contents.record = moved
    contents.line = moved.line
    Self.place(contents.underlying, in: moved)
    return JSONStreamError(contents)
  }
}

extension JSONStreamError: Equatable {
  /// Whether kind, place and record are the same. Underlying errors are not compared.
  public static func == (a: JSONStreamError, b: JSONStreamError) -> Bool {
    a.kind == b.kind && a.offset == b.offset && a.line == b.line && a.location == b.location
      && a.pointer == b.pointer && a.record == b.record
  }
}

extension JSONStreamError: CustomStringConvertible {
  /// The reason and the position, as a sentence. Long paths are shortened.
  public var description: String {
    let start = record?.offset ?? offset
    let place = line.map { "line \($0), byte \(start)" } ?? "byte \(start)"
    switch kind {
    case .syntax(let kind):
      let error = syntaxError ?? JSONSyntaxError(kind, at: offset)
      var text = "\(error.message) at byte \(offset)"
      guard record == nil else { return "\(text) (in the record at \(place))\(error.advice)" }
      if let location { text += " (\(location))" }
      if let pointer, !pointer.isEmpty { text += " in \(pointer.shortened(to: 200))" }
      return text + error.advice
    case .value: return "\(cause) (in the record at \(place))"
    case .recordTooLong:
      let length = limit.map { "longer than \($0.value) bytes (\($0.option))" } ?? "too long"
      return "the record at \(place) is \(length)"
    case .truncatedRecord: return "the record at \(place) may lack its end"
    case .missingSeparator: return "no separator before the record at \(place)"
    case .missingEndMark: return "the stream ends at \(place) without its end mark"
    case .bodyInsteadOfEvents:
      let body = record.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
      return "JSON at \(place) instead of server-sent events: \(body.shortened(to: 200))"
    case .noContainer:
      return "no array or object at '\((pointer ?? .root).shortened(to: 200))'"
    case .countsFromEnd(let pattern):
      return
        "the pattern \(pattern.shortened(to: 200)) counts from the end of an array, which a stream "
        + "does not know; read a document or a tree"
    case .streamTooLong: return "\(limit ?? .init(.maximumTotal, offset))"
    case .source: return "\(cause) (after \(place))"
    case .file(let name, _, let message):
      let text = "cannot read \(name): \(message)"
      return line == nil && offset == 0 ? text : "\(text) (after \(place))"
    }
  }

  private var cause: String { underlying.map { "\($0)" } ?? "unknown error" }
}
