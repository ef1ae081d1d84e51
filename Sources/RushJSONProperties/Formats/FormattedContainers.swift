// Containers of dates and bytes in a format that is given where they are read and written.
//
//   @Format(.rfc3339) var days: [String: [Date]]?
//
//   Optional ─→ Dictionary ─→ Array ─→ Date       each type passes the format on to the next
//
// Bytes are an array themselves, so an array asks its elements how it is read: dates one by one, bytes as one string.

public import RushJSONCore

// MARK: - Containers

extension Optional: JSONStyles.FormattedElement where Wrapped: JSONStyles.FormattedValue {
  public typealias ValueFormat = Wrapped.ValueFormat
}

extension Optional: JSONStyles.FormattedValue where Wrapped: JSONStyles.FormattedValue {
  public static func _read(from reader: inout JSONReader, _ format: Wrapped.ValueFormat) throws
    -> Wrapped?
  {
    reader.isNull ? nil : try Wrapped._read(from: &reader, format)
  }

  public func _write(to writer: inout JSONWriter, _ format: Wrapped.ValueFormat)
    throws(JSONWritingError)
  {
    guard let value = self else { return try writer.null() }
    try value._write(to: &writer, format)
  }

  public static var _ofMissing: Wrapped?? { .some(nil) }

  public func _isLeftOut(by writer: inout JSONWriter) -> Bool {
    self?._isLeftOut(by: &writer) ?? writer.omitsNil
  }

  public static func _writeMember(
    _ name: JSONName, _ value: Wrapped?, to writer: inout JSONWriter, _ format: Wrapped.ValueFormat,
    orNull: Bool
  ) throws(JSONWritingError) {
    if let value {
      try Wrapped._writeMember(name, value, to: &writer, format, orNull: orNull)
    } else if orNull {
      try writer._nullMember(name)
    } else {
      try writer.absentMember(name)
    }
  }
}

extension JSONField: JSONStyles.FormattedElement where Value: JSONStyles.FormattedValue {
  public typealias ValueFormat = Value.ValueFormat
}

extension JSONField: JSONStyles.FormattedValue where Value: JSONStyles.FormattedValue {
  public static func _read(from reader: inout JSONReader, _ format: Value.ValueFormat) throws
    -> JSONField
  {
    reader.isNull ? .null : .value(try Value._read(from: &reader, format))
  }

  public func _write(to writer: inout JSONWriter, _ format: Value.ValueFormat)
    throws(JSONWritingError)
  {
    guard let value else { return try writer.null() }
    try value._write(to: &writer, format)
  }

  public static var _ofMissing: JSONField? { .missing }
  public func _isLeftOut(by writer: inout JSONWriter) -> Bool { isMissing }

  public static func _writeMember(
    _ name: JSONName, _ value: JSONField, to writer: inout JSONWriter, _ format: Value.ValueFormat,
    orNull: Bool
  ) throws(JSONWritingError) {
    switch value {
    case .missing: break
    case .null: try writer._nullMember(name)
    case .value(let value):
      try Value._writeMember(name, value, to: &writer, format, orNull: orNull)
    }
  }
}

extension ContiguousArray: JSONStyles.FormattedElement where Element: JSONStyles.FormattedElement {
  public typealias ValueFormat = Element.ValueFormat
}

extension ContiguousArray: JSONStyles.FormattedValue where Element: JSONStyles.FormattedElement {
  public static func _read(from reader: inout JSONReader, _ format: Element.ValueFormat) throws
    -> ContiguousArray
  {
    ContiguousArray(try Element._readArray(from: &reader, format))
  }

  public func _write(to writer: inout JSONWriter, _ format: Element.ValueFormat)
    throws(JSONWritingError)
  {
    try Element._writeArray(Array(self), to: &writer, format)
  }
}

extension Set: JSONStyles.FormattedElement where Element: JSONStyles.FormattedValue {
  public typealias ValueFormat = Element.ValueFormat
}

extension Set: JSONStyles.FormattedValue where Element: JSONStyles.FormattedValue {
  public static func _read(from reader: inout JSONReader, _ format: Element.ValueFormat) throws
    -> Set
  {
    Set(try Element._readArray(from: &reader, format))
  }

  public func _write(to writer: inout JSONWriter, _ format: Element.ValueFormat)
    throws(JSONWritingError)
  {
    try Element._writeArray(Array(self), to: &writer, format)
  }
}

extension Dictionary: JSONStyles.FormattedElement
where Key: JSONName.Convertible, Value: JSONStyles.FormattedValue {
  public typealias ValueFormat = Value.ValueFormat
}

extension Dictionary: JSONStyles.FormattedValue
where Key: JSONName.Convertible, Value: JSONStyles.FormattedValue {
  public static func _read(from reader: inout JSONReader, _ format: Value.ValueFormat) throws
    -> Dictionary
  {
    try Dictionary(from: &reader) { try Value._read(from: &$0, format) }
  }

  public func _write(to writer: inout JSONWriter, _ format: Value.ValueFormat)
    throws(JSONWritingError)
  {
    try writer.beginObject()
    for (key, value) in self where !value._isLeftOut(by: &writer) {
      try writer.name(key.jsonName)
      try value._write(to: &writer, format)
    }
    try writer.endObject()
  }
}

