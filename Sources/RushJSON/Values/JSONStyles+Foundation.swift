// Foundation's dates and data in the styles of properties.

public import Foundation
public import RushJSONCore

extension Date: JSONStyles.DateValue {
  /// The instant to write, or `nil` if the date is not finite or exceeds 64 bits of seconds.
  public var jsonTimestamp: JSONTimestamp? { JSONTimestamp(self) }
}

extension Data: JSONStyles.BytesValue {
  /// Calls `body` with the bytes.
  public func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
    // Invariant: the bytes are valid during the call, and the span cannot outlive it.
    unsafe withUnsafeBytes { unsafe body($0.bindMemory(to: UInt8.self).span) }
  }
}
