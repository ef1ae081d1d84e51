import RushJSON

/// The source and contents of a stream.
enum StreamKind: String, CaseIterable {
  /// Lines, or elements of an array, that are generated while they are read.
  case lines, elements
  /// A file of lines: in chunks, through the memory map, and on all cores.
  case file
  case mappedFile = "mapped-file"
  case fileOnAllCores = "file-on-all-cores"

  var hasChunks: Bool { self == .lines || self == .elements }
}

/// A stream that is read in its own process.
struct StreamMemory {
  let kind: StreamKind
  let bytes: Int
  let chunk: Int
  let file: String

  /// The peak memory in bytes during reading, above the memory before.
  func measure() throws(UsageError) -> Int {
    do {
      return try PeakMemory.above {
        let expected = GeneratedStream.recordCount(bytes: bytes)
        let found = try read()
        if found != expected {
          throw UsageError("\(found) records were read, and \(expected) were written")
        }
      }
    } catch {
      throw UsageError("\(kind.rawValue) cannot be read: \(error)")
    }
  }

  /// The number of records.
  private func read() throws -> Int {
    switch kind {
    case .lines:
      return try count(
        JSONLines(GeneratedStream(isLines: true, bytes: bytes, chunk: chunk)).documents())
    case .elements:
      let stream = GeneratedStream(isLines: false, bytes: bytes, chunk: chunk)
      return try count(JSONElements(at: JSONPointer(tokens: ["items"]), in: stream).documents())
    case .file: return try count(JSONLines(JSONFileChunks(path: file)).documents())
    case .mappedFile:
      return try count(JSONLines(JSONFileChunks(path: file, isMapped: true)).documents())
    case .fileOnAllCores:
      var lines = JSONLinesFile(file)
      // Memory is held by the documents of blocks, so the block length bounds it.
      lines.blockSize = 128 << 10
      return try count(lines.documents())
    }
  }

  private func count(
    _ documents: some Sequence<Result<JSONDocument, JSONStreamError>>
  ) throws -> Int {
    var count = 0
    for document in documents {
      // Checked, so that the stream is what it should be.
      if try document.get().root["tags"] != nil { count += 1 }
    }
    return count
  }
}

/// A long stream that is generated while it is read.
struct GeneratedStream: Sequence, IteratorProtocol {
  private static let record = Array(
    #"{"id":1234567890,"user":"someone","text":"caf\u00e9 and more","at":[48.1,11.5],"tags":[]}"#
      .utf8)

  private let chunk: Int
  private let text: [UInt8]
  private let last: [UInt8]
  private var left: Int
  private var pending: [UInt8]
  private var isAtEnd = false

  /// As many records as fit in `bytes`, and one more, as lines or in an array.
  init(isLines: Bool, bytes: Int, chunk: Int) {
    text = isLines ? Self.record + [0x0a] : [0x2c] + Self.record
    pending = isLines ? [] : Array(#"{"count":1,"items":["#.utf8) + Self.record
    last = isLines ? [] : Array("]}".utf8)
    left = Self.recordCount(bytes: bytes) - (isLines ? 0 : 1)
    self.chunk = Swift.max(1, chunk)
  }

  static func recordCount(bytes: Int) -> Int { bytes / (record.count + 1) + 1 }

  mutating func next() -> [UInt8]? {
    while pending.count < chunk, left > 0 {
      pending += text
      left -= 1
    }
    if left == 0, !isAtEnd {
      isAtEnd = true
      pending += last
    }
    if pending.isEmpty { return nil }
    let count = Swift.min(chunk, pending.count)
    let result = Array(pending[..<count])
    pending.removeFirst(count)
    return result
  }
}
