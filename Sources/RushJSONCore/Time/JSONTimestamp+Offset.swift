extension JSONTimestamp {
  /// How far a clock is ahead of UTC: whole minutes, −23:59 to +23:59, as in RFC 3339 §5.6.
  public struct Offset: Sendable, Hashable {
    private let storage: Int16

    /// Minutes ahead of UTC, negative in the west.
    public var minutes: Int { Int(storage) }

    /// The offset of UTC, 0.
    public static var utc: JSONTimestamp.Offset { JSONTimestamp.Offset(storage: 0) }

    /// Creates an offset, or `nil` if `minutes` is not in −1439 ... 1439.
    public init?(minutes: Int) {
      guard (-1439...1439).contains(minutes) else { return nil }
      storage = Int16(minutes)
    }

    private init(storage: Int16) { self.storage = storage }

    /// An offset of hours and minutes ahead of UTC: `.ahead(hours: 5, minutes: 30)`. More than 23:59 becomes
    /// 23:59, and less than −23:59 becomes −23:59.
    public static func ahead(hours: Int, minutes: Int = 0) -> JSONTimestamp.Offset {
      JSONTimestamp.Offset(storage: clamped(hours: hours, minutes: minutes))
    }

    /// An offset of hours and minutes behind UTC: `.behind(hours: 3)`. It is limited as in
    /// ``ahead(hours:minutes:)``.
    public static func behind(hours: Int, minutes: Int = 0) -> JSONTimestamp.Offset {
      JSONTimestamp.Offset(storage: -clamped(hours: hours, minutes: minutes))
    }

    private static func clamped(hours: Int, minutes: Int) -> Int16 {
      // Far beyond the limit, and far from an overflow.
      let far = 10_000
      let sum = min(max(hours, -far), far) * 60 + min(max(minutes, -far), far)
      return Int16(min(max(sum, -1439), 1439))
    }

    /// Seconds ahead of UTC.
    @inline(__always) var seconds: Int32 { Int32(storage) &* 60 }
  }
}

extension JSONTimestamp.Offset: CustomStringConvertible {
  /// The offset as RFC 3339 writes it: `+05:30`, or `Z` for UTC.
  public var description: String {
    if storage == 0 { return "Z" }
    let magnitude = Int(storage.magnitude)
    let (hours, minutes) = (magnitude / 60, magnitude % 60)
    return "\(storage < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):"
      + "\(minutes < 10 ? "0" : "")\(minutes)"
  }
}
