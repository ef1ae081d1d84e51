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
