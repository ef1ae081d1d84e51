// Connects chunks, a reader of records, and the values made of records. Knows nothing of waiting.
//
//   chunks ─→ RecordPump ─ a record ─→ RecordValues.value ─→ a value
//
// The pump does not know the type of the values, so its code is the same for all. Only `RecordValues` and the
// iterators are generic; they are inlined into the program. Unspecialised code would look up the
// metadata of results and optionals, which cost 2,400 instructions for each record.

extension JSONRecord {
  /// The treatment of a record that cannot be read, or that no value can be made of.
  public enum FailurePolicy: Sendable, Hashable {
    /// Deliver the error in the record's place, and end.
    case fail
    /// Leave the record out.
    case skip
    /// Deliver the error in the record's place, and continue with the next record.
    case deliver
  }
}

/// One reading of a stream, from chunks to records.
///
/// It is a class because an iterator must be copyable and a reader need not be. Each kind of reader has
/// a subclass, which keeps the record that was read.
@usableFromInline
class RecordPump {
  /// What a call of ``next()`` found.
  @usableFromInline
  enum Step {
    /// A record that the caller makes a value of.
    case record
    case failure(JSONStreamError)
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

  init(policy: JSONRecord.FailurePolicy, maximumTotal: Int = .max) {
    self.policy = policy
    self.maximumTotal = max(0, maximumTotal)
  }

  // MARK: - What a reader does

  func feed(_ bytes: ArraySlice<UInt8>) {}
  func finish() {}
  /// Reads the next record. Returns `false` if the reader needs another chunk, and at the end.
  func read() throws(JSONStreamError) -> Bool { false }
  /// The line that is being read, if the reader counts lines.
  var currentLine: Int? { nil }
  /// The reader wants no more of the stream.
  var hasEnded: Bool { false }

  // MARK: - Chunks and records

  /// Takes the next chunk, or the end of the stream for `nil`. Called only on request.
  @usableFromInline
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

  /// The next record, or the error that the policy delivers.
  @usableFromInline
  final func next() -> Step {
    while !isEnded {
      do throws(JSONStreamError) {
        if try read() { return .record }
        if hasEnded { break }
        if !isTooLong { return isFinished ? .end : .needsChunk }
        // The record that the limit cuts is not delivered.
        throw JSONStreamError(
          .streamTooLong, offset: taken, line: currentLine,
          limit: .init(.maximumTotal, maximumTotal))
      } catch {
        if delivers(error) { return .failure(error) }
      }
    }
    return .end
  }

  /// Whether the policy delivers `error`, which may end the sequence.
  @usableFromInline
  final func delivers(_ error: JSONStreamError) -> Bool {
    let endsStream = error.endsStream
    if endsStream || policy == .fail { isEnded = true }
    return policy != .skip || endsStream
  }

  /// Ends the sequence, because the source of the chunks has failed.
  @usableFromInline
  final func end(_ error: any Error) -> JSONStreamError {
    isEnded = true
    return JSONStreamError(source: error, offset: taken, line: currentLine)
  }
}

/// A pump, and what makes a value of the record that it has read.
@usableFromInline
struct RecordValues<Output> {
  @usableFromInline let pump: RecordPump
  @usableFromInline let value: () throws(JSONStreamError) -> Output

  init(_ pump: RecordPump, value: @escaping () throws(JSONStreamError) -> Output) {
    self.pump = pump
    self.value = value
  }

  /// What a call of ``next()`` found.
  @usableFromInline
  enum Step {
    case result(Result<Output, JSONStreamError>)
    case needsChunk
    case end
  }

  /// The next value or error that the policy delivers.
  @inlinable
  func next() -> Step {
    while true {
      switch pump.next() {
      case .record:
        do throws(JSONStreamError) {
          return .result(.success(try value()))
        } catch {
          if pump.delivers(error) { return .result(.failure(error)) }
        }
      case .failure(let error): return .result(.failure(error))
      case .needsChunk: return .needsChunk
      case .end: return .end
      }
    }
  }
}
