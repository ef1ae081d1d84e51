import CommandLineTools
import RushJSON

/// `rushjson format`: writes texts in another layout. Event by event, unless members are sorted.
struct FormatCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let options: JSONWritingOptions

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--pretty", "--compact", "--indent"])
    try invocation.atMostOne(of: ["--sorted", "--canonical"])
    try invocation.atMostOne(of: ["--pretty", "--canonical"])
    try invocation.atMostOne(of: ["--indent", "--canonical"])
    if invocation.has("--in-place"),
      invocation.operands.isEmpty || invocation.operands.contains("-")
    {
      throw UsageError("--in-place replaces files; name them, or leave it out for standard input")
    }
    try channels.choose(color: invocation.value("--color"))
    channels.choose(unbuffered: invocation.has("--unbuffered"))
    var options = JSONWritingOptions.pretty
    if invocation.has("--compact") { options = .compact }
    if invocation.has("--canonical") { options = .canonical }
    if let indent = invocation.value("--indent") {
      if indent == "tab" {
        options.layout = .indented(by: .tabs(1))
      } else {
        guard let count = Int(indent), (0...16).contains(count) else {
          throw invocation.usageError("--indent", indent)
        }
        options.layout = .indented(by: .spaces(count))
      }
    }
    if invocation.has("--sorted") { options.nameOrder = .utf8 }
    options.maximumLength = .max
    self.options = options
  }

  func run() throws -> Int32 {
    if invocation.has("--in-place") {
      for name in invocation.operands { try replace(name) }
      return 0
    }
    let output = PaintedOutput(channels.output, hasColor: channels.hasColor)
    for var input in ToolInput.all(invocation.operands, channels) { try write(&input, to: output) }
    return 0
  }

  /// Writes the file again, in the other layout.
  private func replace(_ name: String) throws {
    let replacement = try Replacement(of: name)
    defer { replacement.discard() }
    var input = ToolInput(name, channels)
    try write(&input, to: PaintedOutput(replacement.output, hasColor: false))
    try replacement.commit()
  }

  private func write(_ input: inout ToolInput, to output: PaintedOutput) throws {
    let isTree = invocation.has("--sorted") || invocation.has("--canonical")
    do {
      if invocation.has("--values") {
        try writeValues(&input, to: output, areTrees: isTree)
      } else {
        if isTree {
          try write(try input.tree(invocation.readingOptions), to: output)
        } else {
          try writeEvents(&input, to: output)
        }
        // RFC 8785 allows nothing after the text.
        if !invocation.has("--canonical") { try output.endLine() }
      }
    } catch let error as JSONStreamError {
      throw InputReport(error, in: input, invocation.readingOptions)
    }
  }

  private func write(_ tree: RawJSON, to output: PaintedOutput) throws {
    try tree.writeJSON(options) { try output.write($0) }
  }

  private func writeEvents(_ input: inout ToolInput, to output: PaintedOutput) throws {
    var writer = JSONWriter(options: options, to: output.sink)
    var reader = JSONEventReader(options: invocation.readingOptions)
    while let chunk = try input.next() {
      reader.feed(chunk)
      try reader.write(to: &writer)
    }
    reader.finish()
    try reader.write(to: &writer)
    try writer.finish()
  }

  /// Writes values that follow each other, each with the end of a line.
  private func writeValues(
    _ input: inout ToolInput, to output: PaintedOutput, areTrees: Bool
  ) throws {
    var reader = JSONEventReader(.values, options: invocation.readingOptions)
    var writer = ValueWriter(options, output)
    var isLast = false
    while !isLast {
      if let chunk = try input.next() { reader.feed(chunk) } else { isLast = true }
      if isLast { reader.finish() }
      if areTrees {
        while let tree = try reader.readValue() {
          try write(tree, to: output)
          try output.endLine()
        }
      } else {
        while let event = try reader.next() { try writer.write(event, of: reader) }
      }
    }
  }
}

/// Writes the events of several values, each as a text of its own.
private struct ValueWriter: ~Copyable {
  private let options: JSONWritingOptions
  private let output: PaintedOutput
  private var writer: JSONWriter
  private var depth = 0

  init(_ options: JSONWritingOptions, _ output: PaintedOutput) {
    (self.options, self.output) = (options, output)
    writer = JSONWriter(options: options, to: output.sink)
  }

  mutating func write(_ event: JSONEventReader.Event, of reader: borrowing JSONEventReader) throws {
    switch event {
    case .null: try writer.null()
    case .bool(let value): try writer.bool(value)
    case .number: if let number = reader.number() { try writer.number(number) }
    case .string: try writer.string(reader.string() ?? "")
    case .name: try writer.name(reader.string() ?? "")
    case .beginArray: try writer.beginArray()
    case .beginObject: try writer.beginObject()
    case .endArray: try writer.endArray()
    case .endObject: try writer.endObject()
    }
    switch event {
    case .beginArray, .beginObject: depth += 1
    case .endArray, .endObject: depth -= 1
    default: break
    }
    guard depth == 0 else { return }
    try writer.finish()
    try output.endLine()
    writer = JSONWriter(options: options, to: output.sink)
  }
}

extension ToolInput {
  /// The tree of the whole text.
  mutating func tree(_ options: JSONReadingOptions) throws -> RawJSON {
    let text: [UInt8]
    do throws(JSONStreamError) {
      text = try readAll()
    } catch {
      throw InputReport(error, in: self, options)
    }
    do throws(JSONSyntaxError) {
      return try RawJSON(parsing: text, options: options)
    } catch {
      throw InputReport(error, in: text, of: name)
    }
  }
}
