internal import _RushJSONFoundation

/// Writes files in pieces beside the old ones, which they replace when they are complete.
enum FileReplacement {
  /// Writes the file at `url`. If `body` throws, the old file stays.
  static func write(to url: URL, _ body: ((Span<UInt8>) throws -> Void) throws -> Void) throws {
    let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
    let partial = url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    // `Data` reports why a file cannot be created.
    try Data().write(to: partial)
    do {
      keepMode(of: url.path, for: partial.path)
      try fill(partial.path, body)
      // One step, with or without an old file. Foundation takes several steps on Linux.
      // Invariant: the C strings are valid during the call.
      if unsafe rename(partial.path, url.path) != 0 { throw CocoaError.lastWriteError(url.path) }
    } catch {
      try FileManager.default.removeItem(at: partial)
      throw error
    }
  }

  /// Copies the mode of the old file to the empty one, so a private file stays private. On file systems without
  /// modes, and if the old file is another user's, the mode is that of a new file.
  private static func keepMode(of path: String, for partial: String) {
    // Invariant: the C strings are valid during the calls.
    var old = stat()
    if unsafe stat(path, &old) == 0, old.st_uid == geteuid() {
      _ = unsafe chmod(partial, old.st_mode & 0o777)
    }
  }

  /// Writes the bytes from `body` to an empty file, and flushes them to the disk.
  private static func fill(
    _ path: String, _ body: ((Span<UInt8>) throws -> Void) throws -> Void
  ) throws {
    // Invariant: the C string is valid during the call.
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw CocoaError.lastWriteError(path) }
    do {
      try body { bytes in
        var written = 0
        while written < bytes.count {
          // Invariant: the system reads the rest of the bytes, during the call.
          let count = unsafe bytes.extracting(written...).withUnsafeBytes {
            unsafe _RushJSONFoundation.write(descriptor, $0.baseAddress, $0.count)
          }
          if count < 0, errno != EINTR { throw CocoaError.lastWriteError(path) }
          written += max(count, 0)
        }
      }
      if fsync(descriptor) != 0 { throw CocoaError.lastWriteError(path) }
    } catch {
      close(descriptor)
      throw error
    }
    if close(descriptor) != 0 { throw CocoaError.lastWriteError(path) }
  }
}

extension CocoaError {
  /// The error of the last system call, which wrote to the file at `path`.
  fileprivate static func lastWriteError(_ path: String) -> CocoaError {
    let code = errno
    let kind: CocoaError.Code =
      switch code {
      case ENOSPC, EDQUOT: .fileWriteOutOfSpace
      case EROFS: .fileWriteVolumeReadOnly
      case EACCES, EPERM: .fileWriteNoPermission
      default: .fileWriteUnknown
      }
    // The values of NSFilePathErrorKey and NSUnderlyingErrorKey, which FoundationEssentials does not have.
    var details: [String: any Sendable] = ["NSFilePath": path]
    details["NSUnderlyingError"] = POSIXErrorCode(rawValue: code).map { POSIXError($0) }
    return CocoaError(kind, userInfo: details)
  }
}
