/// Chunks of a source that gives byte after byte, so that reading does not wait for each of them.
///
/// A chunk ends at a line feed, or when it is full: so what is complete is never held back by bytes that
/// are still to come.
public struct ByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
  public typealias Failure = any Error

  let bytes: Bytes
  let size: Int

  /// Chunks of at most `size` bytes.
  public init(_ bytes: Bytes, size: Int = 16 << 10) {
    self.bytes = bytes
    self.size = Swift.max(1, size)
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(bytes: bytes.makeAsyncIterator(), size: size)
  }

  /// A reading that has begun.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var bytes: Bytes.AsyncIterator
    let size: Int
    var failure: (any Error)?
    var isAtEnd = false

    /// The next chunk; `nil` at the end.
    ///
    /// - Throws: What the source throws, after the bytes before it were given.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
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

    /// The same as `next(isolation:)`.
    public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }
  }
}

extension ByteChunks: Sendable where Bytes: Sendable {}

extension AsyncSequence where Element == UInt8 {
  /// The bytes in chunks of at most `size`, which end at line feeds.
  public func jsonChunks(of size: Int = 16 << 10) -> ByteChunks<Self> {
    ByteChunks(self, size: size)
  }
}
