public import Foundation

extension APS {
  /// How many bytes a payload may have as JSON.
  public struct SizeLimit: Sendable, Hashable {
    /// The most bytes of UTF-8.
    public var bytes: Int

    /// 4096 bytes: all notifications but those for calls.
    public static let standard = APS.SizeLimit(bytes: 4096)
    /// 5120 bytes: Voice over IP.
    public static let voip = APS.SizeLimit(bytes: 5120)

    /// Creates a limit.
    public init(bytes: Int) { self.bytes = bytes }
  }
}

/// A payload is too large for the service, which would refuse it with status 413.
public enum APNSPayloadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The payload has more bytes than the limit.
  case sizeLimitExceeded(limit: Int, actual: Int)

  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .sizeLimitExceeded(let limit, let actual):
      "the payload has \(actual) bytes, and the limit is \(limit)"
    }
  }
}

extension APNSPayload where Custom: Encodable {
  /// The payload as compact JSON, to be sent to the service.
  ///
  /// - Parameter encoder: What encodes ``custom``; by default dates are seconds since 1970.
  /// - Throws: ``APNSPayloadError/sizeLimitExceeded(limit:actual:)``, or what encoding throws.
  public func jsonData(
    limit: APS.SizeLimit = .standard, encoder: RushJSONEncoder = .forPayloads()
  ) throws -> Data {
    let data = try encoder.encode(self)
    if data.count > limit.bytes {
      throw APNSPayloadError.sizeLimitExceeded(limit: limit.bytes, actual: data.count)
    }
    return data
  }
}

extension RushJSONEncoder {
  /// An encoder whose dates are seconds since 1970, and which escapes no slashes.
  public static func forPayloads() -> RushJSONEncoder {
    let encoder = RushJSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }
}
