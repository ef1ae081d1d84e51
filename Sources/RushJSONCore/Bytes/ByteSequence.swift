// Texts in any sequence of bytes, and in sequences of chunks.

extension Sequence where Element == UInt8 {
  /// Calls `body` with the bytes. Copies them only if they are not contiguous in memory.
  func withText<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    let result: Result<R, E>? = withContiguousStorageIfAvailable { bytes in
      do throws(E) {
        // Invariant: the bytes are valid during the call.
        return .success(try unsafe body(UnsafeRawBufferPointer(bytes)))
      } catch {
        return .failure(error)
      }
    }
    if let result { return try result.get() }
    // An array is contiguous.
    return try unsafe [UInt8](self).withText(body)
  }
}

extension Sequence where Element: Sequence<UInt8> {
  /// Calls `body` with the bytes of all chunks, one after the other. Copies them, unless there is only
  /// one chunk and its bytes are contiguous.
  func withText<R, E>(ofChunks body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    var chunks = makeIterator()
    guard let first = chunks.next() else {
      return try unsafe EmptyCollection<UInt8>().withText(body)
    }
    guard let second = chunks.next() else { return try unsafe first.withText(body) }
    var text = [UInt8](first)
    text.append(contentsOf: second)
    while let chunk = chunks.next() { text.append(contentsOf: chunk) }
    return try unsafe text.withText(body)
  }
}
