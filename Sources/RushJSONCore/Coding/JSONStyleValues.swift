// Types of values that styles and formats read and write.

extension JSONStyles {
  /// A type of dates for a ``JSONStyles/DateStyle``: ``JSONTimestamp``, and `Date` in the module RushJSON.
  public protocol DateValue {
    /// Creates the date of an instant.
    init(_ timestamp: JSONTimestamp)

    /// The instant, or `nil` if the date has none.
    var jsonTimestamp: JSONTimestamp? { get }
  }
}

extension JSONTimestamp: JSONStyles.DateValue {
  public init(_ timestamp: JSONTimestamp) { self = timestamp }
  public var jsonTimestamp: JSONTimestamp? { self }
}

extension JSONStyles {
  /// A type of bytes for a ``JSONStyles/BytesStyle``: `[UInt8]`, and `Data` in the module RushJSON.
  public protocol BytesValue {
    /// Creates a value of these bytes.
    init(_ bytes: [UInt8])

    /// Calls `body` with the bytes.
    func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R
  }
}

extension [UInt8]: JSONStyles.BytesValue {
  public func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R { withSpan(body) }
}
