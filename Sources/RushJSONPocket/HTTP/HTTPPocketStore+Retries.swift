internal import Foundation

extension HTTPPocketStore {
  /// What a store does about failures that may pass.
  ///
  /// Nothing is sent twice that may have been taken the first time. A GET changes nothing, so it is
  /// repeated after every failure that may pass: no connection, a broken or late answer, and the statuses
  /// 408, 429, 500, 502, 503 and 504. A PUT is repeated only if the server cannot have taken it: no
  /// connection was made, or it says so itself with 429 (RFC 6585 §4) or 503 (RFC 9110 §15.6.4).
  /// Everything else is an error at once, and whoever called decides.
  public struct Retries: Sendable, Hashable {
    /// How often a request is made at most, at least 1.
    public var attempts: Int
    /// How long to wait before the second attempt; twice as long before each further one.
    public var delay: Duration
    /// The longest wait. A server that asks for more (`Retry-After`, RFC 9110 §10.2.3) is not asked again.
    public var longestDelay: Duration

    /// Three attempts, the second after half a second.
    public static let standard = HTTPPocketStore.Retries(attempts: 3, delay: .milliseconds(500))

    /// One attempt.
    public static let none = HTTPPocketStore.Retries(attempts: 1, delay: .zero)

    /// Creates a policy.
    public init(attempts: Int, delay: Duration, longestDelay: Duration = .seconds(10)) {
      self.attempts = max(1, attempts)
      self.delay = delay
      self.longestDelay = longestDelay
    }

    /// How long to wait after the attempt of this number, counted from 1, has failed; `nil` to give up.
    func wait(after error: PocketError, attempt: Int, isSafe: Bool) -> Duration? {
      guard attempt < attempts, HTTPPocketStore.Retries.mayPass(error, isSafe: isSafe) else {
        return nil
      }
      let wait = delay * Double(1 << min(attempt - 1, 20))
      guard let asked = HTTPPocketStore.Retries.delayAsked(error) else {
        return min(wait, longestDelay)
      }
      return asked > longestDelay ? nil : max(asked, min(wait, longestDelay))
    }

    /// - Parameter isSafe: The request changes nothing (RFC 9110 §9.2.1).
    private static func mayPass(_ error: PocketError, isSafe: Bool) -> Bool {
      switch error {
      case .connection(let error):
        switch error.code {
        // No connection was made, so nothing was sent.
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
      // Cut off where nothing told how long the answer would be.
      case .invalidBody(_, let reason): isSafe && reason is JSONSyntaxError
      default: false
      }
    }

    private static func delayAsked(_ error: PocketError) -> Duration? {
      guard let text = error.response?.header("Retry-After") else { return nil }
      // The other form is a date, which needs a clock that agrees with the server's.
      return UInt32(text).map { .seconds(Int64($0)) }
    }
  }
}
