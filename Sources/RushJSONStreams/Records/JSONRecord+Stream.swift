public import RushJSONCore

// Streams of records as sequences of values.
//
//   chunks ─┬→ JSONRecord.LineReader     lines, RFC 7464     ┐                        ┌→ Sequence of results
//           ├→ JSONRecord.ElementReader  elements, values    ┼→ JSONRecord → a value ─┤
//           └→ ServerSentEvent.Reader    events              ┘                        └→ AsyncSequence of results
//
// A reader takes chunks and returns records, or says that it needs another chunk. It neither waits nor makes values. A
// RecordPump for each kind of reader takes chunks, keeps the record and applies the failure policy. RecordValues makes a
// value of it. One sequence type over them serves all readers, with and without waiting.

extension JSONRecord {
  /// A stream of records, the source of sequences of values: ``JSONLines``, ``JSONElements``,
  /// ``ServerSentEvent/Stream``.
  public protocol Stream<Chunks> {
    /// The source of the bytes.
    associatedtype Chunks

    /// How ``documents(options:)``, ``trees(options:)`` and values read the records, unless a call
    /// says otherwise. `nil` by default: documents and trees are strict, and values read as a new
    /// decoder does.
    var recordOptions: JSONReadingOptions? { get }

    /// The values that `make` returns for the records.
    ///
    /// An error that it throws becomes a ``JSONStreamError``.
    func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
      -> JSONRecord.Values<Chunks, Output>

    /// The bytes of the records. By default those that ``map(_:)`` has.
    func records() -> JSONRecord.Values<Chunks, JSONRecord>
  }
}

extension JSONRecord.Stream {
  public var recordOptions: JSONReadingOptions? { nil }

  public func records() -> JSONRecord.Values<Chunks, JSONRecord> { map { $0 } }

  /// The records as documents.
  ///
  /// A document does not keep a chunk alive. Short lines of ``JSONLines``, and short elements of ``JSONElements``, are
  /// copied and read together, and their documents share this memory, 58 KB. If a document is still in use when the
  /// memory is needed for other records, the stream takes new memory, and gives the next documents copies of their own:
  /// those of 1 tape of records the first time, and twice as many each time after. So the documents that you keep hold
  /// shared memory for at most 1 + log₂ *n* of *n* tapes.
  /// - Parameter options: How records are read, instead of by ``recordOptions``.
  public func documents(options: JSONReadingOptions? = nil)
    -> JSONRecord.Values<Chunks, JSONDocument>
  {
    let options = options ?? recordOptions ?? .strict
    return map({ try $0.document(options: options) }) { (pump) throws(JSONStreamError) in
      try pump.document(options)
    }
  }

  /// The records as trees.
  /// - Parameter options: How records are read, instead of by ``recordOptions``.
  public func trees(options: JSONReadingOptions? = nil) -> JSONRecord.Values<Chunks, RawJSON> {
    let options = options ?? recordOptions ?? .strict
    return map({ try $0.tree(options: options) }) { (pump) throws(JSONStreamError) in
      try pump.tree(options)
    }
  }

  /// The values that `make` returns for the records, or that `value` takes from the pump if the stream's own
  /// records come from one.
  func map<Output>(
    _ make: @escaping (JSONRecord) throws -> Output,
    fromPump value: @escaping (RecordPump) throws(JSONStreamError) -> Output
  ) -> JSONRecord.Values<Chunks, Output> {
    let records = records()
    if !records.deliversItsRecords { return map(make) }
    return JSONRecord.Values(records.chunks, pump: records.makePump, value: value)
  }
}

// MARK: - Values

extension JSONRecord {
  /// The values of a stream, one for each record, delivered as the chunks come.
  ///
  /// Over a `Sequence` of chunks this is a `Sequence`, over an `AsyncSequence` of chunks an
  /// `AsyncSequence`. Its elements are results in both, so a loop has the same body with and without
  /// waiting. The sequence holds at most a chunk, a record that a chunk cut, one value, and 132 KB for lines
  /// or elements that are read together.
  ///
  /// ```swift
  /// for line in JSONLines(chunks).trees() { let tree = try line.get() … }
  /// for try await line in JSONLines(chunks).trees() { let tree = try line.get() … }
  /// ```
  ///
  /// Values are made where the loop runs. Nothing is sent to another thread or actor, so the loop can
  /// use types and closures that belong to an actor.
  public struct Values<Chunks, Output> {
    public typealias Element = Result<Output, JSONStreamError>
    public typealias Failure = any Error

