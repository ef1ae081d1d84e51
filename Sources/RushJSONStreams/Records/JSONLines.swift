public import RushJSONCore

/// A stream of JSON texts: one on each line (JSON Lines, NDJSON), or separated by RFC 7464.
///
/// ```swift
/// for try await line in JSONLines(chunks).values(of: Event.self) { let event = try line.get() … }
/// ```
///
/// Chunks come from any `Sequence` or `AsyncSequence` and may be cut anywhere.
public struct JSONLines<Chunks>: JSONRecord.Stream {
  /// The source of the bytes.
  public let chunks: Chunks
  /// The separator of records.
  public var framing: JSONRecord.LineReader.Framing
  /// The response to a record that cannot be read.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of a record.
  public var maximumLength: Int
  /// The most bytes of the stream, unlimited by default. Exceeding it is an error that ends it.
  public var maximumTotal = Int.max
  /// Whether blank lines are left out. `true` by default. Otherwise they are records without a
  /// value, so they are errors.
  public var skipsBlankLines = true
  /// The treatment of a last line without a line feed. It is read by default.
  public var unendedLine = JSONRecord.UnendedPolicy.read

  /// The lines of a stream.
  /// - Parameters:
  ///   - chunks: Pieces of the stream, of any length.
  ///   - framing: How records are separated.
  ///   - policy: What happens when a record cannot be read.
  ///   - maximumLength: The most bytes of a record. A longer record is an error and is not held.
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

  /// The values that `make` returns for the records.
  ///
  /// An error that it throws becomes a ``JSONStreamError``.
  public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecord.Values<Chunks, Output>
  {
    var reader = JSONRecord.LineReader(framing, maximumLength: maximumLength)
    reader.skipsBlankLines = skipsBlankLines
    reader.unendedLine = unendedLine
    let (fresh, policy, maximumTotal) = (reader, policy, maximumTotal)
    return JSONRecord.Values(
      chunks, pump: { LinePump(fresh, policy: policy, maximumTotal: maximumTotal) },
      value: { (pump) throws(JSONStreamError) in try pump.takeRecord().make(make) })
  }

  /// The bytes of the records.
  public func records() -> JSONRecord.Values<Chunks, JSONRecord> {
    var records = map { $0 }
    records.deliversItsRecords = true
    return records
  }
}

extension JSONLines: Sendable where Chunks: Sendable {}
