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
