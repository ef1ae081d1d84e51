// Events written as text again: in another layout, with other escapes, or in canonical form.

extension JSONEventReader {
  /// Writes the events up to the end of the chunks so far, or of the stream.
  ///
  /// If the writer has a sink, this lays out a text of any length in the memory of its longest
  /// token. A stream of several values can only be written inside an array.
  /// - Throws: ``JSONStreamError`` if the stream is not JSON, ``JSONWritingError`` if the writer
  ///   refuses an event.
  /// - Complexity: O(*n*) in the bytes that are read.
  public mutating func write(to writer: inout JSONWriter) throws {
    while let event = try next() {
      switch event {
      case .null: try writer.null()
      case .bool(let value): try writer.bool(value)
      case .number: if let number = number() { try writer.number(number) }
      case .string:
        try withText { (text) throws(JSONWritingError) in try writer.string(accepted: text) }
      case .name:
        try withText { (text) throws(JSONWritingError) in try writer.name(accepted: text) }
      case .beginArray: try writer.beginArray()
      case .endArray: try writer.endArray()
      case .beginObject: try writer.beginObject()
      case .endObject: try writer.endObject()
      }
    }
  }

  /// Calls `body` with the UTF-8 of the last event's string or name, which is not made.
  @inline(__always)
  private func withText(
    _ body: (Span<UInt8>) throws(JSONWritingError) -> Void
  ) throws(JSONWritingError) {
    guard let text = currentText() else { return }
    defer { withExtendedLifetime(text.unescaped) {} }
    // Invariant: the bytes are in the piece, which this reader keeps, or in `unescaped`.
    try unsafe body(text.bytes.span)
  }
}
