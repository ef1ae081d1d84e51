/// The values of a stream, one for each record, delivered as the chunks come.
///
/// Over a `Sequence` of chunks this is a `Sequence`, over an `AsyncSequence` of chunks an
/// `AsyncSequence`. Its elements are results in both, so a loop has the same body with and without
/// waiting. The sequence holds at most a chunk, a record that a chunk cut, and one value.
///
/// ```swift
/// for line in JSONLines(chunks).trees() { let tree = try line.get() … }
/// for try await line in JSONLines(chunks).trees() { let tree = try line.get() … }
/// ```
///
/// Values are made where the loop runs. Nothing is sent to another thread or actor, so the loop can
/// use types and closures that belong to an actor.
public struct JSONRecordSequence<Chunks, Output> {
  let chunks: Chunks
  let makeValues: () -> RecordValues<Output>
}

// MARK: - Without waiting

extension JSONRecordSequence: Sequence where Chunks: Sequence, Chunks.Element: JSONChunk {
  /// Starts reading.
  public func makeIterator() -> Iterator {
    Iterator(values: makeValues(), chunks: chunks.makeIterator())
  }

  /// The state of one reading. Copies share it.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let values: RecordValues<Output>
    @usableFromInline var chunks: Chunks.Iterator

    /// The next value, or the error in its place. `nil` at the end or after a final error.
    @inlinable
    public mutating func next() -> Result<Output, JSONStreamError>? {
      while true {
        switch values.next() {
        case .result(let result): return result
        case .end: return nil
        case .needsChunk:
          do {
            values.pump.take(try chunks.next()?.chunkBytes())
          } catch {
            return .failure(values.pump.end(error))
          }
        }
      }
    }
  }
}

// MARK: - Waiting for chunks

extension JSONRecordSequence: AsyncSequence
where Chunks: AsyncSequence, Chunks.Element: JSONChunk {
  public typealias Element = Result<Output, JSONStreamError>
  public typealias Failure = any Error

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: makeValues(), chunks: chunks.makeAsyncIterator())
  }

  /// The state of one reading. Copies share it.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline let values: RecordValues<Output>
    @usableFromInline var chunks: Chunks.AsyncIterator

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
          do {
            let chunk = try await chunks.next(isolation: actor)
            // A cancelled source may just end, which is not the end of the stream.
            if chunk == nil { try Task.checkCancellation() }
            values.pump.take(try chunk?.chunkBytes())
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
          do {
            let chunk = try await chunks.next()
            if chunk == nil { try Task.checkCancellation() }
            values.pump.take(try chunk?.chunkBytes())
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
