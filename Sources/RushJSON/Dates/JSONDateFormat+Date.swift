public import RushJSONCore
public import _RushJSONFoundation

// Dates as text, without a coder:
//
//     let format = JSONDateFormat.rfc3339
//     format.date(from: "2024-06-24T21:00:33.167806+02:00")
//     try format.format(date)            // 2024-06-24T19:00:33.167806Z
//
// Text with up to six fraction digits survives a round trip, and so does a present-day date; see
// `JSONTimestamp.init(_:)` for the exceptions. `JSONTimestamp` itself keeps nine digits.

extension JSONDateFormat {
  /// Returns the date of a whole text, or `nil` if it is not in the format.
  ///
  /// `Date(try format.parse(text))` throws instead. Its error has the expected and the found text and the offset.
  public func date(from text: String) -> Date? {
    if let timestamp = usualInstant(text) { return Date(timestamp) }
    return otherDate(from: text)
  }

  // A function of its own, because room for an error and a copy of the format cost 30 instructions.
  @inline(never)
  private func otherDate(from text: String) -> Date? {
    do throws(JSONValueError) { return Date(try parse(text)) } catch { return nil }
  }

  /// The text of a date, under the name that guides of extra data use, without an error.
  ///
  /// A format cannot write a date that is not finite, or outside the years 0 to 9999 on the format's clock. Such a
  /// date becomes a text for people that no format reads, such as `+10000-01-01T00:00:00Z`.
  /// ``format(_:)-(Date)`` throws instead.
  public func dateString(from date: Date) -> String {
    do throws(JSONValueError) {
      return try format(date)
    } catch {
      if let timestamp = JSONTimestamp(date) { return timestamp.description }
      return "\(date.timeIntervalSince1970)"
    }
  }

  /// Appends the UTF-8 text of a date to `bytes`, or throws without a change if the format cannot write
  /// it. Allocates only room in `bytes`.
  public func append(_ date: Date, to bytes: inout [UInt8]) throws(JSONValueError) {
    try append(Self.timestamp(date), to: &bytes)
  }

  /// The text of a date. Throws if the format cannot write it.
  public func format(_ date: Date) throws(JSONValueError) -> String {
    try format(Self.timestamp(date))
  }

  private static func timestamp(_ date: Date) throws(JSONValueError) -> JSONTimestamp {
    guard let timestamp = JSONTimestamp(date) else {
      throw JSONValueError(.invalidDate(.outOfRange(.year)))
    }
    return timestamp
  }
}
