// The bytes of arrays and strings as spans. Their own property `span` needs macOS 26 and its siblings.

extension Array {
  /// Calls `body` with the elements.
  @inline(__always)
  package func withSpan<R, E: Error>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    // Invariant: the elements live during the call, and a span cannot leave it.
    try unsafe withUnsafeBufferPointer { (elements) throws(E) in try unsafe body(elements.span) }
  }
}

extension String {
  /// Calls `body` with the bytes in UTF-8.
  ///
  /// Copies none, unless the string is one of Objective-C, or so short that it has no memory.
  @inline(__always)
  package func withUTF8Span<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    // Going through `utf8` retains and releases the memory of the string.
    if let bytes = unsafe StringWords(self).nativeUTF8(NativeStringLayout.current) {
      // Invariant: the string lives until `body` has returned, and with it its bytes.
      return try withExtendedLifetime(self) { () throws(E) in
        try unsafe body(Span(_unsafeBytes: bytes))
      }
    }
    // The standard library's function passes on any error, so a result takes the error through it.
    let result = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      // Invariant: the bytes live during the call, and a span cannot leave it.
      Result { () throws(E) in try unsafe body(bytes.span) }
    }
    if let result { return try result.get() }
    return try Array(utf8).withSpan(body)
  }
}
