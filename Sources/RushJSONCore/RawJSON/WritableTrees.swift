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
  /// Writes the members of an object among those of the object that is open, except those that it has already.
  ///
  /// - Parameters:
  ///   - object: The members. Among those of another value (`members(of:beside:)`), or after these, they are
  ///     written at the end of the object, where all other names are known.
  ///   - names: Adds the names of your members, which are left out of `object`.
  /// - Throws: ``JSONWritingError`` if no member is allowed here, or a value cannot be written.
  public mutating func members(
    of object: JSONObject, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(object.lazy.map { ($0.name, $0.value) }, beside: names)
  }

  /// Writes the members of a dictionary among those of the object that is open, except those that it has already.
  /// See `members(of:beside:)` for an object.
  public mutating func members(
    of members: [String: RawJSON], beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(members.lazy.map { ($0.key, $0.value) }, beside: names)
  }
}
