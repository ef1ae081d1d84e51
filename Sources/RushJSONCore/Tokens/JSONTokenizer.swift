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

  /// Checks that `text` is one JSON value by `options`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: As for ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: Span<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    let failure = unsafe text.withUnsafeBytes { bytes in
      var tokenizer = unsafe Tokenizer(bytes, options: options)
      return tokenizer.validate()
    }
    if let failure { throw failure }
  }

  /// Checks that `text` is one JSON value by `options`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: As for ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try validate(text.span, options: options)
  }

  /// Checks that `text` is one JSON value by `options`.
  /// - Throws: The first error in the text, with its offset in the UTF-8.
  /// - Complexity: As for ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: String, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try validate(text.utf8.span, options: options)
  }

  /// Checks `text` with a given kernel and window, for tests that compare them.
  package static func validate(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict, kernel: BlockKernel,
    window: Int
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options, kernel: kernel, window: window)
    if let failure = tokenizer.validate() { throw failure }
  }
}

extension Tokenizer {
  /// Reads the whole text and keeps nothing. Returns the error, if there is one.
  mutating func validate() -> JSONSyntaxError? {
    var sink = ValidatingSink()
    return run(&sink) ? nil : failure
  }
}
