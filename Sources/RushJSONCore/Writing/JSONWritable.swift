/// What can be written as JSON text: trees, documents and their values.
public protocol JSONWritable {
  /// Writes the value as one value.
  ///
  /// - Throws: ``JSONWritingError`` if no value may stand here, or the value has no text in the form
  ///   that the writer's options ask for.
  func write(to writer: inout JSONWriter) throws(JSONWritingError)

  /// About how many bytes the compact text has; it need not be right.
  var estimatedTextLength: Int { get }
}

/// A value that puts names in order before it writes them, so that the writer has nothing to sort.
protocol SortedBeforeWriting: JSONWritable {}

extension JSONWritable {
  public var estimatedTextLength: Int { 1024 }

  /// The value as JSON text in UTF-8.
  ///
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
  ///
  /// - Throws, Complexity: As ``jsonBytes(_:)``.
  public func jsonString(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> String
  {
    var writer = JSONWriter(options: options, capacity: estimatedTextLength)
    try write(to: &writer)
    return try writer.finishString()
  }

  /// Hands the value as JSON text to `sink`, in pieces of at most 64 KiB, which is all the memory that
  /// is held for them, whatever the length of the text. Each is valid only during the call. Where names
  /// are to be sorted, the text of a type of your own is held until it is complete.
  ///
  /// - Throws: ``JSONWritingError``; with kind ``JSONWritingError/Kind/sink`` and what the sink threw
  ///   as the underlying error, after which it is not called again.
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
