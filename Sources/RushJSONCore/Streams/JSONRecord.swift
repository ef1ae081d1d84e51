/// One JSON text of a stream of them: a line, a text of a sequence, or an element of an array.
public struct JSONRecord: Sendable, Hashable {
  /// The text, without what ends or separates records. Bytes of the chunk, uncopied, unless the record
  /// was cut.
  public let bytes: ArraySlice<UInt8>

  /// Where the text begins, as a byte offset from the start of the stream.
  public let offset: Int

  /// The line on which it begins, from 1, counted from where reading began; `nil` if that is unknown,
  /// because blocks of a file are delivered in any order, or lines are not counted.
  public let line: Int?

  /// The name of a member, for those of an object.
  public let name: String?

  /// Creates a record.
  public init(bytes: ArraySlice<UInt8>, offset: Int, line: Int? = nil, name: String? = nil) {
    self.bytes = bytes
    self.offset = offset
    self.line = line
    self.name = name
  }
}

extension JSONRecord {
  /// What happens when a record cannot be read, or no value can be made of it.
  public enum FailurePolicy: Sendable, Hashable {
    /// The error is given in the record's place, and the sequence ends.
    case fail
    /// The record is left out.
    case skip
    /// The error is given in the record's place, and reading continues after it.
    case deliver
  }
}

/// A record of a stream cannot be read: why, where in the stream, and what its bytes are.
public struct JSONRecordError: Error, Sendable {
  /// Why a record cannot be read.
  public enum Reason: Sendable {
    /// The record is not JSON; the offset is counted from the start of the record.
    case syntax(JSONSyntaxError)
    /// It is JSON, but no value of the type: the error of the decoder or the type.
    case value(any Error)
    /// It is longer than the limit.
    case tooLong
    /// The end of the record was not written, so that something may be missing: of a number or a literal
    /// of a sequence (RFC 7464 §2.4), or of a last line without a line feed, if these are refused.
    case truncated
    /// Something stands before the first separator of a sequence (RFC 7464 §2.1).
    case noSeparator
    /// The text around the elements is not JSON, or ends too early. Reading cannot go on.
    case stream(JSONStreamError)
    /// There is no array or object at the pointer. Reading cannot go on.
    case noContainer(JSONPointer)
    /// The stream is longer than the limit. Reading does not go on.
    case streamTooLong
    /// The source of chunks failed. Reading cannot go on.
    case source(any Error)
  }

  /// Why the record cannot be read.
  public let reason: Reason

  /// Where the record begins, as a byte offset from the start of the stream.
  public let recordOffset: Int

  /// The line on which it begins, from 1, counted from where reading began; `nil` if that is unknown.
  public let line: Int?

  /// The bytes of the record; of one that is too long the first 1024 at most.
  public let bytes: ArraySlice<UInt8>

  /// Creates an error.
  public init(_ reason: Reason, recordOffset: Int, line: Int?, bytes: ArraySlice<UInt8> = []) {
    self.reason = reason
    self.recordOffset = recordOffset
    self.line = line
    self.bytes = bytes
  }

  init(_ reason: Reason, in record: JSONRecord) {
    self.init(reason, recordOffset: record.offset, line: record.line, bytes: record.bytes)
  }

  /// Where the fault is, as a byte offset from the start of the stream, as exactly as is known.
  public var offset: Int {
    switch reason {
    case .syntax(let error): recordOffset &+ error.offset
    case .stream(let error): error.offset
    default: recordOffset
    }
  }

  /// Whether nothing can be read behind it.
  public var endsStream: Bool {
    switch reason {
    case .stream, .noContainer, .streamTooLong, .source: true
    case .syntax, .value, .tooLong, .truncated, .noSeparator: false
    }
  }
}

extension JSONRecordError: CustomStringConvertible {
  /// Why and where, as a sentence.
  public var description: String {
    let place = line.map { "line \($0), byte \(recordOffset)" } ?? "byte \(recordOffset)"
    switch reason {
    case .syntax(let error): return "\(error.kind) at byte \(offset) (in the record at \(place))"
    case .value(let error): return "\(error) (in the record at \(place))"
    case .tooLong: return "the record at \(place) is too long"
    case .truncated: return "the record at \(place) may lack its end"
    case .noSeparator: return "no separator before the record at \(place)"
    case .stream(let error): return error.description
    case .noContainer(let pointer): return "no array or object at '\(pointer.shortened(to: 200))'"
    case .streamTooLong: return "the stream is longer than \(recordOffset) bytes"
    case .source(let error): return "\(error) (behind \(place))"
    }
  }
}

extension JSONRecord {
  /// The same record of a stream that this one's lies in, `offset` bytes and `lines` lines further on.
  package func moved(by offset: Int, lines: Int?) -> JSONRecord {
    let line = self.line.flatMap { line in lines.map { line &+ $0 } }
    return JSONRecord(bytes: bytes, offset: self.offset &+ offset, line: line, name: name)
  }
}

extension JSONRecordError {
  /// The same error with lines counted from `lines` lines before; of no known line for `nil`.
  package func moved(lines: Int?) -> JSONRecordError {
    let line = self.line.flatMap { line in lines.map { line &+ $0 } }
    return JSONRecordError(reason, recordOffset: recordOffset, line: line, bytes: bytes)
  }
}
