import CommandLineTools
import RushJSON
import RushJSONFiles
import RushJSONStreams

/// `rushjson lines`: filters, selects and converts lines. Those of a file are read on all cores.
struct LinesCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let work: LineWork
  private let array: (pointer: JSONPointer, kinds: [JSONKind?])?
  private let isCount: Bool
  private let isArray: Bool
  private let painted: PaintedOutput

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--count", "--to-array", "--csv", "--tsv"])
    try invocation.atMostOne(of: ["--select", "--object"])
    try channels.choose(color: invocation.value("--color"))
    channels.choose(unbuffered: invocation.has("--unbuffered"))
    let isTable = invocation.has("--csv") || invocation.has("--tsv")
    painted = PaintedOutput(channels.output, hasColor: channels.hasColor && !isTable)
    isCount = invocation.has("--count")
    isArray = invocation.has("--to-array")
    var tests: [LineTest] = []
    for text in invocation.all("--where") { tests.append(try LineTest(text)) }
    var columns: [LineWork.Column] = []
    for text in invocation.all("--select") {
      columns.append(.init(name: text, path: try ValuePath("--select", text)))
    }
    for text in invocation.all("--object") { columns.append(try Self.member(text, columns)) }
    array = try invocation.path("--from-array").map { (path) throws(UsageError) in
      try path.streamed("--from-array")
    }
    work = LineWork(
      tests: tests, columns: columns,
      form: invocation.has("--csv")
        ? .commas
        : invocation.has("--tsv") ? .tabs : invocation.has("--object") ? .object : .values,
      needsText: !isCount, mayHaveLineFeeds: array != nil)
  }

  /// The column that a value of `--object` means: `name=/a/b`, or `name` for the member of this name.
  private static func member(
    _ text: String, _ others: [LineWork.Column]
  ) throws(UsageError) -> LineWork.Column {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if name.isEmpty || name.hasPrefix("/") || name.hasPrefix(".") {
      throw UsageError(
        "--object needs a name and a path, such as id=/user/id or id=.user.id, not '\(text)'")
    }
    if others.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      throw UsageError("--object has the name '\(name)' twice; give each member another name")
    }
    if parts.count == 1 { return .init(name: name, path: ValuePath(member: name)) }
    return .init(name: name, path: try ValuePath("--object", String(parts[1])))
  }

  func run() throws -> Int32 {
    var tally = Tally()
    if isArray { try painted.write(Array("[".utf8)) }
    // Columns without names have no header.
    if invocation.has("--object"), work.form != .object, !isCount {
      try channels.output.write(work.header)
      try channels.output.endLine()
    }
    for name in invocation.operands.isEmpty ? ["-"] : invocation.operands {
      try read(name, &tally)
    }
    if isArray { try painted.write(Array((tally.count == 0 ? "]\n" : "\n]\n").utf8)) }
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
      var options = JSONReadingOptions.stream
      options.leniencies.insert(.byteOrderMark)
      var reader = JSONRecord.ElementReader(at: array.pointer, options: options)
      reader.kinds = array.kinds
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
      let named = FileName(name)
      var file = JSONLinesFile(named.path, policy: .deliver)
      file.blockSize = 256 << 10
      try withExtendedLifetime(named) {
        for result in file.map({ [work] in try work.result(of: $0) }) {
          try write(result, name, &tally)
        }
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
    if isArray { try painted.write(Array((tally.count > 1 ? ",\n" : "\n").utf8)) }
    try painted.write(text)
    if isArray { try painted.output.endItem() } else { try painted.endLine() }
  }

  /// What is wrong with a line, the line, and a caret.
  private static func message(_ error: JSONStreamError, _ name: String) -> String {
    guard let record = error.record, let syntax = error.underlying as? JSONSyntaxError else {
      return "\(name): \(error)"
    }
    return "\(InputReport(syntax, in: Array(record.bytes), of: name, line: error.line))"
  }
}
