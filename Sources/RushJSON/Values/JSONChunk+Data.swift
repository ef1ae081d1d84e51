public import RushJSONCore
public import _RushJSONFoundation

extension Data: JSONChunk {
  /// A copy of the bytes. ``jsonChunks(of:)`` reads large data, such as a mapped file, in pieces.
  public func _chunkBytes() -> ArraySlice<UInt8> { [UInt8](self)[...] }

  /// The data in chunks of at most `size` bytes. Each is copied when the sequence reaches it.
  ///
  /// ```swift
  /// let file = try Data(contentsOf: url, options: .alwaysMapped)
  /// for line in JSONLines(file.jsonChunks()).trees() { let tree = try line.get() … }
  /// ```
  /// - Complexity: O(1).
  public func jsonChunks(of size: Int = 64 << 10)
    -> some Sequence<ArraySlice<UInt8>> & Sendable
  {
    DataChunks(data: self, size: size)
  }
}

private struct DataChunks: Sequence, IteratorProtocol, Sendable {
  private var rest: Data
  private let size: Int

  init(data: Data, size: Int) {
    rest = data
    self.size = Swift.max(1, size)
  }

  // Out of line: inlined, it is in each of the standard library's functions for sequences, 4 KB.
  @inline(never)
  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let piece = rest.prefix(size)
    rest = rest.dropFirst(size)
    return piece._chunkBytes()
  }
}
