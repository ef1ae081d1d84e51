public import RushJSONCore
public import _RushJSONFoundation

// Names of version 0.9.

/// The old name of ``APS/Failure``.
@available(*, deprecated, renamed: "APS.Failure")
public typealias APNSPayloadError = APS.Failure

/// The old name of ``JSONDateFormat``.
@available(*, deprecated, renamed: "JSONDateFormat")
public typealias JSONDateFormatter = JSONDateFormat

// Functions of the old `JSONDateFormatter` that a format lacks.

extension JSONDateFormat {
  /// The same format, by default RFC 3339.
  @available(*, deprecated, message: "use the format itself, such as .rfc3339")
  public init(_ format: JSONDateFormat = .rfc3339) { self = format }

  /// A format that tries several ones in turn to read, and writes as the first.
  @available(*, deprecated, renamed: "anyOf(_:)")
  public init(anyOf formats: [JSONDateFormat]) { self = .anyOf(formats) }

  /// A format in the letters of UTS #35.
  @available(*, deprecated, renamed: "pattern(_:offset:)")
  public init(pattern: String, offset: JSONTimestamp.Offset = .utc) throws(JSONValueError) {
    self = try .pattern(pattern, offset: offset)
  }

  /// The date of the whole of `text`.
  @available(*, deprecated, message: "use Date(try format.parse(text))")
  @_disfavoredOverload
  public func parse(_ text: String) throws(JSONValueError) -> Date {
    Date(try parse(text) as JSONTimestamp)
  }
}
