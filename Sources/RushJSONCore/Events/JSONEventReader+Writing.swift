// Events as text again: in another layout, with other escapes, in canonical numbers.

extension JSONEventReader {
  /// Writes the events up to where another chunk is needed, or the end of the stream.
  ///
  /// So a text of any length is laid out anew in the memory of its longest token, if the writer has a
  /// sink. Several values can only be written one after the other where the writer is in an array.
  /// - Throws: What is wrong in the stream (``JSONStreamError``), or what cannot be written
  ///   (``JSONWritingError``).
  /// - Complexity: O(*n*) in the bytes that are read.
  public mutating func write(to writer: inout JSONWriter) throws {
    while let event = try next() {
      switch event {
      case .null: try writer.null()
      case .bool(let value): try writer.bool(value)
      case .number: if let number = number() { try writer.number(number) }
      case .string: if let string = string() { try writer.string(string) }
      case .name: if let name = string() { try writer.name(name) }
      case .beginArray: try writer.beginArray()
      case .endArray: try writer.endArray()
      case .beginObject: try writer.beginObject()
      case .endObject: try writer.endObject()
      }
    }
  }
}
