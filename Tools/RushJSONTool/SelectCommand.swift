import CommandLineTools
import RushJSON

/// `rushjson select`: prints the values that patterns select, one a line.
struct SelectCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let projection: JSONProjection
  private let files: ArraySlice<String>
  private let isCount: Bool
  private let hasPaths: Bool
  private let isRaw: Bool

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--count", "--raw"])
    try invocation.atMostOne(of: ["--count", "--paths"])
    isCount = invocation.has("--count")
    hasPaths = invocation.has("--paths")
    isRaw = invocation.has("--raw")
    var texts = invocation.all("-e")
    files = texts.isEmpty ? invocation.operands.dropFirst() : invocation.operands[...]
    if texts.isEmpty { texts = Array(invocation.operands.prefix(1)) }
    var patterns: [JSONPattern] = []
    for text in texts {
      do throws(JSONPattern.ParsingError) {
        patterns.append(try JSONPattern(text))
      } catch {
        throw UsageError("'\(text)' is not a pattern: \(error)")
      }
    }
    projection = JSONProjection(
      patterns: patterns, skipping: invocation.has("--unchecked") ? .unchecked : .checked)
  }

  func run() throws -> Int32 {
    var count = 0
    for var input in ToolInput.all(files, channels) {
      var reader = JSONProjection.Reader(projection, options: invocation.readingOptions)
      do {
        while let chunk = try input.next() {
          reader.feed(chunk)
          try take(&reader, &count)
        }
        reader.finish()
        try take(&reader, &count)
      } catch let error as JSONStreamError {
        throw InputReport(error, in: input, invocation.readingOptions)
      }
    }
    if isCount { try channels.output.write("\(count)\n") }
    return count > 0 ? 0 : 1
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
    if isRaw, case .string(let text) = match.value {
      try output.write(text)
    } else {
      try output.write(try match.value.jsonBytes())
    }
    try output.endLine()
  }
}
