import Foundation
import RushJSON

// Streams: a document repeated to several megabytes, as lines of a file or as elements of an array.
// It is read from the file in chunks of 64 KiB, or on all cores. For a file of lines, its own lines
// are used.

extension InProcessContender {
  /// The tasks with lines and elements.
  static var rushJSONStreams: Preparations {
    [
      .lines: { input in
        try StreamFile(repeating: input, asLines: true).run { file in
          try StreamSum(JSONLines(JSONFileChunks(path: file)).documents())
        }
      },
      .linesOnAllCores: { input in
        try StreamFile(repeating: input, asLines: true).run(staysOnThread: false) { file in
          try StreamSum(JSONLinesFile(file).documents())
        }
      },
      .elements: { input in
        try StreamFile(repeating: input, asLines: false).run { file in
          try StreamSum(JSONElements(at: .root, in: JSONFileChunks(path: file)).documents())
        }
      },
    ]
  }
}

/// A summary of the records of a stream.
private struct StreamSum {
  private var records = 0
  private var values = 0

  init(_ records: some Sequence<Result<JSONDocument, JSONStreamError>>) throws {
    for record in records {
      self.records += 1
      values += try record.get().recordCount
    }
  }

  var fingerprint: Fingerprint {
    .accepted([
      .init(name: "records", value: UInt64(records)),
      .init(name: "values and names", value: UInt64(values)),
    ])
  }
}

/// A file that exists while a task is prepared.
private struct StreamFile {
  private static let leastBytes = 16 << 20
  private let file: TemporaryFile
  private let length: Int

  init(repeating input: BenchmarkInput, asLines: Bool) throws {
    let documents =
      try input.isLines
      ? JSONLines([input.bytes]).documents().map { try $0.get() }
      : [JSONDocument(parsing: input.bytes)]
    let texts = try documents.map { try $0.root.jsonBytes() }
    var bytes = Array((asLines ? "" : "[").utf8)
    while bytes.count < Self.leastBytes {
      for text in texts {
        if !asLines, bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += text
        if asLines { bytes.append(0x0a) }
      }
    }
    bytes += (asLines ? "" : "]").utf8
    length = bytes.count
    file = try TemporaryFile(ending: "jsonl") { try $0.write(contentsOf: bytes) }
  }

  func run(
    staysOnThread: Bool = true, _ work: @escaping (String) throws -> StreamSum
  ) -> any PreparedRun {
    InProcessRun(
      work: { try work(file.url.path) }, describe: { $0.fingerprint }, bytes: length,
      staysOnThread: staysOnThread)
  }
}
