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

/// A type that can be the key of a dictionary whose members are read and written: it is made of a name,
/// and gives one.
///
/// Enums with strings for raw values need nothing but the conformance.
public protocol JSONNameConvertible: Hashable {
  /// Creates a key, or returns `nil` if the name is not that of a key.
  init?(jsonName: String)
  /// The name.
  var jsonName: String { get }
}

extension String: JSONNameConvertible {
  @inlinable public init(jsonName: String) { self = jsonName }
  @inlinable public var jsonName: String { self }
}

extension Int: JSONNameConvertible {
  public init?(jsonName: String) { self.init(jsonName) }
  public var jsonName: String { String(self) }
}

extension JSONNameConvertible where Self: RawRepresentable, RawValue == String {
  public init?(jsonName: String) { self.init(rawValue: jsonName) }
  public var jsonName: String { rawValue }
}

extension Dictionary: JSONWritable where Key: JSONNameConvertible, Value: JSONWritable {
  /// Writes an object. Its names are data: strategies for keys leave them unchanged.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    for (key, value) in self {
      if writer.omitsNil, isNil(value) { continue }
      try writer.name(key.jsonName)
      try value.write(to: &writer)
    }
    try writer.endObject()
  }

  @usableFromInline
  func isNil(_ value: Value) -> Bool {
    guard let optional = value as? any WritableOptional else { return false }
    return optional.isNil
  }
}

protocol WritableOptional { var isNil: Bool { get } }

extension Optional: WritableOptional {
  var isNil: Bool { if case .none = self { true } else { false } }
}

extension JSONWriter {
  @usableFromInline var omitsNil: Bool { _slowPath(encoding != nil) && encoding?.omitsNil == true }
}
