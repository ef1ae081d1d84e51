internal import Synchronization

/// Where a user's pocket is kept.
///
/// Saving has the same meaning in every store: a list of references takes the place of the one under
/// its key, `nil` removes it, what the saved pocket does not mention stays, and the data are replaced.
/// (``Pocket/saving(_:)``)
public protocol PocketStore: Sendable {
  /// Saves a pocket: all of it, or nothing. Returns what the store has then.
  ///
  /// - Throws: ``PocketError``: nothing is sent or written if the pocket's data are too long.
  @discardableResult
  func savePocket(_ pocket: Pocket) async throws(PocketError) -> Pocket

  /// The pocket; an empty one if none was ever saved.
  ///
  /// - Parameter filterReferences: The keys of the lists that are wanted, `nil` for all. Of the others
  ///   nothing is read.
  func getPocket(filterReferences: [String]?) async throws(PocketError) -> Pocket
}

extension PocketStore {
  /// The pocket with all its lists.
  public func getPocket() async throws(PocketError) -> Pocket {
    try await getPocket(filterReferences: nil)
  }
}

/// A pocket in memory: for tests, previews, and as long as a program runs.
public final class MemoryPocketStore: PocketStore {
  private let pocket: Mutex<Pocket>
  private let limit: Pocket.DataLimit

  /// Creates a store that has `pocket`.
  public init(_ pocket: Pocket = Pocket(), dataLimit: Pocket.DataLimit = .standard) {
    self.pocket = Mutex(pocket)
    limit = dataLimit
  }

  @discardableResult
  public func savePocket(_ pocket: Pocket) async throws(PocketError) -> Pocket {
    // Refuses what the other stores refuse.
    try limit.check(pocket.data)
    return self.pocket.withLock { stored in
      stored = stored.saving(pocket)
      return stored
    }
  }

  public func getPocket(filterReferences: [String]?) async throws(PocketError) -> Pocket {
    pocket.withLock { $0 }.filtered(references: filterReferences)
  }
}
