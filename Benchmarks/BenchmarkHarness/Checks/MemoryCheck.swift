import CorpusGenerator
import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams

/// The memory of streams, which must not grow with their length, and of documents.
struct MemoryCheck {
  /// The length of a stream in bytes.
  let bytes: Int

  /// The most memory that a process may take above what it had before.
  static let limit = 16 << 20
  private static let sizes = [1, 1 << 10, 64 << 10, 1 << 20]
  /// The length of a stream in chunks of one byte, which takes long to read.
  private static let bytesOfTiny = 64 << 20

  func run() throws(UsageError) -> Bool {
    guard try Self.isAvailable(for: "a stream") else { return true }
    let file = try file()
    var rows: [[String]] = []
    var isFlat = true
    for kind in MeasuredStream.Kind.allCases {
      for size in kind.hasChunks ? Self.sizes : [0] {
        let bytes = size == 1 ? min(bytes, Self.bytesOfTiny) : bytes
        let peak = try ChildRun.streamMemory.result(
          Int.self, of: [kind.rawValue, String(bytes), String(size), file.url.path])
        isFlat = isFlat && peak < Self.limit
        let chunk = size > 0 ? Figures.size(size) : "blocks"
        rows.append([kind.rawValue, chunk, Figures.size(bytes), Figures.size(peak)])
      }
    }
    try Output.standard.write(
      TextTable(
        titles: ["stream", "chunks", "length", "memory"], rows: rows,
        alignments: [.left, .right, .right, .right]))
    if !isFlat { try Output.standard.write("FAILED: more than \(Figures.size(Self.limit))\n") }
    return isFlat
  }

  private func file() throws(UsageError) -> TemporaryFile {
    try TemporaryFile(ending: "jsonl") { handle in
      for chunk in GeneratedStream(isLines: true, bytes: bytes, chunk: 1 << 20) {
        try handle.write(contentsOf: Data(chunk))
      }
    }
  }

  /// The memory of a document and its text, for each file.
  static func ofDocuments(paths: [String]) throws(UsageError) {
    guard try isAvailable(for: "a document") else { return }
    let files = try InputSelection.files(paths: paths).filter {
      !BenchmarkInput.endingsOfLines.contains($0.pathExtension.lowercased())
    }
    var rows: [[String]] = []
    for (file, name) in zip(files, InputSelection.names(of: files)) {
      let peak = try ChildRun.documentMemory.result(Int.self, of: [file.path])
      let size = try attempt("cannot read \(file.relativePath)") {
        try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      }
      let ratio = Figures.ratio(Double(peak) / Double(max(size, 1)))
      rows.append([name, Figures.size(size), Figures.size(peak), ratio])
    }
    try Output.standard.write("\n")
    try Output.standard.write(
      TextTable(
        titles: ["file", "text", "text and document", "to text"], rows: rows,
        alignments: [.left, .right, .right, .right]))
  }

  private static func isAvailable(for subject: String) throws(UsageError) -> Bool {
    if !PeakMemory.isAvailable {
      try Output.standard.write("memory of \(subject): not measured; this needs Linux\n")
    }
    return PeakMemory.isAvailable
  }
}

/// A stream that is read, or a value that is written to a sink, in its own process.
struct MeasuredStream {
  /// The source and contents of a stream, or the kind of value.
  enum Kind: String, CaseIterable {
    /// Lines, or elements of an array, that are generated while they are read.
    case lines, elements
    /// A file of lines: in chunks, through the memory map, and on all cores.
    case file
    case mappedFile = "mapped-file"
    case fileOnAllCores = "file-on-all-cores"
    /// A model with a long array, whose elements are models or `Codable`, to a sink that drops its pieces.
    case models, indentedModels = "indented-models"
    case codable = "codable-in-model"

    var hasChunks: Bool { self == .lines || self == .elements }
  }

  private let kind: Kind
  private let bytes: Int
  private let chunk: Int
  private let file: String

  init(kind: String, bytes: Int, chunk: Int, file: String) throws(UsageError) {
    guard let kind = Kind(rawValue: kind) else { throw UsageError("no stream of \(kind)") }
    (self.kind, self.bytes, self.chunk, self.file) = (kind, bytes, chunk, file)
  }

