extension RawJSON {
  /// Reads a text into a tree.
  ///
  /// Members and elements keep their order, and numbers their digits. Of several members of the same
  /// name in an object, one remains, in the place of the first. `options` decide whether it has the
  /// first or the last value, or whether the text is refused.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text, with one allocation for each array, each object
  ///   and each string of more than 15 bytes, or on Linux one for many small ones if the text has 8 KiB or
  ///   more. Names are shared. The tree does not refer to the text.
  public init(
    parsing text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options)
    guard let value = tokenizer.makeTree() else {
      throw tokenizer.failure ?? JSONSyntaxError(.emptyText, at: 0)
    }
    self = value
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: Span<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only.
    self = try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    self = try text.withSpan { (text) throws(JSONSyntaxError) in
      try RawJSON(parsing: text, options: options)
    }
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing text: String, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    self = try text.withUTF8Span { (text) throws(JSONSyntaxError) in
      try RawJSON(parsing: text, options: options)
    }
  }

  /// Reads a text whose open objects have about `maximumNames` names at most. For tests of a limit that
  /// otherwise takes 160 GB to reach.
  package init(parsing text: [UInt8], maximumNames: Int) throws(JSONSyntaxError) {
    self = try text.withSpan { (text) throws(JSONSyntaxError) in
      try RawJSON(text, maximumNames: maximumNames)
    }
  }

  private init(_ text: Span<UInt8>, maximumNames: Int) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only.
    self = try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      var tokenizer = unsafe Tokenizer(bytes, options: .strict)
      guard let value = tokenizer.makeTree(maximumNames: maximumNames) else {
        throw tokenizer.failure ?? JSONSyntaxError(.emptyText, at: 0)
      }
      return value
    }
  }
}

extension Tokenizer {
  /// Reads the whole text into a tree, or returns `nil` and sets `failure`.
  @inline(never)
  mutating func makeTree(maximumNames: Int = PositionTable.maximumCount) -> RawJSON? {
    var sink = unsafe TreeSink(text, options: options, maximumNames: maximumNames)
    let isComplete = run(&sink)
    return sink.finish(isComplete: isComplete)
  }
}
