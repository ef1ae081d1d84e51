// Trees of bytes in any form.

extension RawJSON {
  /// Reads a text in any sequence of bytes into a tree, like
  /// ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``. Copies the bytes only if they are not
  /// contiguous in memory.
  public init(
    parsing text: some Sequence<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only.
    self = try unsafe text.withText { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a text in chunks into a tree. The chunks may be cut anywhere.
  ///
  /// The whole text is put together in memory, unless there is only one chunk.
  /// - Throws: The first error in the text, with its offset in the whole text.
  /// - Complexity: As for ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsingChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: as above.
    self = try unsafe chunks.withText(ofChunks: { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    })
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: RawSpan, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: as above.
    self = try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }
}
