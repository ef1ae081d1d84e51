public import Foundation

extension Pocket {
  /// A pocket in a file.
  ///
  /// Saving writes a second file, waits until it is on the disk, and renames it over the old one in one
  /// step. So a reader in any process finds the complete old pocket or the complete new one, even after a
  /// crash or a power failure.
  ///
  /// Several processes may save to one file. They take turns by a lock (`flock`) on a file in the same
  /// folder, which the system releases when a process ends. Reading never waits.
  ///
  /// The folder of `pocket.json` also contains `.pocket.json.lock` and, during a save,
  /// `.pocket.json.partial`. A link, a pipe or a file of somebody else with one of these names is replaced, never
  /// written to. A file of more than 16 MiB is neither read nor written. A new file is readable for its owner alone; later ones have the mode of the file before them.
  public struct FileStore: Pocket.Store {
    /// The file.
    public let url: URL
    /// The maximum length of a pocket's data.
    public let dataLimit: Pocket.DataLimit

    private let file: PocketFile

    /// Creates a store in the file at `url`. Its folder must exist, but the file need not.
    public init(_ url: URL, dataLimit: Pocket.DataLimit = .standard) {
      self.url = url
      self.dataLimit = dataLimit
      file = PocketFile(path: url.path)
    }

    /// Saves a pocket, which is on the disk when this returns.
    /// - Throws: ``Pocket/Failure/file(operation:path:code:)`` if an operation of the system fails,
    ///   ``Pocket/Failure/invalidFile(path:reason:)`` if the old content is not a pocket, which is then left
    ///   unchanged, or ``Pocket/Failure/sizeLimitExceeded(limit:actual:)``.
    @discardableResult
    public func savePocket(_ pocket: Pocket) throws(Pocket.Failure) -> Pocket {
      try dataLimit.check(pocket.data)
      let lock = try file.lock()
      defer { lock.release() }
      let saved = try getPocket().saving(pocket)
      try file.replace(with: try saved.checkedText(dataLimit))
      return saved
    }

    /// The pocket in the file. It is empty if there is no file.
    /// - Throws: ``Pocket/Failure/file(operation:path:code:)``, ``Pocket/Failure/invalidFile(path:reason:)``.
    public func getPocket(filterReferences: [String]? = nil) throws(Pocket.Failure) -> Pocket {
      guard let text = try file.bytes() else { return Pocket() }
      do {
        return try Pocket(parsing: text, filterReferences: filterReferences)
      } catch {
        throw .invalidFile(path: file.path, reason: error)
      }
    }
  }
}
