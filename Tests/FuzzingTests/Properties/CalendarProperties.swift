import RushJSONCore

/// The text of a date is what counting days and seconds makes of it, in both directions.
enum CalendarProperties {
  static func run(_ input: inout FuzzInput) throws {
    if input.flag() { try checkText(&input) } else { try checkInstant(&input) }
  }

  private static func padded(_ value: Int, _ count: Int = 2) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func zone(_ minutes: Int) -> String {
    if minutes == 0 { return "Z" }
    return (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60) + ":" + padded(abs(minutes) % 60)
  }

  /// A date by its fields: read as the instant that they name, or refused if there is no such day.
  private static func checkText(_ input: inout FuzzInput) throws {
    let year = input.chance(1, in: 4) ? input.integer(in: 0...9999) : input.integer(in: 1900...2100)
    let month = input.integer(in: 1...12)
    let day = input.integer(in: 1...31)
    let (hour, minute, second) = (
      input.integer(in: 0...23), input.integer(in: 0...59), input.integer(in: 0...59)
    )
    let fraction = (0..<input.choice(10)).map { _ in String(input.choice(10)) }.joined()
    let minutes = input.flag() ? input.integer(in: -1439...1439) : 0
    let text =
      "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute)):"
      + padded(second) + (fraction.isEmpty ? "" : ".\(fraction)") + zone(minutes)
    let found = try? JSONDateFormat.rfc3339.parse(text)
    guard day <= CountedCalendar.length(ofMonth: month, in: year) else {
      return try checkEqual("no such day", found, nil)
    }
    let seconds =
      CountedCalendar.day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    let nanoseconds = Int32(fraction + String(repeating: "0", count: 9 - fraction.utf8.count))
    let expected = JSONTimestamp(
      seconds: Int64(seconds - minutes * 60), nanoseconds: nanoseconds ?? 0)
    try checkEqual("instant of a text ≡ counted days", found, expected)
  }

  /// An instant at an offset: written as the fields that counting gives, or refused outside the years.
  private static func checkInstant(_ input: inout FuzzInput) throws {
    let seconds =
      input.chance(1, in: 8)
      ? Int(truncatingIfNeeded: input.word()) / 2
      : input.integer(in: -62_200_000_000...253_500_000_000)
    let nanoseconds = input.chance(1, in: 3) ? 0 : input.integer(in: 0...999_999_999)
    let minutes = input.flag() ? input.integer(in: -1439...1439) : 0
    guard let offset = JSONTimestamp.Offset(minutes: minutes) else { return }
    let format = JSONDateFormat.rfc3339(.offset(offset))
    let instant = JSONTimestamp(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds))
    let found = try? format.format(instant)
    let local = seconds + minutes * 60
    // Division towards negative infinity.
    let days = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
    guard let date = CountedCalendar.date(ofDay: days) else {
      return try checkEqual("no such year", found, nil)
    }
    let second = local - days * 86_400
    var text =
      "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))T"
      + "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    if nanoseconds > 0 {
      var digits = padded(nanoseconds, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    text += zone(minutes)
    try checkEqual("text of an instant ≡ counted days", found, text)
    try checkEqual("dates: write ∘ read", try? format.parse(text), instant)
  }
}
