internal import Foundation

#if canImport(WinSDK)
  internal import WinSDK
#endif

/// Files that are written in pieces beside the old ones, and take their place when they are complete.
enum FileReplacement {
  /// Writes the file at `url`. If `body` throws, the old file stays.
  static func write(to url: URL, _ body: ((Span<UInt8>) throws -> Void) throws -> Void) throws {
    let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
    let partial = url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    // `Data` reports why a file cannot be created; `FileManager` only returns `false`.
    try Data().write(to: partial)
    do {
      let file = try FileHandle(forWritingTo: partial)
      keepMode(of: url.path, for: partial.path)
      do {
        try body { bytes in
          try unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // Invariant: the bytes stay in place during the call, which reads them and keeps nothing. A
            // copy would end the process without a message if there is no memory for it.
            let data = unsafe Data(
              bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
              deallocator: .none)
            try file.write(contentsOf: data)
          }
        }
        try file.synchronize()
      } catch {
        try file.close()
        throw error
      }
      try file.close()
      // One step, with or without an old file. Foundation takes several steps on Linux.
      if !replace(url.path, by: partial.path) {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
      }
    } catch {
      try FileManager.default.removeItem(at: partial)
      throw error
    }
  }

  /// Gives the file that is still empty the mode of the old one: what only its owner may read stays so. On file
  /// systems without modes, and if the old file is another user's, the mode is that of a new file.
  private static func keepMode(of path: String, for partial: String) {
    #if !os(Windows)
      // Invariant: the C strings are valid during the calls.
      var old = stat()
      if unsafe stat(path, &old) == 0, old.st_uid == geteuid() {
        _ = unsafe chmod(partial, old.st_mode & 0o777)
      }
    #endif
  }

  /// Renames `partial` to `path`, in place of a file of that name. Returns whether that succeeded.
  private static func replace(_ path: String, by partial: String) -> Bool {
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
