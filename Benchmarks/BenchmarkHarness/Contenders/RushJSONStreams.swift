import Foundation
import RushJSON

// Streams: a document repeated to several megabytes, as lines of a file or as elements of an array.
// It is read from the file in chunks of 64 KiB, or on all cores. For a file of lines, its own lines
// are used.

extension InProcessContender {
  /// The tasks with lines and elements.
  static var rushJSONStreams: [BenchmarkTask: Preparation] {
    [
      .lines: { input in
        try StreamFile(repeating: input, as: .lines).run { file in
          let lines = JSONLines(JSONFileChunks(path: file)).map(StreamFile.count)
          var sum = StreamSum()
          var records = lines.makeIterator() as JSONRecordSequence.Iterator
          while let record = records.next() { sum.add(try record.get()) }
          return sum
        }
      },
      .linesOnAllCores: { input in
        try StreamFile(repeating: input, as: .lines).run(staysOnThread: false) { file in
          var sum = StreamSum()
          for record in JSONLinesFile(file).map(StreamFile.count) { sum.add(try record.get()) }
          return sum
        }
      },
      .elements: { input in
        try StreamFile(repeating: input, as: .elements).run { file in
          let elements = JSONElements(at: .root, in: JSONFileChunks(path: file))
            .map(StreamFile.count)
          var sum = StreamSum()
          var records = elements.makeIterator() as JSONRecordSequence.Iterator
          while let record = records.next() { sum.add(try record.get()) }
          return sum
        }
      },
    ]
  }
}

/// A summary of the records of a stream.
private struct StreamSum {
  private var records = 0
  private var values = 0

  mutating func add(_ count: Int) {
    records += 1
    values += count
  }

  var fingerprint: Fingerprint {
    .accepted([
      Fingerprint.Field(name: "records", value: UInt64(records)),
      Fingerprint.Field(name: "values and names", value: UInt64(values)),
    ])
  }
}

/// A file that exists while a task is prepared.
private final class StreamFile {
  enum Form { case lines, elements }

  private static let leastBytes = 16 << 20
  private let url: URL
  private let length: Int

  init(repeating input: BenchmarkInput, as form: Form) throws {
    let isLines = input.name.hasSuffix(".jsonl")
    let documents =
      try isLines
      ? JSONLines([input.bytes]).documents().map { try $0.get() }
      : [JSONDocument(parsing: input.bytes)]
    let texts = try documents.map { try $0.root.jsonBytes() }
    var bytes: [UInt8] = form == .elements ? [UInt8(ascii: "[")] : []
    while bytes.count < Self.leastBytes {
      for text in texts {
        if form == .elements, bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += text
        if form == .lines { bytes.append(0x0a) }
      }
    }
    if form == .elements { bytes.append(UInt8(ascii: "]")) }
    url = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID()).jsonl")
    try Data(bytes).write(to: url)
    length = bytes.count
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Output.complain("jsonbench: cannot remove \(url.path): \(FailureReason(error))")
    }
  }

  func run(
    staysOnThread: Bool = true, _ work: @escaping (String) throws -> StreamSum
  ) -> any PreparedRun {
    InProcessRun(
      work: { try work(self.url.path) }, describe: { $0.fingerprint }, bytes: length,
      staysOnThread: staysOnThread)
  }

  static func count(_ record: JSONRecord) throws -> Int { try record.document().recordCount }
}
