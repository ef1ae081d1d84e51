// `localizedDescription` of this library's errors is their description.

public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONSyntaxError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension JSONValueError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension JSONWritingError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension JSONPatchError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension JSONStreamError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension APNSPayloadError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
