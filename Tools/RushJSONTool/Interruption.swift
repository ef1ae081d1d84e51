import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals that end the program while it writes files beside other ones: the new files are removed first.
enum Interruption {
  /// How many files there are at most.
  static let mostFiles = 128
  /// The paths of the files as C strings, for the handler. They belong to the thread of the program that watches
  /// signals, and are not used elsewhere.
  nonisolated(unsafe) private static var files:
    UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?> = unsafe .init(start: nil, count: 0)
  nonisolated(unsafe) private static var isWatching = false

  /// Watches the signals that users, terminals and systems end programs by. Called once, before anything else.
  static func watch() {
    unsafe files = .allocate(capacity: mostFiles)
    unsafe files.initialize(repeating: nil)
    unsafe isWatching = true
    var watched = sigset_t()
    // Invariant: the pointers are valid during the calls.
    unsafe sigemptyset(&watched)
    for number in [SIGHUP, SIGINT, SIGTERM, SIGXCPU, SIGXFSZ] {
      let old = signal(number) { number in
        // A handler may only call functions such as these (POSIX, "Async-Signal-Safe Functions").
        // Invariant: each pointer is nil or a C string, which is not freed.
        for index in 0..<Interruption.mostFiles {
          if let file = unsafe Interruption.files[index] { unsafe unlink(file) }
        }
        signal(number, SIG_DFL)
        raise(number)
      }
      // What is ignored stays so, as with nohup.
      // Invariant: both are addresses, and only compared.
      if unsafe unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
      unsafe sigaddset(&watched, number)
    }
    // Threads of the program that starts this one may block signals, and this one then would.
    unsafe sigprocmask(SIG_UNBLOCK, &watched, nil)
  }

  /// Creates a file whose path is `template`, the C string of a path with six X at its end, which change.
  /// - Returns: Its descriptor, which is negative if the file cannot be created, its path, and the argument of
  ///   `forgetFile`.
  static func makeFile(_ template: [CChar]) -> (descriptor: Int32, path: [CChar], slot: Int?) {
    let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: template.count)
    _ = unsafe buffer.initialize(from: template)
    // The handler knows the path before the file exists.
    let slot = unsafe files.firstIndex { unsafe $0 == nil }
    if let slot { unsafe files[slot] = buffer.baseAddress }
    // Invariant: the buffer is a C string, and `mkstemp` changes only its six X.
    let descriptor = unsafe mkstemp(buffer.baseAddress.unsafelyUnwrapped)
    let path = unsafe Array(buffer)
    // The program replaces few files, and a signal may come at any time.
    if unsafe !isWatching { unsafe buffer.deallocate() }
    return (descriptor, path, slot)
  }

  /// The file has been renamed or removed.
  static func forgetFile(_ slot: Int?) { if let slot { unsafe files[slot] = nil } }
}
