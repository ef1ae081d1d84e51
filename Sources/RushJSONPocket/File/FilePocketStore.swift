public import Foundation

/// A pocket in a file.
///
/// Saving writes a file beside it, waits until the system has it on the disk, and renames it into the
/// place of the old one in one step. So whoever reads, in this process or another, and whatever ends a
/// program or the machine at whatever moment, finds the old pocket or the new one, complete.
///
/// Several processes may save to one file: they take turns by a lock (`flock`) on a file beside it,
/// which the system gives back when a process ends. Reading waits for nobody.
///
/// Beside `pocket.json` stand `.pocket.json.lock`, and `.pocket.json.partial` during a save.
public struct FilePocketStore: PocketStore {
  /// The file.
  public let url: URL
  /// How long the data of a pocket may be.
  public let dataLimit: Pocket.DataLimit

  private let file: PocketFile

  /// A store in the file at `url`, in a folder that exists; the file need not.
  public init(_ url: URL, dataLimit: Pocket.DataLimit = .standard) {
    self.url = url
    self.dataLimit = dataLimit
    file = PocketFile(path: url.path(percentEncoded: false))
  }

  /// Saves a pocket. When this returns, the disk has it.
  ///
  /// - Throws: ``PocketError/file(operation:path:code:)`` if the system refuses;
  ///   ``PocketError/invalidFile(path:reason:)`` if what is in the file is no pocket, which is left as
  ///   it is; ``PocketError/sizeLimitExceeded(limit:actual:)``.
  @discardableResult
  public func savePocket(_ pocket: Pocket) throws(PocketError) -> Pocket {
    try dataLimit.check(pocket.data)
    let lock = try file.lock()
    defer { lock.release() }
    let saved = try read(filterReferences: nil).saving(pocket)
    try file.replace(with: try saved.checkedText(dataLimit))
    return saved
  }

  /// The pocket in the file; an empty one if there is no file.
  ///
  /// - Throws: ``PocketError/file(operation:path:code:)``,
  ///   ``PocketError/invalidFile(path:reason:)``.
  public func getPocket(filterReferences: [String]? = nil) throws(PocketError) -> Pocket {
    try read(filterReferences: filterReferences)
  }

  private func read(filterReferences: [String]?) throws(PocketError) -> Pocket {
    guard let text = try file.read() else { return Pocket() }
    do {
      return try Pocket(parsing: text, filterReferences: filterReferences)
    } catch {
      throw .invalidFile(path: file.path, reason: error)
    }
  }
}
