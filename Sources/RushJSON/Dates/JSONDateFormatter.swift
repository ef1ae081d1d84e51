public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Dates to text and back: a `JSONDateFormat` for those who work with `Date`.
///
///     let formatter = JSONDateFormatter()
///     formatter.date(from: "2024-06-24T21:00:33.167806+02:00")
///     formatter.string(from: date)          // 2024-06-24T19:00:33.167806Z
///
/// An immutable value without a cache or a lock, to be made where it is needed or kept in a constant
/// and shared by all tasks. Foundation's formatters take no part in it.
///
/// Dates are read and written to the digit: text of up to six fraction digits comes back as it was,
/// and a date of today is read from its text as the very same date; see `JSONTimestamp.init(_:)` for
/// the exceptions. `JSONTimestamp` itself keeps nine digits.
public struct JSONDateFormatter: Sendable, Hashable {
  /// How dates are written and read.
  public let format: JSONDateFormat

  /// Creates a formatter of one format, RFC 3339 if not said.
  public init(_ format: JSONDateFormat = .rfc3339) {
    self.format = format
  }

  /// Creates a formatter that reads what any of the formats reads, tried in turn, and writes as the
  /// first.
  public init(anyOf formats: [JSONDateFormat]) {
    format = .anyOf(formats)
  }

  /// Creates a formatter of a pattern in the letters of TR 35; see `JSONDateFormat.pattern`.
  public init(
    pattern: String, offset: JSONTimestamp.Offset = .utc
  ) throws(JSONValueError) {
    format = try .pattern(pattern, offset: offset)
  }

  /// The date that all of `text` stands for, or `nil` if it is not of the format.
  public func date(from text: String) -> Date? {
    do throws(JSONValueError) {
      return try parse(text)
    } catch {
      return nil
    }
  }

  /// The date that all of `text` stands for. Throws what was expected, what was found, and where.
  public func parse(_ text: String) throws(JSONValueError) -> Date {
    Date(try format.parse(text))
  }

  /// The text of a date.
  ///
  /// A date that the format cannot write (it is not finite, or not of the years 0 to 9999 on the
  /// format's clock) gives a text for people that no format reads, such as
  /// `+10000-01-01T00:00:00Z`; `format(_:)` throws instead.
  public func string(from date: Date) -> String {
    do throws(JSONValueError) {
      return try format(date)
    } catch {
      if let timestamp = JSONTimestamp(date) { return timestamp.description }
      return "\(date.timeIntervalSince1970)"
    }
  }

  /// The text of a date: `string(from:)` by the name that it has in chat clients.
  public func dateString(from date: Date) -> String {
    string(from: date)
  }

  /// Appends the UTF-8 text of a date to `bytes`, or nothing and an error if the format cannot write
  /// it. Allocates nothing but room in `bytes`.
  public func append(_ date: Date, to bytes: inout [UInt8]) throws(JSONValueError) {
    guard let timestamp = JSONTimestamp(date) else {
      throw JSONValueError(.invalidDate(.outOfRange(.year)))
    }
    try format.append(timestamp, to: &bytes)
  }

  /// The text of a date, or an error if the format cannot write it.
  public func format(_ date: Date) throws(JSONValueError) -> String {
    guard let timestamp = JSONTimestamp(date) else {
      throw JSONValueError(.invalidDate(.outOfRange(.year)))
    }
    return try format.format(timestamp)
  }
}
