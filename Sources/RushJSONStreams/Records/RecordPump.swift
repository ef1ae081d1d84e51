// Connects chunks, a reader of records, and the values made of records. Knows nothing of waiting.
//
//   chunks ─→ RecordPump ─ a record ─→ RecordValues.value ─→ a value
//
// The pump does not know the type of the values, so its code is the same for all. Only `RecordValues` and the
// iterators are generic; they are inlined into the program. Unspecialised code would look up the
// metadata of results and optionals, which cost 2,400 instructions for each record.

public import RushJSONCore

/// One reading of a stream, from chunks to records.
///
/// It is a class because an iterator must be copyable and a reader need not be. Each kind of reader has
/// a subclass, which keeps the record that was read.
@usableFromInline
package class RecordPump {
  /// The result of a call of ``next()``.
  @usableFromInline
  package enum Step {
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
  var isEnded = false
  /// The text of a record is being decoded. A type may read the next records of the same stream then.
  @exclusivity(unchecked)
  var isInUse = false
  /// The record that is being decoded, if its type has read further ones.
  @exclusivity(unchecked)
  private var decoded: JSONRecord?

  init(policy: JSONRecord.FailurePolicy, maximumTotal: Int = .max) {
    self.policy = policy
    self.maximumTotal = max(0, maximumTotal)
  }

  // MARK: - What a reader does

  package func feed(_ bytes: ArraySlice<UInt8>) {}
  package func finish() {}
  /// Reads the next record. Returns `false` if the reader needs another chunk, and at the end.
  func read() throws(JSONStreamError) -> Bool { false }
  /// The record that was read, which the pump no longer keeps.
  package func takeRecord() -> JSONRecord { .none }
  /// The text and the tape of the record that was read, or `nil` if it must be read alone. Valid until the next one.
  func taped(_ options: JSONReadingOptions) -> TapedText? { nil }
  /// The document of that text, or `nil` if the record must be read alone.
  func taken(_ options: JSONReadingOptions) -> JSONDocument? { nil }
  /// The tree of that text, or `nil` if the record must be read alone.
  func shortTree(_ options: JSONReadingOptions) -> RawJSON? { nil }
  /// Leaves the rest of the batch to be read alone, because the record may not be JSON.
  func abandonText() {}
  /// The line that is being read, if the reader counts lines.
  var currentLine: Int? { nil }
  /// The number of lines that have ended, if the reader counts lines.
  package var linesPassed: Int { 0 }
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
  package final func next() -> Step {
    if unsafe isInUse, unsafe decoded == nil { unsafe decoded = takeRecord() }
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

  /// Ends the decoding of a record. Returns the record, if its type has read further ones.
  final func endUse() -> JSONRecord? {
    unsafe isInUse = false
    return unsafe decoded.take()
  }

  /// Whether the policy delivers `error`, which may end the sequence.
  @usableFromInline
  package final func delivers(_ error: JSONStreamError) -> Bool {
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

extension RecordPump {
  package func document(_ options: JSONReadingOptions) throws(JSONStreamError) -> JSONDocument {
    if let document = taken(options) { return document }
    return try makeAlone { try $0.document(options: options) }
  }

  package func tree(_ options: JSONReadingOptions) throws(JSONStreamError) -> RawJSON {
    if let tree = shortTree(options) { return tree }
    return try makeAlone { try $0.tree(options: options) }
  }

  /// Adds a document of the record that was read.
  package func pack(into documents: inout PackedDocuments) throws(JSONStreamError) {
    let options = documents.options
    if let taped = taped(options) { return documents.add(taped, line: linesPassed) }
    let document: JSONDocument = try makeAlone { try $0.document(options: options) }
    documents.add(document, line: document.storage.line)
  }

  /// Calls `make` with the record that was read.
  func makeAlone<Output>(_ make: (JSONRecord) throws -> Output) throws(JSONStreamError) -> Output {
    do throws(JSONStreamError) {
      return try takeRecord().make(make)
    } catch {
      abandonText()
      throw error
    }
  }
}

/// A pump, and what makes a value of the record that it has read.
@usableFromInline
package struct RecordValues<Output> {
  @usableFromInline let pump: RecordPump
  @usableFromInline let value: (RecordPump) throws(JSONStreamError) -> Output

  package init(
    _ pump: RecordPump, _ value: @escaping (RecordPump) throws(JSONStreamError) -> Output
  ) {
    self.pump = pump
    self.value = value
  }

  /// The result of a call of ``next()``.
  @usableFromInline
  package enum Step {
    case result(Result<Output, JSONStreamError>)
    case needsChunk
    case end
  }

  /// The next value or error that the policy delivers.
  @inlinable
  package func next() -> Step {
    while true {
      switch pump.next() {
      case .record:
        do throws(JSONStreamError) {
          return .result(.success(try value(pump)))
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
