import CommandLineTools
import RushJSON
import RushJSONStreams

/// `rushjson select`: prints the values that patterns select, one a line.
struct SelectCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let projection: JSONProjection
  /// The slice of the values of each pattern, if there is one.
  private let slices: [ToolPath.Slice?]
  private let isCount: Bool
  private let hasPaths: Bool
  private let isRaw: Bool
  private let form: ValueForm
  private let painted: PaintedOutput

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--count", "--raw"])
    try invocation.atMostOne(of: ["--count", "--paths"])
    for option in ["--length", "--keys", "--sort-by", "--unique-by"] {
      try invocation.atMostOne(of: ["--count", option])
    }
    try channels.choose(color: invocation.value("--color"))
    channels.choose(unbuffered: invocation.has("--unbuffered"))
    painted = PaintedOutput(channels.output, hasColor: channels.hasColor)
    form = try ValueForm(invocation)
    isCount = invocation.has("--count")
    hasPaths = invocation.has("--paths")
    isRaw = invocation.has("--raw")
    var texts = invocation.all("-e")
    if texts.isEmpty { texts = Array(invocation.operands.prefix(1)) }
    var selections: [ToolPath.Selection] = []
    for text in texts { selections.append(try ToolPath.selection(text)) }
    slices = selections.map(\.slice)
    projection = JSONProjection(
      patterns: selections.map(\.pattern),
      skipping: invocation.has("--unchecked") ? .unchecked : .checked)
  }

  func run() throws -> Int32 {
    var count = 0
    for var input in ToolInput.all(invocation.files, channels) {
      do {
        if countsFromEnd { try selectInMemory(&input, &count) } else { try select(&input, &count) }
      } catch let error as JSONStreamError {
        throw InputReport(error, in: input, invocation.readingOptions)
      }
    }
    if isCount { try channels.output.write("\(count)\n") }
    return count > 0 ? 0 : 1
  }

  /// A stream does not know the end of an array, so patterns that count from it take the memory of the text.
  private var countsFromEnd: Bool { projection.patterns.contains(where: \.countsFromEnd) }

  private func selectInMemory(_ input: inout ToolInput, _ count: inout Int) throws {
    let matches = try projection.matches(
      in: try input.readAll(), options: invocation.readingOptions)
    count += matches.count
    if !isCount { for match in matches { try print(match) } }
  }

  private func select(_ input: inout ToolInput, _ count: inout Int) throws {
    var reader = JSONProjection.Reader(projection, options: invocation.readingOptions)
    while let chunk = try input.next() {
      reader.feed(chunk)
      try take(&reader, &count)
    }
    reader.finish()
    try take(&reader, &count)
    if reader.hasDuplicates {
      channels.complain(
        "\(input.name): an object on the path has two members of one name; the values in both are selected"
      )
    }
  }

  private func take(_ reader: inout JSONProjection.Reader, _ count: inout Int) throws {
    if isCount {
      count += try reader.countMatches()
      return
    }
    while let match = try reader.next() {
      count += 1
      try print(match)
    }
  }

  private func print(_ match: JSONProjection.Match) throws {
    let output = channels.output
    if hasPaths { try output.write("\(match.pointer)\t") }
    var value = match.value
    if let slice = slices[match.position] { value = try slice.form(of: value, at: match.pointer) }
    if !form.isPlain { value = try form.form(of: value, at: match.pointer) }
    if isRaw, case .string(let text) = value {
      try output.write(text)
    } else {
      try painted.write(try value.jsonBytes())
    }
    try painted.endLine()
  }
}
