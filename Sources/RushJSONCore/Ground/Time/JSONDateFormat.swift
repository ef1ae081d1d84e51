/// A format of dates in JSON text. `parse` reads all texts that `write` writes.
///
///     JSONDateFormat.rfc3339                                    "2024-06-24T21:00:33.167806Z"
///     JSONDateFormat.rfc3339(.dateOnly, .fraction(.fixed(3)))   "2024-06-24T21:00:33.167Z"
///     JSONDateFormat.unix(.milliseconds)                        1719262833167.806
///     JSONDateFormat.aspNet                                     "/Date(1719262833167)/"
///     try JSONDateFormat.pattern("dd.MM.yyyy HH:mm")            "24.06.2024 21:00"
///     JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))           reads both, writes the first
///
/// A format is an immutable value. It uses no formatter of the platform, no cache and no lock, so any
/// number of tasks can share it. The calendar is the proleptic Gregorian one.
///
/// Writing and reading gives the same instant, up to the fraction digits of the format; by default these are all
/// nine.
public struct JSONDateFormat: Sendable, Hashable {
  enum Storage: Sendable, Hashable {
    case rfc3339(RFC3339Rules)
    case unix(UnixRules)
    case aspNet(SlashDateRules)
    case pattern(DatePattern)
    case list([JSONDateFormat])
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// The format's texts, as the object of "expected".
  package var phrase: String {
    switch storage {
    case .rfc3339: "an RFC 3339 date"
    case .unix: "a date as a number"
    case .aspNet: "a date like /Date(0)/"
    case .pattern(let pattern): "a date in the pattern '\(pattern.pattern)'"
    case .list(let formats): formats.map(\.phrase).joined(separator: " or ")
    }
  }

  /// The name that JSON Schema has for the format's texts, if it has one.
  package var schemaFormat: String? {
    switch storage {
    case .rfc3339: "date-time"
    case .pattern(let pattern) where pattern.pattern == "yyyy-MM-dd": "date"
    default: nil
    }
  }

  /// A format that tries `formats` in turn when it reads, and writes as the first.
  ///
  /// JSON numbers go only to the formats for numbers, strings only to the others. If all fail, the error is that of
  /// the format that read the most bytes. An empty list reads and writes no text.
  public static func anyOf(_ formats: [JSONDateFormat]) -> JSONDateFormat {
    JSONDateFormat(.list(formats))
  }

  /// A format that tries `formats` in turn when it reads, and writes as the first.
  public static func anyOf(_ formats: JSONDateFormat...) -> JSONDateFormat {
    JSONDateFormat(.list(formats))
  }

  /// The kind of JSON value that a date is.
  public enum Form: Sendable, Hashable {
    /// A string, such as `"2026-11-21T10:12:13Z"`.
    case string
    /// A number, such as `1795255933`.
    case number
  }

  /// The form that the format writes.
  public var form: Form {
    switch storage {
    case .rfc3339, .aspNet, .pattern: .string
    case .unix: .number
    case .list(let formats): formats.first?.form ?? .string
    }
  }

  /// Whether the format, or any format of its list, reads values of this form.
  public func reads(_ form: Form) -> Bool {
    switch storage {
    case .rfc3339, .aspNet, .pattern: form == .string
    case .unix: form == .number
    case .list(let formats): formats.contains { $0.reads(form) }
    }
  }
}

// MARK: - Fraction digits

extension JSONDateFormat {
  /// The treatment of digits that do not fit.
  public enum Rounding: UInt8, Sendable, Hashable {
    /// Drops them, so a date never moves into the next second, day or year.
    case truncate
    /// Rounds to the nearest value, and to the later one of two.
    case nearest
  }

