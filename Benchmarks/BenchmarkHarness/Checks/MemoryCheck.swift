import Foundation
import RushJSON

/// Memory while a stream of gigabytes is read: it must not grow with the stream.
struct MemoryCheck {
  /// How many bytes a stream has.
  let bytes: Int

  /// The most that a process may take above what it had before.
  static let limit = 16 << 20
  private static let sizes = [1 << 10, 64 << 10, 1 << 20]

  func run() throws(UsageError) -> Bool {
    guard PeakMemory.isAvailable else {
      try Output.standard.write("memory of a stream: not measured, only Linux tells it\n")
      return true
    }
    var rows: [[String]] = []
    var isFlat = true
    for kind in StreamKind.allCases {
      for size in Self.sizes {
        let peak = try Self.peak(kind, bytes: bytes, chunk: size)
        isFlat = isFlat && peak < Self.limit
        rows.append([kind.rawValue, Figures.size(size), Figures.size(bytes), Figures.size(peak)])
      }
    }
    let table = TextTable(
      titles: ["stream", "chunks", "length", "memory"], rows: rows,
      alignments: [.left, .right, .right, .right])
    try Output.standard.write(table.lines.map { $0 + "\n" }.joined())
    if !isFlat { try Output.standard.write("FAILED: more than \(Figures.size(Self.limit))\n") }
    return isFlat
  }

  /// Runs this program anew: memory that a process once had would hide what it takes later.
  private static func peak(_ kind: StreamKind, bytes: Int, chunk: Int) throws(UsageError) -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "check", CheckOptions.streamMemoryName, kind.rawValue, String(bytes), String(chunk),
    ]
    process.standardOutput = output
    let answer: Data
    do {
      try process.run()
      answer = try output.fileHandleForReading.readToEnd() ?? Data()
    } catch {
      throw UsageError("cannot start jsonbench anew: \(FailureReason(error))")
    }
    process.waitUntilExit()
    let text = String(decoding: answer, as: UTF8.self)
    guard process.terminationStatus == 0, let peak = Int(text.prefix { $0 != "\n" }) else {
      throw UsageError("no measurement of \(kind.rawValue) in chunks of \(chunk)")
    }
    return peak
  }
}

/// What a stream is made of.
enum StreamKind: String, CaseIterable {
  case lines, elements

  /// In a process of its own: the most bytes in memory while so many were read, above those before.
  func measure(bytes: Int, chunk: Int) throws(UsageError) -> Int {
    do {
      // The code that is run belongs to no stream, so its pages are met before.
      _ = try read(bytes: 4 * chunk, chunk: chunk)
      return try PeakMemory.above { _ = try read(bytes: bytes, chunk: chunk) }
    } catch {
      throw UsageError("\(rawValue) cannot be read: \(error)")
    }
  }

  private func read(bytes: Int, chunk: Int) throws -> Int {
    let chunks = GeneratedStream(kind: self, bytes: bytes, chunk: chunk)
    var values = 0
    switch self {
    case .lines:
      for line in JSONLines(chunks).documents() { values += try line.get().recordCount }
    case .elements:
      for element in JSONElements(at: JSONPointer(tokens: ["items"]), in: chunks).documents() {
        values += try element.get().recordCount
      }
    }
    return values
  }
}

/// A long stream that is made while it is read.
private struct GeneratedStream: Sequence, IteratorProtocol {
  private let chunk: Int
  private let text: [UInt8]
  private let last: [UInt8]
  private var left: Int
  private var pending: [UInt8]
  private var isAtEnd = false

  init(kind: StreamKind, bytes: Int, chunk: Int) {
    let record = CorpusRecord.text
    text = kind == .lines ? record + [0x0a] : [0x2c] + record
    pending = kind == .lines ? [] : Array(#"{"items":[0"#.utf8)
    last = kind == .lines ? [] : Array("]}".utf8)
    left = bytes
    self.chunk = chunk
  }

  mutating func next() -> [UInt8]? {
    while pending.count < chunk, left > 0 {
      pending += text
      left -= text.count
    }
    if left <= 0, !isAtEnd {
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

private enum CorpusRecord {
  static let text = Array(
    #"{"id":1234567890,"user":"someone","text":"caf\u00e9 and more","at":[48.1,11.5],"tags":[]}"#
      .utf8)
}
