extension JSONDateFormat {
  /// RFC 3339 to the letter, in UTC, with as many fraction digits as there are, up to nine.
  ///
  /// `2024-06-24T21:00:33.167806Z`, `1996-12-19T16:39:57-08:00`. Lower-case `t` and `z` are read, as
  /// §5.6 allows, and `-00:00` is UTC. A leap second is the second after it; digits after the ninth
  /// are dropped.
  public static var rfc3339: JSONDateFormat { JSONDateFormat(.rfc3339(RFC3339Rules())) }

  /// RFC 3339 with some choices: `.rfc3339(.allowSpaceSeparator, .fraction(.fixed(3)))`.
  ///
  /// Of two options that contradict each other the last holds.
  public static func rfc3339(_ options: RFC3339Option...) -> JSONDateFormat {
    rfc3339(options)
  }

  /// RFC 3339 with some choices.
  public static func rfc3339(_ options: [RFC3339Option]) -> JSONDateFormat {
    var rules = RFC3339Rules()
    for option in options { rules.apply(option) }
    return JSONDateFormat(.rfc3339(rules))
  }

  /// What a format reads besides RFC 3339, and how it writes.
  public enum RFC3339Option: Sendable, Hashable {
    /// A space may stand between date and time: `2020-09-30 19:51:17Z`.
    case allowSpaceSeparator
    /// The offset may be missing, which means `assume`: `2020-09-30T19:51:17`.
    case allowMissingZone(assume: JSONTimestamp.Offset = .utc)
    /// The offset may have no colon: `+0200`.
    case allowZoneWithoutColon
    /// The offset may be hours alone: `+02`.
    case allowHourOnlyZone
    /// The seconds may be missing: `2021-01-01T00:00Z`.
    case allowMissingSeconds
    /// A comma may stand before the fraction: `12:00:00,5Z`.
    case allowCommaFraction
    /// `24:00:00` may stand for midnight at the end of a day.
    case allowHour24
    /// A date may stand alone: `2020-09-30`, midnight with the offset of `allowMissingZone`, in UTC
    /// without it. Dates are still written with their time.
    case dateOnly
    /// How a second 60 is read; `.next` if not said.
    case leapSecond(LeapSecond)
    /// What becomes of digits that do not fit: after the ninth when reading, after the last that is
    /// written when writing. `.truncate` if not said.
    case rounding(Rounding)
    /// How many fraction digits are written; `.shortestExact(max: 9)` if not said.
    case fraction(FractionDigits)
    /// The offset in which dates are written; `.utc` if not said.
    case offset(JSONTimestamp.Offset)
    /// UTC is written as `+00:00` instead of `Z`.
    case numericUTC
  }

  /// How second 60 is read.
  ///
  /// The time has to be 23:59:60 UTC at the end of a month, where RFC 3339 §5.7 allows it. Whether
  /// there was one is not looked up, so no table can be out of date.
  public enum LeapSecond: UInt8, Sendable, Hashable {
    /// As the second that follows, 00:00:00: what POSIX time counts.
    case next
    /// As the second before, 23:59:59, the fraction kept.
    case clamp
    /// As an error.
    case reject
  }

  /// What becomes of digits that do not fit.
  public enum Rounding: UInt8, Sendable, Hashable {
    /// They are dropped, so that a date never moves into the next second, day or year.
    case truncate
    /// The nearest is taken, the later one of two.
    case nearest
  }

  /// How many fraction digits are written.
  public enum FractionDigits: Sendable, Hashable {
    /// No fraction.
    case none
    /// So many digits, 0 ... 9; what is outside is taken as the nearest.
    case fixed(Int)
    /// As many digits as it takes, and at most `max` (0 ... 9): no fraction for a whole second.
    case shortestExact(max: Int = 9)
  }
}

/// The options of RFC 3339, in a form that is quick to ask.
struct RFC3339Rules: Sendable, Hashable {
  /// What is read besides RFC 3339.
  struct Allowances: OptionSet, Sendable, Hashable {
    var rawValue: UInt8
    static let spaceSeparator = Allowances(rawValue: 1)
    static let missingZone = Allowances(rawValue: 2)
    static let zoneWithoutColon = Allowances(rawValue: 4)
    static let hourOnlyZone = Allowances(rawValue: 8)
    static let missingSeconds = Allowances(rawValue: 16)
    static let commaFraction = Allowances(rawValue: 32)
    static let hour24 = Allowances(rawValue: 64)
    static let dateOnly = Allowances(rawValue: 128)
  }

  var allowances: Allowances = []
  var leapSecond = JSONDateFormat.LeapSecond.next
  var digits = WrittenDigits()
  var writesNumericUTC = false
  /// The offset of texts without one, if they are allowed.
  var assumedOffset = JSONTimestamp.Offset.utc
  /// The offset of what is written.
  var offset = JSONTimestamp.Offset.utc

  mutating func apply(_ option: JSONDateFormat.RFC3339Option) {
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
    case .leapSecond(let reading): leapSecond = reading
    case .rounding(let rounding): digits.rounding = rounding
    case .fraction(let fraction): digits.set(fraction)
    case .offset(let offset): self.offset = offset
    case .numericUTC: writesNumericUTC = true
    }
  }
}

/// How many fraction digits of a second are written.
struct WrittenDigits: Sendable, Hashable {
  var fewest: UInt8 = 0
  var most: UInt8 = 9
  var rounding = JSONDateFormat.Rounding.truncate

  mutating func set(_ fraction: JSONDateFormat.FractionDigits) {
    func clamped(_ count: Int) -> UInt8 { UInt8(min(max(count, 0), 9)) }
    switch fraction {
    case .none: (fewest, most) = (0, 0)
    case .fixed(let count): (fewest, most) = (clamped(count), clamped(count))
    case .shortestExact(let limit): (fewest, most) = (0, clamped(limit))
    }
  }

  /// The instant as far as it decides which second and which digits are written: rounded, if it has
  /// to be. Digits that are only dropped stay; `write` does not write them.
  @inline(__always)
  func rounded(_ timestamp: JSONTimestamp) -> JSONTimestamp {
    rounding == .truncate || most == 9 ? timestamp : cut(timestamp)
  }

  /// The instant without the digits that are not written.
  @inline(never)
  func cut(_ timestamp: JSONTimestamp) -> JSONTimestamp {
    let unit = powerOfTen(9 - Int(most))
    let excess = timestamp.nanoseconds % unit
    let cut = timestamp.nanoseconds - excess
    // Half of a unit, which is even as soon as there is anything to cut.
    guard rounding == .nearest, excess >= unit / 2, excess > 0 else {
      return JSONTimestamp(normalizedSeconds: timestamp.seconds, nanoseconds: cut)
    }
    return JSONTimestamp(seconds: timestamp.seconds, nanoseconds: cut + unit)
  }
}

/// 10 to the power of 0 ... 9.
func powerOfTen(_ exponent: Int) -> Int32 {
  var power: Int32 = 1
  for _ in 0..<min(max(exponent, 0), 9) { power *= 10 }
  return power
}