    let chunks: Chunks
    let makePump: () -> RecordPump
    let value: (RecordPump) throws(JSONStreamError) -> Output
    /// Whether the elements are the records of the pump.
    var deliversItsRecords = false

    init(
      _ chunks: Chunks, pump: @escaping () -> RecordPump,
      value: @escaping (RecordPump) throws(JSONStreamError) -> Output
    ) {
      self.chunks = chunks
      makePump = pump
      self.value = value
    }
  }
}

// MARK: - Without waiting

extension JSONRecord.Values: Sequence where Chunks: Sequence, Chunks.Element: JSONChunk {
  /// Starts reading.
  public func makeIterator() -> Iterator {
    Iterator(
      values: RecordValues(makePump(), value), chunks: ChunkSource(chunks.makeIterator()))
  }

  /// The state of one reading, which copies share: each value goes to one of them.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let values: RecordValues<Output>
    @usableFromInline let chunks: ChunkSource<Chunks.Iterator>

    /// The next value, or the error in its place. `nil` at the end or after a final error.
    @inlinable
    public mutating func next() -> Result<Output, JSONStreamError>? {
      while true {
        switch values.next() {
        case .result(let result): return result
        case .end: return nil
        case .needsChunk:
          do {
            values.pump.take(try chunks.nextBytes())
          } catch {
            return .failure(values.pump.end(error))
          }
        }
      }
    }
  }
}

// MARK: - Waiting for chunks

extension JSONRecord.Values: AsyncSequence
where Chunks: AsyncSequence, Chunks.Element: JSONChunk {
  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      values: RecordValues(makePump(), value), chunks: ChunkSource(chunks.makeAsyncIterator()))
  }

  /// The state of one reading, which copies share: each value goes to one of them. Tasks of one actor may wait for
  /// values at the same time. If one of them is cancelled, the others can read on, unless the source ends.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline let values: RecordValues<Output>
    @usableFromInline let chunks: ChunkSource<Chunks.AsyncIterator>

    /// The next value, or the error in its place. Waits only for a chunk.
    /// - Throws: `CancellationError` if it needs a chunk and the task is cancelled.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws
      -> Result<Output, JSONStreamError>?
    {
      while true {
        switch values.next() {
        case .result(let result): return result
        case .end: return nil
        case .needsChunk:
          try Task.checkCancellation()
          guard var source = chunks.take() else {
            await chunks.wait(isolation: actor)
            continue
          }
          do {
            defer { chunks.put(source) }
            let chunk = try await source.next(isolation: actor)
            // A cancelled source may just end, which is not the end of the stream.
            if chunk == nil { try Task.checkCancellation() }
            values.pump.take(try chunk?._chunkBytes())
          } catch let error as CancellationError {
            throw error
          } catch {
            return .failure(values.pump.end(error))
          }
        }
      }
    }

    /// The same as `next(isolation:)`.
    // Written out again, because a source on an older system has only `next()`.
    @inlinable
    public mutating func next() async throws -> Result<Output, JSONStreamError>? {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        return try await next(isolation: nil)
      }
      while true {
        switch values.next() {
        case .result(let result): return result
        case .end: return nil
        case .needsChunk:
          try Task.checkCancellation()
          guard var source = chunks.take() else {
            await chunks.wait(isolation: nil)
            continue
          }
          do {
            defer { chunks.put(source) }
            let chunk = try await source.next()
            if chunk == nil { try Task.checkCancellation() }
            values.pump.take(try chunk?._chunkBytes())
          } catch let error as CancellationError {
            throw error
          } catch {
            return .failure(values.pump.end(error))
          }
        }
      }
    }
  }
}

// MARK: - RecordPump

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

  /// The response to a record that the end of the stream cuts: a line without its line feed, or an event without
  /// the empty line after it. The record may be incomplete.
  public enum UnendedPolicy: Sendable, Hashable {
    /// Read it like all others.
    case read
    /// Leave it out, for example because a program is still writing the file.
    case drop
    /// Refuse it with ``JSONStreamError/Kind/truncatedRecord``.
    case refuse
  }
}

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
