extension Pocket {
  /// A pocket in memory, for tests, previews and data that need not outlive the program.
  public final class MemoryStore: Pocket.Store {
    private let pocket: Locked<Pocket>
    private let limit: Pocket.DataLimit

    /// Creates a store with `pocket` as its content.
    public init(_ pocket: Pocket = Pocket(), dataLimit: Pocket.DataLimit = .standard) {
      self.pocket = Locked(pocket)
      limit = dataLimit
    }

    @discardableResult
    public func savePocket(_ pocket: Pocket) async throws(Pocket.Failure) -> Pocket {
      // The same limit as in the other stores.
      try limit.check(pocket.data)
      return self.pocket.withLock { stored in
        stored = stored.saving(pocket)
        return stored
      }
    }

    public func getPocket(filterReferences: [String]?) async throws(Pocket.Failure) -> Pocket {
      pocket.withLock { $0 }.filtered(references: filterReferences)
    }
  }
}
