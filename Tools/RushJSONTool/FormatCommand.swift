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
    let isTree = invocation.has("--sorted") || invocation.has("--canonical")
    for var input in ToolInput.all(invocation.operands, channels) {
      if isTree { try writeTree(&input) } else { try writeEvents(&input) }
      // RFC 8785 allows nothing after the text.
      if !invocation.has("--canonical") { try channels.output.write("\n") }
    }
    return 0
  }

  private func writeTree(_ input: inout ToolInput) throws {
    let tree = try input.tree(invocation.readingOptions)
    try tree.writeJSON(options) { [output = channels.output] in try output.write($0) }
  }

  private func writeEvents(_ input: inout ToolInput) throws {
    var writer = JSONWriter(options: options) { [output = channels.output] in
      try output.write($0)
    }
    var reader = JSONEventReader(options: invocation.readingOptions)
    do {
      while let chunk = try input.next() {
        reader.feed(chunk)
        try reader.write(to: &writer)
      }
      reader.finish()
      try reader.write(to: &writer)
    } catch let error as JSONStreamError {
      throw InputReport(error, in: input, invocation.readingOptions)
    }
    try writer.finish()
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
