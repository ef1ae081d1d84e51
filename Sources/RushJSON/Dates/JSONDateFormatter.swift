public import RushJSONCore
public import _RushJSONFoundation

/// Formats dates as text and parses them: a `JSONDateFormat` for `Date`.
///
///     let formatter = JSONDateFormatter()
///     formatter.date(from: "2024-06-24T21:00:33.167806+02:00")
///     formatter.string(from: date)          // 2024-06-24T19:00:33.167806Z
///
/// A formatter is an immutable value without a cache, a lock or a formatter of Foundation. Create it where
/// you need it, or share it between tasks.
///
/// Text with up to six fraction digits survives a round trip, and so does a present-day date; see
/// `JSONTimestamp.init(_:)` for the exceptions. `JSONTimestamp` itself keeps nine digits.
public struct JSONDateFormatter: Sendable, Hashable {
  /// The format of the text.
  public let format: JSONDateFormat
  private let isRFC3339: Bool

  /// Creates a formatter for one format, by default RFC 3339.
  public init(_ format: JSONDateFormat = .rfc3339) {
    self.format = format
    isRFC3339 = format.isRFC3339
  }

  /// Creates a formatter that tries several formats in turn to read, and writes the first one.
  public init(anyOf formats: [JSONDateFormat]) { self.init(.anyOf(formats)) }

  /// Creates a formatter for a pattern in the letters of UTS #35; see `JSONDateFormat.pattern`.
  public init(pattern: String, offset: JSONTimestamp.Offset = .utc) throws(JSONValueError) {
    self.init(try .pattern(pattern, offset: offset))
  }

  /// The date of the whole of `text`, or `nil` if it is not in the format.
  public func date(from text: String) -> Date? {
    if isRFC3339, let timestamp = JSONDateFormat.usualInstant(text) { return Date(timestamp) }
    return otherDate(from: text)
  }

  // A function of its own, because room for an error and a copy of the format cost 30 instructions.
  @inline(never)
  private func otherDate(from text: String) -> Date? {
    do throws(JSONValueError) { return try parse(text) } catch { return nil }
  }

  /// The date of the whole of `text`. The error says what was expected, what was found, and where.
  public func parse(_ text: String) throws(JSONValueError) -> Date { Date(try format.parse(text)) }

  /// The text of a date.
  ///
  /// A format cannot write a date that is not finite, or outside of the years 0 to 9999 on the format's
  /// clock. Such a date gives a text for people, which no format reads, for example
  /// `+10000-01-01T00:00:00Z`. `format(_:)` throws instead.
  public func string(from date: Date) -> String {
    do throws(JSONValueError) {
      return try format(date)
    } catch {
      if let timestamp = JSONTimestamp(date) { return timestamp.description }
      return "\(date.timeIntervalSince1970)"
    }
  }

  /// The text of a date: `string(from:)` under the name that the original extra-data guide uses.
  public func dateString(from date: Date) -> String { string(from: date) }

  /// Appends the UTF-8 text of a date to `bytes`, or throws without a change if the format cannot write
  /// it. Allocates only room in `bytes`.
  public func append(_ date: Date, to bytes: inout [UInt8]) throws(JSONValueError) {
    try format.append(timestamp(date), to: &bytes)
  }

  /// The text of a date. Throws if the format cannot write it.
  public func format(_ date: Date) throws(JSONValueError) -> String {
    try format.format(timestamp(date))
  }

  private func timestamp(_ date: Date) throws(JSONValueError) -> JSONTimestamp {
    guard let timestamp = JSONTimestamp(date) else {
      throw JSONValueError(.invalidDate(.outOfRange(.year)))
    }
    return timestamp
  }
}
