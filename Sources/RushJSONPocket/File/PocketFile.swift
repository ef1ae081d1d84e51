// A file that is read and replaced with the calls of POSIX, because order matters here: Foundation does
// not say what is on the disk when, and its replacing takes several steps on Linux.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A file whose content changes in one step.
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
    // One name for all: only who has the lock writes it, and what a dead process left is overwritten.
    partial = "\(folder).\(name).partial"
    lockPath = "\(folder).\(name).lock"
  }

  /// The bytes of the file, or `nil` if there is none.
  func read() throws(PocketError) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 {
      if errno == ENOENT { return nil }
      throw failure("open", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    // A piece at a time, as the file may be one that has no size.
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      // Invariant: `read` writes at most as many bytes as the array has.
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe system.read(file, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw failure("read", path)
      }
    }
  }

  /// Puts these bytes in the place of the file's; when this returns, the disk has them.
  ///
  /// Only for who has the lock.
  func replace(with bytes: [UInt8]) throws(PocketError) {
    try write(bytes)
    // The new name and the removal of the old one are one step (rename(2) is atomic).
    if unsafe rename(partial, path) != 0 { throw failure("rename \(partial) to", path) }
    // The step itself is on the disk when the folder is.
    let folder = unsafe open(self.folder, O_RDONLY | O_CLOEXEC)
    if folder < 0 { throw failure("open", self.folder) }
    defer { close(folder) }
    try synchronize(folder, self.folder)
  }

  private func write(_ bytes: [UInt8]) throws(PocketError) {
    let file = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if file < 0 { throw failure("create", partial) }
    var isOpen = true
    defer { if isOpen { close(file) } }
    var written = 0
    while written < bytes.count {
      // Invariant: written < count, and `write` reads no more than the rest.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe system.write(
          file, buffer.baseAddress.unsafelyUnwrapped + written, buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw failure("write", partial)
      }
    }
    // Before the renaming: a name that leads to bytes not yet on the disk would lead to none after a
    // power cut.
    try synchronize(file, partial)
    isOpen = false
    // Some file systems report only here that there was no room.
    if close(file) != 0, errno != EINTR { throw failure("close", partial) }
  }

  private func synchronize(_ file: Int32, _ path: String) throws(PocketError) {
    #if canImport(Darwin)
      // There fsync leaves the bytes in the drive's memory; not every file system knows this one.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(file) != 0 {
      // A folder of a file system that cannot do it for folders.
      if errno == EINVAL || errno == ENOTSUP { return }
      if errno != EINTR { throw failure("synchronize", path) }
    }
  }

  /// The right to replace the file; waits for who has it.
  struct Lock {
    fileprivate let file: Int32

    /// Gives it back.
    func release() { close(file) }
  }

  func lock() throws(PocketError) -> Lock {
    // Never removed: who waits for the lock of a removed file would share it with nobody.
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

/// The system's calls whose names are those of methods here.
private enum system {
  static func read(_ file: Int32, _ to: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(file, to, count)
    #elseif canImport(Musl)
      unsafe Musl.read(file, to, count)
    #elseif canImport(Android)
      unsafe Android.read(file, to, count)
    #else
      unsafe Darwin.read(file, to, count)
    #endif
  }

  static func write(_ file: Int32, _ from: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(file, from, count)
    #elseif canImport(Musl)
      unsafe Musl.write(file, from, count)
    #elseif canImport(Android)
      unsafe Android.write(file, from, count)
    #else
      unsafe Darwin.write(file, from, count)
    #endif
  }
}
