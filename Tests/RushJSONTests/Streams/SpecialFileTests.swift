import Foundation
import RushJSON
import RushJSONFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is not a regular file is read from start to end.
@Suite struct SpecialFileTests {
  /// A FIFO, with a thread that writes into it.
  private final class Fifo {
    let path: String

    init(writing text: [UInt8], piece: Int) throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "rushjson-\(UUID()).fifo")
      let path = url.path(percentEncoded: false)
      self.path = path
      try #require(unsafe mkfifo(path, 0o600) == 0)
      // A reader of a range closes the FIFO before its end.
      signal(SIGPIPE, SIG_IGN)
      Thread.detachNewThread {
        let writer = unsafe open(path, O_WRONLY)
        var rest = text[...]
        while !rest.isEmpty {
          let count = unsafe rest.prefix(piece).withUnsafeBytes {
            unsafe write(writer, $0.baseAddress, $0.count)
          }
          if count <= 0 { break }
          rest = rest.dropFirst(count)
        }
        close(writer)
      }
    }

    deinit {
      // Invariant: the path is a C string during the call.
      unsafe unlink(path)
    }
  }

  private static let text = Array(
    (0..<3000).map { $0 % 7 == 0 ? "\n" : "{\"id\":\($0),\"s\":\"é\"}\r\n" }.joined().utf8)

  private static func described(
    _ results: some Sequence<Result<RawJSON, JSONStreamError>>
  ) -> [String] {
    results.map {
      do throws(JSONStreamError) { return "\(try $0.get())" } catch { return "\(error)" }
    }
  }

  private static func lines(_ path: String, _ change: (inout JSONLinesFile) -> Void = { _ in })
    -> [String]
  {
    var lines = JSONLinesFile(path, policy: .deliver, maximumLength: 100)
    change(&lines)
    return described(lines.trees())
  }

  @Test(.timeLimit(.minutes(1)), arguments: [11, 4000, 1 << 20])
  func linesOfAFifoAreThoseOfAFile(piece: Int) async throws {
    let damaged = Self.text + Array("[1\n\(String(repeating: "9", count: 200))\n[2]".utf8)
    let file = try TemporaryFile(damaged)
    for threads in [1, 3] {
      for blockSize in [1, 1000, 1 << 20] {
        for isOrdered in [true, false] {
          let change = { (lines: inout JSONLinesFile) in
            lines.threads = threads
            lines.blockSize = blockSize
            lines.isOrdered = isOrdered
          }
          let fifo = try Fifo(writing: damaged, piece: piece)
          let expected = Self.lines(file.path, change)
          let found = Self.lines(fifo.path, change)
          #expect(isOrdered ? found == expected : found.sorted() == expected.sorted())
        }
      }
    }
    let fifo = try Fifo(writing: damaged, piece: piece)
    var waited: [String] = []
    let lines = JSONLinesFile(fifo.path, policy: .deliver, maximumLength: 100)
    for try await line in lines.documents().waiting {
      waited += Self.described([line.map { RawJSON($0.root) }])
    }
    #expect(waited == Self.lines(file.path))
  }

  @Test(.timeLimit(.minutes(1)))
  func rangesOfAFifoAreThoseOfAFile() throws {
    let text = Array("{\"a\":1}\n{\"a\":2}\n\n{\"a\":3}\n[4]".utf8)
    let file = try TemporaryFile(text)
    for lower in 0...text.count {
      for upper in [lower, lower + 1, lower + 7, lower + 9, text.count, text.count + 5]
      where upper >= lower {
        let fifo = try Fifo(writing: text, piece: 5)
        let change = { (lines: inout JSONLinesFile) in lines.range = lower..<upper }
        let expected = Self.lines(file.path, change)
        #expect(Self.lines(fifo.path, change) == expected, "\(lower)..<\(upper)")
        for isMapped in [false, true] {
          let fifo = try Fifo(writing: text, piece: 5)
          let chunks = JSONFileChunks(
            path: fifo.path, range: lower..<upper, size: 4, isMapped: isMapped)
          let bytes = try chunks.flatMap { try $0.get() }
          #expect(bytes == Array(text[lower..<min(upper, text.count)]), "\(lower)..<\(upper)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func mappedChunksOfAFifoAreItsBytes() async throws {
    for isMapped in [false, true] {
      let fifo = try Fifo(writing: Self.text, piece: 1000)
      let bytes = try JSONFileChunks(path: fifo.path, isMapped: isMapped).flatMap { try $0.get() }
      #expect(bytes == Self.text)
      let other = try Fifo(writing: Self.text, piece: 1000)
      var waited: [UInt8] = []
      let chunks = JSONFileChunks(path: other.path, range: 10..<5000, isMapped: isMapped)
      for try await chunk in chunks { waited += try chunk.get() }
      #expect(waited == Array(Self.text[10..<5000]))
    }
  }

  #if os(Linux)
    /// A regular file whose length is 0, although it has bytes.
    @Test func filesWithoutALength() throws {
      let path = "/proc/self/status"
      let chunks = JSONFileChunks(path: path, isMapped: true)
      #expect(try chunks.flatMap { try $0.get() }.starts(with: "Name:".utf8))
      let records = JSONLinesFile(path).map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(try records.map { try $0.get() }.first?.hasPrefix("Name:") == true)
    }

    /// The start of a device without an end.
    @Test func devices() throws {
      var lines = JSONLinesFile("/dev/zero", policy: .fail, maximumLength: 1000)
      let results = Self.described(lines.trees())
      #expect(results.count == 1)
      lines.range = 0..<10_000
      lines.policy = .deliver
      // No line feed ends the last line of the range.
      #expect(Self.described(lines.trees()).count == 1)
      let chunks = JSONFileChunks(path: "/dev/zero", range: 5..<10, isMapped: true)
      #expect(try chunks.flatMap { try $0.get() } == [0, 0, 0, 0, 0])
      #expect(Self.described(JSONLinesFile("/dev/null").trees()) == [])
    }
  #endif

  @Test func foldersAreErrors() throws {
    let path = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    let results = Array(JSONLinesFile(path).trees())
    guard case .failure(let error)? = results.first, case .file(_, EISDIR, _) = error.kind else {
      Issue.record("\(results)")
      return
    }
  }

  /// A file that is cut while it is read is an error. Bytes that are added later are not read.
  @Test func filesThatChange() throws {
    let file = try TemporaryFile(Self.text)
    var lines = JSONLinesFile(file.path)
    lines.blockSize = 100
    lines.threads = 1
    var iterator = lines.trees().makeIterator()
    _ = try iterator.next()?.get()
    #expect(unsafe truncate(file.path, 1500) == 0)
    var failure: JSONStreamError?
    while let line = iterator.next() {
      if case .failure(let error) = line { failure = error }
    }
    guard case .file(file.path, EIO, _)? = failure?.kind else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let growing = try TemporaryFile(Self.text)
    var count = 0
    for line in JSONLinesFile(growing.path).trees() {
      _ = try line.get()
      if count == 0 {
        let handle = try #require(FileHandle(forWritingAtPath: growing.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("[]\n[]\n".utf8))
        try handle.close()
      }
      count += 1
    }
    #expect(count == Self.lines(file: Self.text))
  }

  private static func lines(file text: [UInt8]) -> Int {
    text.split(separator: 0x0a).count { !$0.allSatisfy { $0 <= 0x20 } }
  }
}
