public import Foundation

/// A pocket on a server, of the user who is logged in.
///
/// ```swift
/// let store = try HTTPPocketStore(base: url) { HTTPPocketStore.Token(session.accessToken) }
/// var pocket = try await store.getPocket(filterReferences: ["favorites"])
/// pocket.addReference(key: "favorites", value: "id1")
/// try await store.savePocket(pocket)
/// ```
///
/// Every failure is an error that says which: there is no answer that is taken for a pocket without
/// being one. Only what cannot have been taken by the server is sent again (``HTTPPocketStore.Retries``).
public final class HTTPPocketStore: PocketStore {
  /// How the store deals with the server.
  public struct Options: Sendable {
    /// How long to wait for a complete answer, for each attempt. 30 seconds by default.
    public var timeout: Duration = .seconds(30)
    /// What to do about failures that may pass.
    public var retries: HTTPPocketStore.Retries = .standard
    /// The most bytes that an answer may have. 16 MiB by default.
    public var maximumBodySize = 16 << 20
    /// How long the data of a pocket may be.
    public var dataLimit: Pocket.DataLimit = .standard

    /// The defaults.
    public init() {}
  }

  private let requests: PocketRequests
  private let token: @Sendable () async throws -> HTTPPocketStore.Token?
  private let options: Options
  private let exchange: PocketExchange

  /// A store at the server whose address begins with `base`, without the path of the pocket.
  ///
  /// - Parameter token: Called before each attempt, as tokens expire; `nil` if nobody is logged in,
  ///   which is an error: a pocket is always somebody's.
  /// - Throws: ``PocketError/invalidURL(_:)``.
  public init(
    base: URL, options: Options = Options(),
    token: @escaping @Sendable () async throws -> HTTPPocketStore.Token?
  ) throws(PocketError) {
    requests = try PocketRequests(base: base)
    self.token = token
    self.options = options
    exchange = PocketExchange(
      timeout: options.timeout, maximumBodySize: options.maximumBodySize)
  }

  deinit { exchange.invalidate() }

  /// Sends a pocket to the server (PUT) and returns the one that it answers with. To a 204 without
  /// content, that is the one that was sent.
  ///
  /// - Throws: ``PocketError``. With ``PocketError/sizeLimitExceeded(limit:actual:)`` nothing was sent.
  @discardableResult
  public func savePocket(_ pocket: Pocket) async throws(PocketError) -> Pocket {
    let body = try pocket.checkedText(options.dataLimit)
    return try await perform(isSafe: false) { store, token throws(PocketError) in
      let response = try await store.exchange.send(store.requests.save(body, token: token))
      if response.status == 204 { return Pocket().saving(pocket) }
      return try HTTPPocketStore.pocket(response, filterReferences: nil)
    }
  }

  /// Asks the server for the pocket (GET).
  ///
  /// - Parameter filterReferences: The keys of the lists that are wanted, `nil` for all. What the server
  ///   sends besides is not built. (To the server no keys are the same as no filter; here none are no
  ///   lists.)
  /// - Throws: ``PocketError``.
  public func getPocket(filterReferences: [String]? = nil) async throws(PocketError) -> Pocket {
    try await perform(isSafe: true) { store, token throws(PocketError) in
      let request = try store.requests.get(filterReferences: filterReferences, token: token)
      let response = try await store.exchange.send(request)
      return try HTTPPocketStore.pocket(response, filterReferences: filterReferences)
    }
  }

  private static func pocket(
    _ response: HTTPPocketStore.Response, filterReferences: [String]?
  ) throws(PocketError) -> Pocket {
    guard 200..<300 ~= response.status else { throw .status(response) }
    do {
      return try Pocket(parsing: response.body, filterReferences: filterReferences)
    } catch {
      throw .invalidBody(response, reason: error)
    }
  }

  /// Makes attempts until one succeeds or there is no sense in another.
  private func perform(
    isSafe: Bool,
    _ attempt: (HTTPPocketStore, HTTPPocketStore.Token) async throws(PocketError) -> Pocket
  ) async throws(PocketError) -> Pocket {
    var number = 1
    while true {
      do throws(PocketError) {
        return try await attempt(self, try await currentToken())
      } catch {
        guard
          let wait = options.retries.wait(after: error, attempt: number, isSafe: isSafe)
        else { throw error }
        number += 1
        do {
          try await Task.sleep(for: wait)
        } catch {
          throw .cancelled
        }
      }
    }
  }

  private func currentToken() async throws(PocketError) -> HTTPPocketStore.Token {
    let current: HTTPPocketStore.Token?
    do {
      current = try await token()
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .noToken(reason: error)
    }
    guard let current else { throw .noToken(reason: nil) }
    return current
  }
}
