public import Foundation

extension Pocket.HTTPStore {
  /// The policy for temporary failures.
  ///
  /// A request that the server may have accepted is never sent twice. A GET changes nothing, so it is
  /// repeated after every temporary failure: no connection, a broken or late answer, and the statuses
  /// 408, 429, 500, 502, 503 and 504. A PUT is repeated only if the server cannot have accepted it: no
  /// connection was made, or the server answers 429 (RFC 6585 §4) or 503 (RFC 9110 §15.6.4). Any other
  /// failure is reported immediately, and the caller decides.
  public struct Retries: Sendable, Hashable {
    /// The maximum number of attempts, at least 1.
    public var maximumAttempts: Int
    /// The delay in seconds before the second attempt. It doubles before each further one.
    public var delayInterval: TimeInterval
    /// The maximum delay in seconds. If a server requires more (`Retry-After`, RFC 9110 §10.2.3), the
    /// store gives up.
    public var maximumDelayInterval: TimeInterval

    /// At most three attempts, the second one after half a second.
    public static let standard = Pocket.HTTPStore.Retries(
      maximumAttempts: 3, delayInterval: 0.5)

    /// One attempt.
    public static let none = Pocket.HTTPStore.Retries(maximumAttempts: 1, delayInterval: 0)

    /// Creates a policy. The delays are in seconds.
    public init(
      maximumAttempts: Int, delayInterval: TimeInterval, maximumDelayInterval: TimeInterval = 10
    ) {
      self.maximumAttempts = max(1, maximumAttempts)
      self.delayInterval = delayInterval
      self.maximumDelayInterval = maximumDelayInterval
    }

    /// The delay after a failed attempt, whose number counts from 1; `nil` to give up.
    func wait(after error: Pocket.Failure, attempt: Int, isSafe: Bool) -> TimeInterval? {
      guard attempt < maximumAttempts, Self.isTemporary(error, isSafe: isSafe) else { return nil }
      let most = maximumDelayInterval.limited
      let wait = min(delayInterval.limited * Double(1 << min(attempt - 1, 20)), most)
      guard let required = Self.requiredDelay(error) else { return wait }
      return required > most ? nil : max(required, wait)
    }

    /// Whether another attempt makes sense. A safe request changes nothing (RFC 9110 §9.2.1).
    private static func isTemporary(_ error: Pocket.Failure, isSafe: Bool) -> Bool {
      switch error {
      case .connection(let error):
        switch error.code {
        // Without a connection, nothing was sent.
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: true
        case .networkConnectionLost, .badServerResponse, .timedOut, .cannotParseResponse, .unknown:
          isSafe
        default: false
        }
      case .timedOut: isSafe
      case .status(let response):
        switch response.status {
        case 429, 503: true
        case 408, 500, 502, 504: isSafe
        default: false
        }
      // The answer was cut off, and had no length to notice it by.
      case .invalidBody(_, let reason): isSafe && reason is JSONSyntaxError
      default: false
      }
    }

    private static func requiredDelay(_ error: Pocket.Failure) -> TimeInterval? {
      guard let text = error.response?.header("Retry-After") else { return nil }
      // The header may also be a date, but that needs a clock in agreement with the server's.
      return UInt32(text).map { TimeInterval($0) }
    }
  }
}

// MARK: - Durations

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Pocket.HTTPStore.Retries {
  /// The same as ``delayInterval``, as a duration.
  public var delay: Duration {
    get { .seconds(delayInterval.limited) }
    set { delayInterval = newValue / .seconds(1) }
  }

  /// The same as ``maximumDelayInterval``, as a duration.
  public var maximumDelay: Duration {
    get { .seconds(maximumDelayInterval.limited) }
    set { maximumDelayInterval = newValue / .seconds(1) }
  }

  /// Creates a policy.
  public init(maximumAttempts: Int, delay: Duration, maximumDelay: Duration = .seconds(10)) {
    self.init(
      maximumAttempts: maximumAttempts, delayInterval: delay / .seconds(1),
      maximumDelayInterval: maximumDelay / .seconds(1))
  }
}
