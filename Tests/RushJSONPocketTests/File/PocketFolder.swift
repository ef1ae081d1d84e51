import Foundation

/// A folder that is removed at the end.
final class PocketFolder {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "pocket-tests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // The folder belongs to the test, so leftovers do no harm.
    do { try FileManager.default.removeItem(at: url) } catch { print("\(error)") }
  }

  /// The file of the pocket.
  var file: URL { url.appending(path: "pocket.json") }
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))
        .sorted()
    }
  }
}

/// What the system knows of a file, without following a link.
enum FileStatus {
  static func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: url.path(percentEncoded: false))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  static func isRegular(_ url: URL) throws -> Bool {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: url.path(percentEncoded: false))
    return attributes[.type] as? FileAttributeType == .typeRegular
  }

  static func setMode(_ mode: Int, _ url: URL) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: url.path(percentEncoded: false))
  }
}
