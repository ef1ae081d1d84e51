/// A stream, or a record of one, cannot be read: why, and where in the whole stream.
///
/// The error is one reference, so readers and results that can hold one stay small.
public struct JSONStreamError: Error, Sendable {
  /// Why reading failed.
  public enum Kind: Sendable, Hashable {
    /// The text is not JSON.
    case syntax(JSONSyntaxError.Kind)
    /// A record is JSON, but no value could be made of it. The underlying error says why.
    case value
    /// A record is longer than the limit.
    case recordTooLong
    /// The end of a record is missing, so part of it may be lost.
    ///
    /// This concerns a number or a literal at the end of a sequence's record (RFC 7464 §2.4), and a
    /// last line without a line feed if the reader refuses such lines.
    case truncatedRecord
    /// The first record of a sequence has no separator before it (RFC 7464 §2.1).
    case missingSeparator
    /// The value at ``JSONStreamError/pointer`` is not an array or object, or does not exist.
    case noContainer
    /// The stream is longer than the limit.
    case streamTooLong
    /// The source of the chunks failed. The underlying error says why.
    case source
    /// A file, a pipe or a socket cannot be opened or read: its path or descriptor, the system's
    /// error number, and the system's message for it.
    case file(name: String, code: Int32, message: String)
  }

  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let offset: Int
    let line: Int?
    let location: JSONSourceLocation?
    let pointer: JSONPointer?
    let record: JSONRecord?
    let underlying: (any Error)?

    init(
      _ kind: Kind, offset: Int, line: Int?, location: JSONSourceLocation?, pointer: JSONPointer?,
      record: JSONRecord?, underlying: (any Error)?
    ) {
      self.kind = kind
      self.offset = offset
      self.line = line
      self.location = location
      self.pointer = pointer
      self.record = record
      self.underlying = underlying
    }
  }

  /// Why reading failed.
  public var kind: Kind { storage.kind }

  /// Where the fault is, as a byte offset from the start of the stream.
  ///
  /// For a record without a syntax error this is where the record begins; for a failed source it is
  /// the number of bytes before the failure.
  public var offset: Int { storage.offset }

  /// The one-based line of the fault, or on which the record begins. `nil` if it is unknown.
  public var line: Int? { storage.location?.line ?? storage.line }

  /// The line and column of the fault. `nil` for faults of records, whose columns are not counted.
  public var location: JSONSourceLocation? { storage.location }

  /// The path of the value that has the fault or precedes it. `nil` for faults of records.
  public var pointer: JSONPointer? { storage.pointer }

  /// The record, if the fault is in one. Of a record that is too long, at most the first 1024 bytes.
  public var record: JSONRecord? { storage.record }

  /// What the decoder, the closure or the source threw.
  ///
  /// If a record is not JSON, this is a ``JSONSyntaxError`` whose offset counts from the start of the
  /// record, so `report(in:)` works with ``JSONRecord/bytes``.
  public var underlying: (any Error)? { storage.underlying }

  /// The syntax error, with its offset in the whole stream. `nil` for other kinds.
  public var syntaxError: JSONSyntaxError? {
    guard case .syntax(let kind) = kind else { return nil }
    return JSONSyntaxError(kind, at: offset)
  }

  /// Whether nothing after the fault can be read.
  public var endsStream: Bool {
    switch kind {
    case .syntax: record == nil
    case .noContainer, .streamTooLong, .source, .file: true
    case .value, .recordTooLong, .truncatedRecord, .missingSeparator: false
    }
  }
}

// MARK: - Making errors

extension JSONStreamError {
  /// An error of the stream as a whole.
  package init(
    _ kind: Kind, offset: Int, line: Int? = nil, location: JSONSourceLocation? = nil,
    pointer: JSONPointer? = nil, underlying: (any Error)? = nil
  ) {
    storage = Storage(
      kind, offset: offset, line: line, location: location, pointer: pointer, record: nil,
      underlying: underlying)
  }

  /// An error of a record, which begins where the record does.
  package init(_ kind: Kind, in record: JSONRecord) {
    self.init(kind, offset: record.offset, in: record, underlying: nil)
  }

  private init(_ kind: Kind, offset: Int, in record: JSONRecord, underlying: (any Error)?) {
    storage = Storage(
      kind, offset: offset, line: record.line, location: nil, pointer: nil, record: record,
      underlying: underlying)
  }

  /// What is thrown while a value is made of `record`. A ``JSONStreamError`` of the same record stays
  /// what it is, but for the line.
  package init(_ error: any Error, in record: JSONRecord) {
    switch error {
    case let error as JSONStreamError where error.record?.offset == record.offset:
      self.init(error.kind, offset: error.offset, in: record, underlying: error.underlying)
    case let error as JSONSyntaxError:
      self.init(
        .syntax(error.kind), offset: record.offset &+ error.offset, in: record, underlying: error)
    default: self.init(.value, offset: record.offset, in: record, underlying: error)
    }
  }

  /// The source of a stream failed after `offset` bytes, on `line`.
  package init(source error: any Error, offset: Int, line: Int?) {
    if let error = error as? JSONStreamError, case .file = error.kind {
      self.init(error.kind, offset: offset, line: line)
    } else {
      self.init(.source, offset: offset, line: line, underlying: error)
    }
  }

  /// The same error, `lines` lines further on; of unknown line if `lines` is `nil`.
  package func moved(lines: Int?) -> JSONStreamError {
    guard let record else { return self }
    return JSONStreamError(
      kind, offset: offset, in: record.moved(lines: lines), underlying: underlying)
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
  /// Why reading failed and where, as a sentence. Long paths are shortened.
  public var description: String {
    let start = record?.offset ?? offset
    let place = line.map { "line \($0), byte \(start)" } ?? "byte \(start)"
    switch kind {
    case .syntax(let kind):
      guard record == nil else { return "\(kind) at byte \(offset) (in the record at \(place))" }
      var text = "\(kind) at byte \(offset)"
      if let location { text += " (\(location))" }
      if let pointer, !pointer.isEmpty { text += " in \(pointer.shortened(to: 200))" }
      return text
    case .value: return "\(cause) (in the record at \(place))"
    case .recordTooLong: return "the record at \(place) is too long"
    case .truncatedRecord: return "the record at \(place) may lack its end"
    case .missingSeparator: return "no separator before the record at \(place)"
    case .noContainer:
      return "no array or object at '\((pointer ?? .root).shortened(to: 200))'"
    case .streamTooLong: return "the stream is longer than \(offset) bytes"
    case .source: return "\(cause) (after \(place))"
    case .file(let name, _, let message):
      let text = "cannot read \(name): \(message)"
      return line == nil && offset == 0 ? text : "\(text) (after \(place))"
    }
  }

  private var cause: String { underlying.map { "\($0)" } ?? "unknown error" }
}
