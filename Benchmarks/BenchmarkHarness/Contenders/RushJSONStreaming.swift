import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams

extension InProcessContender {
  static var rushJSONStreaming: Preparations {
    [
      .stream: { stream($0, chunk: 64 << 10) },
      .streamBytes: { stream($0, chunk: 1) },
      .streamSmall: { stream($0, chunk: 4 << 10) },
      .streamLarge: { stream($0, chunk: 1 << 20) },
      .skip: { input in skip(input) { reader throws(JSONStreamError) in try reader.skipValue() } },
      .skipUnchecked: { input in
        skip(input) { reader throws(JSONStreamError) in try reader.skipValueUnchecked() }
      },
      .partial: partial,
    ]
  }

  private static func stream(_ input: BenchmarkInput, chunk size: Int) -> any PreparedRun {
    let bytes = input.bytes
    let chunks = RushJSONStream.chunks(of: size, in: bytes[...])
    return InProcessRun(
      work: { try RushJSONStream.eventCount(of: chunks) },
      describe: { _ in try RushJSONStream.fingerprint(of: chunks) })
  }

  private static func skip(
    _ input: BenchmarkInput,
    _ pass: @escaping (inout JSONEventReader) throws(JSONStreamError) -> Bool
  ) -> any PreparedRun {
    let bytes = input.bytes
    return InProcessRun(
      work: {
        var reader = JSONEventReader()
        reader.feed(bytes)
        reader.finish()
        let isPassed = try pass(&reader)
        return try reader.next() == nil && isPassed
      },
      describe: { $0 ? .accepted : .refusal(reason: "no value") })
  }

  private static func partial(_ input: BenchmarkInput) -> (any PreparedRun)? {
    let bytes = input.bytes.prefix(100_000)
    let deltas = RushJSONStream.chunks(of: 20, in: bytes)
    return InProcessRun(
      work: {
        var partial = PartialJSON()
        var last: RawJSON?
        for delta in deltas {
          // The earlier snapshot is released first, as by a view that shows the latest.
          last = nil
          try partial.feed(delta)
          last = partial.snapshot()
        }
        return last
      },
      describe: { $0 == nil ? .refusal(reason: "no value") : .accepted }, bytes: bytes.count)
  }
}

/// Reads a text in chunks.
enum RushJSONStream {
  static func chunks(of size: Int, in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    stride(from: text.startIndex, to: text.endIndex, by: size).map {
      text[$0..<min($0 + size, text.endIndex)]
    }
  }

  /// Feeds the chunks to a reader, and lets `drain` take what it has after each of them and at the end.
  @inline(__always)
  static func read(
    _ chunks: [ArraySlice<UInt8>], by reader: inout JSONEventReader,
    _ drain: (inout JSONEventReader) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    for chunk in chunks {
      reader.feed(chunk)
      try drain(&reader)
    }
    reader.finish()
    try drain(&reader)
  }

  /// Requests every event and checks whether it is a name.
  static func eventCount(
    of chunks: [ArraySlice<UInt8>], options: JSONReadingOptions = .strict
  ) throws -> Int {
    var reader = JSONEventReader(options: options)
    var count = 0
    try read(chunks, by: &reader) { reader throws(JSONStreamError) in
      var events = 0
      var names = 0
      while let event = try reader.next() {
        events &+= 1
        // Not a switch: this measures the reader, not an unpredictable branch.
        names &+= event == .name ? 1 : 0
      }
      count &+= events &+ names
    }
    return count
  }

  /// The number of elements of an array at the root.
  static func elementCount(
    of chunks: [ArraySlice<UInt8>], options: JSONReadingOptions = .stream
  ) throws -> Int {
    var reader = JSONRecord.ElementReader(options: options)
    var elements = 0
    for chunk in chunks {
      reader.feed(chunk)
      while try reader.next() != nil { elements += 1 }
    }
    reader.finish()
    while try reader.next() != nil { elements += 1 }
    return elements
  }

  static func fingerprint(of chunks: [ArraySlice<UInt8>]) throws -> Fingerprint {
    try .walk { visitor in
      var reader = JSONEventReader()
      try read(chunks, by: &reader) { reader throws(JSONStreamError) in
        while let event = try reader.next() {
          switch event {
          case .null: visitor.visitNull()
          case .bool(let value): visitor.visit(bool: value)
          case .number: visitor.visit(number: reader.double() ?? .nan)
          case .string: reader.withUTF8 { visitor.visit(string: $0) }
          case .name: reader.withUTF8 { visitor.visit(name: $0) }
          case .beginArray: visitor.visitArray()
          case .beginObject: visitor.visitObject()
          case .endArray, .endObject: break
          }
        }
      }
    }
  }
}

// Streams: a document repeated to several megabytes, as lines of a file or as elements of an array.
// It is read from the file in chunks of 64 KiB, or on all cores. For a file of lines, its own lines
// are used.

extension InProcessContender {
  static var rushJSONStreams: Preparations {
    [
      .lines: { input in
        try StreamFile(repeating: input, asLines: true).run { file in
          JSONLines(JSONFileChunks(path: file)).documents()
        }
      },
      .linesOnAllCores: { input in
        try StreamFile(repeating: input, asLines: true).run(staysOnThread: false) { file in
          JSONLinesFile(file).documents()
        }
      },
      .elements: { input in
        try StreamFile(repeating: input, asLines: false).run { file in
          JSONElements(at: .root, in: JSONFileChunks(path: file)).documents()
        }
      },
    ]
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
    staysOnThread: Bool = true,
    _ open: @escaping (String) -> some Sequence<Result<JSONDocument, JSONStreamError>>
  ) -> any PreparedRun {
    InProcessRun(
      work: { try RecordSum(open(file.url.path)) { $0.recordCount } },
      describe: { $0.fingerprint("values and names") }, bytes: length,
      staysOnThread: staysOnThread)
  }
}
