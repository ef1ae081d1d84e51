/// Cuts the bytes of a connection into messages.
///
/// ```
/// 0               8                      8 + count
/// | count, 64 bits | JSON, count bytes   | count …
///   little-endian
/// ```
package struct FrameReader {
  package enum Failure: Error {
    /// The connection ended inside a message.
    case cutOff
    /// No message is this long.
    case tooLong
  }

  private let read: (Int) throws -> [UInt8]

  /// - Parameter read: Returns at most the given number of bytes, and none at the end of the connection.
  package init(read: @escaping (Int) throws -> [UInt8]) { self.read = read }

  private static let maximumCount: UInt64 = 1 << 30

  /// The next message, or `nil` at the end of the connection. The compiler may say with an empty message that
  /// it has no more.
  package func next() throws -> [UInt8]? {
    let head = try bytes(8)
    if head.isEmpty { return nil }
    guard head.count == 8 else { throw Failure.cutOff }
    let count = head.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    if count == 0 { return nil }
    guard count <= Self.maximumCount else { throw Failure.tooLong }
    let message = try bytes(Int(count))
    guard message.count == Int(count) else { throw Failure.cutOff }
    return message
  }

  /// As many bytes as are asked for, or fewer at the end of the connection. A read may return a part.
  private func bytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try read(count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// A message with its length before it.
  package static func frame(_ message: [UInt8]) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) } + message
  }
}
