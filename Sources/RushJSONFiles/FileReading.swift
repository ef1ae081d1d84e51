// Files, read with the system's own calls, which report errors in full and need no `Data`.

import RushJSONCore
import RushJSONStreams
import _RushJSONFoundation

extension JSONStreamError {
  /// The error of the last system call, for the file or descriptor `name`.
  fileprivate static func lastFileError(_ name: String) -> JSONStreamError {
    let code = errno
    // Invariant: the system's message is a C string, which is copied.
    let message = unsafe String(cString: strerror(code))
    return JSONStreamError(.file(name: name, code: code, message: message), offset: 0)
  }
}

/// An open descriptor. If the object owns it, it is closed when the last reference is gone.
final class OpenFile: Sendable {
  let descriptor: Int32
  let name: String
  private let isOwned: Bool
  /// Whether this is a FIFO that was opened here. It may have no writer yet, and a read would then find its end.
  private let isFIFO: Bool

  init(path: String) throws(JSONStreamError) {
    name = path
    isOwned = true
    // Without waiting, because a FIFO may never have a writer. A read of it waits instead.
    // Invariant: the C string is valid during the call.
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0 { throw JSONStreamError.lastFileError(path) }
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
    var status = stat()
    isFIFO = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// An open descriptor, which is closed at the end if it is `owned`.
  init(descriptor: Int32, owned: Bool) {
    self.descriptor = descriptor
    name = "descriptor \(descriptor)"
    isOwned = owned
    isFIFO = false
  }

  deinit { if isOwned, descriptor >= 0 { _ = close(descriptor) } }

  /// The length in bytes of a regular file, whose bytes can be read in any order. `nil` for anything else, which is
  /// read from start to end: pipes, sockets, terminals and devices, and also files of `/proc`, which are regular
  /// files without a length.
  func length() throws(JSONStreamError) -> Int? {
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { throw error }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0 ? Int(status.st_size) : nil
  }

  /// Throws if the file has become shorter than `length`.
  func checkLength(_ length: Int) throws(JSONStreamError) {
    if try self.length() ?? 0 >= length { return }
    let message = "the file became shorter while it was read"
    throw JSONStreamError(.file(name: name, code: EIO, message: message), offset: 0)
  }

  /// The next bytes, at most `size`. Waits for the first of them. Empty at the end.
  func read(_ size: Int) throws(JSONStreamError) -> [UInt8] {
    if isFIFO { while try !isReadable(within: -1) {} }
    return try unsafe bytes(size) { count, room in
      // Invariant: the room has `count` bytes.
      unsafe _RushJSONFoundation.read(descriptor, room.baseAddress, count)
    }
  }

  /// The `size` bytes from `offset` on, or fewer at the end of the file. The array has room for more.
  func read(_ size: Int, at offset: Int, room: Int = 0) throws(JSONStreamError) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < size {
      let start = offset + result.count
      let more = try unsafe bytes(size - result.count, room: room) { count, room in
        // Invariant: the room has `count` bytes.
        unsafe pread(descriptor, room.baseAddress, count, off_t(start))
      }
      if more.isEmpty { break }
      if result.isEmpty { result = more } else { result += more }
      assert(result.count <= size)
    }
    return result
  }

  /// Returns a copy of the `size` bytes at `offset` from a memory map. The file must not become shorter.
  func mapped(_ size: Int, at offset: Int) throws(JSONStreamError) -> [UInt8] {
    if size == 0 { return [] }
    // A map begins at a page boundary.
    let lead = offset % Int(sysconf(Int32(_SC_PAGESIZE)))
    assert(lead >= 0 && size > 0)
    let map = unsafe mmap(
      nil, lead + size, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset - lead))
    guard let map = unsafe map, unsafe map != MAP_FAILED else { throw error }
    defer { unsafe munmap(map, lead + size) }
    // Invariant: lead + size bytes are mapped until the copy is made.
    return unsafe Array(UnsafeRawBufferPointer(start: map + lead, count: size))
  }

  /// Waits up to `milliseconds` for bytes, or without a limit if that is negative. Returns whether a read would not wait.
  func isReadable(within milliseconds: Int32) throws(JSONStreamError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, milliseconds)
    if count < 0, errno != EINTR { throw error }
    return count > 0
  }

  private var error: JSONStreamError { .lastFileError(name) }

  @unsafe
  private func bytes(
    _ size: Int, room: Int = 0, _ read: (Int, inout UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(JSONStreamError) -> [UInt8] {
    assert(size >= 0 && room >= 0)
    var failure: JSONStreamError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + room) { room, count in
      while true {
        let got = unsafe read(size, &room)
        assert(got <= size)
        if got >= 0 {
          count = got
          return
        }
        if errno == EINTR { continue }
        failure = error
        return
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension JSONLinesFile {
  /// The number of the machine's cores.
  static var cores: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
