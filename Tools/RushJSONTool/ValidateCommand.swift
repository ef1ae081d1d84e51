import CommandLineTools
import RushJSON

/// `rushjson validate`: checks texts in pieces, without making values.
struct ValidateCommand {
  private let invocation: Invocation
  private let channels: Channels

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try channels.choose(color: invocation.value("--color"))
  }

  func run() throws -> Int32 {
    var code: Int32 = 0
    for var input in ToolInput.all(invocation.operands, channels) {
      do throws(JSONStreamError) {
        try Self.check(&input, invocation.readingOptions)
      } catch {
        if !invocation.has("--quiet") || error.syntaxError == nil {
          let report = InputReport(
            error, in: input, invocation.readingOptions, color: channels.hasColor)
          channels.complain("\(report)")
        }
        code = max(code, error.syntaxError == nil ? 2 : 1)
      }
    }
    return code
  }

  private static func check(
    _ input: inout ToolInput, _ options: JSONReadingOptions
  ) throws(JSONStreamError) {
    var reader = JSONEventReader(options: options)
    var isPassed = false
    while let chunk = try input.next() {
      reader.feed(chunk)
      if !isPassed { isPassed = try reader.skipValue() }
      if isPassed { while try reader.next() != nil {} }
    }
    reader.finish()
    if !isPassed { isPassed = try reader.skipValue() }
    while try reader.next() != nil {}
  }
}

extension Invocation {
  /// How texts are read: of any length.
  var readingOptions: JSONReadingOptions {
    var options =
      has("--json5") ? JSONReadingOptions.json5 : has("--jsonc") ? .jsonc : .strict
    options.maximumLength = .max
    return options
  }

  /// The same for commands that only compare or look at values: a byte order mark does not matter to them.
  var markedOptions: JSONReadingOptions {
    var options = readingOptions
    options.leniencies.insert(.byteOrderMark)
    return options
  }
}
