import CommandLineTools
import RushJSON

/// `rushjson edit`: changes values of a file in place, and keeps its comments and its layout.
struct EditCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let steps: [Step]

  /// An edit, checked as far as that goes without the text.
  private enum Step {
    case set(JSONPointer, RawJSON)
    case insert(JSONPointer, RawJSON)
    case append(JSONPointer, RawJSON)
    case remove(JSONPointer)
    case rename(JSONPointer, String)
    case move(JSONPointer, JSONPointer)
  }

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    var steps: [Step] = []
    for option in invocation.inOrder {
      if let step = try Self.step(option.name, option.value, option.second) { steps.append(step) }
    }
    if steps.isEmpty {
      throw UsageError("edit needs an edit, such as --set /a/b 5; rushjson edit --help lists them")
    }
    self.steps = steps
  }

  private static func step(
    _ option: String, _ first: String, _ second: String
  ) throws(UsageError) -> Step? {
    switch option {
    case "--set": .set(try ToolPath.pointer(option, first), try value(option, second))
    case "--insert": .insert(try ToolPath.pointer(option, first), try value(option, second))
    case "--append": .append(try ToolPath.pointer(option, first), try value(option, second))
    case "--remove": .remove(try ToolPath.pointer(option, first))
    case "--rename": .rename(try ToolPath.pointer(option, first), second)
    case "--move":
      .move(try ToolPath.pointer(option, first), try ToolPath.pointer(option, second))
    default: nil
    }
  }

  /// A JSON value, or a bare word as a string. What begins like another JSON value must be one.
  private static func value(_ option: String, _ text: String) throws(UsageError) -> RawJSON {
    do throws(JSONSyntaxError) {
      return try RawJSON(parsing: text)
    } catch {
      if let first = text.first, !"{}[]\"',:-+.0123456789 \t\n".contains(first) {
        return .string(text)
      }
      throw UsageError("\(option) needs a JSON value or a word, not '\(text)': \(error)")
    }
  }

  func run() throws -> Int32 {
    let name = invocation.operands[0]
    var input = ToolInput(name, channels)
    var options = invocation.has("--json5") ? JSONReadingOptions.json5 : .jsonc
    options.leniencies.insert(.byteOrderMark)
    let bytes: [UInt8]
    do throws(JSONStreamError) {
      bytes = try input.readAll()
    } catch {
      throw InputReport(error, in: input, options)
    }
    var text: JSONText
    do throws(JSONSyntaxError) {
      text = try JSONText(bytes, options: options)
    } catch {
      throw InputReport(error, in: bytes, of: input.name)
    }
    for step in steps {
      do throws(JSONValueError) {
        try apply(step, to: &text)
      } catch {
        channels.complain("\(input.name): the edit does not apply: \(error)")
        return 1
      }
    }
    if invocation.has("--list") {
      try list(text)
    } else if name == "-" {
      try channels.output.write(text.bytes)
    } else if !text.replacements.isEmpty {
      try replace(name, with: text.bytes)
    }
    return 0
  }

  private func apply(_ step: Step, to text: inout JSONText) throws(JSONValueError) {
    switch step {
    case .set(let pointer, let value):
      try text.set(value, at: pointer, creatingObjects: invocation.has("--create"))
    case .insert(let pointer, let value): try text.insert(value, at: pointer)
    case .append(let pointer, let value): try text.append(value, to: pointer)
    case .remove(let pointer): try text.remove(at: pointer)
    case .rename(let pointer, let name): try text.rename(pointer, to: name)
    case .move(let from, let to): try text.move(from: from, to: to)
    }
  }

  /// One line for each range that would be replaced.
  private func list(_ text: JSONText) throws {
    for replacement in text.replacements {
      let line: RawJSON = [
        "offset": .number(JSONNumber(replacement.range.lowerBound)),
        "length": .number(JSONNumber(replacement.range.count)), "text": .string(replacement.text),
      ]
      try channels.output.write(try line.jsonBytes())
      try channels.output.endLine()
    }
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws {
    let replacement = try Replacement(of: name)
    defer { replacement.discard() }
    try replacement.output.write(bytes)
    try replacement.commit()
  }
}
