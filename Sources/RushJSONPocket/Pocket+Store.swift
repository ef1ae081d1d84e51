extension Pocket {
  /// A place that keeps a user's pocket.
  ///
  /// Saving means the same in every store (``Pocket/saving(_:)``): a list of references replaces the one
  /// under its key, `nil` removes it, lists that the saved pocket does not mention remain, and the data are
  /// replaced.
  public protocol Store: Sendable {
    /// Saves a pocket, either completely or not at all. Returns the new content of the store.
    /// - Throws: ``Pocket/Failure``. If the pocket's data are too long, nothing is sent or written.
    @discardableResult
    func savePocket(_ pocket: Pocket) async throws(Pocket.Failure) -> Pocket

    /// The pocket, which is empty if none was ever saved.
    /// - Parameter filterReferences: The keys of the lists to read, or `nil` for all.
    func getPocket(filterReferences: [String]?) async throws(Pocket.Failure) -> Pocket
  }
}

extension Pocket.Store {
  /// The pocket with all its lists.
  public func getPocket() async throws(Pocket.Failure) -> Pocket {
    try await getPocket(filterReferences: nil)
  }
}
