internal import RushJSONCore
internal import _RushJSONFoundation

// ISO 8601 without Foundation's style, which is slow: texts of the form `2024-01-02T03:04:05Z` in the
// years 1900 to 2999. RFC 3339 and Foundation agree on these. Beyond them, their calendars may differ,
// and Foundation accepts many other forms; the caller then uses Foundation's style.

extension Date {
  /// The date in whole seconds, rounded down, or `nil` outside those years.
  var iso8601Text: String? {
    let seconds = timeIntervalSince1970.rounded(.down)
    guard seconds >= -2_208_988_800, seconds < 32_503_680_000 else { return nil }
    do throws(JSONValueError) {
      return try JSONDateFormat.rfc3339.format(
        JSONTimestamp(seconds: Int64(seconds), nanoseconds: 0))
    } catch {
      return nil
    }
  }

  /// Creates the date of a text in this form, or returns `nil` if the text has another form.
  init?(iso8601Text text: String) {
    let utf8 = text.utf8
    // RFC 3339 allows small letters, and Foundation refuses them.
    guard utf8.count == 20, utf8.last == UInt8(ascii: "Z"), text >= "1900", text < "3000",
      utf8[utf8.index(utf8.startIndex, offsetBy: 10)] == UInt8(ascii: "T")
    else { return nil }
    do throws(JSONValueError) {
      let timestamp = try JSONDateFormat.rfc3339.parse(text)
      guard timestamp.nanoseconds == 0 else { return nil }
      self.init(timeIntervalSince1970: Double(timestamp.seconds))
    } catch {
      return nil
    }
  }
}
