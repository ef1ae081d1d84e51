internal import _RushJSONShims

extension JSONDocument {
  /// Checks that `text` is one JSON value by `options`, without making a document.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text. Takes memory for a window of a few kilobytes and
  ///   one bit per level of nesting. Copies nothing, or the bytes of a text of at most 2 KiB.
  public static func validate(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    try unsafe validate(CheckedBytes(text), options: options)
  }

  private static func validate(
    _ text: CheckedBytes, options: JSONReadingOptions
  ) throws(JSONSyntaxError) {
    if ShortText.isShort(text.count, options), isShortAndValid(text, options) { return }
    var tokenizer = Tokenizer(text, options: options)
    if let failure = tokenizer.validate() { throw failure }
  }

  /// Checks a text like ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ text: Span<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try text.withCheckedBytes { (bytes) throws(JSONSyntaxError) in
      try validate(bytes, options: options)
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

  /// Whether a short text is JSON. It is read in memory on the stack.
  @inline(never)
  private static func isShortAndValid(
    _ text: CheckedBytes, _ options: JSONReadingOptions
  ) -> Bool {
    @safe
    struct Call {
      let text: CheckedBytes
      let options: JSONReadingOptions
      var isValid = false
    }
    var call = Call(text: text, options: options)
    unsafe withUnsafeMutablePointer(to: &call) { call in
      unsafe rush_with_short_memory(
        { memory, context in
          // Invariant: both have addresses, and the context is the call above.
          let call = unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Call.self)
          let short = unsafe ShortText(
            copying: call.pointee.text, to: memory.unsafelyUnwrapped)
          guard let short else { return }
          var sink = ValidatingSink(short.kernel)
          unsafe call.pointee.isValid = short.read(call.pointee.options, into: &sink)
        }, call)
    }
    return call.isValid
  }
}

extension Tokenizer {
  /// Reads the whole text and keeps nothing. Returns the error, if there is one.
  mutating func validate() -> JSONSyntaxError? {
    var sink = ValidatingSink(kernel)
    return run(&sink) ? nil : failure
  }
}
