public import Foundation

extension Pocket {
  /// The pocket of the logged-in user on a server.
  ///
  /// ```swift
  /// let store = try Pocket.HTTPStore(base: url) { Pocket.HTTPStore.Token(session.accessToken) }
  /// var pocket = try await store.getPocket(filterReferences: ["favorites"])
  /// pocket.addReference("id1", forKey: "favorites")
  /// try await store.savePocket(pocket)
  /// ```
  ///
  /// Every failure is reported as an error: only a valid answer gives a pocket. A request is repeated only
  /// if the server cannot have accepted it (``Pocket/HTTPStore/Retries``).
  ///
  /// What is sent, with the names of the default options:
  ///
  /// | | get | save |
  /// | --- | --- | --- |
  /// | method | `GET` | `PUT` |
  /// | path after the base | `/api/segmentation/identified-pocket/self` | `/api/segmentation/identified-pocket` |
  /// | query | `filterReferences%5B%5D=KEY` for each key of a filter, joined by `&` | none |
  /// | headers | `Authorization: Bearer TOKEN`, `Accept: application/json` | these, and `Content-Type: application/json` |
  /// | body | none | the pocket |
  /// | answer | 200 to 299, with the pocket | 200 to 299, with the pocket as it is then; or 204, without a body |
  ///
  /// A pocket is `{"data": {…}, "references": {"KEY": ["…"], "REMOVED": null}}`, with members in any order. A member of it
  /// that is missing or `null` in an answer is empty, and unknown ones are ignored.
  public final class HTTPStore: Pocket.Store {
    /// The options of a store.
    public struct Options: Sendable {
      /// The time in seconds for a complete answer to each attempt, by default 30. At most 23 days.
      public var timeoutInterval: TimeInterval = 30
      /// The policy for temporary failures.
      public var retries: Pocket.HTTPStore.Retries = .standard
      /// The maximum number of bytes in an answer, by default 16 MiB.
      public var maximumBodySize = 16 << 20
      /// The maximum length of a pocket's data.
      public var dataLimit: Pocket.DataLimit = .standard
      /// The path of the user's pocket after the base, without percent escapes.
      public var pathToGet = "api/segmentation/identified-pocket/self"
      /// The path after the base that saves pockets, without percent escapes.
      public var pathToSave = "api/segmentation/identified-pocket"
      /// The name of the query's parameter for each key of a filter, without percent escapes.
      public var filterName = "filterReferences[]"

      /// Creates the default options.
      public init() {}

      /// The same as ``timeoutInterval``, as a duration.
      @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
      public var timeout: Duration {
        get { .seconds(timeoutInterval.limited) }
        set { timeoutInterval = newValue / .seconds(1) }
      }
    }

    private let requests: PocketRequests
    private let token: @Sendable () async throws -> Pocket.HTTPStore.Token?
    private let options: Options
    private let exchange: PocketExchange

    /// Creates a store on the server at `base`, which is the address without the path of the pocket.
    /// - Parameter token: Returns the user's token before each attempt, because tokens expire. `nil` means
    ///   that no user is logged in, which is an error.
    /// - Throws: ``Pocket/Failure/invalidURL(_:)``.
    public init(
      base: URL, options: Options = Options(),
      token: @escaping @Sendable () async throws -> Pocket.HTTPStore.Token?
    ) throws(Pocket.Failure) {
      requests = try PocketRequests(base: base, options)
      self.token = token
      self.options = options
      exchange = PocketExchange(
        timeout: options.timeoutInterval.limited, maximumBodySize: options.maximumBodySize)
    }

    deinit { exchange.invalidate() }

    /// Sends a pocket to the server (PUT), and returns the pocket in the answer, or for status 204, which
    /// has no content, the one that was sent.
    /// - Throws: ``Pocket/Failure``. For ``Pocket/Failure/sizeLimitExceeded(limit:actual:)``, nothing was sent.
    @discardableResult
    public func savePocket(_ pocket: Pocket) async throws(Pocket.Failure) -> Pocket {
      let body = try pocket.checkedText(options.dataLimit)
      return try await perform(isSafe: false) { store, token throws(Pocket.Failure) in
        let response = try await store.exchange.send(store.requests.save(body, token: token))
        if response.status == 204 { return Pocket().saving(pocket) }
        return try Pocket.HTTPStore.pocket(response, filterReferences: nil)
      }
    }

    /// Gets the pocket from the server (GET).
    /// - Parameter filterReferences: The keys of the lists to read and build, or `nil` for all. (The server
    ///   treats an empty list of keys as no filter; here it selects no lists.)
    /// - Throws: ``Pocket/Failure``.
    public func getPocket(filterReferences: [String]? = nil) async throws(Pocket.Failure) -> Pocket
    {
      try await perform(isSafe: true) { store, token throws(Pocket.Failure) in
        let request = try store.requests.get(filterReferences: filterReferences, token: token)
        let response = try await store.exchange.send(request)
        return try Pocket.HTTPStore.pocket(response, filterReferences: filterReferences)
      }
    }

    private static func pocket(
      _ response: Pocket.HTTPStore.Response, filterReferences: [String]?
    ) throws(Pocket.Failure) -> Pocket {
      guard 200..<300 ~= response.status else { throw .status(response) }
      do {
        return try Pocket(parsing: response.body, filterReferences: filterReferences)
      } catch {
        throw .invalidBody(response, reason: error)
      }
    }

    /// Makes attempts until one succeeds or the policy gives up.
    private func perform(
      isSafe: Bool,
      _ attempt: (Pocket.HTTPStore, Pocket.HTTPStore.Token) async throws(Pocket.Failure) -> Pocket
    ) async throws(Pocket.Failure) -> Pocket {
      var number = 1
      while true {
        do throws(Pocket.Failure) {
          return try await attempt(self, try await currentToken())
        } catch {
          guard let wait = options.retries.wait(after: error, attempt: number, isSafe: isSafe)
          else { throw error }
          number += 1
          let nanoseconds = UInt64(wait * 1e9)
          do { try await Task.sleep(nanoseconds: nanoseconds) } catch { throw .cancelled }
        }
      }
    }

    private func currentToken() async throws(Pocket.Failure) -> Pocket.HTTPStore.Token {
      let current: Pocket.HTTPStore.Token?
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
}
