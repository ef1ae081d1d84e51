// The same operations with completion handlers, for code without `async`.

extension HTTPPocketStore {
  /// Sends a pocket to the server, and calls `completionHandler` once, on any thread.
  ///
  /// The error contains the server's answer if there was one (``PocketError/response``).
  /// - Returns: The task, for cancellation.
  @discardableResult
  public func savePocket(
    _ pocket: Pocket,
    completionHandler: @escaping @Sendable (Result<Pocket, PocketError>) -> Void
  ) -> Task<Void, Never> {
    run(completionHandler) { () async throws(PocketError) in try await self.savePocket(pocket) }
  }

  /// Gets the pocket from the server, and calls `completionHandler` once, on any thread.
  /// - Returns: The task, for cancellation.
  @discardableResult
  public func getPocket(
    filterReferences: [String]? = nil,
    completionHandler: @escaping @Sendable (Result<Pocket, PocketError>) -> Void
  ) -> Task<Void, Never> {
    run(completionHandler) { () async throws(PocketError) in
      try await self.getPocket(filterReferences: filterReferences)
    }
  }

  private func run(
    _ completionHandler: @escaping @Sendable (Result<Pocket, PocketError>) -> Void,
    _ body: @escaping @Sendable () async throws(PocketError) -> Pocket
  ) -> Task<Void, Never> {
    Task {
      do throws(PocketError) {
        completionHandler(.success(try await body()))
      } catch {
        completionHandler(.failure(error))
      }
    }
  }
}
