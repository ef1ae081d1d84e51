/// A stream of JSON texts, one on each line (JSON Lines, NDJSON), or by RFC 7464.
///
/// ```swift
/// for try await line in JSONLines(chunks).values(of: Event.self) { let event = try line.get() … }
/// ```
///
/// Chunks come from any `Sequence` or `AsyncSequence` and may be cut anywhere.
public struct JSONLines<Chunks> {
  /// Where the bytes come from.
  public let chunks: Chunks
  /// What tells where a record ends.
  public var framing: JSONRecord.LineReader.Framing
  /// What happens when a record cannot be read.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of a record.
  public var maximumLength: Int
  /// The most bytes of the stream. No limit by default; what is beyond is an error that ends it.
  public var maximumTotal = Int.max
  /// Whether lines of nothing but whitespace are passed over, as they are by default. If not, no value
  /// can be made of them, which is an error.
  public var skipsBlankLines = true
  /// What becomes of a last line without a line feed. It is read by default.
  public var unendedLine = JSONRecord.LineReader.UnendedLine.isRead

  /// The lines of a stream.
  ///
  /// - Parameters:
  ///   - chunks: Pieces of the stream, of any length.
  ///   - framing: What tells where a record ends.
  ///   - policy: What happens when a record cannot be read: the sequence ends, or it is left out, or the
  ///     error takes its place.
  ///   - maximumLength: The most bytes of a record; a longer one is an error and is not held.
  public init(
    _ chunks: Chunks, framing: JSONRecord.LineReader.Framing = .lines,
    policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) {
    self.chunks = chunks
    self.framing = framing
    self.policy = policy
    self.maximumLength = maximumLength
  }

  /// The records as bytes, which are not read.
  public func records() -> JSONRecordSequence<Chunks, JSONRecord> {
    map { (record) throws(JSONRecordError) in record }
  }

  /// What `make` makes of each record. What it throws becomes a ``JSONRecordError``.
  public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecordSequence<Chunks, Output>
  {
    map(Self.maker(make))
  }

  func map<Output>(_ make: @escaping RecordMaker<Output>) -> JSONRecordSequence<Chunks, Output> {
    var reader = JSONRecord.LineReader(framing, maximumLength: maximumLength)
    reader.skipsBlankLines = skipsBlankLines
    reader.unendedLine = unendedLine
    let (fresh, policy, maximumTotal) = (reader, policy, maximumTotal)
    return JSONRecordSequence(chunks: chunks) {
      LinePump(fresh, policy: policy, maximumTotal: maximumTotal, make: make)
    }
  }

  static func maker<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> RecordMaker<Output>
  {
    { (record) throws(JSONRecordError) in
      do {
        return try make(record)
      } catch let error as JSONRecordError {
        throw error
      } catch let error as JSONSyntaxError {
        throw JSONRecordError(.syntax(error), in: record)
      } catch {
        throw JSONRecordError(.value(error), in: record)
      }
    }
  }
}

extension JSONLines: Sendable where Chunks: Sendable {}
