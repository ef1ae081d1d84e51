internal import Foundation

/// Files that are written in pieces beside the old ones, and take their place when they are complete.
enum FileReplacement {
  /// Writes the file at `url`. If `body` throws, the old file stays.
  static func write(
    to url: URL, _ body: ((Span<UInt8>) throws -> Void) throws -> Void
  ) throws {
    let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
    let partial = url.deletingLastPathComponent().appendingPathComponent(name)
    // `Data` reports why a file cannot be created; `FileManager` only returns `false`.
    try Data().write(to: partial)
    do {
      let file = try FileHandle(forWritingTo: partial)
      do {
        try body { bytes in
          try unsafe bytes.withUnsafeBytes { try unsafe file.write(contentsOf: Data($0)) }
        }
        try file.synchronize()
      } catch {
        try file.close()
        throw error
      }
      try file.close()
      // One step, with or without an old file. Foundation takes several steps on Linux.
      let path = url.path
      if unsafe rename(partial.path, path) != 0 {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
      }
    } catch {
      try FileManager.default.removeItem(at: partial)
      throw error
    }
  }
}
