/// The values of a stream, one for each record, as its chunks come.
///
/// Over a `Sequence` of chunks this is a `Sequence`, over an `AsyncSequence` of chunks an `AsyncSequence`.
/// Its elements are results in both, so a loop has the same body whether it waits or not. At any time a
/// chunk, a record that was cut, and one value are held.
///
/// ```swift
/// for line in JSONLines(chunks).trees() { let tree = try line.get() … }
/// for try await line in JSONLines(chunks).trees() { let tree = try line.get() … }
/// ```
///
/// Values are made where the loop runs: nothing is sent to another thread or actor, so types and closures
/// that belong to an actor can be used there.
public struct JSONRecordSequence<Chunks, Output> {
  let chunks: Chunks
  let makePump: () -> RecordPump<Output>
}

// MARK: - Without waiting

extension JSONRecordSequence: Sequence where Chunks: Sequence, Chunks.Element: JSONChunk {
  /// Starts reading.
  public func makeIterator() -> Iterator {
    Iterator(pump: makePump(), chunks: chunks.makeIterator())
  }

  /// A reading that has begun. Copies of it go on together.
  public struct Iterator: IteratorProtocol {
    let pump: RecordPump<Output>
    var chunks: Chunks.Iterator
    var isFinished = false

    /// The next value, or why there is none in its place; `nil` at the end, or after an error that ends
    /// the sequence.
    public mutating func next() -> Result<Output, JSONRecordError>? {
      while true {
        if let result = pump.next() { return result }
        if isFinished || pump.isEnded { return nil }
        guard let chunk = chunks.next() else {
          isFinished = true
          pump.finish()
          continue
        }
        do {
          pump.feed(try chunk.chunkBytes())
        } catch {
          return .failure(pump.end(error))
        }
      }
    }
  }
}

// MARK: - Waiting for chunks

extension JSONRecordSequence: AsyncSequence
where Chunks: AsyncSequence, Chunks.Element: JSONChunk {
  public typealias Element = Result<Output, JSONRecordError>
  public typealias Failure = any Error

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pump: makePump(), chunks: chunks.makeAsyncIterator())
  }

  /// A reading that has begun.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pump: RecordPump<Output>
    var chunks: Chunks.AsyncIterator
    var isFinished = false

    /// The next value, or why there is none in its place. Waits only if another chunk is needed.
    ///
    /// - Throws: `CancellationError` if a chunk is needed and the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws
      -> Result<Output, JSONRecordError>?
    {
      while true {
        if let result = pump.next() { return result }
        if isFinished || pump.isEnded { return nil }
        try Task.checkCancellation()
        do {
          guard let chunk = try await chunks.next(isolation: actor) else {
            // A source that is cancelled may just end, which is not the end of the stream.
            try Task.checkCancellation()
            isFinished = true
            pump.finish()
            continue
          }
          pump.feed(try chunk.chunkBytes())
        } catch let error as CancellationError {
          throw error
        } catch {
          return .failure(pump.end(error))
        }
      }
    }

    /// The same as `next(isolation:)`.
    public mutating func next() async throws -> Result<Output, JSONRecordError>? {
      try await next(isolation: nil)
    }
  }
}
