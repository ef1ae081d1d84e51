/// A type whose values can be written as JSON text: trees, documents and their values.
public protocol JSONWritable {
  /// Writes the value as one value.
  /// - Throws: ``JSONWritingError`` if no value is allowed here, or the value has no text in the form
  ///   that the writer's options require.
  func write(to writer: inout JSONWriter) throws(JSONWritingError)

  /// An estimate of the length of the compact text in bytes.
  var estimatedTextLength: Int { get }
}

/// A value that sorts names before it writes them, so that the writer does not have to.
protocol SortedBeforeWriting: JSONWritable {}

extension JSONWritable {
  public var estimatedTextLength: Int { 1024 }

  /// The value as JSON text in UTF-8.
  /// - Throws: ``JSONWritingError`` if there is no text in this form, or it is too long.
  /// - Complexity: O(*n*) in the bytes of the text; sorting names costs O(*m* log *m*) comparisons
  ///   for an object of *m* members.
  public func jsonBytes(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> [UInt8]
  {
    var writer = JSONWriter(options: options, capacity: estimatedTextLength)
    try write(to: &writer)
    return try writer.finish()
  }

  /// The value as JSON text.
  /// - Throws, Complexity: As ``jsonBytes(_:)``.
  public func jsonString(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> String
  {
    var writer = JSONWriter(options: options, capacity: estimatedTextLength)
    try write(to: &writer)
    return try writer.finishString()
  }

  /// Passes the value as JSON text to `sink`, in pieces of at most 64 KiB.
  ///
  /// No more than that is in memory at any length of the text, except for names that must be sorted in
  /// a type of your own: then the text is kept until it is complete. Each piece is valid only during
  /// the call.
  /// - Throws: ``JSONWritingError``. If the sink throws, the kind is ``JSONWritingError/Kind/sink`` with
  ///   the sink's error as the underlying one, and the sink is not called again.
  public func writeJSON(
    _ options: JSONWritingOptions = .compact, to sink: (Span<UInt8>) throws -> Void
  ) throws(JSONWritingError) {
    let result: Result<Void, JSONWritingError> = withoutActuallyEscaping(sink) { sink in
      do throws(JSONWritingError) {
        var writer =
          options.nameOrder != .asGiven && self is any SortedBeforeWriting
          ? JSONWriter(forSorted: options, sink: sink) : JSONWriter(options: options, sink: sink)
        try write(to: &writer)
        _ = try writer.finish()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}
