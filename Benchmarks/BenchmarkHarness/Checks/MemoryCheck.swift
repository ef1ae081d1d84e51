import Foundation

/// Memory while reading a stream of gigabytes: it must not grow with the stream.
struct MemoryCheck {
  /// The length of a stream in bytes.
  let bytes: Int

  /// The most memory that a process may take above what it had before.
  static let limit = 16 << 20
  private static let sizes = [1, 1 << 10, 64 << 10, 1 << 20]
  /// The length of a stream in chunks of one byte, which takes long to read.
  private static let bytesOfTiny = 64 << 20

  func run() throws(UsageError) -> Bool {
    guard PeakMemory.isAvailable else {
      try Output.standard.write("memory of a stream: not measured; this needs Linux\n")
      return true
    }
    let file = try GeneratedFile(bytes: bytes)
    var rows: [[String]] = []
    var isFlat = true
    for kind in StreamKind.allCases {
      for size in kind.hasChunks ? Self.sizes : [0] {
        let bytes = size == 1 ? min(bytes, Self.bytesOfTiny) : bytes
        let peak = try PeakMemory.ofNewProcess(
          CheckOptions.streamMemoryName,
          [kind.rawValue, String(bytes), String(size), file.path],
          of: "of \(kind.rawValue) in chunks of \(size)")
        isFlat = isFlat && peak < Self.limit
        let chunk = size > 0 ? Figures.size(size) : "blocks"
        rows.append([kind.rawValue, chunk, Figures.size(bytes), Figures.size(peak)])
      }
    }
    let table = TextTable(
      titles: ["stream", "chunks", "length", "memory"], rows: rows,
      alignments: [.left, .right, .right, .right])
    try Output.standard.write(table.lines.map { $0 + "\n" }.joined())
    if !isFlat { try Output.standard.write("FAILED: more than \(Figures.size(Self.limit))\n") }
    return isFlat
  }
}

/// A file of lines that exists while memory is measured.
private final class GeneratedFile {
  private let url: URL
  var path: String { url.path }

  init(bytes: Int) throws(UsageError) {
    url = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID()).jsonl")
    do {
      try Data().write(to: url)
      let handle = try FileHandle(forWritingTo: url)
      for chunk in GeneratedStream(isLines: true, bytes: bytes, chunk: 1 << 20) {
        try handle.write(contentsOf: Data(chunk))
      }
      try handle.close()
    } catch {
      throw UsageError("cannot write \(url.path): \(FailureReason(error))")
    }
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Output.complain("jsonbench: cannot remove \(url.path): \(FailureReason(error))")
    }
  }
}
