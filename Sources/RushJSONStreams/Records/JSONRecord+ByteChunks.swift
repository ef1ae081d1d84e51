// Chunks of bytes that come in other forms.

public import RushJSONCore

extension Sequence where Element: Sequence<UInt8> {
  /// The elements, which are sequences of any bytes, as chunks for ``JSONLines``, ``JSONElements`` and
  /// ``ServerSentEvent/Stream``. Each is copied when the sequence reaches it, unless it is an array or a slice of one.
  public func jsonChunks() -> LazyMapSequence<Self, ArraySlice<UInt8>> {
    lazy.map { $0.byteSlice }
  }
}

extension AsyncSequence where Element: Sequence<UInt8> & SendableMetatype {
  /// The elements, which are sequences of any bytes, as chunks for ``JSONLines``, ``JSONElements`` and
  /// ``ServerSentEvent/Stream``. Each is copied when the sequence reaches it, unless it is an array or a slice of one.
  public func jsonChunks() -> AsyncMapSequence<Self, ArraySlice<UInt8>> {
    map { $0.byteSlice }
  }
}

// MARK: - Bytes one by one

extension JSONRecord {
  /// Chunks of an asynchronous sequence of bytes, so that reading does not wait for each byte.
  ///
  /// A chunk ends at a line feed, or when it is full, so no line waits for the next one.
  public struct ByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
    public typealias Failure = any Error

    let bytes: Bytes
    let size: Int

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(
        source: ChunkSource(ByteReading(bytes: bytes.makeAsyncIterator(), size: size)))
    }

    /// The state of one reading, which copies share: each chunk goes to one of them. Tasks of one actor may wait for
    /// chunks at the same time.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let source: ChunkSource<ByteReading<Bytes.AsyncIterator>>

      /// The next chunk. `nil` at the end.
      /// - Throws: The error of the source, after the bytes before it.
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        while true {
          guard var reading = source.take() else {
            await source.wait(isolation: actor)
            continue
          }
          defer { source.put(reading) }
          return try await reading.next(isolation: actor)
        }
      }

      /// The same as `next(isolation:)`.
      // Written out again, because a source on an older system has only `next()`.
      public mutating func next() async throws -> [UInt8]? {
        while true {
          guard var reading = source.take() else {
            await source.wait(isolation: nil)
            continue
          }
          defer { source.put(reading) }
          if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            return try await reading.next(isolation: nil)
          }
          return try await reading.next()
        }
      }
    }
  }
}

/// The bytes of a source on their way into chunks.
private struct ByteReading<Bytes: AsyncIteratorProtocol> where Bytes.Element == UInt8 {
  var bytes: Bytes
  let size: Int
  var failure: (any Error)?
  var isAtEnd = false

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    if let failure { throw failure }
    if isAtEnd { return nil }
    var chunk: [UInt8] = []
    do {
      while chunk.count < size {
        guard let byte = try await bytes.next(isolation: actor) else {
          isAtEnd = true
          break
        }
        chunk.append(byte)
        if byte == .lineFeed { break }
      }
    } catch {
      if chunk.isEmpty { throw error }
      failure = error
    }
    return chunk.isEmpty ? nil : chunk
  }

  mutating func next() async throws -> [UInt8]? {
    if let failure { throw failure }
    if isAtEnd { return nil }
    var chunk: [UInt8] = []
    do {
      while chunk.count < size {
        guard let byte = try await bytes.next() else {
          isAtEnd = true
          break
        }
        chunk.append(byte)
        if byte == .lineFeed { break }
      }
    } catch {
      if chunk.isEmpty { throw error }
      failure = error
    }
    return chunk.isEmpty ? nil : chunk
  }
}

extension JSONRecord.ByteChunks: Sendable where Bytes: Sendable {}

extension AsyncSequence where Element == UInt8 {
  /// The bytes in chunks of at most `size`, which end at line feeds.
  public func jsonChunks(of size: Int = 16 << 10) -> JSONRecord.ByteChunks<Self> {
    JSONRecord.ByteChunks(bytes: self, size: Swift.max(1, size))
  }
}
