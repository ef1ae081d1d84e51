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
}

extension Tokenizer {
  /// Reads the whole text and keeps nothing. Returns why it is refused, if it is.
  @inline(never)
  mutating func validate() -> JSONSyntaxError? {
    var sink = ValidatingSink()
    return run(&sink) ? nil : failure
  }

  /// Reads the whole text into a tape, which the caller frees.
  @inline(never)
  mutating func makeTape() -> TapeSink {
    var sink = unsafe TapeSink(text)
    if run(&sink) { failure = nil }
    return sink
  }
}
