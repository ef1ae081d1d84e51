// Projections of bytes in any form.

extension JSONProjection {
  /// The values of a text, in the order of ``patterns``. `nil` for those without a value. The options say
  /// which one of members with the same name counts, and which one of several values of a pattern: the
  /// last one by default. ``matches(in:options:)-([UInt8],_)`` returns all of them.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only the bytes of the values, and texts of up to 1 KiB.
  public func values(
    in text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    let values = unsafe text.withUnsafeBytes { unsafe shortTextValues(in: $0, options: options) }
    if let values { return values }
    return try self.values(inChunks: CollectionOfOne(text), options: options)
  }

  /// All values of a text that the patterns select, in the order of the text.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only the bytes of the values, and texts of up to 1 KiB.
  public func matches(
    in text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [Match] {
    let matches = unsafe text.withUnsafeBytes { unsafe shortTextMatches(in: $0, options: options) }
    if let matches { return matches }
    return try self.matches(inChunks: CollectionOfOne(text), options: options)
  }

  /// The values of a text in any sequence of bytes. See ``values(in:options:)-([UInt8],_)``.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text, which are copied 64 KiB at a time.
  public func values(
    in text: some Sequence<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    try unsafe text.withText { (bytes) throws(JSONStreamError) in
      if let values = unsafe shortTextValues(in: bytes, options: options) { return values }
      var start = 0
      let pieces = AnyIterator<ArraySlice<UInt8>> {
        guard start < bytes.count else { return nil }
        let end = min(bytes.count, start &+ OutputBuffer.windowSize)
        defer { start = end }
        // Invariant: start < end ≤ count.
        return unsafe ArraySlice(bytes[start..<end])
      }
      return try values(inChunks: pieces, options: options)
    }
  }

  /// The values of a text in chunks, which may be cut anywhere. See ``values(in:options:)-([UInt8],_)``.
  ///
  /// Only the current chunk is in memory, a token that it cuts off, and the values.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Arrays and their slices are not copied.
  public func values(
    inChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    var values = noValues
    var reader = JSONProjection.Reader(self, options: options)
    for chunk in chunks {
      reader.feed(chunk)
      try reader.collect(into: &values, options)
    }
    reader.finish()
    try reader.collect(into: &values, options)
    return values
  }

  /// All values of a text in chunks that the patterns select. See ``matches(in:options:)-([UInt8],_)``.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Arrays and their slices are not copied.
  public func matches(
    inChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [Match] {
    var matches: [Match] = []
    var reader = JSONProjection.Reader(self, options: options)
    for chunk in chunks {
      reader.feed(chunk)
      while let match = try reader.next() { matches.append(match) }
    }
    reader.finish()
    while let match = try reader.next() { matches.append(match) }
    return matches
  }
}

extension JSONProjection.Reader {
  /// Puts the values that were found into their places.
  fileprivate mutating func collect(
    into values: inout [RawJSON?], _ options: JSONReadingOptions
  ) throws(JSONStreamError) {
    while let match = try next() {
      JSONProjection.put(match.value, at: match.position, into: &values, options)
    }
  }
}