  /// The number of fraction digits in writing.
  public enum FractionDigits: Sendable, Hashable {
    /// No fraction.
    case none
    /// This many digits, 0 ... 9. Other numbers are clamped.
    case fixed(Int)
    /// As many digits as needed, and at most `max` (0 ... 9): no fraction for a whole second.
    case shortestExact(max: Int = 9)
  }
}

extension WrittenDigits {
  mutating func set(_ fraction: JSONDateFormat.FractionDigits) {
    func clamped(_ count: Int) -> UInt8 { UInt8(min(max(count, 0), 9)) }
    switch fraction {
    case .none: (fewest, most) = (0, 0)
    case .fixed(let count): (fewest, most) = (clamped(count), clamped(count))
    case .shortestExact(let limit): (fewest, most) = (0, clamped(limit))
    }
  }
}

// MARK: - Reading

extension JSONDateFormat {
  /// Returns the instant of a whole text.
  /// - Throws: ``JSONValueError/Kind/invalidDate(_:found:)`` with the byte offset in `text`.
  /// - Complexity: O(*n*) in the bytes of the text, for each format of a list. Allocates nothing
  ///   unless it throws.
  public func parse(_ text: String) throws(JSONValueError) -> JSONTimestamp {
    try text.withUTF8Span { (bytes) throws(JSONValueError) in try parse(bytes) }
  }

  /// Returns the instant of a text in the usual form of RFC 3339, which all its options read alike, or `nil` for any
  /// other text or format.
  package func usualInstant(_ text: String) -> JSONTimestamp? {
    guard case .rfc3339 = storage,
      let bytes = StringWords(text).nativeUTF8(NativeStringLayout.current)
    else {
      return nil
    }
    // Invariant: the string lives during the call, and with it its bytes.
    return withExtendedLifetime(text) { JSONDateFormat.usualInstant(bytes) }
  }

  /// Returns the instant of a text in that form, or `nil` for any other text.
  @inline(never)
  package static func usualInstant(_ bytes: CheckedBytes) -> JSONTimestamp? {
    RFC3339Rules.fast(bytes)
  }

  /// Writes an instant in whole seconds as `2024-01-02T03:04:05Z`, and returns the length of the text, or `nil` outside
  /// the years 0 to 9999.
  package static func writeUsual(seconds: Int64, to bytes: CheckedPointer<UInt8>) -> Int? {
    RFC3339Rules().write(JSONTimestamp(seconds: seconds, nanoseconds: 0), to: bytes)
  }

  /// Returns the instant of a whole text in UTF-8.
  /// - Throws: As for a `String`.
  public func parse(_ bytes: Span<UInt8>) throws(JSONValueError) -> JSONTimestamp {
    try bytes.withCheckedBytes { (buffer) throws(JSONValueError) in
      try parse(buffer)
    }
  }

  /// Returns the instant of a whole text in UTF-8. With `form`, only formats that read this form are tried.
  ///
  /// For a JSON string these are the bytes between the quotes, unescaped; for a JSON number they are
  /// its text. Nothing outside the buffer is read.
  /// - Throws: As for a `String`.
  public func parse(
    _ bytes: UnsafeRawBufferPointer, as form: Form? = nil
  ) throws(JSONValueError) -> JSONTimestamp {
    try unsafe parse(CheckedBytes(bytes), as: form)
  }

  @inline(__always)
  package func parse(
    _ bytes: CheckedBytes, as form: Form? = nil
  ) throws(JSONValueError) -> JSONTimestamp {
    // The usual case alone, so that it needs no room for errors on the stack.
    if case .rfc3339 = storage, form != .number, let timestamp = RFC3339Rules.fast(bytes) {
      return timestamp
    }
    return try slowParse(bytes, form)
  }

  @inline(never)
  private func slowParse(
    _ bytes: CheckedBytes, _ form: Form?
  ) throws(JSONValueError) -> JSONTimestamp {
    do throws(DateFailure) {
      return try instant(bytes, form)
    } catch {
      throw error.error(in: bytes)
    }
  }

  private func instant(
    _ bytes: CheckedBytes, _ form: Form?
  ) throws(DateFailure) -> JSONTimestamp {
    switch storage {
    case .rfc3339(let rules):
      if form == .number { throw DateFailure(.wrongForm, at: 0) }
      if let timestamp = RFC3339Rules.fast(bytes) { return timestamp }
      return try rules.parse(bytes)
    case .unix(let rules):
      if form == .string { throw DateFailure(.wrongForm, at: 0) }
      return try rules.parse(bytes)
    case .aspNet(let rules):
      if form == .number { throw DateFailure(.wrongForm, at: 0) }
      return try rules.parse(bytes)
    case .pattern(let pattern):
      if form == .number { throw DateFailure(.wrongForm, at: 0) }
      return try pattern.parse(bytes)
    case .list(let formats):
      return try JSONDateFormat.parse(bytes, as: form, by: formats)
    }
  }

