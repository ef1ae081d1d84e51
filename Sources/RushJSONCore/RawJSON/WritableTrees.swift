// Parts of trees as values and members.
extension JSONObject: JSONWritable {
  /// Writes the object. See ``RawJSON/write(to:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.value(.dictionary(self))
  }
}

extension JSONNumber: JSONWritable {
  /// Writes the number as it was read. See ``JSONWriter/number(_:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.number(self)
  }
}

extension JSONWriter {
  /// Writes the members of an object among those of the object that is open.
  /// - Throws: ``JSONWritingError`` if no member is allowed here, or a value cannot be written.
  public mutating func members(of object: JSONObject) throws(JSONWritingError) {
    for member in object {
      try name(member.name)
      try value(member.value)
    }
  }
}
