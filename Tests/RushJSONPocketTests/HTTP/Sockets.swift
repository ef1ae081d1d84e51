import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few calls of POSIX that a server needs.
enum Sockets {
  struct Failure: Error {
    let call: String
    let code = errno
    init(_ call: String) { self.call = call }
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// A socket that listens on this machine alone, at a port that was free.
  static func listen() throws -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { throw Failure("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Invariant for each call: an address of the size that is told.
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, size)
      }
    }
    guard bound == 0 else { throw Failure("bind") }
    #if canImport(Darwin)
      let isListening = Darwin.listen(listener, 32) == 0
    #elseif canImport(Musl)
      let isListening = Musl.listen(listener, 32) == 0
    #else
      let isListening = Glibc.listen(listener, 32) == 0
    #endif
    guard isListening else { throw Failure("listen") }
    let named = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(listener, $0, &size)
      }
    }
    guard named == 0 else { throw Failure("getsockname") }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// A port at which nobody listens: it was free a moment ago.
  static func closedPort() throws -> UInt16 {
    let (listener, port) = try listen()
    close(listener)
    return port
  }

  static func accept(_ listener: Int32) -> Int32? {
    while true {
      #if canImport(Darwin)
        let connection = Darwin.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let connection = Musl.accept(listener, nil, nil)
      #else
        let connection = Glibc.accept(listener, nil, nil)
      #endif
      if connection >= 0 {
        #if canImport(Darwin)
          var yes: Int32 = 1
          unsafe setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(4))
        #endif
        return connection
      }
      if errno != EINTR, errno != ECONNABORTED { return nil }
    }
  }

  /// Sends all of it; `false` if the other side has gone.
  static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        // Invariant: sent < count.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        #if canImport(Darwin)
          return unsafe Darwin.send(connection, rest.baseAddress, rest.count, noSignal)
        #elseif canImport(Musl)
          return unsafe Musl.send(connection, rest.baseAddress, rest.count, noSignal)
        #else
          return unsafe Glibc.send(connection, rest.baseAddress, rest.count, noSignal)
        #endif
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Some bytes; `nil` if the other side has closed.
  static func receive(_ connection: Int32) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe recv(connection, $0.baseAddress, $0.count, 0)
      }
      if count > 0 { return Array(piece[..<count]) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Whether the other side still waits.
  static func isOpen(_ connection: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(connection, &byte, 1, peek)
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)
  }

  #if canImport(Darwin)
    private static let peek = MSG_PEEK | MSG_DONTWAIT
  #else
    private static let peek = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
  #endif

  /// Makes closing an abort: what was sent and not read is thrown away.
  static func resetOnClose(_ connection: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    // Invariant: the option's size is told.
    let size = socklen_t(MemoryLayout.size(ofValue: linger))
    unsafe setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, size)
  }

  static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(2)) }

  static func close(_ socket: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(socket)
    #elseif canImport(Musl)
      _ = Musl.close(socket)
    #else
      _ = Glibc.close(socket)
    #endif
  }
}
