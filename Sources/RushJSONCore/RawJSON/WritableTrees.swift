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

extension JSONField: JSONWritable where Value: JSONWritable {
  /// Writes the value, or `null`: a single value or an element cannot be missing.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    if case .value(let value) = self { try value.write(to: &writer) } else { try writer.null() }
  }

  @inlinable
  public static func _writeMember(
    _ name: JSONName, _ value: JSONField, to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    switch value {
    case .missing: break
    case .null: try writer.nullMember(name)
    case .value(let value): try Value._writeMember(name, value, to: &writer)
    }
  }

  @inlinable public var _isMissing: Bool { isMissing }
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
