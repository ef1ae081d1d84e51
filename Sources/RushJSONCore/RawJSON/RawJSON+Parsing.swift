extension RawJSON {
  /// Reads a text into a tree.
  ///
  /// Members and elements keep their order, and numbers their digits. Of several members of the
  /// same name in an object, one stays, in the first one's place: by `options`, it has the last
  /// one's value or the first one's, or the text is refused.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text: one allocation for each array, object, and
  ///   string of more than 15 bytes, and names are shared. Nothing refers to the text afterwards.
  public init(
    parsing text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options)
    guard let value = tokenizer.makeTree() else {
      throw tokenizer.failure ?? JSONSyntaxError(.emptyText, at: 0)
    }
    self = value
  }

  /// Reads a text into a tree, as from an `UnsafeRawBufferPointer`.
  public init(
    parsing text: Span<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: the bytes do not leave the closure.
    self = try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a text into a tree, as from an `UnsafeRawBufferPointer`.
  public init(
    parsing text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    try self.init(parsing: text.span, options: options)
  }

  /// Reads a text into a tree, as from an `UnsafeRawBufferPointer`.
  public init(
    parsing text: String, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8.span, options: options)
  }

  /// Reads a text whose open objects have about so many names at most: for tests of a bound that else
  /// takes 160 GB to reach.
  package init(parsing text: [UInt8], maximumNames: Int) throws(JSONSyntaxError) {
    // Invariant: the bytes do not leave the closure.
    self = try unsafe text.span.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      var tokenizer = unsafe Tokenizer(bytes, options: .strict)
      guard let value = tokenizer.makeTree(maximumNames: maximumNames) else {
        throw tokenizer.failure ?? JSONSyntaxError(.emptyText, at: 0)
      }
      return value
    }
  }
}

extension Tokenizer {
  /// Reads the whole text into a tree, or returns `nil` and leaves why in `failure`.
  @inline(never)
  mutating func makeTree(maximumNames: Int = NameTable.maximumCount) -> RawJSON? {
    var sink = unsafe TreeSink(text, options: options, maximumNames: maximumNames)
    let isComplete = run(&sink)
    return sink.finish(isComplete: isComplete)
  }
}
