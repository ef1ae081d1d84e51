#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Standard input and output as bytes, through which the compiler talks with a plugin.
enum StandardStreams {
  struct Failure: Error {
    var code: CInt
  }

  /// At most `count` bytes; none at the end of the input.
  static func readBytes(_ count: Int) throws -> [UInt8] {
    while true {
      var failure: CInt = 0
      // Invariant: the buffer has room for `capacity` bytes, which is what the system may write. It
      // returns how many it has written, or a negative number.
      let capacity = min(count, 1 << 20)
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
        let result = unsafe read(0, buffer.baseAddress, capacity)
        written = max(result, 0)
        if result < 0 { failure = errno }
      }
      if failure == 0 { return bytes }
      if failure != EINTR { throw Failure(code: failure) }
    }
  }

  static func writeBytes(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Invariant: the buffer is `rest`, and the system reads at most its count.
      let written = unsafe rest.withUnsafeBytes { buffer in
        unsafe write(1, buffer.baseAddress, buffer.count)
      }
      if written < 0, errno != EINTR { throw Failure(code: errno) }
      rest = rest.dropFirst(max(written, 0))
    }
  }
}
