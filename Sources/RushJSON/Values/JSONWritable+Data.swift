public import Foundation
public import RushJSONCore

extension JSONWritable {
  /// The value as JSON text in UTF-8.
  ///
  /// - Throws, Complexity: The same as `jsonBytes(_:)`.
  public func jsonData(_ options: JSONWritingOptions = .compact) throws(JSONWritingError) -> Data {
    var writer = JSONWriter(options: options, capacity: estimatedTextLength)
    try write(to: &writer)
    return unsafe try writer.withText { unsafe Data($0) }
  }

  /// Writes the value as JSON text to the file at `url`, through a buffer of 64 KiB.
  ///
  /// The text is written to a file in the same folder, which replaces the old file when it is complete,
  /// so a reader finds the old file or the new one, and after an error the old one.
  /// - Throws: A `JSONWritingError` if the value has no text in this form, a `CocoaError` if the file
  ///   cannot be written.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func writeJSON(_ options: JSONWritingOptions = .compact, to url: URL) throws {
    let files = FileManager.default
    let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
    let partial = url.deletingLastPathComponent().appending(path: name)
    // `Data` reports why a file cannot be created; `FileManager` only returns `false`.
    try Data().write(to: partial)
    do {
      let file = try FileHandle(forWritingTo: partial)
      do {
        try writeJSON(options) { bytes in
          try unsafe bytes.withUnsafeBytes { try unsafe file.write(contentsOf: Data($0)) }
        }
        try file.synchronize()
      } catch {
        try file.close()
        throw error
      }
      try file.close()
      // One step, with or without an old file. Foundation takes several steps on Linux.
      let path = url.path(percentEncoded: false)
      if unsafe rename(partial.path(percentEncoded: false), path) != 0 {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
      }
    } catch let error as JSONWritingError where error.kind == .sink {
      try files.removeItem(at: partial)
      throw error.underlying ?? error
    } catch {
      try files.removeItem(at: partial)
      throw error
    }
  }
}
