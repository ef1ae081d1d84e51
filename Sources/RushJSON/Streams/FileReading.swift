// Files and descriptors, read with the system's own calls: they say what failed, and need no `Data`.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file, a pipe or a terminal cannot be opened or read.
public struct JSONFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path, or a descriptor's number.
  public let file: String
  /// The system's error number.
  public let code: Int32

  /// The file, and the system's words for what is wrong.
  public var description: String {
    // Invariant: the system's words are a C string, which is copied.
    unsafe "cannot read \(file): \(String(cString: strerror(code)))"
  }
}

/// A descriptor, closed when nothing uses it any more, if it is ours.
final class OpenFile: Sendable {
  let descriptor: Int32
  let name: String
  private let isOurs: Bool

  /// Opens a file.
  init(path: String) throws(JSONFileError) {
    name = path
    isOurs = true
    // Invariant: the path is a C string during the call.
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor < 0 { throw JSONFileError(file: path, code: errno) }
  }

  /// A descriptor that is open.
  init(descriptor: Int32, isOurs: Bool) {
    self.descriptor = descriptor
    name = "descriptor \(descriptor)"
    self.isOurs = isOurs
  }

  deinit {
    if isOurs, descriptor >= 0 { close(descriptor) }
  }

  /// The length of a file in bytes; 0 of what is no file.
  func length() throws(JSONFileError) -> Int {
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { throw error }
    return Int(status.st_size)
  }

  /// The next bytes, `size` at most; waits for the first of them. Empty at the end.
  func read(_ size: Int) throws(JSONFileError) -> [UInt8] {
    try unsafe bytes(size) { count, room in
      // Invariant: the room is for as many bytes as are asked for.
      unsafe systemRead(descriptor, room.baseAddress, count)
    }
  }

  /// The bytes from `offset` on: `size` of them, or fewer at the end of the file. With room for more.
  func read(_ size: Int, at offset: Int, room: Int = 0) throws(JSONFileError) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < size {
      let start = offset + result.count
      let more = try unsafe bytes(size - result.count, room: room) { count, room in
        // Invariant: as above.
        unsafe pread(descriptor, room.baseAddress, count, off_t(start))
      }
      if more.isEmpty { break }
      if result.isEmpty { result = more } else { result += more }
    }
    return result
  }

  /// The bytes from `offset` on, through the memory map: `size` of them. They must be in the file, and
  /// the file must not become shorter meanwhile.
  func mapped(_ size: Int, at offset: Int) throws(JSONFileError) -> [UInt8] {
    if size == 0 { return [] }
    // A map begins with a page.
    let lead = offset % Int(sysconf(Int32(_SC_PAGESIZE)))
    let map = unsafe mmap(
      nil, lead + size, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset - lead))
    guard let map = unsafe map, unsafe map != MAP_FAILED else { throw error }
    defer { unsafe munmap(map, lead + size) }
    // Invariant: as many bytes are mapped, and stay so until they are copied.
    return unsafe Array(UnsafeRawBufferPointer(start: map + lead, count: size))
  }

  /// Whether bytes can be read without waiting, or become so within `milliseconds`.
  func isReadable(within milliseconds: Int32) throws(JSONFileError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, milliseconds)
    if count < 0, errno != EINTR { throw error }
    return count > 0
  }

  private var error: JSONFileError { JSONFileError(file: name, code: errno) }

  @unsafe
  private func bytes(
    _ size: Int, room: Int = 0, _ read: (Int, inout UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(JSONFileError) -> [UInt8] {
    var failure: JSONFileError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + room) { room, count in
      while true {
        let got = unsafe read(size, &room)
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

@unsafe
private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  unsafe read(descriptor, room, count)
}

extension JSONLinesFile {
  /// How many threads the machine runs at once.
  static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
