// Dates and data of Foundation in the styles of properties.

public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: JSONStyles.DateValue {
  /// The instant that the date is written as, or `nil` if it is not finite or beyond 64 bits of
  /// seconds.
  public var jsonTimestamp: JSONTimestamp? { JSONTimestamp(self) }
}

extension Data: JSONStyles.BytesValue {
  /// Calls `body` with the bytes.
  public func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
    // Invariant: the bytes are valid during the call, which a span cannot outlive.
    unsafe withUnsafeBytes { unsafe body($0.bindMemory(to: UInt8.self).span) }
  }
}
