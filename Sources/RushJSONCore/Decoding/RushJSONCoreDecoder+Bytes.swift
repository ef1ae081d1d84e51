// Decoding from bytes in any form: slices, buffers of other libraries, chunks, raw spans.

extension RushJSONCoreDecoder {
  /// Decodes a value from a text in any sequence of bytes: an `ArraySlice`, a `ContiguousArray`, `Data`,
  /// the `utf8` of a string, the buffers of other libraries.
  /// - Parameter userInfo: Entries that the decoder's ``userInfo`` gets for this call.
  /// - Throws: The same as `decode(_:from:at:userInfo:)`.
  /// - Complexity: O(*n*) in the bytes of the text. Copies them only if they are not contiguous in memory
  ///   (`withContiguousStorageIfAvailable`).
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: some Sequence<UInt8>, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    let decoder = adding(userInfo)
    return try unsafe text.withText { try unsafe decoder.decode(type, from: $0, at: pointer) }
  }

  /// Decodes a value from a text in chunks, which may be cut anywhere.
  ///
  /// The whole text is put together in memory. To decode the values of a text that does not fit there,
  /// use ``JSONElements`` or ``JSONLines``.
  /// - Parameter userInfo: Entries that the decoder's ``userInfo`` gets for this call.
  /// - Throws: The same as `decode(_:from:at:userInfo:)`.
  /// - Complexity: O(*n*) in the bytes of the text. Copies them, unless there is only one chunk.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, fromChunks chunks: some Sequence<some Sequence<UInt8>>,
    at pointer: JSONPointer = .root, userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    let decoder = adding(userInfo)
    return try unsafe chunks.withText(ofChunks: {
      try unsafe decoder.decode(type, from: $0, at: pointer)
    })
  }

  /// Decodes a value from a text in chunks of a source that can fail, such as a file, or in strings. See
  /// `decode(_:fromChunks:at:userInfo:)`. Decode other types from a document of the chunks.
  /// - Throws: Also the error of the source.
  @_disfavoredOverload
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, fromChunks chunks: some Sequence<some JSONChunk>,
    at pointer: JSONPointer = .root, userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try chunks.withBytes { try decode(type, fromChunks: $0, at: pointer, userInfo: userInfo) }
  }

  /// Decodes a value from a text in memory. Copies no bytes. See
  /// `decode(_:from:at:userInfo:)`.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: RawSpan, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    let decoder = adding(userInfo)
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    return try unsafe text.withUnsafeBytes {
      try unsafe decoder.decode(type, from: $0, at: pointer)
    }
  }

  // MARK: - With a context

  /// Decodes a value with a context from a text in any sequence of bytes. See
  /// `decode(_:from:at:userInfo:)`.
  public func decode<T: DecodableWithContext>(
    _ type: T.Type = T.self, from text: some Sequence<UInt8>, at pointer: JSONPointer = .root,
    context: T.DecodingContext
  ) throws -> T {
    try unsafe text.withText { try unsafe decode(type, $0, pointer, context) }
  }

  /// Decodes a value with a context from a text in chunks. See `decode(_:fromChunks:at:userInfo:)`.
  public func decode<T: DecodableWithContext>(
    _ type: T.Type = T.self, fromChunks chunks: some Sequence<some Sequence<UInt8>>,
    at pointer: JSONPointer = .root, context: T.DecodingContext
  ) throws -> T {
    try unsafe chunks.withText(ofChunks: { try unsafe decode(type, $0, pointer, context) })
  }

  /// Decodes a value with a context from a text in memory. Copies no bytes.
  public func decode<T: DecodableWithContext>(
    _ type: T.Type = T.self, from text: RawSpan, at pointer: JSONPointer = .root,
    context: T.DecodingContext
  ) throws -> T {
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe text.withUnsafeBytes { try unsafe decode(type, $0, pointer, context) }
  }

  private func decode<T: DecodableWithContext>(
    _ type: T.Type, _ text: UnsafeRawBufferPointer, _ pointer: JSONPointer,
    _ context: T.DecodingContext
  ) throws -> T {
    try unsafe withDecoder(for: text, at: pointer) { try type.init(from: $0, context: context) }
  }
}
