// A file that is read and replaced with POSIX calls, because their order matters. Foundation does not say
// when bytes are on the disk, and on Linux it replaces a file in several steps.

internal import Foundation

/// A file whose content is replaced in one step.
struct PocketFile: Sendable {
  let path: String
  private let folder: String
  private let partial: String
  private let lockPath: String

  init(path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = slash.map { String(path[...$0]) } ?? "./"
    self.folder = folder
    // One name for all processes: it is written only while the lock is held, and the next save
    // overwrites the file of a process that died.
    partial = "\(folder).\(name).partial"
    lockPath = "\(folder).\(name).lock"
  }

  /// The bytes of the file, or `nil` if there is none.
  func bytes() throws(PocketError) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 {
      if errno == ENOENT { return nil }
      throw failure("open", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    // In pieces, because special files have no size.
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      // Invariant: `read` writes at most as many bytes as the array has.
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe read(file, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw failure("read", path)
      }
    }
  }

  /// Replaces the content of the file. The bytes are on the disk when this returns.
  ///
  /// The caller must hold the lock.
  func replace(with bytes: [UInt8]) throws(PocketError) {
    try writePartial(bytes)
    // rename(2) is atomic: readers find the old file or the new one.
    if unsafe rename(partial, path) != 0 { throw failure("rename \(partial) to", path) }
    // The new name is on the disk once the folder is.
    let folder = unsafe open(self.folder, O_RDONLY | O_CLOEXEC)
    if folder < 0 { throw failure("open", self.folder) }
    defer { close(folder) }
    try synchronize(folder, self.folder)
  }

  private func writePartial(_ bytes: [UInt8]) throws(PocketError) {
    let file = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if file < 0 { throw failure("create", partial) }
    var isOpen = true
    defer { if isOpen { close(file) } }
    var written = 0
    while written < bytes.count {
      // Invariant: written < count, and `write` reads no more than the remaining bytes.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          file, buffer.baseAddress.unsafelyUnwrapped + written, buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw failure("write", partial)
      }
    }
    // Before the renaming, because a power failure could otherwise leave a name without its bytes.
    try synchronize(file, partial)
    isOpen = false
    // Some file systems report a full disk only here.
    if close(file) != 0, errno != EINTR { throw failure("close", partial) }
  }

  private func synchronize(_ file: Int32, _ path: String) throws(PocketError) {
    #if canImport(Darwin)
      // On Darwin, fsync leaves the bytes in the drive's cache. Some file systems lack F_FULLFSYNC.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(file) != 0 {
      // Some file systems cannot synchronize folders.
      if errno == EINVAL || errno == ENOTSUP { return }
      if errno != EINTR { throw failure("synchronize", path) }
    }
  }

  /// The exclusive right to replace the file.
  struct Lock {
    fileprivate let file: Int32

    /// Releases the lock.
    func release() { close(file) }
  }

  /// Waits until no other process has the lock, and takes it.
  func lock() throws(PocketError) -> Lock {
    // The lock file is never removed: a process that waits for a removed file would get a lock of its
    // own.
    let file = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file < 0 { throw failure("create", lockPath) }
    while flock(file, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      let error = failure("lock", lockPath)
      close(file)
      throw error
    }
    return Lock(file: file)
  }

  private func failure(_ operation: String, _ path: String) -> PocketError {
    .file(operation: operation, path: path, code: errno)
  }
}
