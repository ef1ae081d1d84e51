public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: JSONChunk {
  /// A copy of the bytes. Large data, such as a file that is mapped into memory, are read in pieces
  /// instead: ``jsonChunks(of:)``.
  public func chunkBytes() -> ArraySlice<UInt8> { [UInt8](self)[...] }

  /// The data in pieces of at most `size` bytes, each of which is copied when it is its turn.
  ///
  /// ```swift
  /// let file = try Data(contentsOf: url, options: .alwaysMapped)
  /// for line in JSONLines(file.jsonChunks()).trees() { let tree = try line.get() … }
  /// ```
  /// - Complexity: O(1).
  public func jsonChunks(of size: Int = JSONFileChunks.defaultSize) -> DataChunks {
    DataChunks(data: self, size: size)
  }
}

/// Data in pieces.
public struct DataChunks: Sequence, IteratorProtocol, Sendable {
  private var rest: Data
  private let size: Int

  init(data: Data, size: Int) {
    rest = data
    self.size = Swift.max(1, size)
  }

  /// The next piece; `nil` at the end.
  public mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let piece = rest.prefix(size)
    rest = rest.dropFirst(size)
    return piece.chunkBytes()
  }
}
