// Values of a stream as trees and documents.

extension JSONEventReader {
  /// The next value as a tree. Passes over a name before it.
  ///
  /// `nil` if the reader needs another chunk, after which the caller repeats the call; or if no
  /// value follows, because the container or the stream ends.
  ///
  /// ```swift
  /// while let event = try reader.next() {
  ///   if event == .name, reader.string() == "user" { user = try reader.readValue() }
  /// }
  /// ```
  /// - Throws: The first error in the value.
  /// - Complexity: O(*n*) in its bytes. The tree does not keep the chunks alive.
  public mutating func readValue() throws(JSONStreamError) -> RawJSON? {
    try read { (text, options) throws(JSONSyntaxError) in
      try RawJSON(parsing: text, options: options)
    }
  }

  /// The next value as a document of its own. Otherwise the same as ``readValue()``.
  /// - Throws: The first error in the value.
  /// - Complexity: O(*n*) in its bytes, which are copied once.
  public mutating func readDocument() throws(JSONStreamError) -> JSONDocument? {
    try read { (text, options) throws(JSONSyntaxError) in
      try JSONDocument(parsing: text, options: options)
    }
  }

  private mutating func read<Value>(
    _ parse: ([UInt8], JSONReadingOptions) throws(JSONSyntaxError) -> Value
  ) throws(JSONStreamError) -> Value? {
    guard let text = try readText() else { return nil }
    do throws(JSONSyntaxError) {
      return try parse(text, options)
    } catch {
      throw refusal(error)
    }
  }
}
