/// A piece of a stream: an array or slice of bytes, or a string.
///
/// A source that can fail delivers `Result`s of chunks. Its first failure ends the stream.
public protocol JSONChunk {
  /// The bytes of the piece. An array returns its own bytes, without a copy.
  /// - Throws: The error of the source.
  func _chunkBytes() throws -> ArraySlice<UInt8>
}

extension Array: JSONChunk where Element == UInt8 {
  /// The array's own bytes.
  public func _chunkBytes() -> ArraySlice<UInt8> { self[...] }
}

extension ArraySlice: JSONChunk where Element == UInt8 {
  /// The slice itself.
  public func _chunkBytes() -> ArraySlice<UInt8> { self }
}

extension ContiguousArray: JSONChunk where Element == UInt8 {
  /// A copy of the bytes.
  public func _chunkBytes() -> ArraySlice<UInt8> { ArraySlice(self) }
}

extension String: JSONChunk {
  /// A copy of the UTF-8.
  public func _chunkBytes() -> ArraySlice<UInt8> { ArraySlice(utf8) }
}

extension Substring: JSONChunk {
  /// A copy of the UTF-8.
  public func _chunkBytes() -> ArraySlice<UInt8> { ArraySlice(utf8) }
}

extension Result: JSONChunk where Success: JSONChunk {
  /// The bytes of the chunk.
  /// - Throws: The failure, if there is no chunk.
  public func _chunkBytes() throws -> ArraySlice<UInt8> { try get()._chunkBytes() }
}

// MARK: - Any sequences of bytes

extension JSONChunk where Self: Sequence<UInt8> {
  /// A copy of the bytes. So a type of bytes is a chunk by its conformance alone:
  ///
  ///     extension ByteBufferView: @retroactive JSONChunk {}
  public func _chunkBytes() -> ArraySlice<UInt8> { byteSlice }
}

extension Sequence<UInt8> {
  /// The bytes: an array's own, and a slice's, and a copy of any others.
  @inlinable package var byteSlice: ArraySlice<UInt8> {
    self as? ArraySlice<UInt8> ?? ArraySlice([UInt8](self))
  }
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
        return try failure == nil ? chunks.next()?._chunkBytes() : nil
      } catch {
        failure = error
        return nil
      }
    }
    let result = Swift.Result { try body(bytes) }
    if let failure { throw failure }
    return try result.get()
  }

  /// The bytes of all chunks, one after the other. Those of a single chunk are not copied.
  /// - Throws: The error of the source.
  fileprivate var bytes: ArraySlice<UInt8> {
    get throws {
      var bytes: ArraySlice<UInt8> = []
      for chunk in self {
        let next = try chunk._chunkBytes()
        if bytes.isEmpty { bytes = next } else { bytes += next }
      }
      return bytes
    }
  }
}

extension JSONDocument {
  /// Parses a copy of a text in chunks, which may be cut anywhere: bytes, strings, or what a source delivers that can
  /// fail, such as a file.
  /// - Throws: The error of the source, or the ``JSONSyntaxError`` of the first fault in the text, with its offset in
  ///   the whole text.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(
    parsingChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws {
    try self.init(parsing: chunks.bytes, options: options)
  }
}

extension RawJSON {
  /// Reads a text in chunks into a tree. The chunks may be cut anywhere: bytes, strings, or what a source delivers
  /// that can fail, such as a file.
  /// - Throws: The error of the source, or the ``JSONSyntaxError`` of the first fault in the text, with its offset in
  ///   the whole text.
  /// - Complexity: O(*n*) in the bytes of the text, which is put together in memory, unless there is only one chunk.
  public init(
    parsingChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws {
    try self.init(parsing: chunks.bytes, options: options)
  }
}
