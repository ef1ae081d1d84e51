// Values as the types of Foundation: exactly, or not at all.

public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONNumber {
  /// Creates a number with the value of a `Decimal`, exactly; NaN for one that is none.
  public init(_ decimal: Decimal) {
    self = JSONNumber(decimal.description) ?? JSONNumber(Double.nan)
  }

  /// The value as a `Decimal`, or `nil` if that does not have it exactly: it holds up to 38 digits, and
  /// exponents from -128 to 127.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  public var decimal: Decimal? {
    // Rounded, cut off or not a number where it does not fit; so it is compared.
    guard isFinite, let decimal = Decimal(string: text), !decimal.isNaN,
      JSONNumber(decimal) == self
    else { return nil }
    return decimal
  }
}

extension RawJSON {
  /// A number with the value of a `Decimal`, exactly.
  public static func decimal(_ value: Decimal) -> RawJSON { .number(JSONNumber(value)) }

  /// The number as a `Decimal`, or `nil` if the value is no number, or none that a `Decimal` has
  /// exactly.
  public var decimalValue: Decimal? { jsonNumberValue?.decimal }

  /// The URL of a string (RFC 3986), or `nil` if the value is no string or that is no URL.
  public var urlValue: URL? { stringValue.flatMap { URL(string: $0) } }

  /// The bytes that a string in Base64 (RFC 4648 §4) stands for, or `nil` if the value is no string or
  /// that is not in Base64.
  public var dataValue: Data? { stringValue.flatMap { Data(base64Encoded: $0) } }

  /// The date of a string by RFC 3339, or `nil` if the value is no string or that is no date.
  public var dateValue: Date? { date(.rfc3339) }

  /// The date of a string or number in `format`, or `nil` if the value is none.
  ///
  /// - Complexity: O(*n*) in the bytes of the string.
  public func date(_ format: JSONDateFormat) -> Date? {
    let formatter = JSONDateFormatter(format)
    if let text = stringValue { return format.reads(.string) ? formatter.date(from: text) : nil }
    guard format.reads(.number), let number = jsonNumberValue else { return nil }
    return formatter.date(from: number.text)
  }

  /// The UUID of a string (RFC 9562 §4), or `nil` if the value is no string or that is no UUID.
  public var uuidValue: UUID? { stringValue.flatMap { UUID(uuidString: $0) } }
}

extension Decimal: RawJSONReadable {
  /// The number, or `nil` if the value is none that a `Decimal` has exactly.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.decimalValue else { return nil }
    self = value
  }
}

extension URL: RawJSONReadable {
  /// The URL of a string, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.urlValue else { return nil }
    self = value
  }
}

extension UUID: RawJSONReadable {
  /// The UUID of a string, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.uuidValue else { return nil }
    self = value
  }
}

extension Data: RawJSONReadable {
  /// The bytes that a string in Base64 stands for, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.dataValue else { return nil }
    self = value
  }
}
