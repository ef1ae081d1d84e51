// Connects chunks, a reader of records, and the values made of records. Knows nothing of waiting.

/// A reader that cuts a stream into records.
protocol RecordReading: ~Copyable {
  associatedtype Record
  /// The line that is being read, if the reader counts lines.
  var currentLine: Int? { get }
  /// The reader wants no more of the stream.
  var hasEnded: Bool { get }
  mutating func feed(_ chunk: ArraySlice<UInt8>)
  mutating func finish()
  /// The next record. `nil` if the reader needs another chunk, and at the end.
  mutating func next() throws(JSONStreamError) -> Record?
}

extension RecordReading where Self: ~Copyable {
  var currentLine: Int? { nil }
  var hasEnded: Bool { false }
}

extension JSONRecord {
  /// What a sequence does with a record that cannot be read, or of which no value can be made.
  public enum FailurePolicy: Sendable, Hashable {
    /// Deliver the error in the record's place, and end.
    case fail
    /// Leave the record out.
    case skip
    /// Deliver the error in the record's place, and continue with the next record.
    case deliver
  }
}

/// One reading of a stream, from chunks to values.
///
/// It is a class because an iterator must be copyable and a reader need not be.
class RecordPump<Output> {
  /// What a call of ``next()`` found.
  enum Step {
    case result(Result<Output, JSONStreamError>)
    case needsChunk
    case end
  }

  private let policy: JSONRecord.FailurePolicy
  private let maximumTotal: Int
  private var taken = 0
  private var isTooLong = false
  private var isFinished = false
  /// No more values follow, because of an error or the policy.
  private var isEnded = false

  init(policy: JSONRecord.FailurePolicy, maximumTotal: Int) {
    self.policy = policy
    self.maximumTotal = max(0, maximumTotal)
  }

  // MARK: - What a reader does

  func feed(_ bytes: ArraySlice<UInt8>) {}
  func finish() {}
  func read() throws(JSONStreamError) -> Output? { nil }
  var currentLine: Int? { nil }
  var hasEnded: Bool { false }

  // MARK: - Chunks and values

  /// Takes the next chunk, or the end of the stream for `nil`. Called only on request.
  final func take(_ chunk: ArraySlice<UInt8>?) {
    guard let chunk else {
      isFinished = true
      return finish()
    }
    let room = maximumTotal &- taken
    isTooLong = chunk.count > room
    let part = chunk.prefix(room)
    taken &+= part.count
    feed(part)
  }

  /// The next value or error that the policy delivers.
  final func next() -> Step {
    while !isEnded {
      do throws(JSONStreamError) {
        if let value = try read() { return .result(.success(value)) }
        if hasEnded { break }
        if !isTooLong { return isFinished ? .end : .needsChunk }
        // The record that the limit cuts is not delivered.
        throw JSONStreamError(.streamTooLong, offset: taken, line: currentLine)
      } catch {
        if error.endsStream || policy == .fail { isEnded = true }
        if policy == .skip, !error.endsStream { continue }
        return .result(.failure(error))
      }
    }
    return .end
  }

  /// Ends the sequence, because the source of the chunks has failed.
  final func end(_ error: any Error) -> JSONStreamError {
    isEnded = true
    return JSONStreamError(source: error, offset: taken, line: currentLine)
  }
}

final class ReaderPump<Reader: RecordReading & ~Copyable, Output>: RecordPump<Output> {
  private var reader: Reader
  private let make: (Reader.Record) throws(JSONStreamError) -> Output

  init(
    _ reader: consuming Reader, policy: JSONRecord.FailurePolicy, maximumTotal: Int = .max,
    make: @escaping (Reader.Record) throws(JSONStreamError) -> Output
  ) {
    self.reader = reader
    self.make = make
    super.init(policy: policy, maximumTotal: maximumTotal)
  }

  override func feed(_ bytes: ArraySlice<UInt8>) { reader.feed(bytes) }
  override func finish() { reader.finish() }
  override var currentLine: Int? { reader.currentLine }
  override var hasEnded: Bool { reader.hasEnded }

  override func read() throws(JSONStreamError) -> Output? {
    guard let record = try reader.next() else { return nil }
    return try make(record)
  }
}