  private static func parse(
    _ bytes: CheckedBytes, as form: Form?, by formats: [JSONDateFormat]
  ) throws(DateFailure) -> JSONTimestamp {
    var furthest = DateFailure(.wrongForm, at: 0)
    var hasFailed = false
    for format in formats {
      do throws(DateFailure) {
        return try format.instant(bytes, form)
      } catch {
        // A format for the other form says nothing about the text.
        if case .wrongForm = error.fault { continue }
        if !hasFailed || error.offset > furthest.offset { furthest = error }
        hasFailed = true
      }
    }
    throw furthest
  }
}

// MARK: - Writing

extension JSONDateFormat {
  /// The room that `write` needs, in bytes. It may exceed the length that `write` returns.
  public var maximumLength: Int {
    switch storage {
    case .rfc3339: RFC3339Rules.maximumLength
    case .unix: UnixRules.maximumLength
    case .aspNet: SlashDateRules.maximumLength
    case .pattern(let pattern): pattern.maximumLength
    case .list(let formats): formats.first?.maximumLength ?? 0
    }
  }

  /// Writes the text of the instant and returns its length in bytes.
  ///
  /// The text has no quotes around it. It needs escapes only if a pattern has literal text that does.
  /// - Parameter bytes: Room for `maximumLength` bytes. Any of them may be written.
  /// - Throws: ``JSONValueError/Kind/invalidDate(_:found:)`` without an offset, if the format shows the
  ///   year and it is not in 0 ... 9999 on the format's clock.
  public func write(
    _ timestamp: JSONTimestamp, to bytes: UnsafeMutablePointer<UInt8>
  ) throws(JSONValueError) -> Int {
    try unsafe write(timestamp, to: CheckedPointer(bytes, room: maximumLength))
  }

  @inline(__always)
  private func write(
    _ timestamp: JSONTimestamp, to bytes: CheckedPointer<UInt8>
  ) throws(JSONValueError) -> Int {
    // The usual case alone, as in `parse`.
    if case .rfc3339(let rules) = storage, let length = rules.write(timestamp, to: bytes) {
      return length
    }
    return try writeOther(timestamp, to: bytes)
  }

  @inline(never)
  private func writeOther(
    _ timestamp: JSONTimestamp, to bytes: CheckedPointer<UInt8>
  ) throws(JSONValueError) -> Int {
    switch storage {
    case .rfc3339: throw JSONValueError(.invalidDate(.outOfRange(.year)))
    case .unix(let rules):
      return rules.write(timestamp, to: bytes)
    case .aspNet(let rules):
      return rules.write(timestamp, to: bytes)
    case .pattern(let pattern):
      return try pattern.write(timestamp, to: bytes)
    case .list(let formats):
      guard let first = formats.first else { throw JSONValueError(.invalidDate(.wrongForm)) }
      return try first.write(timestamp, to: bytes)
    }
  }

