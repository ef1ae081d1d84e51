import RushJSONCore

/// A date that a format reads is written so that the format reads it again, and the two ways to read
/// and to write agree.
enum DateProperties {
  static func run(_ input: inout FuzzInput) throws {
    var isPattern = false
    guard let format = format(&input, &isPattern) else { return }
    let seconds = Int64(bitPattern: input.word()) % 200_000_000_000
    let nanoseconds = Int32(input.word() % 1_000_000_000)
    try checkWritten(
      JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds), format, isPattern: isPattern)
    let bytes = input.rest(.date)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      _ = try? format.parse(bytes.span)
      return
    }
    let parsed = try? format.parse(text)
    try checkEqual("dates: bytes ≡ string", try? format.parse(bytes.span), parsed)
    if let parsed { try checkWritten(parsed, format, isPattern: isPattern) }
  }

  private static func checkWritten(
    _ date: JSONTimestamp, _ format: JSONDateFormat, isPattern: Bool
  ) throws {
    guard let text = try? format.format(date) else { return }
    var appended: [UInt8] = []
    try format.append(date, to: &appended)
    try checkEqual("format ≡ append", appended, Array(text.utf8))
    try check("maximumLength", text.utf8.count <= format.maximumLength, text)
    let read: JSONTimestamp
    do {
      read = try format.parse(text)
    } catch {
      throw PropertyFailure(property: "what is written is read", detail: "\(text): \(error)")
    }
    // What the text leaves out is lost once, and not a second time. A pattern may leave out the date and
    // write its weekday.
    guard let again = try? format.format(read) else { return }
    if again == text { return }
    try check("dates: read ∘ write", isPattern, "\(text) → \(again)")
    let third = try format.format(format.parse(again))
    try checkEqual("dates: read ∘ write settles", third, again)
  }

  /// The format that the input chooses, or `nil` if its pattern is not one.
  private static func format(
    _ input: inout FuzzInput, _ isPattern: inout Bool
  ) -> JSONDateFormat? {
    let choices = input.byte()
    let rounding: JSONDateFormat.Rounding = choices & 16 == 0 ? .truncate : .nearest
    let offset = JSONTimestamp.Offset(minutes: Int(input.byte()) * 7 - 840) ?? .utc
    switch choices & 3 {
    case 0:
      var options: [JSONDateFormat.RFC3339Option] = [.rounding(rounding)]
      let more = choices >> 2 == 0 ? 0 : input.byte()
      if more & 1 != 0 { options += [.allowCommaFraction, .allowSpaceSeparator] }
      if more & 2 != 0 { options += [.allowHour24, .allowHourOnlyZone] }
      if more & 4 != 0 { options += [.allowMissingSeconds, .allowZoneWithoutColon] }
      if more & 8 != 0 { options.append(.allowMissingZone(assume: offset)) }
      if more & 16 != 0 { options.append(.numericUTC) }
      if more & 32 != 0 { options.append(.offset(offset)) }
      if more & 64 != 0 { options.append(.leapSecond(more & 128 == 0 ? .clamp : .next)) }
      options.append(.fraction(fraction(&input)))
      return .rfc3339(options)
    case 1:
      let units: [JSONDateFormat.UnixUnit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
      return .unix(
        units[Int(choices >> 2) & 3], fraction: fraction(&input), rounding: rounding)
    default:
      isPattern = true
      let pattern = String(decoding: input.line(.pattern), as: UTF8.self)
      return try? .pattern(pattern, offset: offset, rounding: rounding)
    }
  }

  private static func fraction(_ input: inout FuzzInput) -> JSONDateFormat.FractionDigits {
    let choice = Int(input.byte())
    switch choice & 3 {
    case 0: return .shortestExact(max: 9)
    case 1: return .none
    case 2: return .fixed(1 + (choice >> 2) % 9)
    default: return .shortestExact(max: 1 + (choice >> 2) % 9)
    }
  }
}
