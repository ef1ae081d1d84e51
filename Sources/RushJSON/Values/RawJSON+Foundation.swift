// Values as Foundation types, either exactly or not at all.

public import Foundation
public import RushJSONCore

extension JSONNumber {
  /// Creates a number with the exact value of a `Decimal`, or NaN for `Decimal.nan`.
  public init(_ decimal: Decimal) {
    self = JSONNumber(decimal.description) ?? JSONNumber(Double.nan)
  }

  /// The value as a `Decimal`, or `nil` if a `Decimal` cannot hold it exactly. It holds up to 38 digits
  /// and exponents from -128 to 127.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  public var decimal: Decimal? {
    // A value that does not fit is rounded, cut off or NaN, so the result is compared.
    guard isFinite, let decimal = Decimal(string: text), !decimal.isNaN,
      JSONNumber(decimal) == self
    else { return nil }
    return decimal
  }
}

extension RawJSON {
  /// Creates a number with the exact value of a `Decimal`.
  public static func decimal(_ value: Decimal) -> RawJSON { .number(JSONNumber(value)) }

  /// The number as a `Decimal`, or `nil` if the value is not a number or a `Decimal` cannot hold it
  /// exactly.
  public var decimalValue: Decimal? { jsonNumberValue?.decimal }

  /// The URL of a string (RFC 3986), or `nil` if the value is not a string or not a URL.
  public var urlValue: URL? { stringValue.flatMap { URL(string: $0) } }

  /// The bytes that a string contains in Base64 (RFC 4648 §4), or `nil` if the value is not a string or
  /// not Base64.
  public var dataValue: Data? { stringValue.flatMap { Data(base64Encoded: $0) } }

  /// The date of a string in RFC 3339, or `nil` if the value is not a string or not a date.
  public var dateValue: Date? { date(.rfc3339) }

  /// The date of a string or number in `format`, or `nil` if the value is not in that format.
  ///
  /// - Complexity: O(*n*) in the bytes of the string.
  public func date(_ format: JSONDateFormat) -> Date? {
    let formatter = JSONDateFormatter(format)
    if let text = stringValue { return format.reads(.string) ? formatter.date(from: text) : nil }
    guard format.reads(.number), let number = jsonNumberValue else { return nil }
    return formatter.date(from: number.text)
  }

  /// The UUID of a string (RFC 9562 §4), or `nil` if the value is not a string or not a UUID.
  public var uuidValue: UUID? { stringValue.flatMap { UUID(uuidString: $0) } }
}

extension Decimal: RawJSONReadable {
  /// The number, or `nil` if the value is not a number or a `Decimal` cannot hold it exactly.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.decimalValue) }
}

extension URL: RawJSONReadable {
  /// The URL of a string, or `nil` if the value is not a URL.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.urlValue) }
}

extension UUID: RawJSONReadable {
  /// The UUID of a string, or `nil` if the value is not a UUID.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.uuidValue) }
}

extension Data: RawJSONReadable {
  /// The bytes that a string contains in Base64, or `nil` if the value is not Base64.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.dataValue) }
}
