/// The tokenizer's public face: is this text JSON?
public enum JSONTokenizer {
  /// Checks that `text` is one JSON value by `options`, and makes nothing of it.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text, with memory for a window of a few kilobytes and
  ///   one bit a level of nesting. Copies nothing.
  public static func validate(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options)
    if let failure = tokenizer.validate() { throw failure }
  }

  /// Checks that `text` is one JSON value by `options`, and makes nothing of it.
  ///
  /// - Throws: What is wrong first, and where.
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

  /// Checks that `text` is one JSON value by `options`, and makes nothing of it.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: As for ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try validate(text.span, options: options)
  }

  /// Checks that `text` is one JSON value by `options`, and makes nothing of it.
  ///
  /// - Throws: What is wrong first, and where, as an offset into the UTF-8.
  /// - Complexity: As for ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: String, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try validate(text.utf8.span, options: options)
  }

  /// Checks `text` with one kernel and window, for tests that compare them.
  package static func validate(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict, kernel: BlockKernel,
    window: Int
  ) throws(JSONSyntaxError) {
    var tokenizer = unsafe Tokenizer(text, options: options, kernel: kernel, window: window)
    if let failure = tokenizer.validate() { throw failure }
  }
}

extension Tokenizer {
  /// Reads the whole text and keeps nothing. Returns why it is refused, if it is.
  mutating func validate() -> JSONSyntaxError? {
    var sink = ValidatingSink()
    return run(&sink) ? nil : failure
  }
}
