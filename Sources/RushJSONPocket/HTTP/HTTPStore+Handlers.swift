// The same operations with completion handlers, for code without `async`.

extension Pocket.HTTPStore {
  /// Sends a pocket to the server, and calls `completionHandler` once, on any thread.
  ///
  /// The error contains the server's answer if there was one (``Pocket/Failure/response``).
  /// - Returns: The task, for cancellation.
  @discardableResult
  public func savePocket(
    _ pocket: Pocket,
    completionHandler: @escaping @Sendable (Result<Pocket, Pocket.Failure>) -> Void
  ) -> Task<Void, Never> {
    run(completionHandler) { () async throws(Pocket.Failure) in try await self.savePocket(pocket) }
  }

  /// Gets the pocket from the server, and calls `completionHandler` once, on any thread.
  /// - Returns: The task, for cancellation.
  @discardableResult
  public func getPocket(
    filterReferences: [String]? = nil,
    completionHandler: @escaping @Sendable (Result<Pocket, Pocket.Failure>) -> Void
  ) -> Task<Void, Never> {
    run(completionHandler) { () async throws(Pocket.Failure) in
      try await self.getPocket(filterReferences: filterReferences)
    }
  }

  private func run(
    _ completionHandler: @escaping @Sendable (Result<Pocket, Pocket.Failure>) -> Void,
    _ body: @escaping @Sendable () async throws(Pocket.Failure) -> Pocket
  ) -> Task<Void, Never> {
    Task {
      do throws(Pocket.Failure) {
        completionHandler(.success(try await body()))
      } catch {
        completionHandler(.failure(error))
      }
    }
  }
}
