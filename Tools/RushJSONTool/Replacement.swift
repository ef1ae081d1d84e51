import CommandLineTools
import Foundation

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
  /// The paths as C strings, because they need not be UTF-8.
  private let (path, temporary): ([CChar], [CChar])
  private let descriptor: Int32
  private var isOpen = true

  /// Creates the new file, beside `name`, which must be a regular file.
  init(of argument: String) throws(UsageError) {
    name = FileName.shown(argument)
    // Invariant: the arguments are C strings during the call; the result is one, which is freed.
    let resolved = unsafe realpath(FileName.cString(of: argument), nil)
    guard let resolved = unsafe resolved else { throw Self.failure("replace", name) }
    path = unsafe Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved) + 1))
    unsafe free(resolved)
    var status = stat()
    // Invariant: both pointers are valid during the call.
    guard unsafe stat(path, &status) == 0 else { throw Self.failure("replace", name) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw UsageError("cannot replace \(name): it is not a regular file")
    }
    (descriptor, temporary) = Interruption.makeFile(path.dropLast() + ".XXXXXX".utf8CString)
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

  /// Puts the new file in the place of the old one.
  func commit() throws {
    do {
      try output.flush()
    } catch {
      discard()
      throw error
    }
    let isWritten = fsync(descriptor) == 0
    // Invariant: both arguments are C strings during the call.
    if isWritten, unsafe rename(temporary, path) == 0 {
      end()
      return
    }
    let failure = Self.failure("replace", name)
    discard()
    throw failure
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
    Interruption.forgetFile()
    close(descriptor)
  }

  private static func failure(_ action: String, _ name: String) -> UsageError {
    // Invariant: the system's message is a C string, which is copied.
    UsageError("cannot \(action) \(name): \(unsafe String(cString: strerror(errno)))")
  }
}
