// Values of a stream as trees and documents: this room knows both.

extension JSONEventReader {
  /// The next value as a tree. A name before it is passed over.
  ///
  /// `nil` if another chunk is needed, after which the call is to be made again, or if there is no
  /// value, because the container ends here or the stream does.
  ///
  /// ```swift
  /// while let event = try reader.next() {
  ///   if event == .name, reader.string() == "user" { user = try reader.readValue() }
  /// }
  /// ```
  /// - Throws: What is wrong in it.
  /// - Complexity: O(*n*) in its bytes. Nothing refers to the chunks afterwards.
  public mutating func readValue() throws(JSONStreamError) -> RawJSON? {
    guard let text = try readText() else { return nil }
    do throws(JSONSyntaxError) {
      return try RawJSON(parsing: text, options: options)
    } catch {
      throw refusal(error)
    }
  }

  /// The next value as a document of its own. Otherwise as ``readValue()``.
  ///
  /// - Throws: What is wrong in it.
  /// - Complexity: O(*n*) in its bytes, which are copied once.
  public mutating func readDocument() throws(JSONStreamError) -> JSONDocument? {
    guard let text = try readText() else { return nil }
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: text, options: options)
    } catch {
      throw refusal(error)
    }
  }
}
