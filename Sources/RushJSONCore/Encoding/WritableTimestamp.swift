extension JSONTimestamp: JSONWritable {
  /// Writes the instant in the encoder's format.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}
