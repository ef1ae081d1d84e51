import CommandLineTools
import Foundation
import RushJSONCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that takes the place of another one when it is complete: readers see the old text or the new
/// one, and a failure leaves the old one.
///
///     settings.json ─→ settings.json.Xa19bQ  written, synced ─→ renamed to settings.json
///
/// The new file has the permissions of the old one, and its owner where the system allows that. A
/// symbolic link stays a link: the file that it leads to is replaced. Other hard links keep the old text.
final class Replacement {
  let output: Output
  private let name: String
  /// The paths of the old file and of the new one as C strings, because they need not be UTF-8.
  let path: [CChar]
  private let temporary: [CChar]
  private let descriptor: Int32
  private let slot: Int?
  private var isOpen = true
  /// Whether all bytes are on the disk, if that was tried.
  private var isSynced: Bool?

  /// Creates the new file, beside `name`, which must be a regular file.
  init(of argument: String) throws(UsageError) {
    name = FileName.shown(argument)
    guard let path = Self.path(of: argument) else { throw Self.failure("replace", name) }
    self.path = path
    var status = stat()
    // Invariant: both pointers are valid during the call.
    guard unsafe stat(path, &status) == 0 else { throw Self.failure("replace", name) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw UsageError("cannot replace \(name): it is not a regular file")
    }
    (descriptor, temporary, slot) = Interruption.makeFile(path.dropLast() + ".XXXXXX".utf8CString)
    output = Output(descriptor, name: name)
    if descriptor < 0 { throw Self.failure("write beside", name) }
    // Only the superuser may give files away. A change of owner clears some permissions, so it comes first.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      let failure = Self.failure("keep the permissions of", name)
      discard()
      throw failure
    }
  }

  /// The path of a file without symbolic links, as a C string, or `nil` if there is none.
  static func path(of argument: String) -> [CChar]? {
    // Invariant: the arguments are C strings during the call; the result is one, which is freed.
    guard let resolved = unsafe realpath(FileName.cString(of: argument), nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved) + 1))
  }

  /// The name of the file that a symbolic link leads to, from the working folder if it is there. Any other name is
  /// itself.
  static func target(of argument: String) -> String {
    var status = stat()
    // Invariant: both arguments are valid during the call, and the first is a C string.
    guard unsafe lstat(FileName.cString(of: argument), &status) == 0,
      status.st_mode & S_IFMT == S_IFLNK,
      let target = path(of: argument), let folder = path(of: ".")
    else { return argument }
    let prefix = folder.dropLast() + [CChar(bitPattern: UInt8(ascii: "/"))]
    let isHere = target.starts(with: prefix)
    let name = target.dropFirst(isHere ? prefix.count : 0).dropLast()
    return FileName.text(of: name.map { UInt8(bitPattern: $0) })
  }

  /// Puts the new file in the place of the old one.
  func commit() throws {
    do {
      try output.flush()
    } catch {
      discard()
      throw error
    }
    let isWritten = isSynced ?? (fsync(descriptor) == 0)
    // Invariant: both arguments are C strings during the call.
    if isWritten, unsafe rename(temporary, path) == 0 {
      end()
      return
    }
    let failure = Self.failure("replace", name)
    discard()
    throw failure
  }

  /// Waits until the bytes of all files are on the disk: on several threads, because a disk that has several requests
  /// carries them out together (500 files: 0.04 s in place of 1.9). `commit()` reports what failed.
  static func sync(_ replacements: [Replacement]) {
    var written: [Replacement] = []
    for replacement in replacements {
      // `commit()` tries again, and has the error.
      do { try replacement.output.flush() } catch { continue }
      written.append(replacement)
    }
    let descriptors = written.map(\.descriptor)
    let results = Locked([Bool](repeating: false, count: descriptors.count))
    let group = DispatchGroup()
    for first in 0..<min(16, descriptors.count) {
      group.enter()
      Thread.detachNewThread {
        for index in stride(from: first, to: descriptors.count, by: 16) {
          let isSynced = fsync(descriptors[index]) == 0
          results.withLock { $0[index] = isSynced }
        }
        group.leave()
      }
    }
    group.wait()
    let areSynced = results.withLock { $0 }
    for (replacement, isSynced) in zip(written, areSynced) { replacement.isSynced = isSynced }
  }

  /// Removes the new file, unless it has taken the place of the old one.
  func discard() {
    guard isOpen else { return }
    // Invariant: the argument is a C string during the call.
    unsafe unlink(temporary)
    end()
  }

  private func end() {
    isOpen = false
    Interruption.forgetFile(slot)
    close(descriptor)
  }

  private static func failure(_ action: String, _ name: String) -> UsageError {
    // Invariant: the system's message is a C string, which is copied.
    UsageError("cannot \(action) \(name): \(unsafe String(cString: strerror(errno)))")
  }
}
