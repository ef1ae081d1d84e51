import Foundation
import RushJSONPocket
import Testing

#if os(Linux)
  /// Answers beyond the limit, in a process of its own whose memory Linux reports. The process gets a pocket
  /// after such an answer, which begins only when the answer has been dropped.
  @Suite("Pockets on a server: memory")
  struct HTTPPocketMemoryTests {
    struct Flood: Sendable, CustomTestStringConvertible {
      var name: String
      var answer: LoopbackAnswer
      var testDescription: String { name }
    }

    private static let huge = 512 << 20

    static let floods = [
      Flood(
        name: "as announced",
        answer: flood(head: LoopbackAnswer.head(200, length: huge))),
      Flood(
        name: "without a length",
        answer: flood(head: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")),
      Flood(
        name: "in chunks",
        answer: flood(
          head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String(huge, radix: 16) + "\r\n")),
      Flood(
        name: "with an error", answer: flood(head: "HTTP/1.1 500 No\r\nConnection: close\r\n\r\n")
      ),
      Flood(
        name: "compressed",
        answer: LoopbackAnswer(steps: [
          .send(
            Array(
              LoopbackAnswer.head(
                200, length: GzipBomb.count(huge), ["Content-Encoding: gzip"]
              ).utf8)),
          .send(GzipBomb.spaces(huge)),
        ])),
    ]

    private static func flood(head: String) -> LoopbackAnswer {
      let piece = [UInt8](repeating: 0x20, count: 1 << 20)
      return LoopbackAnswer(
        steps: [.send(Array(head.utf8))] + Array(repeating: .send(piece), count: huge >> 20))
    }

    @Test(.enabled(if: [nil, "undefined"].contains(PocketCheck.sanitizer)), arguments: floods)
    func aFloodTakesNoMemory(flood: Flood) throws {
      let usual = try peak(.status(200, "{}"))
      #expect(usual.outcome == "a pocket")
      let flooded = try peak(flood.answer)
      #expect(flooded.outcome == "the answer of the server has more than 1048576 bytes")
      // The limit is 1 MiB; the rest is for buffers and for the allocator.
      #expect(flooded.kibibytes - usual.kibibytes < 16 << 10)
    }

    /// The outcome of a first answer, and the peak of memory after a second one, which is a pocket.
    private func peak(_ answer: LoopbackAnswer) throws -> (outcome: String, kibibytes: Int) {
      let server = try LoopbackServer(answer, .status(200, "{}"))
      defer { server.stop() }
      let (text, status) = try PocketCheck.run(["get", try server.base.absoluteString, "2"])
      let lines = text.split(separator: "\n")
      try #require(status == 0 && lines.count == 3, "\(text)")
      #expect(lines[1] == "a pocket")
      return (String(lines[0]), try #require(Int(lines[2])))
    }
  }

  /// A few bytes that become many: Deflate with fixed codes (RFC 1951 §3.2.6), in the frame of RFC 1952.
  private enum GzipBomb {
    /// Eight repetitions of the 258 bytes before them take 13 bytes.
    private static let unit = 8 * 258

    static func count(_ length: Int) -> Int { 10 + 2 + (length / unit) * 13 }

    /// At least `length` - 2064 spaces. The end is missing, as nobody should get there.
    static func spaces(_ length: Int) -> [UInt8] {
      // The last block, with fixed codes; a space; and, over and over, "258 bytes from one byte before".
      var bits: [UInt8] = [1, 1, 0] + [0, 1, 0, 1, 0, 0, 0, 0]
      let repetition: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
      for _ in 0..<16 { bits += repetition }
      let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << UInt8($1) }
      }
      let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff] + bytes[..<2]
      return head + [[UInt8]](repeating: Array(bytes[2..<15]), count: length / unit).joined()
    }
  }
#endif
