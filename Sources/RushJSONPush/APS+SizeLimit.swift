public import RushJSON
public import _RushJSONFoundation

extension APS {
  /// The maximum size of a payload as JSON.
  public struct SizeLimit: Sendable, Hashable {
    /// The maximum number of UTF-8 bytes.
    public var bytes: Int

    /// 4096 bytes, for all notifications except Voice over IP.
    public static let standard = APS.SizeLimit(bytes: 4096)
    /// 5120 bytes, for Voice over IP.
    public static let voip = APS.SizeLimit(bytes: 5120)

    /// Creates a limit.
    public init(bytes: Int) { self.bytes = bytes }
  }
}

extension APS {
  /// A payload is too large for the service, which would refuse it with status 413 (RFC 9110 §15.5.14).
  public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The payload has more bytes than the limit.
    case sizeLimitExceeded(limit: Int, actual: Int)

    /// The fault and its remedy, as a sentence.
    public var description: String {
      switch self {
      case .sizeLimitExceeded(let limit, let actual):
        "the payload has \(actual) bytes, and the limit is \(limit); shorten its texts or custom keys"
      }
    }
  }
}

extension APS.Failure: LocalizedError {
  public var errorDescription: String? { description }
}

extension APNSPayload where Custom: Encodable {
  /// The payload as compact JSON, to send to the service.
  /// - Parameter encoder: Encodes ``custom``. By default, dates are seconds since 1970.
  /// - Throws: ``APS/Failure/sizeLimitExceeded(limit:actual:)``, or an error of the encoder.
  public func jsonData(
    limit: APS.SizeLimit = .standard, encoder: RushJSONEncoder = .forPayloads()
  ) throws -> Data {
    try APNSPayload.limited(try encoder.encode(self), limit)
  }
}

extension APNSPayload {
  fileprivate static func limited(_ data: Data, _ limit: APS.SizeLimit) throws -> Data {
    if data.count > limit.bytes {
      throw APS.Failure.sizeLimitExceeded(limit: limit.bytes, actual: data.count)
    }
    return data
  }
}