  func peakMemory() throws(UsageError) -> Int {
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
    case .models: return try write(LongModel(count: recordCount))
    case .codable: return try write(LongModel(count: recordCount, isCodable: true))
    case .indentedModels: return try write(LongModel(count: recordCount), .prettyPrinted)
    }
  }

  private var recordCount: Int { GeneratedStream.recordCount(bytes: bytes) }

  /// Writes a model to a sink. Returns the number of its records, by those that the sink got.
  private func write(
    _ model: LongModel, _ formatting: RushJSONEncoder.OutputFormatting = []
  ) throws -> Int {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = formatting
    var braces = 0
    try encoder.encode(model) { piece in
      for index in piece.indices where piece[index] == UInt8(ascii: "}") { braces += 1 }
    }
    // One ends the model.
    return braces - 1
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

/// A value that writes itself, with an array that is made while it is written.
private struct LongModel: JSONWritable, Encodable {
  struct Item: JSONWritable, Encodable {
    var id = 1_234_567_890
    var user = "someone"
    var text = "caf\u{e9} and more, the text of a record of a hundred bytes"
    var at = [48.1, 11.5]

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("id", id)
      try writer.member("user", user)
      try writer.member("text", text)
      try writer.member("at", at)
      try writer.endObject()
    }
  }

  /// The same items, by the containers of an encoder.
  struct CodableItems: Encodable {
    let count: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 0..<count { try container.encode(Item()) }
    }
  }

  let count: Int
  var isCodable = false

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.name("items")
    if isCodable {
      try writer.value(CodableItems(count: count))
    } else {
      try writer.beginArray()
      for _ in 0..<count { try Item().write(to: &writer) }
      try writer.endArray()
    }
    try writer.endObject()
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

/// The memory of this process.
enum PeakMemory {
  private static let status = "/proc/self/status"

  static var isAvailable: Bool { FileManager.default.fileExists(atPath: status) }

  /// The peak memory in bytes while a file is read and parsed, above the memory before, with the text.
  static func ofDocument(in file: String) throws(UsageError) -> Int {
    try attempt("cannot read \(file)") {
      // Code is not part of a document, so its pages are loaded first.
      let small = try TemporaryFile(ending: "json") {
        try $0.write(contentsOf: CorpusShape.timeline.generate(seed: 1, targetBytes: 10_000))
      }
      blackHole(try JSONDocument(contentsOf: small.url))
      return try above {
        do {
          let document = try JSONDocument(contentsOf: URL(fileURLWithPath: file))
          withExtendedLifetime(document) {}
        } catch let error as JSONSyntaxError {
          throw UsageError("\(file) is refused: \(error)")
        }
      }
    }
  }

  /// The peak memory in bytes while `body` runs, above the memory before.
  static func above(_ body: () throws -> Void) throws -> Int {
    guard isAvailable else {
      throw UsageError("the memory of a process can be measured only on Linux")
    }
    _ = try kilobytes("VmHWM")
    let before = try kilobytes("VmRSS")
    try body()
    return max(0, try kilobytes("VmHWM") - before) * 1024
  }

  private static func kilobytes(_ name: String) throws(UsageError) -> Int {
    let text = try attempt("cannot read \(status)") {
      try String(contentsOfFile: status, encoding: .utf8)
    }
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }
    // VmRSS:     12345 kB
    guard let line, let value = line.split(whereSeparator: \.isWhitespace).dropFirst().first,
      let kilobytes = Int(value)
    else { throw UsageError("\(status) has no \(name)") }
    return kilobytes
  }
}

/// A file that exists as long as this object.
final class TemporaryFile: Sendable {
  let url: URL

  init(
    ending: String, _ write: (FileHandle) throws -> Void
  ) throws(UsageError) {
    url = FileManager.default.temporaryDirectory.appending(path: "jsonbench-\(UUID()).\(ending)")
    try attempt("cannot write \(url.path)") {
      try Data().write(to: url)
      let handle = try FileHandle(forWritingTo: url)
      try write(handle)
      try handle.close()
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
