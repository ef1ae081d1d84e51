/// Checks whether a text is JSON.
public enum JSONTokenizer {
  /// Checks that `text` is one JSON value by `options`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text. Takes memory for a window of a few kilobytes and
  ///   one bit per level of nesting. Copies nothing.
  public static func validate(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options)
    if let failure = tokenizer.validate() { throw failure }
  }

  /// Checks a text like ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: Span<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe validate(bytes, options: options)
    }
  }

  /// Checks a text like ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try text.withSpan { (text) throws(JSONSyntaxError) in try validate(text, options: options) }
  }

  /// Checks a text like ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: String, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try text.withUTF8Span { (text) throws(JSONSyntaxError) in
      try validate(text, options: options)
    }
  }
}

extension Tokenizer {
  /// Reads the whole text and keeps nothing. Returns the error, if there is one.
  mutating func validate() -> JSONSyntaxError? {
    var sink = ValidatingSink()
    return run(&sink) ? nil : failure
  }
}
