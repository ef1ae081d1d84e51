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

  /// What a format reads besides RFC 3339, and how it writes.
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
    /// How second 60 is read; `.next` by default.
    case leapSecond(LeapSecond)
    /// What happens to digits that do not fit: after the ninth in reading, after the last one that is
    /// written in writing. `.truncate` by default.
    case rounding(Rounding)
    /// How many fraction digits are written; `.shortestExact(max: 9)` by default.
    case fraction(FractionDigits)
    /// The offset that dates are written with; `.utc` by default.
    case offset(JSONTimestamp.Offset)
    /// Writes UTC as `+00:00` instead of `Z`.
    case numericUTC
  }

  /// How second 60 is read.
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
