// Files, read with the system's own calls, which report errors in full and need no `Data`.

import Foundation
import RushJSONCore

#if canImport(CRT)
  import CRT
  import WinSDK
#endif

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

  init(path: String) throws(JSONStreamError) {
    name = path
    isOwned = true
    // Invariant: the C string is valid during the call.
    #if os(Windows)
      var opened: Int32 = -1
      _ = unsafe path.withCString(encodedAs: UTF16.self) {
        unsafe _wsopen_s(&opened, $0, _O_RDONLY | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD)
      }
      descriptor = opened
    #else
      descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    #endif
    if descriptor < 0 { throw JSONStreamError.lastFileError(path) }
  }

  /// An open descriptor, which is closed at the end if it is `owned`.
  init(descriptor: Int32, owned: Bool) {
    self.descriptor = descriptor
    name = "descriptor \(descriptor)"
    isOwned = owned
  }

  deinit { if isOwned, descriptor >= 0 { systemClose(descriptor) } }

  /// The length of a file in bytes. 0 for pipes, sockets and terminals.
  func length() throws(JSONStreamError) -> Int {
    #if os(Windows)
      var status = _stat64()
      if unsafe _fstat64(descriptor, &status) != 0 { throw error }
    #else
      var status = stat()
      if unsafe fstat(descriptor, &status) != 0 { throw error }
    #endif
    return Int(status.st_size)
  }

  /// The next bytes, at most `size`. Waits for the first of them. Empty at the end.
  func read(_ size: Int) throws(JSONStreamError) -> [UInt8] {
    try unsafe bytes(size) { count, room in
      // Invariant: the room has `count` bytes.
      unsafe systemRead(descriptor, room.baseAddress, count)
    }
  }

  /// The `size` bytes from `offset` on, or fewer at the end of the file. The array has room for more.
  func read(_ size: Int, at offset: Int, room: Int = 0) throws(JSONStreamError) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < size {
      let start = offset + result.count
      let more = try unsafe bytes(size - result.count, room: room) { count, room in
        // Invariant: the room has `count` bytes.
        unsafe systemRead(descriptor, room.baseAddress, count, at: start)
      }
      if more.isEmpty { break }
      if result.isEmpty { result = more } else { result += more }
    }
    return result
  }

  /// The `size` bytes from `offset` on, copied from a memory map. They must be and stay in the file.
  func mapped(_ size: Int, at offset: Int) throws(JSONStreamError) -> [UInt8] {
    if size == 0 { return [] }
    #if os(Windows)
      return try read(size, at: offset)
    #else
      // A map begins at a page boundary.
      let lead = offset % Int(sysconf(Int32(_SC_PAGESIZE)))
      let map = unsafe mmap(
        nil, lead + size, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset - lead))
      guard let map = unsafe map, unsafe map != MAP_FAILED else { throw error }
      defer { unsafe munmap(map, lead + size) }
      // Invariant: lead + size bytes are mapped until the copy is made.
      return unsafe Array(UnsafeRawBufferPointer(start: map + lead, count: size))
    #endif
  }

  /// Waits up to `milliseconds` for bytes. Returns whether a read would not wait.
  func isReadable(within milliseconds: Int32) throws(JSONStreamError) -> Bool {
    #if os(Windows)
      // Only sockets can be asked, so a read may wait.
      return true
    #else
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = unsafe poll(&request, 1, milliseconds)
      if count < 0, errno != EINTR { throw error }
      return count > 0
    #endif
  }

  private var error: JSONStreamError { .lastFileError(name) }

  @unsafe
  private func bytes(
    _ size: Int, room: Int = 0, _ read: (Int, inout UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(JSONStreamError) -> [UInt8] {
    var failure: JSONStreamError?
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
  #if os(Windows)
    unsafe Int(_read(descriptor, room, UInt32(clamping: min(count, Int(Int32.max)))))
  #else
    unsafe read(descriptor, room, count)
  #endif
}

@unsafe
private func systemRead(
  _ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int, at offset: Int
) -> Int {
  #if os(Windows)
    guard let handle = unsafe HANDLE(bitPattern: _get_osfhandle(descriptor)) else { return -1 }
    var place = unsafe OVERLAPPED()
    unsafe place.Offset = DWORD(truncatingIfNeeded: offset)
    unsafe place.OffsetHigh = DWORD(truncatingIfNeeded: offset >> 32)
    var got: DWORD = 0
    if unsafe ReadFile(handle, room, DWORD(clamping: count), &got, &place) { return Int(got) }
    if GetLastError() == DWORD(ERROR_HANDLE_EOF) { return 0 }
    _ = _set_errno(EIO)
    return -1
  #else
    unsafe pread(descriptor, room, count, off_t(offset))
  #endif
}

private func systemClose(_ descriptor: Int32) {
  #if os(Windows)
    _ = _close(descriptor)
  #else
    _ = close(descriptor)
  #endif
}

extension JSONLinesFile {
  /// The number of the machine's cores.
  static var cores: Int {
    #if os(Windows)
      max(1, Int(GetActiveProcessorCount(WORD(ALL_PROCESSOR_GROUPS))))
    #else
      max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    #endif
  }
}
