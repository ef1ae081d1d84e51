public import Foundation
public import RushJSONCore

#if canImport(WinSDK)
  internal import WinSDK
#endif

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
    let partial = url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
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
      if !JSONWritableFile.replace(url.path, by: partial.path) {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
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

private enum JSONWritableFile {
  /// Renames `partial` to `path`, in place of a file of that name. Returns whether that succeeded.
  static func replace(_ path: String, by partial: String) -> Bool {
    // Invariant: the C strings are valid during the call.
    #if os(Windows)
      unsafe partial.withCString(encodedAs: UTF16.self) { partial in
        unsafe path.withCString(encodedAs: UTF16.self) { path in
          unsafe MoveFileExW(partial, path, DWORD(MOVEFILE_REPLACE_EXISTING))
        }
      }
    #else
      unsafe rename(partial, path) == 0
    #endif
  }
}
