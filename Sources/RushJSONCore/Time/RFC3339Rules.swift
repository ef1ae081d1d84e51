/// The options of RFC 3339, in a form that is quick to test.
struct RFC3339Rules: Sendable, Hashable {
  /// Departures from RFC 3339 that are read, and what happens to leap seconds.
  struct Allowances: OptionSet, Sendable, Hashable {
    var rawValue: UInt16
    static let spaceSeparator = Allowances(rawValue: 1)
    static let missingZone = Allowances(rawValue: 2)
    static let zoneWithoutColon = Allowances(rawValue: 4)
    static let hourOnlyZone = Allowances(rawValue: 8)
    static let missingSeconds = Allowances(rawValue: 16)
    static let commaFraction = Allowances(rawValue: 32)
    static let hour24 = Allowances(rawValue: 64)
    static let dateOnly = Allowances(rawValue: 128)
    static let leapSecond = Allowances(rawValue: 256)
    /// Second 60 is read as 59, not as the next second.
    static let clampedLeapSecond = Allowances(rawValue: 512)
  }

  var allowances: Allowances = [.leapSecond]
  var digits = WrittenDigits()
  var writesNumericUTC = false
  /// The offset of a text without one, where that is allowed.
  var assumedOffset = JSONTimestamp.Offset.utc
  /// The offset that dates are written with.
  var offset = JSONTimestamp.Offset.utc
  /// Whether every date is written with three digits, none of them rounded, and `Z`. Set by
  /// `noteForm` after each change of the rules.
  private(set) var writesMilliseconds = false

  mutating func noteForm() {
    writesMilliseconds =
      digits.isMilliseconds && !digits.isRounding && offset == .utc && !writesNumericUTC
  }
}
