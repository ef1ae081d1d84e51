import CommandLineTools
import RushJSON

/// `rushjson lines`: filters, selects and converts lines. Those of a file are read on all cores.
struct LinesCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let work: LineWork
  private let array: JSONPointer?
  private let isCount: Bool
  private let isArray: Bool

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--count", "--to-array"])
    isCount = invocation.has("--count")
    isArray = invocation.has("--to-array")
    var tests: [LineTest] = []
    for text in invocation.all("--where") { tests.append(try LineTest(text)) }
    var pointers: [JSONPointer] = []
    for text in invocation.all("--select") { pointers.append(try Self.pointer("--select", text)) }
    array = try invocation.value("--from-array").map { (text) throws(UsageError) in
      try Self.pointer("--from-array", text)
    }
    work = LineWork(
      tests: tests, pointers: pointers, needsText: !isCount,
      mayHaveLineFeeds: array != nil)
  }

  private static func pointer(
    _ option: String, _ text: String
  ) throws(UsageError) -> JSONPointer {
    do throws(JSONValueError) {
      return try JSONPointer(text)
    } catch {
      throw UsageError("\(option) needs a JSON Pointer such as /user/id, not '\(text)': \(error)")
    }
  }

  func run() throws -> Int32 {
    var tally = Tally()
    if isArray { try channels.output.write("[") }
    for name in invocation.operands.isEmpty ? ["-"] : invocation.operands {
      try read(name, &tally)
    }
    if isArray { try channels.output.write(tally.count == 0 ? "]\n" : "\n]\n") }
    if isCount { try channels.output.write("\(tally.count)\n") }
    return tally.hasFailed ? 2 : tally.count > 0 ? 0 : 1
  }

  private struct Tally {
    var count = 0
    var hasFailed = false
  }

  private func read(_ name: String, _ tally: inout Tally) throws {
    if let array {
      var input = ToolInput(name, channels)
      var reader = JSONRecord.ElementReader(at: array)
      do {
        while let chunk = try input.next() {
          reader.feed(chunk)
          while let record = try reader.next() { try write(work.result(of: record), name, &tally) }
        }
        reader.finish()
        while let record = try reader.next() { try write(work.result(of: record), name, &tally) }
      } catch let error as JSONStreamError {
        throw InputReport(error, in: input, .strict)
      }
    } else if name == "-" {
      let chunks = JSONFileChunks(descriptor: channels.input, size: 256 << 10)
      for result in JSONLines(chunks, policy: .deliver).map({ [work] in try work.result(of: $0) }) {
        try write(result, name, &tally)
      }
    } else {
      // Blocks as long as it takes to keep the memory of results small.
      var file = JSONLinesFile(name, policy: .deliver)
      file.blockSize = 256 << 10
      for result in file.map({ [work] in try work.result(of: $0) }) {
        try write(result, name, &tally)
      }
    }
  }

  private func write(
    _ result: Result<ArraySlice<UInt8>?, JSONStreamError>, _ name: String, _ tally: inout Tally
  ) throws {
    switch result {
    case .success(let text): if let text { try write(text, name, &tally) }
    case .failure(let error):
      let input = ToolInput(name, channels)
      if error.endsStream { throw InputReport(error, in: input, .strict) }
      if invocation.has("--skip-bad") { return }
      tally.hasFailed = true
      channels.complain(Self.message(error, input.name))
    }
  }

  private func write(_ text: ArraySlice<UInt8>?, _ name: String, _ tally: inout Tally) throws {
    guard let text else { return }
    tally.count += 1
    if isCount { return }
    if isArray { try channels.output.write(tally.count > 1 ? ",\n" : "\n") }
    try channels.output.write(text.span)
    if !isArray { try channels.output.endLine() }
  }

  /// What is wrong with a line, the line, and a caret.
  private static func message(_ error: JSONStreamError, _ name: String) -> String {
    guard let record = error.record, let syntax = error.underlying as? JSONSyntaxError else {
      return "\(name): \(error)"
    }
    return "\(InputReport(syntax, in: Array(record.bytes), of: name, line: error.line))"
  }
}

/// What is done with one line, on any thread.
struct LineWork: Sendable {
  let tests: [LineTest]
  let pointers: [JSONPointer]
  let needsText: Bool
  /// Whether records may have several lines, as elements of an array do.
  let mayHaveLineFeeds: Bool

  /// The text to write, or `nil` for a line that does not pass.
  func result(of record: JSONRecord) throws -> ArraySlice<UInt8>? {
    if tests.isEmpty, pointers.isEmpty {
      try JSONTokenizer.validate(record.bytes.span)
      return needsText ? compact(record) : []
    }
    let document = try record.document()
    guard tests.allSatisfy({ $0.passes(document) }) else { return nil }
    if pointers.isEmpty { return needsText ? compact(record) : [] }
    if pointers.count == 1 {
      guard let value = document.root[pointers[0]] else { return nil }
      return try value.jsonBytes()[...]
    }
    var writer = JSONWriter()
    try writer.beginArray()
    for pointer in pointers {
      if let value = document.root[pointer] { try writer.value(value) } else { try writer.null() }
    }
    try writer.endArray()
    return try writer.finish()[...]
  }

  /// The text of a record on one line. Not a copy, if it is on one line already.
  private func compact(_ record: JSONRecord) -> ArraySlice<UInt8> {
    let lineFeed = UInt8(ascii: "\n")
    if !mayHaveLineFeeds || !record.bytes.contains(lineFeed) { return record.bytes }
    // Line feeds are whitespace: strings escape them.
    return record.bytes.map { $0 == lineFeed ? UInt8(ascii: " ") : $0 }[...]
  }
}
