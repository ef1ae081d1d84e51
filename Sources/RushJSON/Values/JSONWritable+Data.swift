public import RushJSONCore
public import _RushJSONFoundation

extension JSONWritable {
  /// The value as JSON text in UTF-8.
  /// - Throws, Complexity: The same as `jsonBytes(_:)`.
  public func jsonData(_ options: JSONWritingOptions = .compact) throws(JSONWritingError) -> Data {
    var data = Data()
    if withShortText(options, { data = Data(copying: $0) }) { return consume data }
    var writer = JSONWriter(options: options, capacity: _estimatedTextLength)
    try writeWhole(to: &writer)
    return try writer.withText { Data(copying: $0) }
  }

  /// Writes the value as JSON text to the file at `url`, through a buffer of 64 KiB.
  ///
  /// The text is written to a file in the same folder, which replaces the old file when it is complete,
  /// so a reader finds the old file or the new one, and after an error the old one. The new file has the mode of
  /// the old one.
  /// - Throws: A `JSONWritingError` if the value has no text in this form, a `CocoaError` if the file
  ///   cannot be written.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func writeJSON(_ options: JSONWritingOptions = .compact, to url: URL) throws {
    do {
      try FileReplacement.write(to: url) { sink in try writeJSON(options, to: sink) }
    } catch let error as JSONWritingError where error.kind == .sink {
      throw error.underlying ?? error
    }
  }
}
