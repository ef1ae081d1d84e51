// Values as Foundation types, if the conversion is exact. The conformances return `nil` where the properties do.

public import RushJSONCore
public import _RushJSONFoundation

extension JSONNumber {
  /// Creates a number with the exact value of a `Decimal`, or NaN for `Decimal.nan`.
  public init(_ decimal: Decimal) {
    self = JSONNumber(decimal.text) ?? JSONNumber(Double.nan)
  }

  /// The value as a `Decimal`, or `nil` if a `Decimal` cannot hold it exactly. It holds up to 38 digits
  /// and exponents from -128 to 127.
  /// - Complexity: O(*n*) in the bytes of the text.
  public var decimal: Decimal? {
    // A value that does not fit is rounded, cut off or NaN, so the result is compared.
    guard isFinite, let decimal = Decimal(string: text), !decimal.isNaN, JSONNumber(decimal) == self
    else { return nil }
    return decimal
  }
}

extension RawJSON {
  /// Creates a number with the exact value of a `Decimal`.
  public static func decimal(_ value: Decimal) -> RawJSON { .number(JSONNumber(value)) }

  /// The number as a `Decimal`, or `nil` if no `Decimal` equals it.
  public var decimalValue: Decimal? { jsonNumberValue?.decimal }

  /// The URL of a string (RFC 3986), or `nil` if the value is not a string or not a URL.
  public var urlValue: URL? { stringValue.flatMap { URL(string: $0) } }

  /// The bytes that a string contains in Base64 (RFC 4648 §4), or `nil` if the value is not a string or
  /// not Base64.
  public var dataValue: Data? { stringValue.flatMap { Data(base64Encoded: $0) } }

  /// The date of a string in RFC 3339, or `nil` if the value is not a string or not a date.
  public var dateValue: Date? { date(.rfc3339) }

  /// The date of a string or number in `format`, or `nil` if the value is not in that format.
  /// - Complexity: O(*n*) in the bytes of the string.
  public func date(_ format: JSONDateFormat) -> Date? {
    if let text = stringValue { return format.reads(.string) ? format.date(from: text) : nil }
    guard format.reads(.number), let number = jsonNumberValue else { return nil }
    return format.date(from: number.text)
  }

  /// The UUID of a string (RFC 9562 §4), or `nil` if the value is not a string or not a UUID.
  public var uuidValue: UUID? { stringValue.flatMap { UUID(uuidString: $0) } }
}

extension Decimal: RawJSON.Extractable {
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.decimalValue) }
}

extension URL: RawJSON.Extractable {
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.urlValue) }
}

extension UUID: RawJSON.Extractable {
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.uuidValue) }
}

extension Data: RawJSON.Extractable {
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.dataValue) }
}

extension Decimal: RawJSON.Insertable {
  /// A number, exactly.
  public var rawJSON: RawJSON { .decimal(self) }
}

extension URL: RawJSON.Insertable {
  /// The absolute string.
  public var rawJSON: RawJSON { .string(absoluteString) }
}

extension UUID: RawJSON.Insertable {
  /// A string (RFC 9562 §4), in upper case.
  public var rawJSON: RawJSON { .string(uuidString) }
}

extension Data: RawJSON.Insertable {
  /// A string in Base64 (RFC 4648 §4).
  public var rawJSON: RawJSON { .string(base64EncodedString()) }
}

// MARK: - Styles of properties

extension Date: JSONStyles.DateValue {
  /// The instant to write, or `nil` if the date is not finite or exceeds 64 bits of seconds.
  public var _jsonTimestamp: JSONTimestamp? { JSONTimestamp(self) }
}

extension Data: JSONStyles.BytesValue {
  public func _withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
    // Invariant: the bytes are valid during the call, and the span cannot outlive it.
    unsafe withUnsafeBytes { unsafe body($0.bindMemory(to: UInt8.self).span) }
  }
}
