// Dates and bytes in a format that is given where they are read and written. It overrides the strategies of coders.
//
// The types of dates and bytes are here, because modules with such types conform to them. The containers of these, and
// the functions for members, are in the module RushJSONProperties.

/// Styles for dates, for bytes, and for values of another shape than their type.
public enum JSONStyles {
  /// A type whose values are read and written in a format: dates, bytes, and optionals, fields, arrays, sets and
  /// dictionaries of these.
  public protocol FormattedValue: JSONStyles.FormattedElement {
    /// Reads the reader's current value.
    static func _read(from reader: inout JSONReader, _ format: ValueFormat) throws -> Self

    /// Writes the value as one value.
    func _write(to writer: inout JSONWriter, _ format: ValueFormat) throws(JSONWritingError)

    /// The value of a missing member, if there is one.
    static var _ofMissing: Self? { get }

    /// Whether the value stands for a missing member, or is one that `writer` leaves out as an entry of a dictionary.
    func _isLeftOut(by writer: inout JSONWriter) -> Bool

    /// Writes a member. It is `null` or left out if the value is `nil`.
    static func _writeMember(
      _ name: JSONName, _ value: Self, to writer: inout JSONWriter, _ format: ValueFormat,
      orNull: Bool
    ) throws(JSONWritingError)
  }

  /// A type whose arrays are read and written in a format.
  public protocol FormattedElement {
    /// ``JSONDateFormat`` or ``JSONBytesFormat``.
    associatedtype ValueFormat

    /// Reads the reader's current value.
    static func _readArray(from reader: inout JSONReader, _ format: ValueFormat) throws -> [Self]

    /// Writes an array as one value.
    static func _writeArray(_ values: [Self], to writer: inout JSONWriter, _ format: ValueFormat)
      throws(JSONWritingError)
  }

  /// A type of dates for a `JSONStyles.DateStyle`: ``JSONTimestamp``, and `Date` in the module RushJSON.
  public protocol DateValue: JSONStyles.FormattedValue where ValueFormat == JSONDateFormat {
    /// Creates the date of an instant.
    init(_ timestamp: JSONTimestamp)

    /// The instant, or `nil` if the date has none.
    var _jsonTimestamp: JSONTimestamp? { get }
  }

  /// A type of bytes for a `JSONStyles.BytesStyle`: `[UInt8]`, and `Data` in the module RushJSON.
  public protocol BytesValue: JSONStyles.FormattedValue where ValueFormat == JSONBytesFormat {
    /// Creates a value of these bytes.
    init(_ bytes: [UInt8])

    /// Calls `body` with the bytes.
    func _withBytes<R>(_ body: (Span<UInt8>) -> R) -> R
  }
}

extension JSONTimestamp: JSONStyles.DateValue {
  public init(_ timestamp: JSONTimestamp) { self = timestamp }
  public var _jsonTimestamp: JSONTimestamp? { self }
}

extension [UInt8]: JSONStyles.BytesValue {
  public func _withBytes<R>(_ body: (Span<UInt8>) -> R) -> R { withSpan(body) }
}

// MARK: - Values

extension JSONStyles.FormattedValue {
  public static func _readArray(from reader: inout JSONReader, _ format: ValueFormat) throws
    -> [Self]
  {
    let count = try reader.beginArray()
    var values: [Self] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      values.append(try reader.formatted(at: try reader.nextElement(), format))
    }
    return values
  }

  public static func _writeArray(
    _ values: [Self], to writer: inout JSONWriter, _ format: ValueFormat
  ) throws(JSONWritingError) {
    try writer.beginArray()
    for value in values { try value._write(to: &writer, format) }
    try writer.endArray()
  }

  public static var _ofMissing: Self? { nil }
  public func _isLeftOut(by writer: inout JSONWriter) -> Bool { false }

  public static func _writeMember(
    _ name: JSONName, _ value: Self, to writer: inout JSONWriter, _ format: ValueFormat,
    orNull: Bool
  ) throws(JSONWritingError) {
    try writer.name(name)
    try value._write(to: &writer, format)
  }
}

extension JSONStyles.DateValue {
  public static func _read(from reader: inout JSONReader, _ format: JSONDateFormat) throws -> Self {
    let timestamp = try reader.session.below(reader.base, at: reader.state.value) {
      try $0.timestamp(format, for: Self.self, message: "Invalid date:")
    }
    return Self(timestamp)
  }

  public func _write(to writer: inout JSONWriter, _ format: JSONDateFormat)
    throws(JSONWritingError)
  {
    let text: String
    do {
      guard let timestamp = _jsonTimestamp else {
        throw EncodingError.invalid(
          self, writer.codingPath() ?? [], "The date is not finite.")
      }
      do {
        text = try format.format(timestamp)
      } catch {
        throw EncodingError.invalid(
          self, writer.codingPath() ?? [], error.description, error)
      }
    } catch {
      throw JSONWritingError(.notEncodable, underlying: error)
    }
    if format.form == .number {
      try writer.number(JSONNumber(wellFormed: text))
    } else {
      try writer.string(text)
    }
  }
}

extension JSONStyles.BytesValue {
  public static func _read(from reader: inout JSONReader, _ format: JSONBytesFormat) throws -> Self
  {
    Self(try reader.bytes(format))
  }

  public func _write(to writer: inout JSONWriter, _ format: JSONBytesFormat)
    throws(JSONWritingError)
  {
    try writer.string(_withBytes { format.format($0) })
  }
}

extension UInt8: JSONStyles.FormattedElement {
  public static func _readArray(from reader: inout JSONReader, _ format: JSONBytesFormat) throws
    -> [UInt8]
  {
    try reader.bytes(format)
  }

  public static func _writeArray(
    _ values: [UInt8], to writer: inout JSONWriter, _ format: JSONBytesFormat
  ) throws(JSONWritingError) {
    try writer.string(values.withSpan { format.format($0) })
  }
}

// MARK: - Arrays

extension Array: JSONStyles.FormattedElement where Element: JSONStyles.FormattedElement {
  public typealias ValueFormat = Element.ValueFormat
}

extension Array: JSONStyles.FormattedValue where Element: JSONStyles.FormattedElement {
  public static func _read(from reader: inout JSONReader, _ format: Element.ValueFormat) throws
    -> [Element]
  {
    try Element._readArray(from: &reader, format)
  }

  public func _write(to writer: inout JSONWriter, _ format: Element.ValueFormat)
    throws(JSONWritingError)
  {
    try Element._writeArray(self, to: &writer, format)
  }
}

// MARK: - Reading

extension JSONReader {
  /// Reads the value at an index in a format, and returns to the state before.
  package mutating func formatted<T: JSONStyles.FormattedValue>(
    at index: UInt32, _ format: T.ValueFormat
  ) throws -> T {
    let outer = state
    move(to: index)
    do {
      let value = try T._read(from: &self, format)
      state = outer
      return value
    } catch {
      throw failed(error, T.self, at: index, returningTo: outer)
    }
  }

  /// The bytes of the current value, a string.
  fileprivate func bytes(_ format: JSONBytesFormat) throws -> [UInt8] {
    try session.below(base, at: state.value) { decoder in
      if let bytes = try decoder.withUTF8({ format.parse($0) }) { return bytes }
      throw decoder.corrupted("The string is not \(format).", expected: format.description)
    }
  }
}
