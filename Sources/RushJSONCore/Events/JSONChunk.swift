/// A piece of a stream: an array or slice of bytes, or a string.
///
/// A source that can fail delivers `Result`s of chunks. Its first failure ends the stream.
public protocol JSONChunk {
  /// The bytes of the piece. An array returns its own bytes, without a copy.
  /// - Throws: The error of the source.
  func chunkBytes() throws -> ArraySlice<UInt8>
}

extension Array: JSONChunk where Element == UInt8 {
  /// The array's own bytes.
  public func chunkBytes() -> ArraySlice<UInt8> { self[...] }
}

extension ArraySlice: JSONChunk where Element == UInt8 {
  /// The slice itself.
  public func chunkBytes() -> ArraySlice<UInt8> { self }
}

extension ContiguousArray: JSONChunk where Element == UInt8 {
  /// A copy of the bytes.
  public func chunkBytes() -> ArraySlice<UInt8> { ArraySlice(self) }
}

extension String: JSONChunk {
  /// A copy of the UTF-8.
  public func chunkBytes() -> ArraySlice<UInt8> { ArraySlice(utf8) }
}

extension Substring: JSONChunk {
  /// A copy of the UTF-8.
  public func chunkBytes() -> ArraySlice<UInt8> { ArraySlice(utf8) }
}

extension Result: JSONChunk where Success: JSONChunk {
  /// The bytes of the chunk.
  /// - Throws: The failure, if there is no chunk.
  public func chunkBytes() throws -> ArraySlice<UInt8> { try get().chunkBytes() }
}

// MARK: - Any sequences of bytes

extension JSONChunk where Self: Sequence<UInt8> {
  /// A copy of the bytes. So a type of bytes is a chunk by its conformance alone:
  ///
  ///     extension ByteBufferView: @retroactive JSONChunk {}
  public func chunkBytes() -> ArraySlice<UInt8> { byteSlice }
}

extension Sequence<UInt8> {
  /// The bytes: an array's own, and a slice's, and a copy of any others.
  package var byteSlice: ArraySlice<UInt8> {
    self as? ArraySlice<UInt8> ?? ArraySlice([UInt8](self))
  }
}

extension JSONEventReader {
  /// Adds the bytes of `chunk`, in O(*n*). Copies them, unless it is an array or a slice of one.
  public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }
}

// MARK: - Sources that can fail

extension Sequence where Element: JSONChunk {
  /// Calls `body` with the bytes of the chunks. Throws the source's error where it has one, whatever `body`
  /// made of the bytes before it.
  package func withBytes<Result>(
    _ body: (AnyIterator<ArraySlice<UInt8>>) throws -> Result
  ) throws -> Result {
    var failure: (any Error)?
    var chunks = makeIterator()
    let bytes = AnyIterator<ArraySlice<UInt8>> {
      do {
        return try failure == nil ? chunks.next()?.chunkBytes() : nil
      } catch {
        failure = error
        return nil
      }
    }
    let result = Swift.Result { try body(bytes) }
    if let failure { throw failure }
    return try result.get()
  }
}

extension JSONDocument {
  /// Parses a copy of a text in chunks of a source that can fail, such as a file, or in strings.
  /// - Throws: The error of the source, or the first error in the text, with its offset in the whole text.
  /// - Complexity: O(*n*) in the bytes of the text.
  @_disfavoredOverload
  public init(
    parsingChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws {
    self = try chunks.withBytes { try JSONDocument(parsingChunks: $0, options: options) }
  }
}

extension RawJSON {
  /// Reads a text in chunks of a source that can fail, such as a file, or in strings, into a tree.
  /// - Throws: The error of the source, or the first error in the text, with its offset in the whole text.
  /// - Complexity: O(*n*) in the bytes of the text, which is put together in memory.
  @_disfavoredOverload
  public init(
    parsingChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws {
    self = try chunks.withBytes { try RawJSON(parsingChunks: $0, options: options) }
  }
}
