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

    /// An offset of hours and minutes ahead of UTC: `.ahead(hours: 5, minutes: 30)`.
    /// - Precondition: Both are at least 0, and the offset is at most 23:59.
    public static func ahead(hours: Int, minutes: Int = 0) -> JSONTimestamp.Offset {
      JSONTimestamp.Offset(storage: checked(hours: hours, minutes: minutes))
    }

    /// An offset of hours and minutes behind UTC: `.behind(hours: 3)`.
    /// - Precondition: Both are at least 0, and the offset is at most 23:59.
    public static func behind(hours: Int, minutes: Int = 0) -> JSONTimestamp.Offset {
      JSONTimestamp.Offset(storage: -checked(hours: hours, minutes: minutes))
    }

    private static func checked(hours: Int, minutes: Int) -> Int16 {
      precondition(
        (0...23).contains(hours) && (0...59).contains(minutes), "an offset is at most 23:59")
      return Int16(hours * 60 + minutes)
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
