internal import RushJSONCore
internal import _RushJSONFoundation

// ISO 8601 without Foundation's style, which is slow: the years 1900 to 2999, up to nine fraction digits, and offsets
// that Foundation accepts. RFC 3339 and Foundation agree on these. Beyond them, their calendars may differ, and Foundation
// accepts many other forms; the caller then uses Foundation's style.
//
//     2024-01-02T03:04:05Z
//     2024-01-02T03:04:05.678+02:00     without a fraction, also +0200 and +02

extension Date {
  /// Writes the date in whole seconds, rounded down, with quotation marks. Returns the length of the text, or `nil`
  /// outside those years.
  /// Invariant: 48 bytes from `output` on may be written.
  func writeISO8601(to output: UnsafeMutablePointer<UInt8>) -> Int? {
    let seconds = timeIntervalSince1970.rounded(.down)
    guard seconds >= -2_208_988_800, seconds < 32_503_680_000,
      let length = unsafe JSONDateFormat.writeUsual(
        seconds: Int64(seconds), to: CheckedPointer(output + 1, room: 40))
    else { return nil }
    unsafe output[0] = UInt8(ascii: "\"")
    unsafe output[length + 1] = UInt8(ascii: "\"")
    return length + 2
  }

  /// Creates the date of a text in this form, or returns `nil` if the text has another form.
  init?(iso8601 text: Span<UInt8>) {
    guard 20...35 ~= text.count, Date.isUsualYear(text), text[10] == UInt8(ascii: "T") else {
      return nil
    }
    // RFC 3339 allows a small letter.
    let isUTC = text[text.count - 1] == UInt8(ascii: "Z")
    let instant: JSONTimestamp?
    var offset: Int64 = 0
    if isUTC || text[text.count - 3] == UInt8(ascii: ":") {
      if !isUTC {
        guard let known = Date.offset(text, at: text.count - 6) else { return nil }
        offset = known
      }
      instant = unsafe text.withUnsafeBytes { unsafe JSONDateFormat.usualInstant(CheckedBytes($0)) }
    } else {
      guard text.count == 22 || text.count == 24, Date.offset(text, at: 19) != nil else {
        return nil
      }
      instant = Date.instant(withShortOffset: text)
    }
    guard let instant else { return nil }
    if instant.nanoseconds == 0 {
      self.init(timeIntervalSince1970: Double(instant.seconds))
    } else {
      self.init(instant, offset: offset)
    }
  }

  /// The date of an instant, rounded in Foundation's order: seconds of the local day, its beginning, the offset.
  private init(_ instant: JSONTimestamp, offset: Int64) {
    let local = instant.seconds + offset
    let second = (local % 86_400 + 86_400) % 86_400
    let day = Double(local - second - 978_307_200)
    let sum = day + (Double(second) + Double(instant.nanoseconds) / 1_000_000_000)
    self.init(timeIntervalSinceReferenceDate: sum - Double(offset))
  }

  /// Whether the text begins like a year from 1900 to 2999.
  private static func isUsualYear(_ text: Span<UInt8>) -> Bool {
    text[0] == UInt8(ascii: "2") || text[0] == UInt8(ascii: "1") && text[1] == UInt8(ascii: "9")
  }

  /// The seconds of an offset of less than 18 hours, or `nil` for another text. Foundation knows no longer ones but
  /// 18 hours. Whether digits are digits is checked elsewhere.
  private static func offset(_ text: Span<UInt8>, at start: Int) -> Int64? {
    let sign = text[start]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    func digit(_ at: Int) -> Int64 { Int64(text[start + at] ^ UInt8(ascii: "0")) }
    let hours = digit(1) * 10 + digit(2)
    guard hours < 18 else { return nil }
    if start + 6 != text.count { return 0 }
    let seconds = hours * 3600 + (digit(4) * 10 + digit(5)) * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The instant of a text in whole seconds with an offset without a colon, or without minutes: 22 or 24 bytes.
  private static func instant(withShortOffset text: Span<UInt8>) -> JSONTimestamp? {
    let count = text.count
    return unsafe withUnsafeTemporaryAllocation(byteCount: 25, alignment: 8) { bytes in
      // Invariant: there is room for the text, and the missing bytes.
      unsafe text.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
      unsafe bytes[22] = UInt8(ascii: ":")
      unsafe bytes[23] = count == 24 ? text[22] : UInt8(ascii: "0")
      unsafe bytes[24] = count == 24 ? text[23] : UInt8(ascii: "0")
      return unsafe JSONDateFormat.usualInstant(CheckedBytes(bytes))
    }
  }
}
