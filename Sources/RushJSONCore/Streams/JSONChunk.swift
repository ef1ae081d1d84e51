/// A piece of a stream, as a source gives it: an array or a slice of bytes, or a string.
///
/// A source that can fail gives `Result`s of chunks; the first failure ends the stream.
public protocol JSONChunk {
  /// The bytes of the piece. An array gives its own, uncopied.
  ///
  /// - Throws: Why the source could not be read.
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
  /// The bytes of the chunk, if there is one.
  ///
  /// - Throws: The failure.
  public func chunkBytes() throws -> ArraySlice<UInt8> { try get().chunkBytes() }
}
