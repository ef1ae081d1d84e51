// Optionals, arrays, sets and dictionaries, specialised for their elements in the user's module.

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes the value, or `null`.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    if let value = self { try value.write(to: &writer) } else { try writer.null() }
  }

  @inlinable
  public static func _writeMember(_ name: JSONName, _ value: Wrapped?, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    if let value {
      try Wrapped._writeMember(name, value, to: &writer)
    } else {
      try writer.absentMember(name)
    }
  }

  @inlinable public var _isMissing: Bool { self?._isMissing ?? false }
}

extension Array: JSONWritable where Element: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try Element._writeArray(self, to: &writer)
  }
}

extension ContiguousArray: JSONWritable where Element: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try Element._writeArray(Array(self), to: &writer)
  }
}

extension Set: JSONWritable where Element: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginArray()
    for value in self { try value.write(to: &writer) }
    try writer.endArray()
  }
}

extension Dictionary: JSONWritable where Key: JSONNameConvertible, Value: JSONWritable {
  /// Writes an object. Its names are data: strategies for keys leave them unchanged.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    for (key, value) in self {
      if value._isMissing || writer.omitsNil && isNil(value) { continue }
      try writer.name(key.jsonName)
      try value.write(to: &writer)
    }
    try writer.endObject()
  }

  @usableFromInline
  func isNil(_ value: Value) -> Bool {
    // Only an encoder leaves these entries out, and Embedded Swift has none.
    #if hasFeature(Embedded)
      return false
    #else
      guard let optional = value as? any WritableOptional else { return false }
      return optional.isNil
    #endif
  }
}

protocol WritableOptional { var isNil: Bool { get } }

extension Optional: WritableOptional {
  var isNil: Bool { if case .none = self { true } else { false } }
}

extension JSONWriter {
  @usableFromInline
  var omitsNil: Bool {
    mutating get { _slowPath(encoding != nil) && encoding?.omitsNil == true }
  }
}