// MARK: - Members

extension JSONReader {
  /// Reads the current value in a format.
  /// - Throws: `DecodingError` for a value that does not have the format.
  public mutating func read<T: JSONStyles.FormattedValue>(format: T.ValueFormat) throws -> T {
    try T._read(from: &self, format)
  }

  /// Reads a member in a format. One that may be missing is `nil` or ``JSONField/missing`` then.
  /// - Throws: `DecodingError`: `keyNotFound` if the member is missing, or that of a value that does not have the format.
  public mutating func value<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName] = [], format: T.ValueFormat
  ) throws -> T {
    let name = try nameFound(name, others)
    let index = try find(name)
    if index != 0 { return try formatted(at: index, format) }
    guard let value = T._ofMissing else { throw missing(name) }
    return value
  }

  /// Reads a member in a format into a variable, which does not change if the member is missing, or `null` and the type
  /// has no value for that. A ``JSONField`` is missing without a member.
  public mutating func value<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName] = [], format: T.ValueFormat, into variable: inout T
  ) throws {
    variable = try value(name, also: others, format: format, default: variable)
  }

  /// Reads a member in a format, or returns a value of yours if it is missing, or `null` and the type has no value for
  /// that. A ``JSONField`` is missing without a member.
  public mutating func value<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName] = [], format: T.ValueFormat,
    default value: @autoclosure () throws -> T
  ) throws -> T {
    let index = try find(nameFound(name, others))
    if index != 0 {
      do { return try formatted(at: index, format) } catch {
        try refuseUnlessNull(error, at: index)
        return try value()
      }
    }
    if T.self is any AnyField.Type, let missing = T._ofMissing { return missing }
    return try value()
  }
}

extension JSONWriter {
  /// Writes a value in a format.
  /// - Throws: ``JSONWritingError``, with ``JSONWritingError/Kind/notEncodable`` if the format cannot write a date.
  public mutating func value<T: JSONStyles.FormattedValue>(_ value: T, format: T.ValueFormat)
    throws(JSONWritingError)
  {
    try value._write(to: &self, format)
  }

  /// Writes a member in a format. It is left out if it is `nil` or a missing ``JSONField``.
  /// - Throws: ``JSONWritingError``, with ``JSONWritingError/Kind/notEncodable`` if the format cannot write a date.
  public mutating func member<T: JSONStyles.FormattedValue>(
    _ name: JSONName, _ value: T, format: T.ValueFormat
  ) throws(JSONWritingError) {
    try T._writeMember(name, value, to: &self, format, orNull: false)
  }

  /// Writes a member in a format. It is `null` if the value is `nil`, because a missing member means something else.
  public mutating func _member<T: JSONStyles.FormattedValue>(
    _ name: JSONName, orNull value: T, format: T.ValueFormat
  ) throws(JSONWritingError) {
    try T._writeMember(name, value, to: &self, format, orNull: true)
  }
}

// MARK: - Members in other libraries' coders

extension JSONReader._OtherDecoder {
  public mutating func value<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName] = [], format: T.ValueFormat
  ) throws -> T {
    guard let value: T = try formatted(name, also: others, format) ?? T._ofMissing else {
      throw keyNotFound(name)
    }
    return value
  }

  public mutating func value<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName] = [], format: T.ValueFormat, into variable: inout T
  ) throws {
    variable = try value(name, also: others, format: format, default: variable)
  }

  public mutating func value<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName] = [], format: T.ValueFormat,
    default value: @autoclosure () throws -> T
  ) throws -> T {
    let read: T? = try formatted(name, also: others, format, mayBeNull: true)
    if let read { return read }
    if T.self is any AnyField.Type, let missing = T._ofMissing { return missing }
    return try value()
  }
}

extension JSONWriter._OtherEncoder {
  public mutating func member<T: JSONStyles.FormattedValue>(
    _ name: JSONName, _ value: T, format: T.ValueFormat
  ) throws {
    try member(name) { (writer) throws(JSONWritingError) in
      try T._writeMember(name, value, to: &writer, format, orNull: false)
    }
  }

  public mutating func _member<T: JSONStyles.FormattedValue>(
    _ name: JSONName, orNull value: T, format: T.ValueFormat
  ) throws {
    try member(name) { (writer) throws(JSONWritingError) in
      try T._writeMember(name, value, to: &writer, format, orNull: true)
    }
  }

  public mutating func value<T: JSONStyles.FormattedValue>(_ value: T, format: T.ValueFormat) throws
  {
    try _keptValue { (writer) throws(JSONWritingError) in try value._write(to: &writer, format) }
  }
}
