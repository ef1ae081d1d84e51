import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Streams over a loopback socket, which may cut the data anywhere.
@Suite struct SocketTests {
  private static let lines = (0..<300).map { "{\"id\":\($0),\"text\":\"é\\n\u{1F600}\($0)\"}" }

  private struct Item: Decodable, Sendable, Equatable { var id: Int }

  /// A connection whose other end sends `text` in pieces of 1 to 40 bytes, and closes.
  private static func connection(sending text: String) throws -> Int32 {
    let listener = socket(AF_INET, streamType, 0)
    try #require(listener >= 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    try #require(isListening)
    let sender = socket(AF_INET, streamType, 0)
    try #require(sender >= 0)
    let isConnected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(sender, address, length) == 0
      }
    }
    try #require(isConnected)
    var one: Int32 = 1
    unsafe setsockopt(
      sender, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    let receiver = accept(listener, nil, nil)
    try #require(receiver >= 0)
    Thread.detachNewThread {
      var rest = Array(text.utf8)[...]
      var size = 1
      while !rest.isEmpty {
        let sent = unsafe rest.prefix(size).withUnsafeBytes { bytes in
          unsafe send(sender, bytes.baseAddress, bytes.count, 0)
        }
        if sent <= 0 { break }
        rest = rest.dropFirst(sent)
        size = size % 40 + 1
      }
      close(sender)
    }
    return receiver
  }

  private static var streamType: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      Int32(SOCK_STREAM)
    #endif
  }

  private static func chunks(of text: String) throws -> JSONFileChunks {
    JSONFileChunks(descriptor: try connection(sending: text), closing: true)
  }

  @Test func linesFromASocket() async throws {
    let text = Self.lines.joined(separator: "\n") + "\n"
    var ids: [Int] = []
    for try await item in JSONLines(try Self.chunks(of: text)).values(of: Item.self) {
      ids.append(try item.get().id)
    }
    #expect(ids == Array(0..<300))
  }

  @Test func elementsFromASocket() async throws {
    let text =
      "{\"meta\":[{\"id\":-1}],\"data\":{\"items\":[" + Self.lines.joined(separator: ",") + "]}}"
    let pointer = JSONPointer("/data/items")
    var ids: [Int] = []
    for try await item in JSONElements(at: pointer, in: try Self.chunks(of: text))
      .values(of: Item.self)
    {
      ids.append(try item.get().id)
    }
    #expect(ids == Array(0..<300))
  }

  @Test func eventsFromASocket() async throws {
    let text = Self.lines.map { "event: delta\r\ndata: \($0)\r\n\r\n" }.joined()
    let chunks = try Self.chunks(of: text + "data: [DONE]\n\n")
    var ids: [Int] = []
    for try await item in ServerSentEvent.Stream(chunks, endingWith: "[DONE]").values(of: Item.self)
    {
      ids.append(try item.get().id)
    }
    #expect(ids == Array(0..<300))
  }

  @Test func withoutATask() throws {
    let text = Self.lines.joined(separator: "\r\n")
    let values = JSONLines(try Self.chunks(of: text)).values(of: Item.self)
    var iterator = values.makeIterator() as JSONRecord.Values.Iterator
    var ids: [Int] = []
    while let item = iterator.next() { ids.append(try item.get().id) }
    #expect(ids == Array(0..<300))
  }
}
