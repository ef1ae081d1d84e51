// Documents of bytes in any form.

extension JSONDocument {
  /// Parses the bytes of a slice, and keeps its array alive. Copies nothing.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: ArraySlice<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    // Invariant: an array's storage stays in place and unchanged while a slice of it, here the owner,
    // refers to it. So the address outlives the closure that it comes from.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    try unsafe self.init(parsing: text, keptBy: .slice(bytes), options: options)
  }

  /// Parses `bytes`, and keeps the array alive. Copies nothing.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: ContiguousArray<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    // Invariant: as above.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    try unsafe self.init(parsing: text, keptBy: .contiguousArray(bytes), options: options)
  }

  /// Parses a copy of `bytes`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: some Sequence<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try self.init(parsing: [UInt8](bytes), options: options)
  }

  /// Parses a copy of a text in chunks, which may be cut anywhere.
  /// - Throws: The first error in the text, with its offset in the whole text.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(
    parsingChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    var text: [UInt8] = []
    for chunk in chunks { text.append(contentsOf: chunk) }
    try self.init(parsing: text, options: options)
  }

  /// Parses a copy of `bytes`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: RawSpan, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    // Invariant: the bytes are copied in the closure.
    self = try unsafe bytes.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe JSONDocument(parsing: bytes, options: options)
    }
  }
}