  /// Appends the text of the instant to `bytes`. Appends nothing if it throws.
  /// - Throws: As ``write(_:to:)``.
  public func append(_ timestamp: JSONTimestamp, to bytes: inout [UInt8]) throws(JSONValueError) {
    // A constant keeps the room on the stack. Only patterns may need more, on the heap.
    let capacity = maximumLength <= 64 ? 64 : maximumLength
    let failure: JSONValueError? = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: capacity
    ) { buffer in
      do throws(JSONValueError) {
        if let base = buffer.baseAddress {
          // Invariant: the buffer has the requested capacity, and begins with the text.
          let length = unsafe try write(timestamp, to: base)
          unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: length))
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// The text of the instant.
  /// - Throws: As ``write(_:to:)``.
  public func format(_ timestamp: JSONTimestamp) throws(JSONValueError) -> String {
    var failure: JSONValueError?
    let text = unsafe String(unsafeUninitializedCapacity: maximumLength) { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      do throws(JSONValueError) {
        // Invariant: the buffer has at least the requested capacity.
        return try unsafe write(timestamp, to: base)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return text
  }
}

// MARK: - RFC3339

extension JSONDateFormat {
  /// RFC 3339 to the letter, in UTC, with as many fraction digits as needed, up to nine.
  ///
  /// `2024-06-24T21:00:33.167806Z`, `1996-12-19T16:39:57-08:00`. Lower-case `t` and `z` are read, as
  /// §5.6 allows, and `-00:00` is UTC. A leap second is read as the second after it. Digits after the
  /// ninth are dropped.
  public static var rfc3339: JSONDateFormat { JSONDateFormat(.rfc3339(RFC3339Rules())) }

  /// RFC 3339 with options: `.rfc3339(.allowSpaceSeparator, .fraction(.fixed(3)))`.
  ///
  /// If two options contradict each other, the last one wins.
  public static func rfc3339(_ options: RFC3339Option...) -> JSONDateFormat { rfc3339(options) }

  /// RFC 3339 with options; if two of them contradict each other, the last one wins.
  public static func rfc3339(_ options: [RFC3339Option]) -> JSONDateFormat {
    var rules = RFC3339Rules()
    for option in options { rules.apply(option) }
    rules.noteForm()
    return JSONDateFormat(.rfc3339(rules))
  }

  /// Other texts than RFC 3339 that a format reads, and the form that it writes.
  public enum RFC3339Option: Sendable, Hashable {
    /// Reads a space between date and time: `2020-09-30 19:51:17Z`.
    case allowSpaceSeparator
    /// Reads a text without an offset, which means `assume`: `2020-09-30T19:51:17`.
    case allowMissingZone(assume: JSONTimestamp.Offset = .utc)
    /// Reads an offset without a colon: `+0200`.
    case allowZoneWithoutColon
    /// Reads an offset of hours alone: `+02`.
    case allowHourOnlyZone
    /// Reads a time without seconds: `2021-01-01T00:00Z`.
    case allowMissingSeconds
    /// Reads a comma before the fraction: `12:00:00,5Z`.
    case allowCommaFraction
    /// Reads `24:00:00` as midnight at the end of a day.
    case allowHour24
    /// Reads a date without a time: `2020-09-30` is midnight with the offset of `allowMissingZone`,
    /// or in UTC without that option. Dates are still written with their time.
    case dateOnly
    /// The treatment of second 60; `.next` by default.
    case leapSecond(LeapSecond)
    /// The treatment of digits that do not fit: after the ninth in reading, after the last one in writing.
    /// `.truncate` by default.
    case rounding(Rounding)
    /// The number of fraction digits in writing; `.shortestExact(max: 9)` by default.
    case fraction(FractionDigits)
    /// The offset of written dates; `.utc` by default.
    case offset(JSONTimestamp.Offset)
    /// Writes UTC as `+00:00` instead of `Z`.
    case numericUTC
  }

  /// The treatment of second 60.
  ///
  /// The time has to be 23:59:60 UTC at the end of a month, where RFC 3339 §5.7 allows it. Whether a
  /// leap second was inserted there is not looked up, so no table can be out of date.
  public enum LeapSecond: UInt8, Sendable, Hashable {
    /// As the second that follows, 00:00:00, which is what POSIX time counts.
    case next
    /// As the second before, 23:59:59, with the same fraction.
    case clamp
    /// As an error.
    case reject
  }
}

extension RFC3339Rules {
  fileprivate mutating func apply(_ option: JSONDateFormat.RFC3339Option) {
    switch option {
    case .allowSpaceSeparator: allowances.insert(.spaceSeparator)
    case .allowMissingZone(let assumed):
      allowances.insert(.missingZone)
      assumedOffset = assumed
    case .allowZoneWithoutColon: allowances.insert(.zoneWithoutColon)
    case .allowHourOnlyZone: allowances.insert(.hourOnlyZone)
    case .allowMissingSeconds: allowances.insert(.missingSeconds)
    case .allowCommaFraction: allowances.insert(.commaFraction)
    case .allowHour24: allowances.insert(.hour24)
    case .dateOnly: allowances.insert(.dateOnly)
    case .leapSecond(let reading):
      allowances.remove([.leapSecond, .clampedLeapSecond])
      switch reading {
      case .next: allowances.insert(.leapSecond)
      case .clamp: allowances.formUnion([.leapSecond, .clampedLeapSecond])
      case .reject: break
      }
    case .rounding(let rounding): digits.roundsToNearest = rounding == .nearest
    case .fraction(let fraction): digits.set(fraction)
    case .offset(let offset): self.offset = offset
    case .numericUTC: writesNumericUTC = true
    }
  }
}

// MARK: - Unix

extension JSONDateFormat {
  /// A number of seconds, or of parts of a second, since 1970-01-01T00:00:00Z.
  ///
  /// Exact in both directions: the digits are read as written, never as a `Double`. Numbers are
  /// written with as many fraction digits as needed (`1591690240.800912`) and without an exponent;
  /// an exponent is read. Parts of a nanosecond are dropped. Digits below the nanosecond, which would
  /// all be 0, are never written.
  /// - Parameters:
  ///   - fraction: The number of fraction digits in writing.
  ///   - rounding: The treatment of digits that do not fit.
  public static func unix(
    _ unit: UnixUnit, fraction: FractionDigits = .shortestExact(max: 9),
    rounding: Rounding = .truncate
  ) -> JSONDateFormat {
    var digits = WrittenDigits()
    digits.roundsToNearest = rounding == .nearest
    digits.set(fraction)
    return JSONDateFormat(.unix(UnixRules(shift: Int(unit.rawValue) * 3, digits: digits)))
  }

  /// The unit of a number since 1970.
  public enum UnixUnit: UInt8, Sendable, Hashable {
    /// Seconds.
    case seconds
    /// Thousandths of a second, as in JavaScript.
    case milliseconds
    /// Millionths of a second.
    case microseconds
    /// Billionths of a second.
    case nanoseconds
  }
}

// MARK: - ASP.NET

extension JSONDateFormat {
  /// A string of milliseconds since 1970-01-01T00:00:00Z, as ASP.NET and WCF write dates:
  /// `/Date(1234567890123)/`.
  ///
  /// An offset after the number, as in `/Date(1234567890123+0100)/`, is read. It names the clock of the writer and
  /// does not change the instant. The number is an integer, and may be negative. Parts of a millisecond are dropped,
  /// towards 1970. See ``aspNet(offset:)`` to write an offset.
  ///
  /// Some of these programs take a string for a date only with escapes, `"\/Date(0)\/"`. Encoders write them unless they
  /// are told not to escape slashes. In reading, `\/` and `/` are the same.
  public static var aspNet: JSONDateFormat { JSONDateFormat(.aspNet(SlashDateRules(offset: nil))) }

  /// The format ``aspNet``, written with the offset of a clock: `/Date(1234567890123+0100)/`.
  public static func aspNet(offset: JSONTimestamp.Offset) -> JSONDateFormat {
    JSONDateFormat(.aspNet(SlashDateRules(offset: offset)))
  }
}

// MARK: - Pattern

extension JSONDateFormat {
  /// A format of your own, in the letters of Unicode Technical Standard 35, part 4, that
  /// `DateFormatter` uses: `yyyy-MM-dd'T'HH:mm:ss.SSSXXX`, `EEE, dd MMM yyyy HH:mm:ss Z`.
  ///
  /// This is a fixed subset of the letters: always English, always the proleptic Gregorian calendar,
  /// the same on every platform and in both directions.
  ///
  /// | Letters | Meaning | Text |
  /// | --- | --- | --- |
  /// | `y`, `yyyy`, `u`, `uuuu` | year, 0 to 9999 | `2024` |
  /// | `yy` | year 1969 to 2068, two digits | `24` |
  /// | `M`, `MM`, `MMM`, `MMMM`, or `L` | month | `6`, `06`, `Jun`, `June` |
  /// | `d`, `dd` | day of the month | `4`, `04` |
  /// | `D`, `DDD` | day of the year | `9`, `009` |
  /// | `E` … `EEE`, `EEEE` | weekday | `Mon`, `Monday` |
  /// | `a` … `aaa` | half of the day | `AM`, `PM` |
  /// | `H`, `HH` | hour, 0 to 23 | `9`, `09` |
  /// | `h`, `hh` | hour, 1 to 12, only together with `a` | `9`, `09` |
  /// | `k`, `kk` | hour, 1 to 24 | `24` |
  /// | `K`, `KK` | hour, 0 to 11, only together with `a` | `0` |
  /// | `m`, `mm` | minute | `5`, `05` |
  /// | `s`, `ss` | second | `7`, `07` |
  /// | `S` … `SSSSSSSSS` | fraction of a second, one digit per letter | `123` |
  /// | `Z` … `ZZZ`, `xx`, `xxxx` | offset | `+0200` |
  /// | `x` | offset, with minutes unless they are 0 | `+02` |
  /// | `xxx`, `xxxxx` | offset | `+02:00` |
  /// | `X` … `XXXXX`, `ZZZZZ` (as `XXX`) | as `x`, but `Z` for UTC | `Z` |
  /// | `O`, `z` … `zzz` | offset | `GMT+2`, `GMT` |
  /// | `OOOO`, `ZZZZ` | offset | `GMT+02:00`, `GMT` |
  ///
  /// Text between apostrophes is literal, `''` is an apostrophe, and any byte that is not an ASCII
  /// letter is itself. Any other letter is an error.
  ///
  /// A number has one digit per letter; a single letter reads as many digits as the field can have.
  /// Names are read in any case. Every offset letter reads every kind of offset: `Z`, `UT`, `UTC`,
  /// `GMT`, each with or without hours and minutes after it. `Z` … `ZZZ` and `z` … `zzz` also read the zones of
  /// RFC 2822 §4.3: `EST`, `EDT`, `CST`, `CDT`, `MST`, `MDT`, `PST`, `PDT`, and the letters of the military, but for
  /// `J`, which are UTC. A weekday has to match the date. Fields
  /// that the pattern lacks are those of midnight on 2000-01-01, as in `DateFormatter`; without an
  /// hour, `PM` is noon. There are no leap seconds.
  ///
  /// Digits that do not fit are dropped, unless `rounding` says otherwise. With a two-digit year,
  /// years that would be read back as another year cannot be written.
  /// - Parameter offset: The offset of written dates, and of a text without one.
  /// - Throws: ``JSONValueError/Kind/invalidDatePattern(_:)`` with the byte offset in the pattern.
  /// - Complexity: O(*n*) in the length of the pattern, once. Using the format allocates no more.
  public static func pattern(
    _ pattern: String, offset: JSONTimestamp.Offset = .utc, rounding: Rounding = .truncate
  ) throws(JSONValueError) -> JSONDateFormat {
    JSONDateFormat(
      .pattern(
        try DatePattern(
          compiling: pattern, offset: offset, roundsToNearest: rounding == .nearest)))
  }
}

// MARK: - JSONTimestamp+Codable

extension JSONTimestamp: Codable {
  /// Reads a string in RFC 3339. The decoder's options for `Date` do not apply.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try JSONDateFormat.rfc3339.timestamp(of: text, as: .string, in: decoder)
  }

  /// Writes RFC 3339 in UTC with as many digits as needed. Throws if the year is not in 0 ... 9999.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(try JSONDateFormat.rfc3339.text(of: self, for: self, in: encoder))
  }
}

// MARK: - For coders

extension JSONDateFormat {
  /// Returns the instant of a decoder's value, by the text of its string or number.
  package func timestamp(of text: String, as form: Form, in decoder: any Decoder) throws
    -> JSONTimestamp
  {
    do throws(JSONValueError) {
      return try text.withUTF8Span { (bytes) throws(JSONValueError) in
        try bytes.withCheckedBytes { (bytes) throws(JSONValueError) in
          try parse(bytes, as: form)
        }
      }
    } catch {
      throw DecodingError.corrupted(error, at: decoder.codingPath)
    }
  }

  /// Returns the text of an instant that an encoder writes for `value`.
  package func text(of timestamp: JSONTimestamp, for value: Any, in encoder: any Encoder) throws
    -> String
  {
    do throws(JSONValueError) {
      return try format(timestamp)
    } catch {
      throw EncodingError.invalid(
        value, at: encoder.codingPath, error.description, underlying: error)
    }
  }
}
