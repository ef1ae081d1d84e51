// A file that is read and replaced with POSIX calls, because their order matters. Foundation does not say
// when bytes are on the disk, and on Linux it replaces a file in several steps.
//
// Other users may write in the folder (`/tmp`), so whatever has the name of the partial file or of the lock file
// may be theirs: a link to another file, a pipe, or a file that they read or have open.

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
    // removes the file of a process that died.
    partial = "\(folder).\(name).partial"
    lockPath = "\(folder).\(name).lock"
  }

  /// The most bytes of a file that is read or written, as of an answer over HTTP: 16 MiB. The data have a limit of their
  /// own, but the references do not, and a path may lead to a device without an end.
  static let maximumSize = 16 << 20

  /// The bytes of the file, or `nil` if there is none.
  func bytes() throws(Pocket.Failure) -> [UInt8]? {
    // A pipe has no bytes instead of waiting for them.
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
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
        try checkSize(bytes.count + count)
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw failure("read", path)
      }
    }
  }

  private func checkSize(_ size: Int) throws(Pocket.Failure) {
    if size > Self.maximumSize {
      throw .file(operation: "read or write", path: path, code: EFBIG)
    }
  }

  /// Replaces the content of the file. The bytes are on the disk when this returns.
  ///
  /// The caller must hold the lock.
  func replace(with bytes: [UInt8]) throws(Pocket.Failure) {
    // What is written can be read.
    try checkSize(bytes.count)
    do throws(Pocket.Failure) {
      try writePartial(bytes)
      // rename(2) is atomic: readers find the old file or the new one.
      if unsafe rename(partial, path) != 0 { throw failure("rename \(partial) to", path) }
    } catch {
      // Nothing stays of a save that failed, on a full disk for example. The first error is the one to report.
      unsafe unlink(partial)
      throw error
    }
    // The new name is on the disk once the folder is.
    let folder = unsafe open(self.folder, O_RDONLY | O_CLOEXEC)
    if folder < 0 { throw failure("open", self.folder) }
    defer { close(folder) }
    try synchronize(folder, self.folder)
  }

  private func writePartial(_ bytes: [UInt8]) throws(Pocket.Failure) {
    try remove(partial)
    // With O_EXCL, the file is new: nobody else has it open, and no link is followed.
    let file = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file < 0 { throw failure("create", partial) }
    var isOpen = true
    defer { if isOpen { close(file) } }
    // The new file has the mode of the old one, unless that is another user's. If this fails, which it does on
    // file systems without modes, the file stays private.
    var old = stat()
    if unsafe stat(path, &old) == 0, old.st_uid == geteuid() {
      _ = fchmod(file, old.st_mode & 0o777)
    }
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

  private func synchronize(_ file: Int32, _ path: String) throws(Pocket.Failure) {
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
  func lock() throws(Pocket.Failure) -> Lock {
    // Not for ever, because somebody could plant one file after the other.
    for _ in 0..<100 {
      if let lock = try openLock() { return lock }
      try removeImpostor()
    }
    errno = EAGAIN
    throw failure("lock", lockPath)
  }

  /// Opens the lock file and waits for the lock. `nil` if that file is not a lock, or no longer has its name.
  private func openLock() throws(Pocket.Failure) -> Lock? {
    let file = unsafe open(
      lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    if file < 0 {
      // A symbolic link, or a socket.
      if errno == ELOOP || errno == ENXIO { return nil }
      throw failure("create", lockPath)
    }
    let lock = Lock(file: file)
    var isTaken = false
    defer { if !isTaken { lock.release() } }
    var own = stat()
    if unsafe fstat(file, &own) != 0 { throw failure("inspect", lockPath) }
    guard isLock(own) else { return nil }
    // Others who can open the file can keep the lock. Some file systems have no modes.
    if own.st_uid == geteuid(), own.st_mode & 0o077 != 0 { _ = fchmod(file, 0o600) }
    while flock(file, LOCK_EX) != 0 {
      if errno != EINTR { throw failure("lock", lockPath) }
    }
    let named = try namedLock()
    isTaken = named?.st_dev == own.st_dev && named?.st_ino == own.st_ino
    return isTaken ? lock : nil
  }

  /// Whether this is a file as `openLock` makes it. One with a second name belongs to somebody else.
  private func isLock(_ file: stat) -> Bool {
    file.st_mode & S_IFMT == S_IFREG && file.st_nlink == 1
  }

  /// The file with the name of the lock.
  private func namedLock() throws(Pocket.Failure) -> stat? {
    var file = stat()
    if unsafe lstat(lockPath, &file) == 0 { return file }
    if errno == ENOENT { return nil }
    throw failure("inspect", lockPath)
  }

  /// Removes a file that has the name of the lock but is not a lock.
  ///
  /// One process at a time looks and removes; otherwise a second process could remove the lock that the first
  /// one has made meanwhile. It does not wait for the folder's lock, which anybody may keep.
  private func removeImpostor() throws(Pocket.Failure) {
    let folder = unsafe open(self.folder, O_RDONLY | O_CLOEXEC)
    if folder < 0 { throw failure("open", self.folder) }
    defer { close(folder) }
    if flock(folder, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("lock", self.folder) }
      usleep(1000)
    } else if let file = try namedLock(), !isLock(file) {
      try remove(lockPath)
    }
  }

  /// Removes a file, which need not exist.
  private func remove(_ path: String) throws(Pocket.Failure) {
    if unsafe unlink(path) != 0, errno != ENOENT { throw failure("remove", path) }
  }

  private func failure(_ operation: String, _ path: String) -> Pocket.Failure {
    .file(operation: operation, path: path, code: errno)
  }
}
